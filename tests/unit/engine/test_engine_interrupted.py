"""A job that is stopped, killed or asked in the middle, and how it goes on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.shared import protocol
from tests.github import faults
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver
from tests.support.shop import Repository

ID = "github.com/o/shop@main"
# A batch of the embed worker is 64 chunks.
MODULES = 80
QUESTION = "Where is the total of an Order?"


@pytest.fixture
def repository(repository: Repository) -> Repository:
    """Large enough for several batches of every stage."""
    modules = {
        f"shop/module_{n}.py": "from shop.prices import price_of\n\n\n"
        f"def step_{n}(name):\n    return {n} * price_of(name)\n"
        for n in range(MODULES)
    }
    repository.write({".gitattributes": "*.snap linguist-generated\n", **modules})
    return repository


def state(engine: EngineDriver) -> str:
    (record,) = engine.call("hello")["repositories"]
    return record["state"]


def taken_in(engine: EngineDriver) -> set[str]:
    """Paths of the files that are stored; the attributes are read anew by every run."""
    return {file["path"] for file in engine.call("open", repository=ID)["files"]} - {".gitattributes"}


def fetched(engine: EngineDriver) -> set[str]:
    """Paths of the files asked for since they were last looked at."""
    return {path.split("/", 5)[-1] for path in engine.fetched()}


def finished(engine: EngineDriver) -> bool:
    """Whether everything is in, and right: the graph is that of a run which nobody stopped."""
    report = engine.call("report", repository=ID)
    assert report["files"] == MODULES + 6
    assert report["embedded"] == report["chunks"] > MODULES
    assert report["edges"]["imports"] > MODULES
    assert report["edges"]["calls"] > MODULES
    return state(engine) == protocol.READY


@pytest.mark.parametrize("stage", protocol.STAGES)
def test_a_job_stopped_in_any_stage_goes_on_where_it_was(engine: EngineDriver, stage: str) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, stage)
    engine.call("cancel", repository=ID)
    events = engine.until(lambda event: event["kind"] == protocol.FAILED)
    assert events[-1]["error"]["code"] == "cancelled"
    assert events[-1]["error"]["user"]
    assert state(engine) == protocol.PARTIAL
    taken, embedded = taken_in(engine), engine.embedded()
    engine.fetched()
    assert engine.call("resume", repository=ID)["job"] == ID
    engine.wait(ID)
    assert finished(engine)
    assert not taken & fetched(engine)
    assert not set(engine.embedded()) & set(embedded)


@pytest.mark.parametrize("stage", ["parse", "graph", "embed"])
def test_a_closed_tab_loses_at_most_what_was_under_way(engine: EngineDriver, stage: str) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, stage)
    if stage == "parse":
        engine.until(lambda event: event.get("stage") == "parse" and event["done"] > 0)
    engine.reload()
    assert state(engine) == protocol.PARTIAL
    taken = taken_in(engine)
    assert taken
    assert engine.call("ask", repository=ID, question=QUESTION)["ranked"]
    engine.fetched()
    engine.call("resume", repository=ID)
    engine.wait(ID)
    assert finished(engine)
    assert not taken & fetched(engine)


def test_a_stopped_repository_answers_from_what_it_has(engine: EngineDriver) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, "embed")
    engine.call("cancel", repository=ID)
    engine.until(lambda event: event["kind"] == protocol.FAILED)
    answer = engine.call("ask", repository=ID, question="Order.total")
    assert answer["ranked"][0]["path"] == "shop/orders.py"
    assert answer["coverage"]["embedded"] < answer["coverage"]["chunks"]


def test_a_question_is_answered_while_chunks_are_embedded(engine: EngineDriver) -> None:
    engine.start("o/shop")
    coverage = []
    engine.until_stage(ID, "embed")
    for _ in range(3):
        answer = engine.call("ask", repository=ID, question=QUESTION)
        assert answer["ranked"][0]["path"] == "shop/orders.py"
        coverage.append(answer["coverage"]["embedded"])
    assert coverage[0] < answer["coverage"]["chunks"]
    engine.wait(ID)
    assert finished(engine)


def test_a_limit_is_told_with_its_end_and_the_job_goes_on_by_itself(
    engine: EngineDriver, github: GitHubServer
) -> None:
    github.fail(r"GET /raw/o/shop/\w+/README", faults.secondary_limit(1), times=1)
    engine.start("o/shop")
    events = engine.wait(ID)
    (waiting,) = [event for event in events if event["kind"] == protocol.WAITING]
    assert waiting["repository"] == ID
    assert waiting["until"] > 0
    assert waiting["reason"]
    assert finished(engine)


def test_a_limit_that_is_met_before_the_repository_is_known_names_the_address(
    engine: EngineDriver, github: GitHubServer
) -> None:
    github.fail(r"GET /api/repos/o/shop$", faults.secondary_limit(1), times=1)
    engine.start("https://github.com/o/shop.git")
    waiting = next(e for e in engine.wait(ID) if e["kind"] == protocol.WAITING)
    assert waiting["repository"] == "https://github.com/o/shop.git"


def test_a_job_that_waits_for_a_limit_can_be_stopped(engine: EngineDriver, github: GitHubServer) -> None:
    github.fail(r"GET /raw/o/shop/\w+/README", faults.secondary_limit(3600))
    engine.start("o/shop")
    engine.until(lambda event: event["kind"] == protocol.WAITING)
    engine.call("cancel", repository=ID)
    events = engine.until(lambda event: event["kind"] == protocol.FAILED)
    assert events[-1]["error"]["code"] == "cancelled"


def test_a_file_that_does_not_come_is_listed_and_tried_again(
    engine: EngineDriver, github: GitHubServer
) -> None:
    fault = github.fail(r"prices.py|/git/blobs/", faults.message(404, "Not Found"))
    engine.index("o/shop")
    (missing,) = engine.call("open", repository=ID)["skipped"]
    assert missing["path"] == "shop/prices.py"
    assert missing["reason"]
    fault.times = 0
    engine.call("resume", repository=ID)
    engine.wait(ID)
    assert finished(engine)


def test_a_lost_connection_fails_in_words_and_can_be_resumed(
    engine: EngineDriver, github: GitHubServer
) -> None:
    fault = github.fail("module_77|/git/blobs/", change=faults.cut(-1))
    engine.start("o/shop")
    (failed,) = [e for e in engine.until(lambda e: e["kind"] == protocol.FAILED) if e["kind"] == "failed"]
    assert (failed["error"]["type"], failed["error"]["user"]) == ("OfflineError", True)
    (record,) = engine.call("hello")["repositories"]
    assert record["state"] == protocol.PARTIAL
    assert record["error"]["message"] == failed["error"]["message"]
    fault.times = 0
    engine.call("resume", repository=ID)
    engine.wait(ID)
    assert finished(engine)
    (record,) = engine.call("hello")["repositories"]
    assert record["error"] is None


def test_a_full_disk_fails_in_words_and_keeps_what_is_there(engine: EngineDriver) -> None:
    engine.store.quota = 60_000
    engine.start("o/shop")
    events = engine.until(lambda event: event["kind"] == protocol.FAILED)
    assert events[-1]["error"]["code"] == "quota"
    assert engine.call("open", repository=ID)["files"]
    engine.store.quota = 0
    engine.call("resume", repository=ID)
    engine.wait(ID)
    assert finished(engine)


def test_times_of_a_run_are_kept_with_the_repository(engine: EngineDriver) -> None:
    engine.start("o/shop")
    engine.wait(ID)
    timings = engine.call("report", repository=ID)["timings"]
    assert timings.keys() == set(protocol.STAGES)
    engine.reload()
    assert engine.call("report", repository=ID)["timings"] == timings


def test_times_of_a_stopped_run_are_kept_too(engine: EngineDriver) -> None:
    engine.start("o/shop")
    engine.until_stage(ID, "graph")
    engine.call("cancel", repository=ID)
    engine.until(lambda event: event["kind"] == protocol.FAILED)
    engine.reload()
    assert engine.call("report", repository=ID)["timings"].keys() >= {"list", "fetch", "parse"}


def test_two_calls_at_once_start_one_job(engine: EngineDriver) -> None:
    async def twice() -> list[dict[str, Any]]:
        call = {"address": "o/shop", **engine.endpoints()}
        return await asyncio.gather(*(engine.engine.call(protocol.INDEX, dict(call)) for _ in range(2)))

    assert {answer["job"] for answer in engine.run(twice())} == {ID}
    events = engine.wait(ID)
    assert len([event for event in events if event["kind"] == protocol.FINISHED]) == 1
    paths = [path for path in engine.fetched() if "gitattributes" not in path]
    assert len(paths) == len(set(paths)) == MODULES + 5
    assert finished(engine)
