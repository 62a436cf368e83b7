"""Questions from history: their files are well made, and the check finds what history does not bear out."""

from __future__ import annotations

import dataclasses
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from app.engine.parse.languages import language_of
from benchmarks.search import history
from benchmarks.search.history import Bug, Clone, History
from benchmarks.search.questions import REPORTING, TUNING, WrongAnswer


def test_there_are_enough_of_them_in_enough_languages():
    read = [history.read(path) for path in history.files()]
    bugs = [bug for one in read for bug in one.bugs]
    assert len(bugs) >= 60
    assert len({language_of(path) for bug in bugs for path in bug.files} - {""}) >= 5
    assert len({bug.ask for bug in bugs}) == len({bug.fix for bug in bugs}) == len(bugs)
    halves = Counter(bug.half for bug in bugs)
    assert abs(halves[TUNING] - halves[REPORTING]) <= len(read)


@pytest.mark.parametrize("path", history.files(), ids=lambda path: path.stem)
def test_a_report_names_no_file_that_its_fix_changed(path: Path):
    read = history.read(path)
    assert read.repository.count("/") == 1 and len(read.revision) == 40
    for bug in read.bugs:
        assert len(bug.fix) == 40 and 1 <= len(bug.files) <= 3
        assert not any(file in bug.ask or file.rpartition("/")[2] in bug.ask for file in bug.files)


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(folder: Path, **files: str) -> str:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    git(folder, "add", "-A")
    git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "change")
    return git(folder, "rev-parse", "HEAD")


LINES = "".join(f"line {number}\n" for number in range(20))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "o+shop"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


@pytest.fixture
def before(clone: Path) -> str:
    return commit(clone, prices=LINES, other="other = 1\n")


@pytest.fixture
def bug(clone: Path, before: str) -> Bug:
    # What is changed in between stands elsewhere in the file.
    commit(clone, prices=LINES.replace("line 2\n", "line two\n"))
    fix = commit(clone, prices=LINES.replace("line 2\n", "line two\n").replace("line 15\n", "line fifteen\n"))
    return Bug("A price is wrong.", fix, ("prices.py",), TUNING)


def check(clone: Path, revision: str, bug: Bug) -> None:
    history.check(History("shop", "o/shop", revision, (bug,)), Clone.of("o/shop", clone.parent))


def test_what_history_bears_out_passes(clone: Path, before: str, bug: Bug):
    check(clone, before, bug)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"files": ("gone.py",)}, "gone.py is not there at"),
        ({"files": ("other.py",)}, "does not change other.py"),
    ],
)
def test_a_file_that_is_not_there_or_not_touched_is_told(
    clone: Path, before: str, bug: Bug, change: dict[str, object], words: str
):
    with pytest.raises(WrongAnswer, match=words):
        check(clone, before, dataclasses.replace(bug, **change))


def test_a_revision_after_the_fix_or_without_the_bug_is_told(clone: Path, before: str, bug: Bug):
    after = commit(clone, later="later = 1\n")
    with pytest.raises(WrongAnswer, match="does not come before"):
        check(clone, after, bug)
    again = commit(clone, prices=LINES.replace("line 15\n", "line 15 b\n"))
    fixed = commit(clone, prices=LINES.replace("line 15\n", "line 15 c\n"))
    assert again != fixed
    with pytest.raises(WrongAnswer, match="does not fit"):
        check(clone, before, dataclasses.replace(bug, fix=fixed))


def test_a_revision_is_written_as_it_was(clone: Path, before: str, bug: Bug, tmp_path: Path):
    (clone / ".gitattributes").write_text("*.py export-ignore\n")
    after = commit(clone)
    Clone.of("o/shop", clone.parent).write(before, tmp_path / "out")
    assert (tmp_path / "out" / "prices.py").read_text() == LINES
    # What a release would lack is there too.
    Clone.of("o/shop", clone.parent).write(after, tmp_path / "one", "prices.py")
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["prices.py"]
    assert Clone.of("o/shop", clone.parent).paths(before) == ["other.py", "prices.py"]


def test_a_missing_clone_is_told(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="no clone of o/shop"):
        Clone.of("o/shop", tmp_path)
