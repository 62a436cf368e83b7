"""The engine as the page sees it: one method of the protocol, one function here.

What takes long runs as a job in the background; the page hears of it by EVENTS.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from app.engine.answer.extractive import answer
from app.engine.answer.follow_up import searched, turns_of
from app.engine.answer.providers.on_device import OnDevice
from app.engine.chunk.tokens import TokenCounter
from app.engine.device_models import DeviceModelFiles
from app.engine.events import Events
from app.engine.find import find
from app.engine.intake import Intake, Request
from app.engine.kept_tokens import KeptTokens
from app.engine.models import Models
from app.engine.neighbours import neighbours
from app.engine.opened import Opened
from app.engine.relations import relations, unresolved
from app.engine.report import graph_export, report
from app.engine.shelf import unreadable
from app.engine.source.selection import Settings
from app.engine.store.keeper import Keeper, checked
from app.engine.store.records import FORMAT
from app.engine.tabs import Tabs
from app.engine.talk import Talk
from app.host.base import Host, Record
from app.shared import errors, protocol
from app.shared.settings import DEFAULTS, check

# The record of the store `settings` that the page may read and write.
SETTINGS = "page"


class Engine:
    """Owns the open repositories."""

    def __init__(self, host: Host, site: str) -> None:
        self._host = host
        self._events = Events()
        self._opened: dict[str, Opened] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._ready: asyncio.Task[Record] | None = None
        self._counter: TokenCounter | None = None
        self._tabs = Tabs(host, self._events, self._handed_over)
        self._intake = Intake(host, site, self._events, self._tabs, self._open)
        self._tokens = KeptTokens(host.vault)
        self._models = Models(host, site)
        self._models.on_device = OnDevice(host.models)
        self._files = DeviceModelFiles(host, self._events)
        self._talk = Talk(host, self._events, self._asked, self._models.chosen, self._values)
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
            protocol.RELATIONS: self.relations,
            protocol.UNRESOLVED: self.unresolved,
            protocol.GRAPH: self.graph,
            protocol.REPORT: self.report,
            protocol.REMOVE: self.remove,
            protocol.SETTINGS: self.settings,
            protocol.CONVERSATION: self.conversation,
            protocol.MODEL: self.model,
            protocol.SERVERS: self.servers,
            protocol.TRY_MODEL: self.try_model,
            protocol.SECRETS: self.secrets,
            protocol.DEVICE_MODELS: self.device_models,
            protocol.FETCH_MODEL: self.fetch_model,
            protocol.FORGET_MODEL: self.forget_model,
            protocol.PREVIEW: self._talk.preview,
            protocol.CHAT: self._talk.chat,
            protocol.STOP: self._talk.stop,
            protocol.CONSENT: self._talk.consent,
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
        await self._tabs.look()
        return {
            "version": FORMAT,
            "repositories": [self._state(r) for r in await store.get_all("repositories")],
            "storage": await store.estimate(),
            "settings": (await self.settings())["values"],
            "hosts": self._host.network.contacted(),
        }

    def _state(self, record: Record) -> Record:
        """A record as the page shows it: `indexing` is only true while a job of ours runs."""
        if record.get("format") != FORMAT:
            return unreadable(record)
        id = record["id"]
        if self._tabs.is_elsewhere(id):
            return record | {"state": protocol.ELSEWHERE}
        if job := self._intake.jobs.get(id):
            return job.opened.record | {"state": protocol.INDEXING}
        if record["state"] == protocol.INDEXING:
            return record | {"state": protocol.PARTIAL}
        return record

    async def _handed_over(self, id: str) -> None:
        """Another tab has left a repository: what it stored is taken from the store."""
        self._opened.pop(id, None)
        record = await self._host.store.get("repositories", id)
        if record is None:
            self._events.add(protocol.REMOVED, id)
        else:
            self._events.add(protocol.STATE, id, record=self._state(record))

    async def events(self, since: int = 0) -> Record:
        """The long poll."""
        return await self._events.since(since)

    async def settings(self, values: Record | None = None) -> Record:
        """Read the page's settings, or change some of them; None takes one back to its default."""
        kept = await self._host.store.get("settings", SETTINGS) or {"name": SETTINGS, "value": {}}
        if values:
            check(values)
            kept["value"] = {name: v for name, v in (kept["value"] | values).items() if v is not None}
            await self._host.store.write([{"op": "put", "store": "settings", "record": kept}])
        return {"values": DEFAULTS | kept["value"]}

    async def _values(self) -> Record:
        """The settings that hold."""
        return dict((await self.settings())["values"])

    async def conversation(self, repository: str, turns: list[Record] | None = None) -> Record:
        """Keep a repository's conversation, or read it."""
        await self._record(repository)
        if turns is not None:
            record = {"repository": repository, "turns": turns}
            await self._host.store.write([{"op": "put", "store": "conversations", "record": record}])
            return {"turns": turns}
        kept = await self._host.store.get("conversations", repository)
        return {"turns": kept["turns"] if kept else []}

    # The model that writes answers ---------------------------------------------

    async def model(
        self, choice: Record | None = None, key: str = "", keep: bool | None = None, forget: bool = False
    ) -> Record:
        """Which model answers, where it runs and whether it can be asked; changed by what is given."""
        return await self._models.model(choice, key, keep, forget)

    async def servers(self, addresses: list[str] | None = None, kind: str = "", key: str = "") -> Record:
        """Who answers, and with which models, on this device's usual ports or at the addresses."""
        return await self._models.servers(addresses, kind, key)

    async def try_model(self, choice: Record, key: str = "") -> Record:
        """Ask a model for a greeting, be it chosen or not."""
        return await self._models.try_model(choice, key)

    async def device_models(self) -> Record:
        """The browser's own model, and those whose files are kept here."""
        return await self._files.list()

    async def fetch_model(self, address: str, look: bool = False) -> Record:
        """Begin to fetch a model's file, or only look how large it is."""
        return await self._files.fetch(address, look)

    async def forget_model(self, name: str) -> Record:
        """Delete a model's file."""
        return await self._files.forget(name)

    async def secrets(self, forget: str = "") -> Record:
        """The names of what is kept encrypted, after one of them was deleted."""
        if forget:
            await self._host.vault.forget(forget)
        return {"names": await self._host.vault.names()}

    # Taking a repository in ---------------------------------------------------

    async def index(
        self,
        address: str,
        token: str = "",
        api: str = "",
        graphql: str = "",
        raw: str = "",
        keep: bool = False,
    ) -> Record:
        """Start a job for an address; the answer comes once the repository is known. A token is kept,
        encrypted, where `keep` says so: it was good then."""
        request = Request(address, token, api, graphql, raw)
        begun = await self._begin(request, address)
        if keep and token:
            await self._tokens.keep(begun["job"], request)
        return begun

    async def resume(self, repository: str, token: str = "") -> Record:
        """Go on with an interrupted repository, or bring a ready one up to its branch."""
        record = await self._record(repository)
        return await self._begin(Request(record["address"], token, **record["endpoints"]), repository)

    async def _begin(self, request: Request, name: str) -> Record:
        taken = Settings(limit=(await self.settings())["values"]["limit"])
        id = await self._intake.begin(await self._tokens.fill(request), name, taken)
        return {"job": id, "repository": self._state(await self._record(id))}

    async def cancel(self, repository: str) -> Record:
        """Stop a job, or the look-up of an address, at its next step."""
        self._intake.cancel(repository)
        await self._files.stop(repository)
        return {}

    async def remove(self, repository: str) -> Record:
        """Delete a repository, be it readable or not; its vectors go too once no other branch shares them."""
        record = await self._kept(repository)
        # What a job has under way would bring the records back.
        await self._intake.end(repository)
        if not await self._tabs.take(repository):
            raise errors.UserError(
                "elsewhere",
                f"Another tab is reading {repository}.",
                "Cancel it there, or close that tab.",
            )
        try:
            freed = await self._forget(record)
        finally:
            self._tabs.give_back(repository)
        self._events.add(protocol.REMOVED, repository)
        return {"freed": freed}

    async def _forget(self, record: Record) -> int:
        """Delete everything of a repository; the bytes that this gave back."""
        store = self._host.store
        before = await store.estimate()
        self._opened.pop(record["id"], None)
        await self._talk.leave(record["id"])
        await Keeper(store, record["id"]).forget()
        space = record.get("space")
        others = await store.get_all("repositories")
        if space and all(other.get("space") != space for other in others):
            await store.drop_space(space)
            if "endpoints" in record:  # one of another format may have none
                await self._tokens.forget(record)
        after = await store.estimate()
        return max(0, before["database"] - after["database"])

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
            if opened is None or (id not in self._intake.jobs and opened.record != record):
                if self._counter is None:
                    self._counter = TokenCounter(self._host.asset("vocab.txt").decode())
                self._opened[id] = await Opened.load(self._host, record, self._counter)
        return self._opened[id]

    async def _working_set(self, repository: str) -> Opened:
        if self._tabs.is_elsewhere(repository):
            return await self._shared(repository)
        if repository in self._opened:
            return self._opened[repository]
        return await self._open(await self._record(repository))

    async def _shared(self, repository: str) -> Opened:
        """The working set of a repository that another tab changes, as that tab last left it."""
        record = await self._record(repository)
        opened = await self._open(record)
        opened.embedded = set(await self._host.store.vectors(record["space"]))
        return opened

    async def open(self, repository: str) -> Record:
        """A repository's files and what was left out."""
        await self._tabs.look()
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
            "repository": self._state(opened.record),
            "files": files,
            "skipped": opened.left_out(),
            "kinds": opened.lexical.kinds(),
        }

    async def _asked(self, repository: str) -> Opened:
        """The working set, and no other repository's vectors among those that a scan returns."""
        opened = await self._working_set(repository)
        space = opened.record["space"]
        if sum(other.record["space"] == space for other in self._opened.values()) > 1:
            await opened.activate()  # another branch may have been asked before
        return opened

    async def ask(self, repository: str, question: str, k: int = 0, history: Sequence[Record] = ()) -> Record:
        """Answer a question from what is stored now; works while a job runs. k is the person's setting
        unless it is given."""
        opened = await self._asked(repository)
        values = await self._values()
        meant = searched(question, turns_of(history), opened.lexical)
        found = await answer(opened.searcher(), meant, k or values["k"], values["floor"], opened.coverage())
        return found | {"question": question, "searched": meant}

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

    async def relations(
        self, repository: str, symbol: str, query: str, depth: int = 1, to: str = ""
    ) -> Record:
        """What a symbol has to do with others, further than its neighbours."""
        return relations(await self._working_set(repository), symbol, query, depth, to)

    async def unresolved(self, repository: str, path: str) -> Record:
        """A file's references that lead nowhere known."""
        return unresolved(await self._working_set(repository), path)

    async def graph(self, repository: str) -> Record:
        """All nodes and edges."""
        return graph_export(await self._working_set(repository))

    async def report(self, repository: str) -> Record:
        """What became of a repository: counts, what was left out, times."""
        return await report(self._host, await self._working_set(repository))
