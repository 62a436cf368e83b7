"""News of one answer for the page: in order, and gathered for a moment, since each event crosses threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from app.shared import errors

# The step whose later news take the place of the earlier ones.
READING = "read prompt"
# Seconds that news wait for more.
MOMENT = 0.05

Entry = dict[str, Any]


class News:
    """`send` takes a list of News of protocol.py."""

    def __init__(self, send: Callable[[list[Entry]], None]) -> None:
        self._send = send
        self._waiting: list[Entry] = []
        self._timer: asyncio.TimerHandle | None = None

    def step(self, name: str, detail: str, ms: float) -> None:
        """A step that was taken."""
        self._add({"step": {"name": name, "detail": detail, "ms": round(ms, 1)}})

    def prompt(self, record: Entry) -> None:
        """What is being sent."""
        self._add({"prompt": record})

    def text(self, text: str) -> None:
        """More of the answer."""
        self._add({"text": text})

    def call(self, name: str, arguments: Entry, detail: str, ms: float) -> None:
        """A tool was called."""
        self._add({"call": {"name": name, "arguments": arguments, "detail": detail, "ms": round(ms, 1)}})

    def done(self, record: Entry) -> None:
        """The answer is whole, or was stopped."""
        self._add({"done": record})
        self.flush()

    def failed(self, error: Exception, text: str, stack: str) -> None:
        """It ended with an error; `text` is what came before."""
        self._add({"error": errors.to_record(error, stack), "text": text})
        self.flush()

    def flush(self) -> None:
        """Send what waits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._send(waiting)

    def _add(self, entry: Entry) -> None:
        self._waiting = joined(self._waiting, [entry])
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(MOMENT, self.flush)


def joined(first: list[Entry], second: list[Entry]) -> list[Entry]:
    """Two lists of news as one: text that follows text becomes one piece, and of reading the last stays."""
    merged = list(first)
    for entry in second:
        if merged and entry.keys() == {"text"} == merged[-1].keys():
            merged[-1] = {"text": merged[-1]["text"] + entry["text"]}
        elif merged and all(told.get("step", {}).get("name") == READING for told in (merged[-1], entry)):
            merged[-1] = entry
        else:
            merged.append(entry)
    return merged
