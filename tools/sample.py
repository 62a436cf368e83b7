"""The sample repository that ships with the site: the heart of Understory's own source, as one JSON file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

# The way from a job to an answer, in two languages: read in seconds, and enough to ask about.
PARTS = (
    "README.md",
    "app/DESIGN.md",
    "app/shared/*.py",
    "app/engine/*.py",
    "app/engine/answer/*.py",
    "app/engine/embed/*.py",
    "app/engine/retrieve/*.py",
    "app/engine/store/*.py",
    "workers/*.js",
)


def write_sample(root: Path, target: Path) -> int:
    """Write ``sample.json`` ({owner, name, commit, files: [{path, sha, text}]}); returns the file count.

    `commit` is a hash of the files' blob shas, so equal sources give equal samples.
    """
    files = []
    for path in sorted(path for part in PARTS for path in root.glob(part)):
        data = path.read_bytes()
        sha = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
        files.append({"path": path.relative_to(root).as_posix(), "sha": sha, "text": data.decode()})
    commit = hashlib.sha1("".join(file["path"] + file["sha"] for file in files).encode()).hexdigest()
    sample = {"owner": "understory", "name": "understory", "commit": commit, "files": files}
    target.write_text(json.dumps(sample), encoding="utf-8")
    return len(files)
