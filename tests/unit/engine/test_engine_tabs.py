"""Two tabs over one store: one of them works on a repository, the other is told."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.shared import protocol
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.shop import FILES, Repository

ID = "github.com/o/shop@main"


@pytest.fixture
def second(engine: EngineDriver, github: GitHubServer) -> Iterator[EngineDriver]:
    """Another tab of the same browser."""
    with engine_over(github) as driver:
        driver.host.store = driver.store = engine.store
        driver.host.embedder._store = engine.store
        yield driver


def record(engine: EngineDriver) -> dict:
    (record,) = engine.call("hello")["repositories"]
    return record


def paths(engine: EngineDriver) -> set[str]:
    return {file["path"] for file in engine.call("open", repository=ID)["files"]}


def test_one_tab_reads_a_repository_and_the_other_is_told(engine: EngineDriver, second: EngineDriver) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, "embed")
    for method, payload in (
        ("index", {"address": "o/shop", **second.endpoints()}),
        ("resume", {"repository": ID}),
        ("remove", {"repository": ID}),
    ):
        error = second.error(method, **payload)
        assert (error.code, error.user) == ("busy-elsewhere", True)
        assert ID in error.message
        assert error.hint
    assert second.call("ask", repository=ID, question="What is an Order's total?")["ranked"]
    engine.wait(ID)
    assert record(second)["state"] == protocol.READY


def test_the_shelf_says_that_another_tab_is_reading(engine: EngineDriver, second: EngineDriver) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, "parse")
    assert record(engine)["state"] == protocol.INDEXING
    shown = record(second)
    assert (shown["state"], shown["error"]["code"]) == (protocol.PARTIAL, "busy-elsewhere")
    engine.wait(ID)
    assert record(second)["error"] is None


def test_a_repository_is_free_again_once_its_tab_is_closed(
    engine: EngineDriver, second: EngineDriver
) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, "fetch")
    engine.reload()
    assert record(second)["error"] is None
    second.call("resume", repository=ID)
    second.wait(ID)
    assert paths(second) == FILES.keys()


def test_a_failed_start_leaves_the_repository_free(
    engine: EngineDriver, second: EngineDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.index("o/shop")
    with monkeypatch.context() as patch:
        patch.setattr("app.engine.store.keeper.FORMAT", 99)
        assert engine.error("resume", repository=ID).code == "unknown-format"
        assert engine.error("index", address="o/shop", **engine.endpoints()).code == "unknown-format"
    second.call("resume", repository=ID)
    second.wait(ID)


def test_what_one_tab_has_changed_the_other_opens(
    engine: EngineDriver, second: EngineDriver, repository: Repository
) -> None:
    engine.index("o/shop")
    assert paths(second) == FILES.keys()
    repository.write({"shop/tax.py": "def tax(cents):\n    return cents // 5\n"})
    engine.call("resume", repository=ID)
    engine.wait(ID)
    assert paths(second) == {*FILES, "shop/tax.py"}
    # A job takes up what the other tab has stored, and fetches nothing again.
    second.fetched()
    second.call("resume", repository=ID)
    second.wait(ID)
    assert [path for path in second.fetched() if "gitattributes" not in path] == []


def test_opening_a_repository_changes_nothing_that_the_other_tab_keeps(
    engine: EngineDriver, second: EngineDriver
) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, "graph")
    second.call("open", repository=ID)
    engine.wait(ID)
    second.call("open", repository=ID)
    engine.reload()
    assert record(engine)["state"] == protocol.READY
