"""Chat completions with a model of real weights behind a local server: found, asked, stopped, too long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from app.engine.answer.providers.base import CALLS, LENGTH, STOP, ChatModel, Delta, Message
from app.engine.models import Models
from app.host.cpython import CPythonHost
from app.shared import protocol
from app.shared.errors import UserError
from tests.support.openai_server import OpenAIServer
from tests.support.providers.asking import READ
from tools import model as model_files

QUESTION = [Message("user", "Name the three largest cities of France.")]


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(context=1024, calls=1) as running:
        yield running


def run(server: OpenAIServer, work: Callable[[ChatModel], Awaitable[Any]]) -> Any:
    """Find the server, choose its model, and do something with it."""

    async def session() -> Any:
        host = CPythonHost(model_files.folder())
        await host.store.open()
        models = Models(host, "http://localhost:4000/")
        [found] = (await models.servers([f"http://localhost:{server.port}"]))["servers"]
        [offer] = found["models"]
        choice = {"kind": protocol.LOCAL, "address": found["address"], "model": offer["name"]}
        await models.model(choice=choice)
        chosen = await models.chosen()
        assert chosen is not None
        return await work(chosen)

    return asyncio.run(session())


async def asked(model: ChatModel, messages: list[Message], **more: Any) -> list[Delta]:
    return [delta async for delta in model.stream(messages, **more)]


def test_it_answers_in_pieces_and_counts_its_tokens(server: OpenAIServer):
    answer = run(server, lambda model: asked(model, QUESTION, limit=24))
    assert len([delta for delta in answer if delta.text]) > 5
    assert answer[-1].finish == LENGTH
    assert answer[-1].usage.answer == 24
    assert answer[-1].usage.prompt > 8


def test_it_calls_a_tool_and_answers_with_the_result(server: OpenAIServer):
    async def converse(model: ChatModel) -> tuple[Delta, list[Delta]]:
        calling = (await asked(model, QUESTION, tools=(READ,), limit=48))[-1]
        turns = [
            *QUESTION,
            Message("assistant", "", calls=calling.calls),
            *(Message("tool", "Paris, Marseille, Lyon", call=call) for call in calling.calls),
        ]
        return calling, await asked(model, turns, tools=(READ,), limit=24)

    calling, answer = run(server, converse)
    assert calling.finish == CALLS
    assert [call.name for call in calling.calls] == [READ.name]
    assert isinstance(calling.calls[0].arguments["path"], str)
    assert answer[-1].finish in (STOP, LENGTH)
    assert "".join(delta.text for delta in answer)


def test_closing_the_stream_stops_the_model_itself(server: OpenAIServer):
    async def stop(model: ChatModel) -> None:
        stream = model.stream([Message("user", "Tell a very long story.")], limit=900)
        await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]

    run(server, stop)
    # What it would have written takes it longer than this, on any machine.
    end = time.monotonic() + 5
    used = 1.0
    while used > 0.1 and time.monotonic() < end:
        before = server.seconds()
        time.sleep(1)
        used = server.seconds() - before
    assert used <= 0.1


def test_a_prompt_that_is_too_long_is_refused_as_such(server: OpenAIServer):
    with pytest.raises(UserError) as refused:
        run(server, lambda model: asked(model, [Message("user", "word " * 2000)]))
    assert refused.value.code == "context-too-long"
