"""Answers that take minutes to get, kept in the cache until what they depend on changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tools.paths import CACHE

_FOLDER = CACHE / "oracle-answers"


def kept(name: str, sources: Sequence[str | Path], make: Callable[[], list[Any]]) -> list[Any]:
    """What `make` gives, as JSON keeps it; made again when a source file changes."""
    digest = hashlib.sha256(b"".join(Path(source).read_bytes() for source in sources)).hexdigest()
    path = _FOLDER / f"{name}-{digest[:16]}.json"
    if not path.exists():
        found = make()
        _FOLDER.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found), encoding="utf-8")
    records: list[Any] = json.loads(path.read_text(encoding="utf-8"))
    return records
