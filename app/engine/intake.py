"""Taking repositories in: from an address to a job, of which each repository has one at a time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from app.engine.events import Events
from app.engine.job import Job
from app.engine.opened import Opened
from app.engine.pipeline import run
from app.engine.source import bundled
from app.engine.source.address import parse_address, without_credentials
from app.engine.source.github import GitHub
from app.engine.source.selection import Settings
from app.engine.store.keeper import Keeper, checked
from app.engine.store.records import repository
from app.engine.tabs import Tabs
from app.host.base import Host, Record
from app.shared import errors, protocol


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks for: `api`, `graphql` and `raw` are "" where they are the host's usual ones."""

    address: str
    token: str = ""
    api: str = ""
    graphql: str = ""
    raw: str = ""


@dataclass(slots=True, eq=False)
class Lookup:
    """An address that is being resolved. `name` is what the page knows it by: the id of a repository
    that is known already, else the address."""

    name: str
    cancelled: bool = False


class Intake:
    """Owns the running jobs. `open` gives the working set of a repository's record."""

    def __init__(
        self,
        host: Host,
        site: str,
        events: Events,
        tabs: Tabs,
        open: Callable[[Record], Awaitable[Opened]],
    ) -> None:
        self.jobs: dict[str, Job] = {}
        self._host = host
        self._site = site
        self._events = events
        self._tabs = tabs
        self._open = open
        self._lookups: list[Lookup] = []
        self._starting: dict[str, asyncio.Lock] = {}

    async def begin(self, request: Request, name: str, settings: Settings) -> str:
        """Resolve an address and start its job, unless one runs, in this tab or another; the id of the
        repository. `name` is what waits are told under until that is known, `settings` which files
        are to be taken."""
        lookup = Lookup(name)
        self._lookups.append(lookup)
        try:
            source, snapshot = await self._resolve(request, lookup)
        finally:
            self._lookups.remove(lookup)
        folder = f":{snapshot.folder}" if snapshot.folder else ""
        id = lookup.name = f"{snapshot.host}/{snapshot.owner}/{snapshot.name}@{snapshot.ref}{folder}"
        async with self._starting.setdefault(id, asyncio.Lock()):
            if id in self.jobs and self.jobs[id].cancelled:
                await self.jobs[id].ended.wait()
            if id not in self.jobs and await self._tabs.take(id):
                try:
                    record = await self._host.store.get("repositories", id)
                    opened = await self._open(checked(record or await self._add(id, request, snapshot)))
                except BaseException:
                    self._tabs.give_back(id)
                    raise
                self._start(Job(self._host, self._events, opened, source, snapshot, settings))
        return id

    def cancel(self, name: str) -> None:
        """Stop a repository's job, or the look-up of an address, at its next step."""
        for lookup in self._lookups:
            lookup.cancelled = lookup.cancelled or lookup.name == name
        if name in self.jobs:
            self.jobs[name].cancelled = True

    async def end(self, id: str) -> None:
        """Stop a repository's job, and wait until nothing of it runs."""
        self.cancel(id)
        if id in self.jobs:
            await self.jobs[id].ended.wait()

    async def _resolve(self, request: Request, lookup: Lookup) -> tuple[Any, Any]:
        """(source, snapshot) of an address."""
        if request.address.strip() == bundled.ADDRESS:
            sample = bundled.Bundled(self._host.network, self._site)
            return sample, await sample.resolve()
        address = parse_address(request.address)
        github = GitHub(
            self._host.network,
            host=address.host,
            token=request.token,
            sleep=self._host.sleep,
            on_wait=lambda reason, until: self._events.add(
                protocol.WAITING, lookup.name, reason=reason, until=until
            ),
            api=request.api,
            graphql=request.graphql,
            raw=request.raw,
        )
        return github, await github.resolve(address, lambda: lookup.cancelled)

    async def _add(self, id: str, request: Request, snapshot: Any) -> Record:
        """The record of a repository that is new here, kept."""
        record = repository(
            id=id,
            origin=request.api,
            owner=snapshot.owner,
            name=snapshot.name,
            ref=snapshot.ref,
            commit=snapshot.commit,
            folder=snapshot.folder,
            added=time.time(),
        )
        record |= {
            # A secret in the address must not be kept.
            "address": without_credentials(request.address),
            "endpoints": {"api": request.api, "graphql": request.graphql, "raw": request.raw},
            "sample": request.address == bundled.ADDRESS,
            "space": f"all-MiniLM-L6-v2/{snapshot.host}/{snapshot.owner}/{snapshot.name}",
        }
        await Keeper(self._host.store, id).save_repository(record)
        return record

    def _start(self, job: Job) -> None:
        self.jobs[job.id] = job
        self._host.spawn(self._work(job), lambda error: self._events.failed(job.id, error))

    async def _work(self, job: Job) -> None:
        started = self._host.now()
        try:
            await run(job)
        except Exception as error:
            await self._broke_off(job, error)
        else:
            self._events.add(protocol.FINISHED, job.id, seconds=(self._host.now() - started) / 1000)
        finally:
            del self.jobs[job.id]
            self._tabs.give_back(job.id)
            job.ended.set()

    async def _broke_off(self, job: Job, error: Exception) -> None:
        """Leave the record readable: what is stored can be asked, and the run resumed."""
        record = errors.to_record(error)
        # A full disk takes no record either.
        with contextlib.suppress(errors.StorageError):
            await job.save(state=protocol.PARTIAL, error=record, **job.opened.counts())
        self._events.failed(job.id, error)
