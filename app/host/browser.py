"""The host in a browser: JavaScript workers for parsing, embedding and storage, `fetch` for the network."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from importlib import resources

import js

from app.host import browser_locks
from app.host.base import Host
from app.host.browser_embedder import BrowserEmbedder
from app.host.browser_network import BrowserNetwork
from app.host.browser_parser import BrowserParser
from app.host.browser_store import BrowserStore


class BrowserHost(Host):
    """`base_url` is the page's address (its document's base), from which the workers are found.

    Nothing is started here: each worker starts with the first call that needs it.
    """

    def __init__(self, base_url: str) -> None:
        base = js.URL.new("./", base_url).href
        self.network = BrowserNetwork()
        self.network.allow(base, "this site's own files")
        self.parser = BrowserParser(base)
        self.store: BrowserStore = BrowserStore(base)
        self.embedder: BrowserEmbedder = BrowserEmbedder(base, self.store)
        self._tasks: set[asyncio.Future[None]] = set()

    def now(self) -> float:
        return float(js.performance.now())

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def spawn(self, work: Awaitable[None], failed: Callable[[Exception], None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Exception as error:
                failed(error)

        task = asyncio.ensure_future(guarded())
        # The loop holds tasks weakly; this keeps them to their end.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def claim(self, name: str) -> Callable[[], None] | None:
        return await browser_locks.claim(name)

    async def claimed(self) -> set[str]:
        return await browser_locks.claimed()

    def asset(self, name: str) -> bytes:
        return (resources.files("app.engine") / "assets" / name).read_bytes()
