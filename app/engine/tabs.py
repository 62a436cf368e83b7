"""One tab at a time changes a repository: which ones this tab works on, and which ones another tab does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.engine.events import Events
from app.host.base import Host


class Tabs:
    """`handed_over` is awaited with the id of a repository that another tab has finished, stopped or,
    by closing, left."""

    def __init__(self, host: Host, events: Events, handed_over: Callable[[str], Awaitable[None]]) -> None:
        self._host = host
        self._events = events
        self._handed_over = handed_over
        # What gives each claim of this tab back.
        self._own: dict[str, Callable[[], None]] = {}
        self._followed: set[str] = set()

    async def take(self, id: str) -> bool:
        """Claim a repository for this tab; False where another tab works on it."""
        release = await self._host.claims.take(id)
        if release is None:
            self._follow(id)
            return False
        self._own[id] = release
        return True

    def give_back(self, id: str) -> None:
        """End this tab's claim."""
        self._own.pop(id)()

    async def look(self) -> None:
        """Find out what other tabs work on."""
        for id in await self._host.claims.held() - self._own.keys():
            self._follow(id)

    def is_elsewhere(self, id: str) -> bool:
        """Whether another tab works on a repository, as far as is known."""
        return id in self._followed and id not in self._own

    def _follow(self, id: str) -> None:
        if id not in self._followed:
            self._followed.add(id)
            self._host.spawn(self._wait(id), lambda error: self._events.failed(id, error))

    async def _wait(self, id: str) -> None:
        try:
            await self._host.claims.given_back(id)
        finally:
            self._followed.discard(id)
        await self._handed_over(id)
