"""Questions made from fixed bugs, as benchmarks/questions/README.md describes their files, and the check of
every one of them against the repository's own history: ``python -m benchmarks.search.history DIR``.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.search.questions import FOLDER, REPORTING, TUNING, WrongAnswer


@dataclass(frozen=True, slots=True)
class Bug:
    """A fixed bug: what a person would have reported, the commit that fixed it, and the files of code that
    it changed. `half` is tuning or reporting."""

    ask: str
    fix: str
    files: tuple[str, ...]
    half: str


@dataclass(frozen=True, slots=True)
class History:
    """Bugs of one repository (``owner/name``), all of which are in its `revision`."""

    name: str
    repository: str
    revision: str
    bugs: tuple[Bug, ...]


def files() -> list[Path]:
    """The files of such questions, in the order of their names."""
    return sorted((FOLDER / "history").glob("*.toml"))


def read(path: Path) -> History:
    """The questions of a file."""
    record = tomllib.loads(path.read_text(encoding="utf-8"))
    bugs = [
        Bug(entry["ask"], entry["fix"], tuple(entry["files"]), REPORTING if number % 2 == 0 else TUNING)
        for number, entry in enumerate(record["question"], 1)
    ]
    return History(path.stem, record["repository"], record["revision"], tuple(bugs))


class Clone:
    """A repository with its history, bare or not."""

    def __init__(self, folder: Path) -> None:
        self._git = folder / ".git" if (folder / ".git").exists() else folder

    @classmethod
    def of(cls, repository: str, folder: Path) -> Clone:
        """The clone of a repository in a folder of clones. Raises FileNotFoundError where there is none."""
        name = repository.rpartition("/")[2]
        for child in (repository, repository.replace("/", "+"), name):
            for clone in (folder / child, folder / child / "repo", folder / f"{child}.git"):
                if (clone / "HEAD").exists() or (clone / ".git").exists():
                    return cls(clone)
        raise FileNotFoundError(f"There is no clone of {repository} in {folder}.")

    def run(self, *arguments: str, given: bytes = b"", index: Path | None = None) -> bytes:
        """What a git command prints. Raises CalledProcessError where it fails."""
        environment = {
            **os.environ,
            "GIT_DIR": str(self._git),
            **({"GIT_INDEX_FILE": str(index)} if index else {}),
        }
        command = ["git", "-c", "core.quotePath=false", *arguments]
        return subprocess.run(command, input=given, env=environment, capture_output=True, check=True).stdout

    def paths(self, revision: str) -> list[str]:
        """Every file of a revision."""
        return self.run("ls-tree", "-r", "-z", "--name-only", revision).decode().rstrip("\0").split("\0")

    def write(self, revision: str, folder: Path, root: str = "") -> None:
        """Put a revision's files into a folder, or those below a `root`. An archive would lack what a
        repository leaves out of its releases, as tests. Links become files that hold their target."""
        with tempfile.TemporaryDirectory() as scratch:
            index = Path(scratch) / "index"
            self.run("read-tree", revision, index=index)
            paths = self.run("ls-tree", "-r", "-z", "--name-only", revision, *([root] if root else []))
            put = ("-c", "core.symlinks=false", "checkout-index", "-z", "--stdin", f"--prefix={folder}/")
            self.run(*put, given=paths, index=index)


def check(history: History, clone: Clone) -> None:
    """Hold every question against the history. Raises WrongAnswer for the first that it does not bear out."""
    there = set(clone.paths(history.revision))
    with tempfile.TemporaryDirectory() as scratch:
        index = Path(scratch) / "index"
        clone.run("read-tree", history.revision, index=index)
        for bug in history.bugs:
            if wrong := _wrong(bug, history.revision, there, clone, index):
                raise WrongAnswer(f"{history.repository}, “{bug.ask}”: {wrong}")


def _wrong(bug: Bug, revision: str, there: set[str], clone: Clone, index: Path) -> str:
    """Why a bug is not in the revision, or not mended where it is said to be; "" where all is well."""
    missing = [path for path in bug.files if path not in there]
    if missing:
        return f"{missing[0]} is not there at {revision[:12]}"
    if _fails(clone, "merge-base", "--is-ancestor", revision, bug.fix):
        return f"{revision[:12]} does not come before {bug.fix[:12]}"
    changed = clone.run("diff", "--name-only", "-z", f"{bug.fix}^", bug.fix).decode().split("\0")
    untouched = [path for path in bug.files if path not in changed]
    if untouched:
        return f"{bug.fix[:12]} does not change {untouched[0]}"
    # What the fix does to the files can be done to them as they were: its lines had not changed in between.
    patch = clone.run("diff", "--full-index", "-U1", f"{bug.fix}^", bug.fix, "--", *bug.files)
    if _fails(clone, "apply", "--cached", "--check", "-", given=patch, index=index):
        return f"the change of {bug.fix[:12]} does not fit {revision[:12]}"
    return ""


def _fails(clone: Clone, *arguments: str, given: bytes = b"", index: Path | None = None) -> bool:
    try:
        clone.run(*arguments, given=given, index=index)
    except subprocess.CalledProcessError:
        return True
    return False


def histories(folder: Path) -> Iterator[tuple[History, Clone]]:
    """Every file's questions with the repository's clone, checked."""
    for path in files():
        history = read(path)
        clone = Clone.of(history.repository, folder)
        check(history, clone)
        yield history, clone


def main(arguments: Sequence[str]) -> None:
    if len(arguments) != 1:
        sys.exit(__doc__)
    asked = 0
    for history, _ in histories(Path(arguments[0])):
        asked += len(history.bugs)
        print(f"{history.name:10} {len(history.bugs):3} questions at {history.revision[:12]}")
    print(f"{asked} questions, each borne out by its repository's history")


if __name__ == "__main__":
    main(sys.argv[1:])
