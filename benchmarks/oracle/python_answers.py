"""The Python oracle's answers for one package, kept in the cache: asking takes minutes."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from benchmarks.oracle import pyright_server, python_oracle
from benchmarks.oracle.packages import Package
from benchmarks.oracle.tree import Tree
from tools.paths import CACHE

_FOLDER = CACHE / "oracle-answers"
# What the answers depend on, besides the package.
_SOURCES = (python_oracle.__file__, pyright_server.__file__, pyright_server.LOCK)


def answers(package: Package, tree: Tree) -> list[dict[str, Any]]:
    """Records for each file that is judged."""
    digest = hashlib.sha256(b"".join(Path(source).read_bytes() for source in _SOURCES)).hexdigest()
    kept = _FOLDER / f"{tree.folder.name}-{digest[:16]}.json"
    if not kept.exists():
        found = _asked(package, tree)
        _FOLDER.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(found), encoding="utf-8")
    records: list[dict[str, Any]] = json.loads(kept.read_text(encoding="utf-8"))
    return records


def _asked(package: Package, tree: Tree) -> list[dict[str, Any]]:
    with pyright_server.PyrightServer(tree.folder) as server:
        oracle = python_oracle.Oracle(tree.folder, tree.texts, server)
        return [
            record for path in sorted(tree.texts) if package.judges(path) for record in oracle.answers(path)
        ]
