"""Tokens that are kept: taken for their repository at its API, and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.shared import protocol
from app.shared.errors import AccessError
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.shop import FILES, Repository

TOKEN = "github_pat_of_a_person"
PRIVATE = "github.com/o/private@main"


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHubServer]:
    Repository(tmp_path / "shop").write(FILES)
    repositories = {"o/private": tmp_path / "shop", "o/other": tmp_path / "shop"}
    with GitHubServer(repositories, private=list(repositories), tokens=[TOKEN]) as server:
        yield server


@pytest.fixture
def driver(github: GitHubServer) -> Iterator[EngineDriver]:
    """An engine that has read a private repository, whose token was to be kept."""
    with engine_over(github) as running:
        answer = running.call(
            protocol.INDEX, address="o/private", token=TOKEN, keep=True, **running.endpoints()
        )
        running.wait(answer["job"])
        running.reload()
        yield running


def names(driver: EngineDriver) -> list[str]:
    return driver.call(protocol.SECRETS)["names"]


def test_a_kept_token_is_taken_after_a_reload_for_its_repository_and_its_branches(driver: EngineDriver):
    driver.wait(driver.call(protocol.RESUME, repository=PRIVATE)["job"])
    begun = driver.call(protocol.INDEX, address="https://github.com/O/Private", **driver.endpoints())
    driver.wait(begun["job"])


def test_it_is_taken_for_no_other_repository_and_at_no_other_api(driver: EngineDriver, tmp_path: Path):
    assert isinstance(
        driver.error(protocol.INDEX, address="o/other", token="", **driver.endpoints()), AccessError
    )
    repositories = {"o/private": tmp_path / "shop"}
    with GitHubServer(repositories, private=list(repositories), tokens=[TOKEN]) as elsewhere:
        for changed in (elsewhere.endpoints, driver.endpoints() | {"graphql": elsewhere.graphql_url}):
            refused = driver.error(protocol.INDEX, address="o/private", token="", **changed)
            assert isinstance(refused, AccessError)
        assert all(not request.token for request in elsewhere.requests)


def test_it_is_forgotten_by_its_name_or_with_its_repository(driver: EngineDriver):
    [name] = names(driver)
    assert name.startswith("token of github.com/o/private at http://127.0.0.1")
    assert driver.call(protocol.SECRETS, forget=name) == {"names": []}
    assert isinstance(driver.error(protocol.RESUME, repository=PRIVATE), AccessError)
    driver.wait(
        driver.call(protocol.INDEX, address="o/private", token=TOKEN, keep=True, **driver.endpoints())["job"]
    )
    assert len(names(driver)) == 1
    driver.call(protocol.REMOVE, repository=PRIVATE)
    assert names(driver) == []


def test_a_token_is_kept_only_where_that_was_asked_for_and_it_was_good(github: GitHubServer):
    with engine_over(github) as driver:
        bad = {"address": "o/private", "token": "wrong", "keep": True}
        assert isinstance(driver.error(protocol.INDEX, **bad, **driver.endpoints()), AccessError)
        driver.index("o/private", TOKEN)
        assert names(driver) == []
        driver.reload()
        assert isinstance(driver.error(protocol.RESUME, repository=PRIVATE), AccessError)
