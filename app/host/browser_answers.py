"""Answers of the model in the tab, by workers/generate.js, and of whatever writes them as that does."""

from __future__ import annotations

import itertools
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

from app.host.browser_told import ToldWorker
from app.host.device_models import STOPPED, Written
from app.shared.errors import UnderstoryError

_ids = itertools.count(1)


async def answer(
    worker: ToldWorker, messages: Sequence[Mapping[str, str]], limit: int
) -> AsyncGenerator[Written]:
    """What it writes, as it comes. Closing the iterator stops it."""
    id = str(next(_ids))
    await worker.call("start", id, [dict(message) for message in messages], limit)
    finish = ""
    try:
        while not finish:
            part = await worker.call("next", id)
            finish = part["finish"]
            yield Written(part["text"], finish, part["prompt"], part["answer"], part["read"])
    except UnderstoryError:
        finish = STOPPED  # it has ended by itself
        raise
    finally:
        if not finish:
            await worker.call("stop", id)


class BrowserAnswers:
    """One model is in memory at a time; the worker lets go of it by itself."""

    def __init__(self, base: str) -> None:
        self._worker = ToldWorker(base, "generate")

    async def write(
        self, name: str, messages: Sequence[Mapping[str, str]], limit: int, context: int
    ) -> AsyncGenerator[Written]:
        await self._worker.call("load", name, {"context": context})
        async with aclosing(answer(self._worker, messages, limit)) as writing:
            async for written in writing:
                yield written

    async def let_go(self, name: str) -> None:
        """Take a model out of memory, if it is there."""
        loaded = await self._worker.call("loaded")
        if loaded and loaded["name"] == name:
            await self._worker.call("release")
