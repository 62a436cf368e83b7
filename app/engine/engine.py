"""The engine as the page sees it: one method of the protocol, one function here.

What takes long runs as a job in the background; the page hears of it by EVENTS.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from app.engine.answer.extractive import answer
from app.engine.chunk.tokens import TokenCounter
from app.engine.events import Events, Waits
from app.engine.find import find
from app.engine.job import Job
from app.engine.neighbours import neighbours
from app.engine.opened import Opened
from app.engine.pipeline import run
from app.engine.report import graph_export, report
from app.engine.shelf import busy, shown
from app.engine.source import bundled
from app.engine.source.address import parse_address, without_credentials
from app.engine.source.github import GitHub
from app.engine.source.selection import Settings
from app.engine.store.keeper import Keeper, checked
from app.engine.store.records import FORMAT, repository
from app.host.base import Host, Record
from app.shared import errors, protocol

# The record of the store `settings` that the page may read and write, and what holds before it does.
SETTINGS = "page"
DEFAULTS = {"limit": Settings().limit}
# What a person may set the limit to, in bytes: larger files are no code, smaller ones leave all code out.
LIMITS = (10_000, 20_000_000)


class Engine:
    """Owns the open repositories and the running jobs."""

    def __init__(self, host: Host, site: str) -> None:
        self._host = host
        self._site = site
        self._events = Events()
        self._opened: dict[str, Opened] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._starting: dict[str, asyncio.Lock] = {}
        self._jobs: dict[str, Job] = {}
        self._ready: asyncio.Task[Record] | None = None
        self._counter: TokenCounter | None = None
        self._methods: dict[str, Callable[..., Awaitable[Any]]] = {
            protocol.HELLO: self.hello,
            protocol.EVENTS: self.events,
            protocol.INDEX: self.index,
            protocol.CANCEL: self.cancel,
            protocol.RESUME: self.resume,
            protocol.OPEN: self.open,
            protocol.ASK: self.ask,
            protocol.FILE: self.file,
            protocol.FIND: self.find,
            protocol.NEIGHBOURS: self.neighbours,
            protocol.GRAPH: self.graph,
            protocol.REPORT: self.report,
            protocol.REMOVE: self.remove,
            protocol.SETTINGS: self.settings,
            protocol.CONVERSATION: self.conversation,
        }

    async def call(self, method: str, payload: dict[str, Any]) -> Any:
        """Answer one method of app/shared/protocol.py. Raises UserError for what the person can mend."""
        handler = self._methods.get(method)
        if handler is None:
            raise errors.InternalError("unknown-method", f"The engine has no method {method!r}.")
        await self._open_store()
        return await handler(**payload)

    async def _open_store(self) -> None:
        if self._ready is None:
            self._ready = asyncio.ensure_future(self._host.store.open())
        try:
            await asyncio.shield(self._ready)
        except errors.UnderstoryError:
            self._ready = None  # the person may close the other tab and try again
            raise

    # What is known ------------------------------------------------------------

    async def hello(self, **_: Any) -> Record:
        """The shelf, the settings and what the storage says."""
        store = self._host.store
        return {
            "version": FORMAT,
            "repositories": [await self._shown(record) for record in await store.get_all("repositories")],
            "storage": await store.estimate(),
            "settings": (await self.settings())["values"],
            "hosts": self._host.network.contacted(),
        }

    async def _shown(self, record: Record) -> Record:
        job = self._jobs.get(record["id"])
        if job:
            return job.opened.record
        return shown(record, elsewhere=record["id"] in await self._host.claimed())

    async def events(self, since: int = 0) -> Record:
        """The long poll."""
        return await self._events.since(since)

    async def settings(self, values: Record | None = None) -> Record:
        """Read the page's settings, or change some of them. A new limit holds from the next job on."""
        kept = await self._host.store.get("settings", SETTINGS) or {"name": SETTINGS, "value": {}}
        if values:
            limit = values.get("limit", DEFAULTS["limit"])
            if not isinstance(limit, int) or not LIMITS[0] <= limit <= LIMITS[1]:
                raise errors.UserError("bad-limit", "The limit of a file's size is from 0.01 to 20 MB.")
            kept["value"] |= values
            await self._host.store.write([{"op": "put", "store": "settings", "record": kept}])
        return {"values": DEFAULTS | kept["value"]}

    async def conversation(self, repository: str, turns: list[Record] | None = None) -> Record:
        """Keep a repository's conversation, or read it."""
        await self._record(repository)
        if turns is not None:
            record = {"repository": repository, "turns": turns}
            await self._host.store.write([{"op": "put", "store": "conversations", "record": record}])
            return {"turns": turns}
        kept = await self._host.store.get("conversations", repository)
        return {"turns": kept["turns"] if kept else []}

    # Taking a repository in ---------------------------------------------------

    async def index(
        self, address: str, token: str = "", api: str = "", graphql: str = "", raw: str = ""
    ) -> Record:
        """Resolve an address and start its job; the answer comes once the repository is known."""
        # The address is kept, and a secret in it must not be.
        address = without_credentials(address)
        waits = Waits(self._events, address)
        source, snapshot = await self._resolve(address, waits, token, api, graphql, raw)
        folder = f":{snapshot.folder}" if snapshot.folder else ""
        id = f"{snapshot.host}/{snapshot.owner}/{snapshot.name}@{snapshot.ref}{folder}"
        waits.repository = id
        fresh = repository(
            id=id,
            origin=api,
            owner=snapshot.owner,
            name=snapshot.name,
            ref=snapshot.ref,
            commit=snapshot.commit,
            folder=snapshot.folder,
            added=time.time(),
        )
        fresh |= {
            "address": address,
            "endpoints": {"api": api, "graphql": graphql, "raw": raw},
            "sample": address == bundled.ADDRESS,
            "space": f"all-MiniLM-L6-v2/{snapshot.host}/{snapshot.owner}/{snapshot.name}",
        }
        async with self._starting.setdefault(id, asyncio.Lock()):
            if id in self._jobs and self._jobs[id].cancelled:
                await self._jobs[id].ended.wait()
            if id not in self._jobs:
                await self._start(fresh, source, snapshot)
            return {"job": id, "repository": self._jobs[id].opened.record}

    async def _resolve(
        self, address: str, waits: Waits, token: str, api: str, graphql: str, raw: str
    ) -> tuple[Any, Any]:
        if address.strip() == bundled.ADDRESS:
            sample = bundled.Bundled(self._host.network, self._site)
            return sample, await sample.resolve()
        parsed = parse_address(address)
        github = GitHub(
            self._host.network,
            host=parsed.host,
            token=token,
            sleep=self._host.sleep,
            on_wait=waits,
            api=api,
            graphql=graphql,
            raw=raw,
        )
        return github, await github.resolve(parsed)

    async def _selection(self) -> Settings:
        """Which files the person wants taken."""
        return Settings(limit=(await self.settings())["values"]["limit"])

    async def _start(self, fresh: Record, source: Any, snapshot: Any) -> None:
        """Start a job, of `fresh` where the repository is not kept yet."""
        id = fresh["id"]
        release = await self._claim(id)
        try:
            record = await self._host.store.get("repositories", id)
            if record is None:
                record = fresh
                await Keeper(self._host.store, id).save_repository(record)
            opened = await self._open(checked(record))
            selection = await self._selection()
        except BaseException:
            release()
            raise
        job = Job(self._host, self._events, opened, source, snapshot, selection, release)
        self._jobs[id] = job
        self._host.spawn(self._work(job), lambda error: self._failed(id, error))

    async def _claim(self, id: str) -> Callable[[], None]:
        """Take a repository for this tab alone. Raises UserError where another one has it."""
        release = await self._host.claim(id)
        if release is None:
            raise busy(id)
        return release

    async def _work(self, job: Job) -> None:
        started = self._host.now()
        try:
            await run(job)
        except Exception as error:
            await self._broke_off(job, error)
        else:
            self._events.add(protocol.FINISHED, job.id, seconds=(self._host.now() - started) / 1000)
        finally:
            del self._jobs[job.id]
            job.release()
            job.ended.set()

    async def _broke_off(self, job: Job, error: Exception) -> None:
        """Leave the record readable: what is stored can be asked, and the run resumed."""
        record = errors.to_record(error)
        # A full disk takes no record either.
        with contextlib.suppress(errors.StorageError):
            await job.save(state=protocol.PARTIAL, error=record, **job.opened.counts())
        self._failed(job.id, error)

    def _failed(self, id: str, error: Exception) -> None:
        stack = "".join(traceback.format_exception(error))
        self._events.add(protocol.FAILED, id, error=errors.to_record(error, stack))

    async def resume(self, repository: str, token: str = "") -> Record:
        """Go on with an interrupted repository, or bring a ready one up to its branch."""
        record = await self._record(repository)
        return await self.index(record["address"], token, **record["endpoints"])

    async def cancel(self, repository: str) -> Record:
        """Stop the job at its next step."""
        if repository in self._jobs:
            self._jobs[repository].cancelled = True
        return {}

    async def remove(self, repository: str) -> Record:
        """Delete a repository, be it readable or not; its vectors go too once no other branch shares them."""
        record = await self._kept(repository)
        if job := self._jobs.get(repository):
            job.cancelled = True
            await job.ended.wait()
        release = await self._claim(repository)
        try:
            before = await self._host.store.estimate()
            self._opened.pop(repository, None)
            await Keeper(self._host.store, repository).forget()
            await self._drop_space(record.get("space"))
            after = await self._host.store.estimate()
        finally:
            release()
        self._events.add(protocol.REMOVED, repository)
        return {"freed": max(0, before["database"] - after["database"])}

    async def _drop_space(self, space: str | None) -> None:
        others = await self._host.store.get_all("repositories")
        if space and all(other.get("space") != space for other in others):
            await self._host.store.drop_space(space)

    # Asking it ----------------------------------------------------------------

    async def _kept(self, id: str) -> Record:
        """A repository's record, be its format known or not."""
        record = await self._host.store.get("repositories", id)
        if record is None:
            raise errors.UserError("no-such-repository", f"{id} is not kept here.", "Add it by its address.")
        return record

    async def _record(self, id: str) -> Record:
        return checked(await self._kept(id))

    async def _open(self, record: Record) -> Opened:
        """The working set, loaded once however many calls ask for it, and anew where another tab
        has changed the repository since."""
        id = record["id"]
        async with self._opening.setdefault(id, asyncio.Lock()):
            opened = self._opened.get(id)
            if opened is None or (id not in self._jobs and opened.record != record):
                if self._counter is None:
                    self._counter = TokenCounter(self._host.asset("vocab.txt").decode())
                self._opened[id] = await Opened.load(self._host, record, self._counter)
        return self._opened[id]

    async def _working_set(self, repository: str) -> Opened:
        if repository in self._opened:
            return self._opened[repository]
        return await self._open(await self._record(repository))

    async def open(self, repository: str) -> Record:
        """A repository's files and what was left out."""
        opened = await self._open(await self._record(repository))
        files = [
            {
                "path": path,
                "language": row["language"],
                "role": row["role"],
                "state": row["state"],
                "size": row["size"],
            }
            for path, row in sorted(opened.rows.items())
            if row["state"] == "indexed"
        ]
        return {
            "repository": await self._shown(opened.record),
            "files": files,
            "skipped": opened.left_out(),
        }

    async def ask(self, repository: str, question: str, k: int = 20) -> Record:
        """Answer a question from what is stored now; works while a job runs."""
        opened = await self._working_set(repository)
        space = opened.record["space"]
        if sum(other.record["space"] == space for other in self._opened.values()) > 1:
            await opened.activate()  # another branch may have been asked before
        return await answer(opened.searcher(), question, k, opened.coverage())

    async def file(self, repository: str, path: str) -> Record:
        """A file's text and symbols, or why it has none."""
        opened = await self._working_set(repository)
        row = opened.rows.get(path)
        if row is None:
            raise errors.UserError("no-such-file", f"{path} is not in this repository.")
        symbols = opened.symbols[path].symbols if path in opened.symbols else []
        return {
            "path": path,
            "language": row["language"],
            "text": await opened.keeper.text(row["sha"]) or "",
            "reason": row["reason"],
            "symbols": [
                {
                    "id": s.id,
                    "kind": s.kind,
                    "name": s.name,
                    "qualified_name": s.qualified_name,
                    "start_line": s.start_line,
                    "end_line": s.end_line,
                    "signature": s.signature,
                }
                for s in symbols
            ],
        }

    async def find(self, repository: str, text: str, limit: int = 50) -> Record:
        """Symbols and files by a part of their name, for the finder."""
        opened = await self._working_set(repository)
        return {"hits": find(opened.symbols, opened.rows, text, limit)}

    async def neighbours(self, repository: str, symbol: str) -> Record:
        """Who calls a symbol, what it calls, and its other edges, in groups."""
        return neighbours(await self._working_set(repository), symbol)

    async def graph(self, repository: str) -> Record:
        """All nodes and edges."""
        return graph_export(await self._working_set(repository))

    async def report(self, repository: str) -> Record:
        """What became of a repository: counts, what was left out, times."""
        return await report(self._host, await self._working_set(repository))
