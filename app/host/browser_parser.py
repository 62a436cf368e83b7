"""The parser over workers/parse.js, in as many workers as the device has cores to spare."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import js

from app.engine.parse.captures import Parsed
from app.host.base import Parser
from app.host.browser_workers import LOST, RemoteWorker
from app.shared.errors import InternalError

# Parsing is a small part of indexing; more than two workers would take cores from embedding.
MAX_WORKERS = 2
# After so many characters a worker is ended: the memory of its WebAssembly grows and never shrinks.
RENEW_AFTER = 20_000_000


class BrowserParser(Parser):
    """Batches go to the worker that has the fewest; a file that ends its worker fails alone."""

    def __init__(self, base: str) -> None:
        count = max(1, min(MAX_WORKERS, int(js.navigator.hardwareConcurrency) // 2))
        self._workers = [RemoteWorker(base, "parse") for _ in range(count)]
        self._busy = [0] * count
        self._parsed = [0] * count

    async def parse(self, jobs: Sequence[tuple[str, str]]) -> list[Parsed]:
        if not jobs:
            return []
        chosen = self._busy.index(min(self._busy))
        self._busy[chosen] += 1
        try:
            return await self._parse(chosen, jobs)
        finally:
            self._busy[chosen] -= 1
            self._parsed[chosen] += sum(len(text) for _, text in jobs)
            if self._parsed[chosen] > RENEW_AFTER:
                self._end(chosen)

    def release(self) -> None:
        for number in range(len(self._workers)):
            self._end(number)

    def _end(self, number: int) -> None:
        """End a worker that nobody waits for; the next call starts it anew."""
        if not self._busy[number]:
            self._workers[number].close()
            self._parsed[number] = 0

    async def _parse(self, chosen: int, jobs: Sequence[tuple[str, str]]) -> list[Parsed]:
        try:
            batch = await self._workers[chosen].call("parse", list(jobs))
        except InternalError as error:
            if error.code != LOST:
                raise
            if len(jobs) == 1:
                return [Parsed("failed", message=f"The parser ended over this file. {error.message}")]
            # One of these files took the worker down. Alone in a batch each, only that one is lost.
            return [parsed for job in jobs for parsed in await self._parse(chosen, [job])]
        if batch.brokeDown:
            self._parsed[chosen] += RENEW_AFTER
        return _unpacked(batch, [language for language, _ in jobs])


def _unpacked(batch: Any, languages: Sequence[str]) -> list[Parsed]:
    names = batch.names.to_py()
    rows = array("i", batch.rows.to_bytes())
    return [
        Parsed(
            result["status"],
            names.get(language, ()),
            rows[result["offset"] : result["offset"] + result["length"]],
            result["message"],
        )
        for language, result in zip(languages, batch.results.to_py(), strict=True)
    ]
