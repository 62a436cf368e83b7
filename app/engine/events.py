"""What happened, for a page that asks: the engine cannot call the page, so the page waits here."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import Any

from app.shared import protocol

# Kept events: a page that slept longer re-reads the state by HELLO.
KEPT = 512
# Seconds an empty answer may take, below the timeouts of anything in between.
PATIENCE = 20.0


class Events:
    """A numbered log with a long poll. Progress of one stage replaces its earlier progress."""

    def __init__(self) -> None:
        self._log: deque[tuple[int, dict[str, Any]]] = deque(maxlen=KEPT)
        self._last = 0
        self._news = asyncio.Event()

    def add(self, kind: str, repository: str, **fields: Any) -> None:
        """Append an event and wake who waits."""
        self._last += 1
        self._log.append((self._last, {"kind": kind, "repository": repository, **fields}))
        self._news.set()

    async def since(self, number: int) -> dict[str, Any]:
        """The events after `number`: at once where there are any, else the first within PATIENCE seconds."""
        if number > self._last:
            number = 0  # the page outlived an engine that was restarted
        if number == self._last:
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), PATIENCE)
        fresh = [event for n, event in self._log if n > number]
        return {"next": self._last, "events": _latest_progress(fresh)}


class Waits:
    """Tells the page of a source's waits, under the address that was asked for until its repository is
    known; see `app.engine.source.api.Api`."""

    def __init__(self, events: Events, address: str) -> None:
        self._events = events
        self.repository = address

    def __call__(self, reason: str, until: float) -> None:
        self._events.add(protocol.WAITING, self.repository, reason=reason, until=until)


def _latest_progress(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Drop a progress event that a later one of the same repository and stage overtook."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for event in reversed(events):
        if event["kind"] == "progress":
            key = (event["repository"], event["stage"])
            if key in seen:
                continue
            seen.add(key)
        kept.append(event)
    return kept[::-1]
