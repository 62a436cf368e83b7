"""A model that says what a test wrote down, and remembers what it was sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from app.engine.answer.providers.base import CALLS, STOP, ChatModel, Delta, Message, Tool, ToolCall, Usage


class ScriptedModel(ChatModel):
    """Each round is a list of texts, Deltas and errors, in order; a round that does not finish waits until it
    is closed, if `hangs`. `sent` are the messages of each round, `closed` counts streams closed early."""

    def __init__(
        self,
        *rounds: Sequence[str | Delta | Exception],
        context: int = 32_000,
        has_tools: bool = True,
        host: str = "api.example.com",
        is_local: bool = False,
        name: str = "scripted-70b",
        hangs: bool = False,
    ) -> None:
        self.name = name
        self.host = host
        self.is_local = is_local
        self.context = context
        self.has_tools = has_tools
        self.hangs = hangs
        self.rounds = list(rounds)
        self.sent: list[list[Message]] = []
        self.tools: list[tuple[Tool, ...]] = []
        self.closed = 0

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), limit: int = 1024
    ) -> AsyncIterator[Delta]:
        self.sent.append(list(messages))
        self.tools.append(tuple(tools))
        said = self.rounds.pop(0)
        has_finished = False
        try:
            for part in said:
                # A word at a time, as a network gives them.
                await asyncio.sleep(0)
                if isinstance(part, Exception):
                    raise part
                delta = Delta(text=part) if isinstance(part, str) else part
                has_finished = has_finished or bool(delta.finish)
                yield delta
            if self.hangs and not has_finished:
                await asyncio.Event().wait()
            if not has_finished:
                yield Delta(finish=STOP, usage=Usage(100, 10))
        except (GeneratorExit, asyncio.CancelledError):
            self.closed += 1
            raise


def called(*calls: tuple[str, dict]) -> Delta:
    """The end of a round that asks for calls of (name, arguments)."""
    made = tuple(ToolCall(f"call-{i}", name, arguments) for i, (name, arguments) in enumerate(calls, 1))
    return Delta(calls=made, finish=CALLS)
