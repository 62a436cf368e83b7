"""The shelf's controller: adds, opens, resumes, cancels, removes repositories, follows their events."""

import asyncio
import time

from app.shared import errors, protocol
from app.ui import route
from app.ui.views.progress import NAMES
from app.ui.views.shelf import removal
from app.ui.views.tree import Folders

# Seconds between two looks at the file list while a job adds to it.
RELIST = 4
FIELDS = ("address", "token", "api", "graphql", "raw")


class Repositories:
    """Owns which repository is open and what the jobs report."""

    def __init__(self, app):
        self._app = app
        self._listed = 0
        self._ticking = False

    # Where the page is --------------------------------------------------------

    def enter(self, fragment):
        """Set the scene for an address before anything is known of its repository."""
        state = self._app.state
        state.current = route.parse(fragment)["repository"]
        self._app.page.attribute("html", "data-view", "repository" if state.current else "welcome")
        self._app.show("turns")

    def greet(self, hello):
        """Take in the answer of HELLO."""
        state = self._app.state
        state.repositories = {record["id"]: record for record in hello["repositories"]}
        state.storage = hello["storage"]
        state.hosts = hello["hosts"]
        for record in hello["repositories"]:
            if record.get("error") and record["state"] == protocol.PARTIAL:
                if record["error"].get("type") != "CancelledError":
                    state.failures[record["id"]] = record["error"]
        self._app.show("shelf", "add")

    async def go(self, fragment):
        """Bring the page to what an address names."""
        state = self._app.state
        where = route.parse(fragment)
        id = where["repository"]
        if not id:
            self._leave()
            self._app.page.show("conversation")
        elif id not in state.repositories:
            self._leave()
            self._app.page.go("#/")
            await self._app.page.say(id + " is not kept in this browser.")
        else:
            if id != state.current or state.folders is None:
                await self._open(id)
            if where["path"]:
                await self._app.reading.open(where["path"], where["line"], where["end"])
            else:
                self._app.page.show("conversation")

    async def on_go(self, detail):
        await self.go(self._app.page.fragment)

    async def on_go_home(self, detail):
        self._app.page.go("#/")
        self._leave()
        self._app.page.show("conversation")
        self._app.page.focus("#address")

    def _leave(self):
        state = self._app.state
        state.current = ""
        state.folders = None
        state.file = state.relations = state.unresolved = None
        self._app.page.title("Understory")
        self._app.page.attribute("html", "data-view", "welcome")
        self._app.show("shelf", "tree")
        self._app.reading.show()

    async def on_open_repository(self, detail):
        id = detail["repository"]
        self._app.page.go(route.link(id))
        self._app.page.show("conversation")
        await self._open(id)

    async def _open(self, id):
        state = self._app.state
        if id != state.current:
            state.file = state.relations = state.unresolved = None
        state.current = id
        state.folders = None
        state.open_folders = set()
        state.rows = {}
        state.all_turns = False
        record = state.repository
        self._app.page.title(record["name"] + " · Understory")
        self._app.page.attribute("html", "data-view", "repository")
        state.is_filter_menu_open = False
        self._app.show("shelf", "job", "turns", "composer", "filters", "filter-menu", "tree")
        self._app.answering.mark()
        self._app.reading.show()
        try:
            await self._list(id)
            await self._app.asking.load(id)
        except errors.UnderstoryError as error:
            state.failures[id] = errors.to_record(error)
            self._app.show("job")
        await self._go_on(id)

    async def _go_on(self, id):
        """Resume the open repository where its job ended with its tab, so that nobody meant it to."""
        state = self._app.state
        record = state.repository
        if state.current == id and record["state"] == protocol.PARTIAL:
            if not record["error"] and id not in state.failures:
                await self.on_resume({"repository": id})

    async def _take_over(self, id):
        """Another tab has left the open repository."""
        await self._list(id)
        await self._go_on(id)

    async def _list(self, id):
        state = self._app.state
        self._listed = time.time()
        answer = await self._app.client.call(protocol.OPEN, repository=id)
        if state.current != id:
            return
        state.repositories[id] = answer["repository"]
        state.files = answer["files"]
        state.skipped = answer["skipped"]
        state.kinds, state.offers = answer["kinds"], None
        state.folders = Folders(state.files)
        self._app.show("shelf", "tree")

    # Adding ---------------------------------------------------------------------

    async def on_add_sample(self, detail):
        await self._add({"address": "sample"})

    async def on_add_repository(self, detail):
        asked = {name: detail.get(name, "").strip() for name in FIELDS}
        asked = {name: value for name, value in asked.items() if value}
        if "keep" in detail and "token" in asked:
            asked["keep"] = True
        await self._add(asked)

    async def _add(self, asked):
        state = self._app.state
        state.adding, state.add_error = asked, None
        self._app.show("add")
        self._app.spawn(self.persist())
        try:
            answer = await self._app.client.call(protocol.INDEX, **asked)
        except errors.CancelledError:
            state.adding = None
            self._app.show("add")
            return
        except errors.UnderstoryError as error:
            self._refuse(asked, error)
            return
        state.adding = None
        record = answer["repository"]
        id = record["id"]
        state.repositories[id] = record
        state.failures.pop(id, None)
        if asked.get("token"):
            state.tokens[id] = asked["token"]
        self._app.page.set_value("#address", "")
        self._app.page.set_value("#token", "")
        self._app.show("add")
        self._app.page.go(route.link(id))
        await self._open(id)
        self._app.page.focus("#question")

    def _refuse(self, asked, error):
        state = self._app.state
        state.adding, state.add_error = None, errors.to_record(error)
        self._app.show("add")
        if isinstance(error, errors.AccessError):
            self._ask_for_token(asked["address"])
        else:
            self._app.page.focus("#address")

    def _ask_for_token(self, address):
        page = self._app.page
        page.set_value("#address", address)
        page.attribute("#private", "open", "")
        page.focus("#token")

    async def persist(self):
        """Ask the browser to keep what is stored."""
        self._app.state.storage["persisted"] = await self._app.page.persist()

    async def on_give_token(self, detail):
        record = self._app.state.repositories[detail["repository"]]
        await self.on_go_home({})
        self._ask_for_token(record.get("address") or record["owner"] + "/" + record["name"])

    # Jobs -----------------------------------------------------------------------

    async def on_resume(self, detail):
        id = detail["repository"]
        state = self._app.state
        state.failures.pop(id, None)
        state.progress.pop(id, None)
        state.repositories[id]["state"] = protocol.INDEXING
        self._app.show("shelf", "job")
        try:
            answer = await self._app.client.call(
                protocol.RESUME, repository=id, token=state.tokens.get(id, "")
            )
        except errors.UnderstoryError as error:
            self._failed(id, errors.to_record(error))
            return
        state.repositories[id] = answer["repository"]
        self._app.show("shelf", "job")

    async def on_cancel(self, detail):
        await self._app.client.call(protocol.CANCEL, repository=detail["repository"])

    async def on_ask_remove(self, detail):
        self._app.page.render("#confirm-body", removal(self._app.state.repositories[detail["repository"]]))
        self._app.page.open_dialog("confirm")

    async def on_remove(self, detail):
        self._app.page.close_dialog("confirm")
        await self._app.client.call(protocol.REMOVE, repository=detail["repository"])
        self._removed(detail["repository"])

    def _removed(self, id):
        state = self._app.state
        for known in (
            state.repositories,
            state.progress,
            state.failures,
            state.turns,
            state.waiting,
            state.tokens,
            state.filters,
        ):
            known.pop(id, None)
        if state.current == id:
            self._app.page.go("#/")
            self._leave()
        self._app.show("shelf")

    # Events ---------------------------------------------------------------------

    def take(self, event):
        """Follow one event of the engine."""
        state = self._app.state
        id, kind = event["repository"], event["kind"]
        if kind == protocol.PROGRESS:
            self._progress(id, event)
        elif kind == protocol.STATE:
            was = state.repositories.get(id)
            state.repositories[id] = event["record"]
            if was and was["state"] == protocol.ELSEWHERE and id == state.current:
                self._app.spawn(self._take_over(id))
        elif kind == protocol.WAITING:
            self._wait(event)
        elif kind == protocol.FAILED:
            self._failed(id, event["error"])
        elif kind == protocol.FINISHED:
            state.progress.pop(id, None)
            state.waiting.pop(id, None)
            self._app.page.announce(self._name(id) + " is read.")
        elif kind == protocol.REMOVED:
            self._removed(id)
        self._app.show("shelf")
        if id == state.current:
            self._app.show("job")
            ended = kind in (protocol.FINISHED, protocol.FAILED)
            if ended or (kind == protocol.PROGRESS and time.time() - self._listed > RELIST):
                self._listed = time.time()
                self._app.spawn(self._list(id))

    def _progress(self, id, event):
        state = self._app.state
        stages = state.progress.setdefault(id, {})
        if event["stage"] not in stages:
            self._app.page.announce(NAMES[event["stage"]] + ": " + self._name(id))
        stages[event["stage"]] = event

    def _name(self, id):
        """A repository's name; a job's first events may overtake the answer that brings its record."""
        record = self._app.state.repositories.get(id)
        return record["name"] if record else id

    def _wait(self, event):
        """A wait names the address that was asked for while no repository is known by it."""
        self._app.state.waiting[event["repository"]] = event
        if not self._ticking:
            self._ticking = True
            self._app.spawn(self._tick())

    async def _tick(self):
        """Count waits down, second by second, until the last is over."""
        state = self._app.state
        while any(wait["until"] > time.time() for wait in state.waiting.values()):
            self._app.show("job", "add")
            await asyncio.sleep(1)
        state.waiting.clear()
        self._ticking = False
        self._app.show("job", "add")

    def _failed(self, id, error):
        state = self._app.state
        state.progress.pop(id, None)
        state.waiting.pop(id, None)
        if error["type"] != "CancelledError":
            state.failures[id] = error
        if id in state.repositories:
            state.repositories[id]["state"] = protocol.PARTIAL
        self._app.show("shelf", "job")
