"""Claims among the engines of one process: tests have several over one store, as tabs have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.host.base import Claims


class MemoryClaims(Claims):
    def __init__(self) -> None:
        self._held: dict[str, asyncio.Event] = {}

    async def take(self, name: str) -> Callable[[], None] | None:
        if name in self._held:
            return None
        given_back = self._held[name] = asyncio.Event()

        def release() -> None:
            self._held.pop(name, None)
            given_back.set()

        return release

    async def held(self) -> set[str]:
        return set(self._held)

    async def given_back(self, name: str) -> None:
        if name in self._held:
            await self._held[name].wait()
