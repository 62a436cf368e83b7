"""Ties page, engine and controllers together: actions in, specs out, events in between."""

import asyncio
import time

from app.shared import errors, protocol
from app.ui.answering import Answering
from app.ui.asking import Asking
from app.ui.filtering import Filtering
from app.ui.finding import Finding
from app.ui.model_files import ModelFiles
from app.ui.modelling import Modelling
from app.ui.panels import Panels
from app.ui.reading import Reading
from app.ui.relating import Relating
from app.ui.repositories import Repositories
from app.ui.sending import Sending
from app.ui.state import State
from app.ui.views import (
    code,
    composer,
    conversation,
    filters,
    finder,
    models,
    progress,
    prompt,
    relations,
    settings,
    shelf,
    tree,
    welcome,
)


class Application:
    """Every action ``do-this`` of the page is a method ``on_do_this(detail)`` of one controller."""

    def __init__(self, page, client):
        self.page = page
        self.client = client
        self.state = State()
        self.repositories = Repositories(self)
        self.reading = Reading(self)
        self.asking = Asking(self)
        self.answering = Answering(self)
        self.relating = Relating(self)
        self.filtering = Filtering(self)
        self.model_files = ModelFiles(self)
        self._controllers = (
            self.repositories,
            self.reading,
            self.asking,
            self.answering,
            Sending(self),
            self.relating,
            self.filtering,
            Finding(self),
            Modelling(self),
            self.model_files,
            Panels(self),
        )
        self._views = {
            "add": ("#add-status", lambda state: welcome.add_status(state, time.time())),
            "shelf": ("#shelf", shelf.shelf),
            "tree": ("#tree", tree.tree),
            "job": ("#job", lambda state: progress.job(state, time.time())),
            "turns": ("#turns", conversation.turns),
            "composer": ("#composer", composer.composer),
            "prompt": ("#prompt-body", prompt.panel),
            "code-head": ("#code-head", lambda state: code.head(state, self.reading.source())),
            "code": ("#code", code.body),
            "outline": ("#outline", code.outline),
            "neighbours": ("#neighbours", lambda state: relations.panel(state, code.current(state))),
            "filters": ("#filters", filters.bar),
            "filter-menu": ("#filter-menu", filters.menu),
            "completions": ("#completions", filters.listed),
            "hits": ("#hits", finder.hits),
            "engine": ("#engine", models.where),
            "models": ("#models-body", models.panel),
            "network": ("#network-body", settings.panel),
        }

    async def run(self):
        """Take over the page, then greet the engine and follow what it reports."""
        self.page.attribute("html", "data-python", "")
        self.page.listen(self.act)
        self.repositories.enter(self.page.fragment)
        self.show("shelf", "composer")
        try:
            hello = await self.client.start()
        except errors.UnderstoryError as error:
            self._not_started(error)
            return
        self._engine("ready", "On this device")
        self.page.attribute("#boot-failure", "hidden", "")
        self.repositories.greet(hello)
        self.spawn(self.client.events(self._take))
        self.spawn(self.answering.load())
        await self.repositories.go(self.page.fragment)

    def _take(self, event):
        """Follow one event of the engine."""
        if event["kind"] == protocol.CHATTED:
            self.answering.take(event)
        elif not self.model_files.take(event):
            self.repositories.take(event)

    def _not_started(self, error):
        self._engine("failed", "")
        self.state.adding = None
        self.show("add", "turns", "shelf")
        self.page.failed(error.message + " " + error.hint)

    def _engine(self, state, words):
        self.state.engine = state
        self.page.attribute("html", "data-engine", state)
        self.page.text("#engine", words)

    def show(self, *names):
        """Bring views up to the state."""
        for name in names:
            selector, view = self._views[name]
            self.page.render(selector, view(self.state))

    def act(self, action, detail):
        """Hand an action to the controller that has it."""
        name = "on_" + action.replace("-", "_")
        for controller in self._controllers:
            handler = getattr(controller, name, None)
            if handler:
                self.spawn(handler(detail))
                return
        raise ValueError("no controller takes the action " + action)

    def spawn(self, work):
        """Run in the background; what goes wrong is said, never swallowed."""
        asyncio.create_task(self._guard(work))

    async def _guard(self, work):
        try:
            await work
        except errors.UnderstoryError as error:
            await self.page.say((error.message + " " + error.hint).strip())
        except Exception as error:
            await self.page.say("A fault in the page: " + str(error))
            raise
