"""An engine for each test, over a small repository that the test may change and commit again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.shop import FILES, Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "shop")
    made.write(FILES)
    return made


@pytest.fixture
def other(tmp_path: Path) -> Repository:
    """Another repository, of which one file is the first one's too."""
    made = Repository(tmp_path / "other")
    made.write({"prices.py": FILES["shop/prices.py"], "tax.py": "def tax(cents):\n    return cents // 5\n"})
    return made


@pytest.fixture
def github(repository: Repository, other: Repository) -> Iterator[GitHubServer]:
    with GitHubServer({"o/shop": repository.folder, "o/other": other.folder}, tokens=["token"]) as server:
        yield server


@pytest.fixture
def engine(github: GitHubServer) -> Iterator[EngineDriver]:
    with engine_over(github) as driver:
        yield driver
