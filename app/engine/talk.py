"""Answers under way: PREVIEW, CHAT, STOP and CONSENT of the protocol.

An answer is a task of its own, told by CHATTED; STOP cancels it wherever it is, and what came is kept.
Nothing goes to a host that is not this device before the person agreed to it for that repository.
"""

from __future__ import annotations

import asyncio
import os
import traceback
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.engine.answer.budget import estimator
from app.engine.answer.chat import STOPPED, Chat, ended
from app.engine.answer.follow_up import turns_of
from app.engine.answer.gather import Asked, Gathered, Gatherer, Tell
from app.engine.answer.news import News
from app.engine.answer.providers.base import ChatModel, Usage
from app.engine.answer.toolbox import Toolbox
from app.engine.events import Events
from app.engine.opened import Opened
from app.host.base import Host, Record
from app.shared import protocol
from app.shared.errors import InternalError, UserError

# The record of the store `settings` that holds, by repository, the hosts that may see it.
CONSENTS = "consents"


@dataclass(frozen=True, slots=True)
class _Previewed:
    """A prompt that was shown, and what it was made of: the same question sends just this."""

    made_of: tuple[Any, ...]
    gathered: Gathered


class Talk:
    """`working_set` opens a repository for questions, `chosen` gives the model, None for none, `settings`
    the person's settings."""

    def __init__(
        self,
        host: Host,
        events: Events,
        working_set: Callable[[str], Awaitable[Opened]],
        chosen: Callable[[], Awaitable[ChatModel | None]],
        settings: Callable[[], Awaitable[Record]],
    ) -> None:
        self._host = host
        self._events = events
        self._working_set = working_set
        self._chosen = chosen
        self._settings = settings
        # Fences are drawn from it: no file can know it.
        self._key = os.urandom(32)
        # By the page's name of the answer; None until its task runs.
        self._answers: dict[str, asyncio.Task[None] | None] = {}
        self._stopped: set[str] = set()
        # The repository of each.
        self._of: dict[str, str] = {}
        self._previewed: _Previewed | None = None

    # What the page asks -------------------------------------------------------

    async def preview(self, repository: str, question: str, history: Sequence[Record] = ()) -> Record:
        """What a question would send, without sending anything."""
        model = await self._model()
        opened = await self._working_set(repository)
        asked = await self._asked(question, history)
        gathered = await self._gather(opened, model, asked, lambda *_: None, asks=False)
        self._previewed = _Previewed(_made_of(repository, model, asked), gathered)
        return gathered.prompt.record(model, not await self._may_see(model, repository))

    async def chat(self, repository: str, question: str, id: str, history: Sequence[Record] = ()) -> Record:
        """Begin an answer; what becomes of it is told by events."""
        if id in self._answers:
            raise InternalError("answering", f"The answer {id!r} is under way.")
        self._answers[id] = None
        self._of[id] = repository
        try:
            model = await self._model()
            opened = await self._working_set(repository)
            if not await self._may_see(model, repository):
                raise UserError(
                    "needs-consent",
                    f"{model.host} has not been allowed to see {repository}.",
                    "Look at what will be sent, and agree to it.",
                )
            asked = await self._asked(question, history)
        except BaseException:
            self._forget(id)
            raise
        news = News(lambda entries: self._events.add(protocol.CHATTED, repository, id=id, news=entries))
        task = asyncio.ensure_future(self._run(opened, model, asked, news))
        # A task that is cancelled before it has begun tells nothing.
        await asyncio.sleep(0)
        self._answers[id] = task
        task.add_done_callback(lambda _: self._forget(id))
        if id in self._stopped:
            task.cancel()
        return {}

    async def stop(self, id: str) -> Record:
        """End an answer wherever it is. One that has ended, or never began, is none."""
        if id in self._answers and id not in self._stopped:
            self._stopped.add(id)
            if task := self._answers[id]:
                task.cancel()
        return {}

    async def consent(self, repository: str, host: str, given: bool | None = None) -> Record:
        """Whether a host may see a repository; change it where `given`."""
        consents = await self._consents()
        hosts = set(consents.get(repository, ()))
        if given is not None:
            hosts = hosts | {host} if given else hosts - {host}
            await self._keep(consents | {repository: sorted(hosts)})
        return {"given": host in hosts}

    async def leave(self, repository: str) -> None:
        """End the answers of a repository that is removed; forget what was agreed to and shown of it."""
        for id in [id for id, of in self._of.items() if of == repository]:
            await self.stop(id)
        consents = await self._consents()
        if consents.pop(repository, None) is not None:
            await self._keep(consents)
        self._previewed = None

    # Answering ------------------------------------------------------------------

    async def _run(self, opened: Opened, model: ChatModel, asked: Asked, news: News) -> None:
        """An answer from its first step to its end, which is told whatever happens."""
        chat: Chat | None = None
        begun = self._host.now()
        try:
            try:
                gathered = await self._gathered(opened, model, asked, news)
                count = estimator(opened.counter)
                room = gathered.budget.one_result
                toolbox = Toolbox(opened, gathered.sources, gathered.sent, room, count)
                chat = Chat(self._host, model, gathered, toolbox, news, count)
                news.prompt(gathered.prompt.record(model, consent=False))
                news.step("send", f"{gathered.prompt.tokens:,} tokens to {model.host or 'this device'}", 0)
                await chat.run()
            except asyncio.CancelledError:
                if chat is not None:
                    await chat.finish(STOPPED)
                else:
                    news.done(ended("", STOPPED, [], Usage(), self._host.now() - begun))
        except Exception as error:
            stack = "" if isinstance(error, UserError) else "".join(traceback.format_exception(error))
            news.failed(error, chat.text if chat else "", stack)

    async def _gathered(self, opened: Opened, model: ChatModel, asked: Asked, news: News) -> Gathered:
        """What PREVIEW showed of just this question, as it was shown; else what is gathered now."""
        shown, self._previewed = self._previewed, None
        if shown is not None and shown.made_of == _made_of(opened.record["id"], model, asked):
            news.step("shown before", "what was looked at is sent as it is", 0)
            return shown.gathered
        return await self._gather(opened, model, asked, news.step, asks=True)

    async def _gather(
        self, opened: Opened, model: ChatModel, asked: Asked, tell: Tell, asks: bool
    ) -> Gathered:
        return await Gatherer(opened, model, asked, self._key, tell, asks).gather()

    def _forget(self, id: str) -> None:
        self._answers.pop(id, None)
        self._of.pop(id, None)
        self._stopped.discard(id)

    async def _model(self) -> ChatModel:
        model = await self._chosen()
        if model is None:
            raise UserError(
                "no-model",
                "No model is chosen.",
                "Choose one; without a model, answers are made of the code alone.",
            )
        return model

    async def _asked(self, question: str, history: Sequence[Record]) -> Asked:
        values = await self._settings()
        return Asked(question, turns_of(history), values["k"], values["floor"], values["rerank"])

    # Consent ----------------------------------------------------------------------

    async def _may_see(self, model: ChatModel, repository: str) -> bool:
        return model.is_local or model.host in (await self._consents()).get(repository, ())

    async def _consents(self) -> dict[str, list[str]]:
        kept = await self._host.store.get("settings", CONSENTS)
        return dict(kept["value"]) if kept else {}

    async def _keep(self, consents: dict[str, list[str]]) -> None:
        record = {"name": CONSENTS, "value": consents}
        await self._host.store.write([{"op": "put", "store": "settings", "record": record}])


def _made_of(repository: str, model: ChatModel, asked: Asked) -> tuple[Any, ...]:
    return repository, model.name, model.host, model.context, model.has_tools, asked
