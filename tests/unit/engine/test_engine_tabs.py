"""Two engines over one store, as two tabs of a browser have them: one at a time changes a repository."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from app.engine.engine import Engine
from app.host.cpython_claims import MemoryClaims
from app.shared import protocol
from app.shared.errors import UserError
from tests.support.engine_driver import EngineDriver

ID = "github.com/o/shop@main"
QUESTION = "Where is the total computed?"


class OtherTab:
    """A tab beside the driver's, for which that one reads the repository until `hand_over`."""

    def __init__(self, first: EngineDriver) -> None:
        host = copy.copy(first.host)
        host.claims = MemoryClaims()
        self._first = first
        self._engine = Engine(host, "")
        self.hand_over: Callable[[], None] = first.run(host.claims.take(ID))

    def call(self, method: str, **payload: Any) -> Any:
        return self._first.run(self._engine.call(method, payload))

    def state(self) -> str:
        """What its shelf says of the repository."""
        return self.call(protocol.HELLO)["repositories"][0]["state"]

    def told(self) -> tuple[str, str]:
        """(kind, the repository's state if it has one) of the one event that it was told."""
        [event] = self.call(protocol.EVENTS, since=0)["events"]
        return event["kind"], event.get("record", {}).get("state", "")


@pytest.fixture
def beside(engine: EngineDriver) -> OtherTab:
    return OtherTab(engine)


def test_it_says_that_another_tab_reads_and_answers_from_what_that_has_stored(engine, beside):
    engine.start("o/shop")
    engine.until_stage(ID, "embed")
    assert beside.state() == protocol.ELSEWHERE
    assert beside.call(protocol.OPEN, repository=ID)["repository"]["state"] == protocol.ELSEWHERE
    assert beside.call(protocol.ASK, repository=ID, question=QUESTION)["places"]
    engine.wait(ID)
    answer = beside.call(protocol.ASK, repository=ID, question=QUESTION)
    assert answer["places"][0]["symbol"] == "Order.total"
    assert answer["coverage"]["embedded"] == answer["coverage"]["chunks"] > 0


def test_it_starts_no_job_beside_the_other_ones_and_removes_nothing(engine, beside):
    engine.index("o/shop")
    before = engine.call(protocol.HELLO)["repositories"]
    engine.fetched()
    payload = {"address": "o/shop", **engine.endpoints()}
    assert beside.call(protocol.INDEX, **payload)["repository"]["state"] == protocol.ELSEWHERE
    assert beside.call(protocol.RESUME, repository=ID)["repository"]["state"] == protocol.ELSEWHERE
    with pytest.raises(UserError, match=f"Another tab is reading {ID}"):
        beside.call(protocol.REMOVE, repository=ID)
    assert engine.fetched() == []
    assert engine.call(protocol.HELLO)["repositories"] == before


def test_it_is_told_when_the_other_tab_has_ended_and_may_go_on_then(engine, beside):
    engine.start("o/shop")
    engine.until_stage(ID, "fetch")
    engine.reload()
    assert beside.state() == protocol.ELSEWHERE
    beside.hand_over()
    assert beside.told() == (protocol.STATE, protocol.PARTIAL)
    assert beside.call(protocol.RESUME, repository=ID)["repository"]["state"] == protocol.INDEXING


def test_a_repository_that_the_other_tab_removed_is_gone_here_too(engine, beside):
    engine.index("o/shop")
    assert beside.state() == protocol.ELSEWHERE
    engine.call(protocol.REMOVE, repository=ID)
    beside.hand_over()
    assert beside.told() == (protocol.REMOVED, "")


def test_what_the_other_tab_has_changed_is_opened_anew(engine, beside, repository):
    engine.index("o/shop")
    beside.hand_over()

    def paths() -> set[str]:
        return {file["path"] for file in beside.call(protocol.OPEN, repository=ID)["files"]}

    before = paths()
    repository.write({"shop/tax.py": "def tax(cents):\n    return cents // 5\n"})
    engine.call(protocol.RESUME, repository=ID)
    engine.wait(ID)
    assert paths() == before | {"shop/tax.py"}


def test_two_tabs_cannot_take_the_same_repository(engine):
    second = Engine(engine.host, "")
    release = engine.run(engine.host.claims.take(ID))
    assert engine.run(second._tabs.take(ID)) is False
    release()
    assert engine.run(second._tabs.take(ID)) is True


def test_a_tab_that_was_there_before_notices_the_other_one_when_it_opens_a_repository(engine):
    engine.index("o/shop")
    release = engine.run(engine.host.claims.take(ID))
    assert engine.call(protocol.OPEN, repository=ID)["repository"]["state"] == protocol.ELSEWHERE
    release()
    assert engine.call(protocol.OPEN, repository=ID)["repository"]["state"] == protocol.READY
