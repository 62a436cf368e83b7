"""What the listing decides before anything is fetched, with the marks of ``.gitattributes``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.shared import protocol
from tests.github.repository import commit_folder
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over

FILES = {
    ".gitattributes": "gen/** linguist-generated\n",
    "lib/.gitattributes": "*.py linguist-vendored\nours.py -linguist-vendored\n",
    "gen/made.py": "made = 1\n",
    "lib/theirs.py": "theirs = 1\n",
    "lib/ours.py": "ours = 1\n",
    "main.py": "main = 1\n",
}


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[EngineDriver]:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "main").mkdir()
    # Git follows no link to attributes.
    (tmp_path / "main/.gitattributes").symlink_to("../lib/.gitattributes")
    (tmp_path / "main/more.py").write_text("more = 1\n")
    commit_folder(tmp_path)
    with GitHubServer({"o/marked": tmp_path}) as github, engine_over(github) as driver:
        yield driver


def test_marked_files_are_never_fetched_and_the_marks_only_once(engine: EngineDriver):
    id, _ = engine.index("o/marked")
    asked = {path.split("/", 5)[-1] for path in engine.fetched()}
    assert asked == {".gitattributes", "lib/.gitattributes", "lib/ours.py", "main.py", "main/more.py"}
    opened = engine.call(protocol.OPEN, repository=id)
    assert {row["path"]: row["reason"] for row in opened["skipped"]} == {
        "gen/made.py": "marked linguist-generated",
        "lib/theirs.py": "marked linguist-vendored",
        "main/.gitattributes": "symbolic link",
    }
    engine.call(protocol.RESUME, repository=id)
    engine.wait(id)
    assert engine.fetched() == []
