"""A repository of awkward files, public and private, at the stand-in GitHub."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.github.repository import commit_folder
from tests.github.server import GitHubServer
from tests.unit.source.fetching import FILES, TOKEN


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    for path, data in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    commit_folder(root)
    return root


@pytest.fixture
def github(folder: Path) -> Iterator[GitHubServer]:
    with GitHubServer(
        {"o/r": folder, "o/secret": folder},
        private=["o/secret"],
        tokens=[TOKEN],
        renamed={"o/former": "o/r", "o/hidden": "o/secret"},
    ) as server:
        yield server
