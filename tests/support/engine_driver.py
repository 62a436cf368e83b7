"""The engine on CPython as the page uses it: method calls, and events as they come.

Everything is real but GitHub. The engine's loop runs inside these calls alone, so between two of
them a job stands still wherever it is: a test can stop, ask or kill it at a chosen stage.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from app.engine.engine import Engine
from app.host.base import EmbedReport, Store
from app.host.cpython import CPythonHost
from app.host.cpython_embedder import CPythonEmbedder
from app.host.cpython_store import MemoryStore
from app.shared import protocol
from app.shared.errors import UnderstoryError
from tests.github.server import GitHubServer
from tools import model

Event = dict[str, Any]
ENDS = (protocol.FINISHED, protocol.FAILED)


def _a_turn_later(method: Callable[..., Any]) -> Callable[..., Any]:
    async def call(*arguments: Any) -> Any:
        await asyncio.sleep(0)
        return await method(*arguments)

    return call


class DistantStore(MemoryStore):
    """Answers a turn of the loop later, as a worker's messages do: others may come in between."""


for _name in Store.__abstractmethods__:
    setattr(DistantStore, _name, _a_turn_later(getattr(MemoryStore, _name)))


class WatchedEmbedder(CPythonEmbedder):
    """Remembers the hashes that it was asked to embed, in order."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.asked: list[str] = []

    async def embed(self, space: str, rows: Sequence[tuple[str, str]]) -> EmbedReport:
        self.asked += [hash for hash, _ in rows]
        return await super().embed(space, rows)


class EngineDriver:
    """One tab: an engine over its own store, joined to a stand-in GitHub. `close` it at the end."""

    def __init__(self, github: GitHubServer, site: str = "") -> None:
        self.github = github
        self._site = site
        self._loop = asyncio.new_event_loop()
        self.host = CPythonHost(model.folder())
        if site:
            self.host.network.allow(site.rstrip("/"), "this site")
        self.host.store = self.store = DistantStore()
        self.host.embedder = self.embedder = WatchedEmbedder(model.folder(), self.store)
        self.reload()

    def reload(self) -> None:
        """What a reload of the page, or a crash of its tab, leaves: the store. Running jobs are lost."""
        self.run(_cancel_all())
        self.engine = Engine(self.host, self._site)
        self._since = 0

    def close(self) -> None:
        self.reload()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()

    def run(self, work: Any) -> Any:
        """The result of a coroutine."""
        return self._loop.run_until_complete(work)

    def call(self, method: str, **payload: Any) -> Any:
        """One method of the protocol."""
        return self.run(self.engine.call(method, payload))

    def error(self, method: str, **payload: Any) -> UnderstoryError:
        """The error that a call ends with."""
        try:
            result = self.call(method, **payload)
        except UnderstoryError as error:
            return error
        raise AssertionError(f"{method} was answered: {result}")

    def start(self, address: str, token: str = "") -> str:
        """Begin a repository's job; its id."""
        return self.call(protocol.INDEX, address=address, token=token, **self.endpoints())["job"]

    def endpoints(self) -> dict[str, str]:
        return self.github.endpoints

    def index(self, address: str, token: str = "") -> tuple[str, list[Event]]:
        """Take a repository in to the end: its id, and what the page was told meanwhile."""
        id = self.start(address, token)
        return id, self.wait(id)

    def wait(self, id: str) -> list[Event]:
        """Let a job run to its end; the events up to it. A failed job fails the test."""
        events = self.until(lambda event: event["repository"] == id and event["kind"] in ENDS)
        last = next(event for event in reversed(events) if event["repository"] == id)
        if last["kind"] == protocol.FAILED:
            raise AssertionError(last["error"]["message"] + "\n" + last["error"]["stack"])
        return events

    def until(self, wanted: Callable[[Event], bool]) -> list[Event]:
        """Let jobs run until an event comes, which is the last of those returned or close behind it."""
        events: list[Event] = []
        while not any(map(wanted, events)):
            told = self.call(protocol.EVENTS, since=self._since)
            if not told["events"]:
                raise AssertionError(f"Nothing more happened after {events[-1:]}.")
            self._since = told["next"]
            events += told["events"]
        return events

    def until_stage(self, id: str, stage: str) -> None:
        """Let a job run until a stage has begun."""
        self.until(lambda e: e["kind"] == "progress" and (e["repository"], e["stage"]) == (id, stage))

    def fetched(self) -> list[str]:
        """Requests for contents since the last call of this: paths, or "graphql" for a query."""
        requests = list(self.github.requests)
        self.github.requests.clear()
        return [
            request.path if request.part != "graphql" else "graphql"
            for request in requests
            if request.part in ("raw", "graphql") or "/git/blobs/" in request.path
        ]

    def embedded(self) -> list[str]:
        """Hashes embedded since the last call of this."""
        asked, self.embedder.asked = self.embedder.asked, []
        return asked


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def engine_over(github: GitHubServer, site: str = "") -> Iterator[EngineDriver]:
    """A driver that is closed at the end."""
    driver = EngineDriver(github, site)
    try:
        yield driver
    finally:
        driver.close()
