"""The files of a repository as they were at a revision, kept in the cache."""

from __future__ import annotations

import io
import shutil
import tarfile
from pathlib import Path

from benchmarks.search.history import Clone
from tools.paths import CACHE

_TREES = CACHE / "search-trees"


def tree(folder: Path, repository: str, revision: str, root: str = "") -> Path:
    """All of a revision, or a folder of it, under the paths that it has in the repository.

    `folder` has the clones. Raises FileNotFoundError where there is none of the repository, and
    CalledProcessError where it lacks the revision.
    """
    name = "-".join(part for part in (repository, revision[:12], root) if part).replace("/", "+")
    target = _TREES / name
    if not target.exists():
        archive = Clone.of(repository, folder).run("archive", revision, *([root] if root else []))
        partly = target.with_name(f"{name}-partly")
        shutil.rmtree(partly, ignore_errors=True)
        partly.mkdir(parents=True)
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(partly, filter="data")
        partly.rename(target)
    return target
