"""The sample repository that ships with the site: Understory's own source, as one JSON file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

# Enough to ask about the whole app; tests and benchmarks would only make the download larger.
PARTS = ("README.md", "LICENSE", "build.py", "app", "workers", "static", "tools")
SUFFIXES = {".py", ".js", ".scm", ".md", ".css", ".html", ".wat", ""}


def write_sample(root: Path, target: Path) -> int:
    """Write ``sample.json`` ({owner, name, commit, files: [{path, sha, text}]}); returns the file count.

    `commit` is a hash of the files' blob shas, so equal sources give equal samples.
    """
    files = []
    for path in sorted(_files(root)):
        data = path.read_bytes()
        sha = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
        files.append({"path": path.relative_to(root).as_posix(), "sha": sha, "text": data.decode()})
    commit = hashlib.sha1("".join(file["path"] + file["sha"] for file in files).encode()).hexdigest()
    sample = {"owner": "understory", "name": "understory", "commit": commit, "files": files}
    target.write_text(json.dumps(sample), encoding="utf-8")
    return len(files)


def _files(root: Path) -> list[Path]:
    found = []
    for part in PARTS:
        path = root / part
        candidates = [path] if path.is_file() else path.rglob("*")
        found += [
            p for p in candidates if p.is_file() and p.suffix in SUFFIXES and "__pycache__" not in p.parts
        ]
    return found
