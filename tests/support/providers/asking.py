"""Asking a model as the chat does: over the real network of CPython."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from app.engine.answer.providers.base import ChatModel, Delta, Message, Tool, ToolCall
from app.engine.answer.providers.dialects import Dialect
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import UserError
from tests.support.providers.server import ProviderServer

KEY = "key-of-a-test"
READ = Tool(
    "read_lines",
    "Lines of a file.",
    {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
)
FIRST = ToolCall("id-1", "read_lines", {"path": "a.py"})
SECOND = ToolCall("id-2", "read_lines", {"path": "b.py"})
# Everything that a conversation can hold.
CONVERSATION = [
    Message("system", "Answer from the context."),
    Message("user", "Where is Grüße?"),
    Message("assistant", "I look.", calls=(FIRST, SECOND)),
    Message("tool", "1: Grüße", call=FIRST),
    Message("tool", "", call=SECOND),
    Message("user", "And now?"),
]


def model(
    server: ProviderServer, dialect: Dialect, path: str, *, tools: bool = True, key: str = KEY
) -> ChatModel:
    """A model behind `path` of the server."""
    network = CPythonNetwork()
    network.allow(server.origin, "a test")
    endpoint = dialect.endpoint(network, server.origin + path, key, "http://localhost:8000")
    return dialect.model(endpoint, "a-model", 8192, tools)


async def deltas(
    asked: ChatModel, messages: Sequence[Message] = CONVERSATION, tools: Sequence[Tool] = (READ,)
) -> list[Delta]:
    return [delta async for delta in asked.stream(messages, tools, 100)]


def answer(asked: ChatModel, **more: Any) -> tuple[str, Delta]:
    """The text, and the last delta: the only one that has a finish."""
    given = asyncio.run(deltas(asked, **more))
    assert [bool(delta.finish) for delta in given] == [False] * (len(given) - 1) + [True]
    return "".join(delta.text for delta in given), given[-1]


def failure(asked: ChatModel) -> tuple[str, UserError]:
    """The text that came before the error, and the error."""

    async def ask() -> tuple[str, UserError]:
        text = ""
        try:
            async for delta in asked.stream(CONVERSATION, (READ,), 100):
                text += delta.text
        except UserError as error:
            return text, error
        raise AssertionError("It answered.")

    return asyncio.run(ask())


def stopped_after(asked: ChatModel, parts: int, gone: Callable[[], Awaitable[bool]]) -> bool:
    """Close the stream after so many deltas; whether the server noticed."""

    async def ask() -> bool:
        stream = asked.stream(CONVERSATION, (), 100)
        for _ in range(parts):
            await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]
        return await gone()

    return asyncio.run(ask())
