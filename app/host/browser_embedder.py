"""The embedder over workers/embed.js, whose vectors go to the store's worker and never come here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from app.host.base import Embedder, EmbedReport, Record
from app.host.browser_store import BrowserStore
from app.host.browser_workers import LOST, Call, RemoteWorker
from app.shared.errors import InternalError


class BrowserEmbedder(Embedder):
    """`heap_limit` is in bytes of WASM memory: past it the worker is ended and another one started."""

    def __init__(self, base: str, store: BrowserStore, heap_limit: int = 2**30) -> None:
        self._store = store
        self._heap_limit = heap_limit
        self._worker = RemoteWorker(base, "embed", self._introduce)
        self.recycled = 0

    async def prepare(self, samples: Sequence[str]) -> Record:
        return json.loads(await self._call("prepare", json.dumps(list(samples))))

    async def embed(self, space: str, rows: Sequence[tuple[str, str]]) -> EmbedReport:
        try:
            report = json.loads(await self._call("embed", space, json.dumps(list(rows))))
        except InternalError as error:
            if error.code != LOST:
                raise
            return await self._in_halves(space, rows, error)
        if report["recycle"]:
            self.recycled += 1
            self._worker.close()
        return EmbedReport(report["done"], [(hash, reason) for hash, reason in report["failed"]])

    async def _in_halves(
        self, space: str, rows: Sequence[tuple[str, str]], error: InternalError
    ) -> EmbedReport:
        """What ended the worker twice is found, and fails alone."""
        if len(rows) == 1:
            return EmbedReport([], [(rows[0][0], f"The embed worker ended over this chunk. {error.message}")])
        middle = len(rows) // 2
        first, second = await self.embed(space, rows[:middle]), await self.embed(space, rows[middle:])
        return EmbedReport(first.done + second.done, first.failed + second.failed)

    async def query(self, text: str) -> Any:
        """A Float32Array."""
        return await self._call("query", text)

    async def stats(self) -> Record:
        """{chunks, failed, tokens, ms, backend, dtype, threads, heap} of the worker that runs now."""
        return json.loads(await self._call("stats"))

    async def _call(self, method: str, *arguments: Any) -> Any:
        # It may be recycled under a call. Nothing is stored twice.
        return await self._worker.call_again(method, *arguments)

    async def _introduce(self, call: Call) -> None:
        port = await self._store.port(self._worker.close)
        await call("init", {"storePort": port, "heapLimit": self._heap_limit}, transfer=[port])
