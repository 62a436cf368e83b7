"""The page's side of the calls: what is asked early waits, what fails is raised."""

import asyncio
import json

import pytest

from app.shared import errors, protocol
from app.ui.engine_client import EngineClient


class Exports:
    """An engine's exports that answer every call with what was asked."""

    def __init__(self):
        self.calls = []

    async def call(self, method, payload):
        self.calls.append(method)
        asked = json.loads(payload)
        if asked.get("path") == "missing":
            error = errors.UserError("no-such-file", "missing is not in this repository.")
            return json.dumps({"error": errors.to_record(error)})
        return json.dumps({"result": asked})


def client_of(connect):
    return EngineClient(
        connect, "https://host/site/", lambda answer: answer, lambda payload: payload, "a tab"
    )


def test_calls_made_before_the_start_follow_the_greeting():
    exports = Exports()

    async def connect():
        await asyncio.sleep(0)
        return exports

    async def scenario():
        client = client_of(connect)
        early = asyncio.ensure_future(client.call(protocol.ASK, repository="r", question="why"))
        await asyncio.sleep(0)
        hello = await client.start()
        assert hello == {"base": "https://host/site/", "tab": "a tab"}
        assert await early == {"repository": "r", "question": "why"}

    asyncio.run(scenario())
    assert exports.calls == [protocol.HELLO, protocol.ASK]


def test_an_error_of_the_engine_is_raised_as_what_it_was():
    async def scenario():
        async def connect():
            return Exports()

        client = client_of(connect)
        await client.start()
        with pytest.raises(errors.UserError, match="missing is not"):
            await client.call(protocol.FILE, repository="r", path="missing")

    asyncio.run(scenario())


def test_an_engine_that_does_not_start_fails_every_call():
    async def scenario():
        async def connect():
            raise ValueError("no exports")

        client = client_of(connect)
        early = asyncio.ensure_future(client.call(protocol.INDEX, address="o/r"))
        with pytest.raises(errors.InternalError, match="could not be loaded"):
            await client.start()
        with pytest.raises(errors.InternalError, match="could not be loaded"):
            await early

    asyncio.run(scenario())


def test_an_engine_without_its_exports_fails_every_call_too():
    """What PyScript gives where the worker's Python did not get as far as to export anything."""

    async def scenario():
        async def connect():
            return object()

        client = client_of(connect)
        with pytest.raises(errors.InternalError, match="could not be loaded"):
            await client.start()
        with pytest.raises(errors.InternalError, match="could not be loaded"):
            await client.call(protocol.EVENTS, since=0)

    asyncio.run(scenario())
