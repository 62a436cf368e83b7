"""The long poll that carries events to the page."""

import asyncio

from app.engine.events import Events
from app.engine.progress import Meter


def test_events_that_are_there_come_at_once_and_only_once():
    async def run():
        events = Events()
        events.add("state", "r", record={"id": "r"})
        first = await events.since(0)
        events.add("finished", "r", seconds=1)
        second = await events.since(first["next"])
        return first, second

    first, second = asyncio.run(run())
    assert [e["kind"] for e in first["events"]] == ["state"]
    assert [e["kind"] for e in second["events"]] == ["finished"]


def test_a_waiting_page_is_woken_by_the_next_event():
    async def run():
        events = Events()
        waiting = asyncio.ensure_future(events.since(0))
        await asyncio.sleep(0)
        assert not waiting.done()
        events.add("waiting", "r", reason="limit", until=5)
        return await waiting

    assert asyncio.run(run())["events"] == [
        {"kind": "waiting", "repository": "r", "reason": "limit", "until": 5}
    ]


def test_only_the_latest_progress_of_a_stage_is_told():
    events = Events()
    for done in range(5):
        events.add("progress", "r", stage="fetch", done=done)
    events.add("progress", "r", stage="parse", done=1)
    told = asyncio.run(events.since(0))["events"]
    assert [(e["stage"], e["done"]) for e in told] == [("fetch", 4), ("parse", 1)]


def test_a_page_older_than_the_engine_starts_over():
    events = Events()
    events.add("state", "r")
    assert len(asyncio.run(events.since(900))["events"]) == 1


def test_a_meter_tells_rate_and_remaining_time():
    clock = [0.0]
    told = []
    meter = Meter("fetch", 100, lambda: clock[0], lambda **fields: told.append(fields))
    assert told[-1]["remaining"] == -1
    clock[0] = 1000.0
    meter.add(10, 500)
    assert told[-1] == {
        "stage": "fetch",
        "done": 10,
        "total": 100,
        "bytes": 500,
        "rate": 10.0,
        "remaining": 9.0,
    }
    clock[0] = 2000.0
    meter.add(90)
    assert told[-1]["remaining"] == 0
