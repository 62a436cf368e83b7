"""Models in this browser as the page sees them: DEVICE_MODELS, FETCH_MODEL, FORGET_MODEL, CANCEL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.engine.device_models import file_address, file_name
from app.engine.engine import Engine
from app.host.cpython import CPythonHost
from app.host.device_models import AVAILABLE, BuiltIn, Fetching, KeptModel
from app.shared import protocol
from app.shared.errors import AddressError, CancelledError, UserError
from tests.support.scripted_models import ScriptedModels
from tools import model as model_files

ADDRESS = "https://host.example/m.gguf"
KEPT = KeptModel("m.gguf", 9, 9, ADDRESS, True, 2_048, True)
HUB = "https://huggingface.co/o/r/"


@pytest.mark.parametrize(
    ("given", "leads_to"),
    [
        (HUB + "blob/main/q/m.gguf", HUB + "resolve/main/q/m.gguf"),
        (HUB + "resolve/main/m.gguf?download=true", HUB + "resolve/main/m.gguf"),
        ("huggingface.co/o/r/blob/main/m.gguf", HUB + "resolve/main/m.gguf"),
        (" https://host.example/m.gguf?v=2#top ", "https://host.example/m.gguf?v=2"),
        ("http://localhost:8000/m.gguf", "http://localhost:8000/m.gguf"),
    ],
)
def test_an_address_leads_to_the_file_itself(given: str, leads_to: str):
    assert file_address(given) == leads_to


@pytest.mark.parametrize(
    "given",
    ["", "http://host.example/m.gguf", "ftp://host/m.gguf", "file:///m.gguf", HUB, "https://a:b@host/m.gguf"],
)
def test_what_leads_to_no_file_is_refused_with_a_way_out(given: str):
    with pytest.raises(AddressError) as refused:
        file_address(given)
    assert refused.value.hint


def test_a_part_of_a_model_is_refused_before_it_is_fetched():
    with pytest.raises(UserError) as refused:
        file_address("https://host.example/big-00001-of-00003.gguf")
    assert refused.value.code == "not-whole"


def test_a_file_is_called_as_its_address_ends():
    assert file_name("https://host.example/a/Q%204.gguf?x=1") == "Q 4.gguf"
    assert file_name("https://host.example/") == "model"


def run(models: ScriptedModels, work: Callable[[Engine], Awaitable[Any]]) -> Any:
    host = CPythonHost(model_files.folder())
    host.models = models

    async def session() -> Any:
        return await work(Engine(host, "http://localhost:4000/"))

    return asyncio.run(session())


async def told(engine: Engine) -> list[dict[str, Any]]:
    """The events until a download has ended."""
    events: list[dict[str, Any]] = []
    since = 0
    while not events or events[-1]["kind"] == protocol.PROGRESS:
        answer = await engine.call(protocol.EVENTS, {"since": since})
        since = answer["next"]
        events += answer["events"]
    return events


def test_a_download_is_told_under_its_address_until_it_is_there():
    models = ScriptedModels(comes=[Fetching(2, 9), Fetching(5, 9), Fetching(9, 9)])

    async def work(engine: Engine) -> tuple[Any, list[dict[str, Any]]]:
        begun = await engine.call(protocol.FETCH_MODEL, {"address": ADDRESS})
        return begun, await told(engine)

    begun, events = run(models, work)
    assert begun == {"name": "m.gguf", "address": ADDRESS}
    assert {event["repository"] for event in events} == {ADDRESS}
    *progress, end = events
    assert {event["stage"] for event in progress} == {"model"}
    assert (progress[-1]["done"], progress[-1]["total"], progress[-1]["remaining"]) == (9, 9, 0)
    assert end["kind"] == protocol.FINISHED


def test_a_download_of_unknown_length_promises_no_time():
    models = ScriptedModels(comes=[Fetching(2, 0), Fetching(5, 0)])

    async def work(engine: Engine) -> list[dict[str, Any]]:
        await engine.call(protocol.FETCH_MODEL, {"address": ADDRESS})
        return await told(engine)

    *progress, _ = run(models, work)
    assert {event["remaining"] for event in progress} == {-1}


def test_a_download_that_fails_says_why():
    models = ScriptedModels(comes=[Fetching(2, 9), CancelledError("stopped", "It was stopped.", "Go on.")])

    async def work(engine: Engine) -> list[dict[str, Any]]:
        await engine.call(protocol.FETCH_MODEL, {"address": ADDRESS})
        return await told(engine)

    *_, end = run(models, work)
    assert end["kind"] == protocol.FAILED
    assert (end["error"]["type"], end["error"]["hint"]) == ("CancelledError", "Go on.")


def test_a_look_fetches_nothing():
    models = ScriptedModels()
    look = {"address": HUB + "blob/main/m.gguf", "look": True}
    found = run(models, lambda engine: engine.call(protocol.FETCH_MODEL, look))
    assert found == {
        "name": "m.gguf",
        "address": HUB + "resolve/main/m.gguf",
        "bytes": 5,
        "host": "huggingface.co",
    }
    assert models.fetched == []


def test_cancel_stops_a_download_by_its_address():
    models = ScriptedModels()
    run(models, lambda engine: engine.call(protocol.CANCEL, {"repository": ADDRESS}))
    assert models.stopped == [ADDRESS]


def test_what_is_here_is_listed_and_what_is_deleted_is_gone():
    models = ScriptedModels([KEPT], own=BuiltIn(AVAILABLE, "", 9_216))

    async def work(engine: Engine) -> list[Any]:
        before = await engine.call(protocol.DEVICE_MODELS, {})
        freed = await engine.call(protocol.FORGET_MODEL, {"name": "m.gguf"})
        return [before, freed, (await engine.call(protocol.DEVICE_MODELS, {}))["files"]]

    before, freed, after = run(models, work)
    assert before["built_in"] == {"state": AVAILABLE, "reason": ""}
    [row] = before["files"]
    assert (row["name"], row["bytes"], row["context"], row["whole"]) == ("m.gguf", 9, 2_048, True)
    assert (freed, after) == ({"freed": 9}, [])
