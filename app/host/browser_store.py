"""The store over workers/store.js: records cross as one JSON string a call."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import js
from pyodide.ffi import to_js

from app.host.base import Key, Record, Store, Vault
from app.host.browser_workers import Call, RemoteWorker


class BrowserStore(Store):
    """Survives the loss of its worker: the next call starts another, which scans the same hashes."""

    def __init__(self, base: str) -> None:
        self._worker = RemoteWorker(base, "store", self._restore, self._lost)
        # JSON by space, as a fresh worker does not know what may be found.
        self._active: dict[str, str] = {}
        self._when_lost: Callable[[], None] | None = None

    async def open(self) -> Record:
        return json.loads(await self._call("open"))

    async def get(self, store: str, key: Key) -> Record | None:
        return json.loads(await self._call("get", store, key))

    async def get_all(self, store: str, prefix: Key | None = None) -> list[Record]:
        return json.loads(await self._call("getAll", store, prefix))

    async def write(self, operations: Sequence[Record]) -> None:
        await self._call("write", json.dumps(list(operations)))

    async def put_texts(self, texts: Mapping[str, str]) -> None:
        await self._call("putTexts", json.dumps(dict(texts)))

    async def get_texts(self, shas: Sequence[str]) -> dict[str, str]:
        return json.loads(await self._call("getTexts", list(shas)))

    async def put_bytes(self, store: str, key: str, data: bytes) -> None:
        await self._call("putBytes", store, key, to_js(data))

    async def get_bytes(self, store: str, key: str) -> bytes | None:
        array = await self._call("getBytes", store, key)
        return None if array is None else array.to_bytes()

    async def vectors(self, space: str) -> list[str]:
        return json.loads(await self._call("vectors", space))

    async def activate(self, space: str, hashes: Sequence[str]) -> None:
        self._active[space] = json.dumps(list(hashes))
        await self._call("activate", space, self._active[space])

    async def scan(self, space: str, vector: Any, k: int) -> list[tuple[str, float]]:
        """`vector` is the Float32Array that `BrowserEmbedder.query` gave."""
        found = json.loads(await self._call("scan", space, vector, k))
        return [(hash, score) for hash, score in found]

    async def drop_space(self, space: str) -> None:
        self._active.pop(space, None)
        await self._call("dropSpace", space)

    async def estimate(self) -> Record:
        return json.loads(await self._call("estimate"))

    async def port(self, when_lost: Callable[[], None]) -> Any:
        """A MessagePort with the store's methods, for one other worker.

        The port falls silent when the store's worker ends; `when_lost` is told.
        """
        channel = js.MessageChannel.new()
        self._when_lost = when_lost
        await self._worker.call("attach", channel.port1, transfer=[channel.port1])
        return channel.port2

    async def _call(self, method: str, *arguments: Any) -> Any:
        # A write that was done before its answer came says the same a second time.
        return await self._worker.call_again(method, *arguments)

    async def _restore(self, call: Call) -> None:
        for space, hashes in self._active.items():
            await call("activate", space, hashes)

    def _lost(self) -> None:
        if self._when_lost is not None:
            self._when_lost()


class BrowserVault(Vault):
    """Encrypted by workers/vault.js, in the same database."""

    def __init__(self, store: BrowserStore) -> None:
        self._call = store._call

    async def keep(self, name: str, text: str) -> None:
        await self._call("keepSecret", name, text)

    async def read(self, name: str) -> str | None:
        text: str | None = await self._call("readSecret", name)
        return text

    async def forget(self, name: str) -> None:
        await self._call("forgetSecret", name)

    async def names(self) -> list[str]:
        return sorted(json.loads(await self._call("secretNames")))
