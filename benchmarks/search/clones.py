"""The files of a repository as they were at a revision, kept in the cache."""

from __future__ import annotations

import shutil
from pathlib import Path

from benchmarks.search.history import Clone
from tools.paths import CACHE

_TREES = CACHE / "search-checkouts"


def tree(folder: Path, repository: str, revision: str, root: str = "") -> Path:
    """All of a revision, or a folder of it, under the paths that it has in the repository.

    `folder` has the clones. Raises FileNotFoundError where there is none of the repository, and
    CalledProcessError where it lacks the revision.
    """
    name = "-".join(part for part in (repository, revision[:12], root) if part).replace("/", "+")
    target = _TREES / name
    if not target.exists():
        partly = target.with_name(f"{name}-partly")
        shutil.rmtree(partly, ignore_errors=True)
        partly.mkdir(parents=True)
        Clone.of(repository, folder).write(revision, partly, root)
        partly.rename(target)
    return target
