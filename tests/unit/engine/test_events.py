"""The long poll that carries events to the page."""

import asyncio

from app.engine.events import KEPT, Events
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


def chatted(events, *words, id="a"):
    for word in words:
        events.add("chatted", "r", id=id, news=[{"text": word}])


def test_news_of_an_answer_join_as_long_as_nobody_fetched_them():
    events = Events()
    chatted(events, "It ", "is ")
    events.add("progress", "r", stage="embed", done=1)
    chatted(events, "so", id="b")
    chatted(events, "here.")
    told = asyncio.run(events.since(0))["events"]
    assert [(e["kind"], e.get("id"), e.get("news")) for e in told] == [
        ("progress", None, None),
        ("chatted", "b", [{"text": "so"}]),
        ("chatted", "a", [{"text": "It is here."}]),
    ]


def test_news_that_were_fetched_are_not_told_again():
    events = Events()
    chatted(events, "It ")
    first = asyncio.run(events.since(0))
    chatted(events, "is", " so.")
    assert [e["news"] for e in asyncio.run(events.since(first["next"]))["events"]] == [[{"text": "is so."}]]


def test_no_word_of_an_answer_is_lost_to_a_page_that_sleeps():
    events = Events()
    for n in range(2 * KEPT):
        events.add("state", "r", record={"n": n})
        chatted(events, f"{n} ")
        events.add("waiting", "r", reason="limit", until=n)
    told = asyncio.run(events.since(0))["events"]
    assert [e["news"] for e in told if e["kind"] == "chatted"] == [
        [{"text": "".join(f"{n} " for n in range(2 * KEPT))}]
    ]
    assert len(told) == KEPT


def test_an_answer_that_ended_outlives_whatever_comes_after_it():
    events = Events()
    chatted(events, "It is so.")
    for n in range(2 * KEPT):
        events.add("state", "r", record={"n": n})
    told = asyncio.run(events.since(0))["events"]
    assert told[0]["news"] == [{"text": "It is so."}] and len(told) == KEPT
