"""What happened, for a page that asks: the engine cannot call the page, so the page waits here."""

from __future__ import annotations

import asyncio
import contextlib
import traceback
from typing import Any

from app.engine.answer.news import joined
from app.shared import errors, protocol

# Kept events: a page that slept longer re-reads the state by HELLO.
KEPT = 512
# Seconds an empty answer may take, below the timeouts of anything in between.
PATIENCE = 20.0

Event = dict[str, Any]


class Events:
    """A numbered log with a long poll. Progress of a stage replaces its earlier progress, and the news of an
    answer join those that the page has not fetched yet: however long it sleeps, no word is lost."""

    def __init__(self) -> None:
        self._log: dict[int, Event] = {}
        self._last = 0
        # What the page has fetched.
        self._told = 0
        # The number of the event that a later one of the same key takes the place of.
        self._held: dict[tuple[str, ...], int] = {}
        self._news = asyncio.Event()

    def add(self, kind: str, repository: str, **fields: Any) -> None:
        """Append an event and wake who waits."""
        event = {"kind": kind, "repository": repository, **fields}
        self._last += 1
        if key := _key(event):
            held = self._held.get(key, 0)
            if kind == protocol.PROGRESS or held > self._told:
                earlier = self._log.pop(held, None)
                if earlier is not None and kind == protocol.CHATTED:
                    event["news"] = joined(earlier["news"], event["news"])
            self._held[key] = self._last
        self._log[self._last] = event
        self._shorten()
        self._news.set()

    def _shorten(self) -> None:
        """Let the oldest go, but for news of answers that the page has not fetched."""
        while len(self._log) > KEPT:
            gone = (
                n for n, event in self._log.items() if n <= self._told or event["kind"] != protocol.CHATTED
            )
            oldest = next(gone, None)
            if oldest is None:
                break
            event = self._log.pop(oldest)
            self._held.pop(_key(event), None)

    def failed(self, repository: str, error: Exception) -> None:
        """Tell that work on a repository ended with an error."""
        stack = "".join(traceback.format_exception(error))
        self.add(protocol.FAILED, repository, error=errors.to_record(error, stack))

    async def since(self, number: int) -> dict[str, Any]:
        """The events after `number`: at once where there are any, else the first within PATIENCE seconds."""
        if number > self._last:
            number = 0  # the page outlived an engine that was restarted
        if number == self._last:
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), PATIENCE)
        self._told = self._last
        return {"next": self._last, "events": [event for n, event in self._log.items() if n > number]}


def _key(event: Event) -> tuple[str, ...]:
    """What events have in common that take each other's place; () for those that do not."""
    if event["kind"] == protocol.PROGRESS:
        return (protocol.PROGRESS, event["repository"], event["stage"])
    return (protocol.CHATTED, event["id"]) if event["kind"] == protocol.CHATTED else ()
