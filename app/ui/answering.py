"""The model's side of the conversation: has the chosen model write, follows it, stops it.

The engine has answered by itself before (asking.py). A text stays in JavaScript while it grows
(static/texts.js, static/answer.js): what is drawn from here is what stands around it.
"""

import time

from app.shared import errors, protocol
from app.ui.filtering import filtered
from app.ui.views import answer as view
from app.ui.views.composer import is_chosen


class Answering:
    """`_writing` has the answers under way: by id, (repository, turn)."""

    def __init__(self, app):
        self._app = app
        self._writing = {}
        self._made = 0

    async def load(self):
        """Learn which model is chosen."""
        self._app.state.model = await self._app.client.call(protocol.MODEL)
        self._app.show("composer", "engine")

    def is_writing(self, repository):
        """Whether an answer of a repository's conversation is under way."""
        return any(id == repository for id, _ in self._writing.values())

    async def answer(self, repository, turn):
        """Have a turn answered by the chosen model; False where there is none. Asks first where the
        repository's code would leave the device for a host that may not have it yet."""
        if self._app.state.model is None:
            # It was asked before the engine was up.
            await self.load()
        model = self._app.state.model
        if not is_chosen(model):
            return False
        if not model["is_local"]:
            allowed = await self._app.client.call(protocol.CONSENT, repository=repository, host=model["host"])
            if not allowed["given"]:
                self._ask_for_consent(repository, turn)
                return True
        await self._write(repository, turn)
        return True

    async def _write(self, repository, turn):
        model = self._app.state.model
        self._made += 1
        id = "%d-%d" % (int(time.time() * 1000), self._made)
        turn["written"] = {
            "id": id,
            "text": None,
            "model": model["choice"]["model"],
            "host": model["host"],
            "is_local": model["is_local"],
            "searched": "",
            "steps": [],
            "citations": [],
            "omitted": [],
            "usage": None,
            "ms": 0,
            "when": time.time(),
            "finish": "",
            "error": None,
            "live": True,
            "prompt": None,
        }
        self._writing[id] = (repository, turn)
        self._draw(repository, turn)
        history = self._app.asking.history(repository, turn)
        try:
            await self._app.client.call(
                protocol.CHAT, repository=repository, question=filtered(turn), history=history, id=id
            )
        except errors.UnderstoryError as error:
            await self._refused(id, error)

    async def _refused(self, id, error):
        """An answer did not begin."""
        repository, turn = self._writing[id]
        if error.code == "needs-consent":
            # It was taken back in another tab.
            del self._writing[id]
            self._ask_for_consent(repository, turn)
            return
        turn["written"]["error"] = errors.to_record(error)
        await self._ended(id)

    def _ask_for_consent(self, repository, turn):
        model = self._app.state.model
        turn["written"] = None
        turn["asks"] = {"host": model["host"], "model": model["choice"]["model"]}
        self._draw(repository, turn)
        self._app.page.announce("May it be sent to " + model["host"] + "?")

    # What the engine tells ----------------------------------------------------------

    def take(self, event):
        """Follow what became of an answer."""
        known = self._writing.get(event["id"])
        if not known:
            return
        repository, turn = known
        made = turn["written"]
        had_text = view.has_text(turn)
        for news in event["news"]:
            self._note(made, news)
        if not made["live"]:
            self._app.spawn(self._ended(event["id"]))
        elif view.has_text(turn) and not had_text:
            turn["keeps_sources"] = self._is_reading_below(repository, turn)
            self._draw(repository, turn)
        elif any("text" not in news for news in event["news"]):
            self._redraw(repository, turn)

    def _place(self, repository, turn):
        """The number of a turn that is on the screen, or -1."""
        state = self._app.state
        turns = state.turns.get(repository, []) if state.current == repository else []
        for index, other in enumerate(turns):
            if other is turn:
                return index
        return -1

    def _note(self, made, news):
        if "step" in news:
            last = made["steps"][-1:]
            if [step["name"] for step in last] == ["read prompt"] == [news["step"]["name"]]:
                made["steps"].pop()  # it has got further
            made["steps"].append(news["step"])
        elif "call" in news:
            made["steps"].append(news["call"])
        elif "prompt" in news:
            prompt = news["prompt"]
            made["prompt"] = prompt
            for field in ("model", "host", "is_local", "searched", "omitted"):
                made[field] = prompt[field]
        elif "done" in news:
            made.update(news["done"])
            made["live"] = False
        elif "error" in news:
            made["error"] = news["error"]
            made["text"] = news["text"] or made["text"]
            made["live"] = False
        else:
            made["text"] = news["text"]

    async def _ended(self, id):
        repository, turn = self._writing.pop(id)
        made = turn["written"]
        made["live"] = False
        if repository not in self._app.state.turns:
            return  # it was removed meanwhile
        self._draw(repository, turn)
        if made["error"]:
            self._app.page.announce("The answer broke off: " + made["error"]["message"])
        else:
            self._app.page.announce("Answered by " + made["model"] + ".")
        await self._app.asking.keep(repository)

    # On the screen ------------------------------------------------------------------

    def _draw(self, repository, turn):
        """The whole conversation: the turn has got or lost a part of it."""
        if self._app.state.current == repository:
            self._app.show("turns")
            self.mark()

    def _redraw(self, repository, turn):
        """What stands around the text alone, which is most of what changes while it grows."""
        index = self._place(repository, turn)
        if index >= 0:
            self._app.page.render("#written-%d" % index, view.parts(self._app.state, index, turn))

    def _is_reading_below(self, repository, turn):
        """Whether a person has gone on to the places, which then stay open."""
        index = self._place(repository, turn)
        return index >= 0 and self._app.page.is_above("#written-%d" % index)

    def mark(self):
        """Show Stop in place of Ask while the open conversation's answer is written."""
        writing = self.is_writing(self._app.state.current)
        self._app.page.attribute(".ask", "data-writing", "" if writing else None)

    # What a person does -------------------------------------------------------------

    async def on_stop_answer(self, detail):
        await self.stop(self._app.state.current)

    async def stop(self, repository):
        """End what is written to a repository's conversation; what came stays."""
        for id in [id for id in self._writing if self._writing[id][0] == repository]:
            await self._app.client.call(protocol.STOP, id=id)

    async def on_retry(self, detail):
        repository, turn = self._found(detail)
        if not is_chosen(self._app.state.model):
            await self.on_choose_model({})
        elif not self.is_writing(repository):
            turn["written"] = None
            await self.answer(repository, turn)

    async def on_copy_answer(self, detail):
        _, turn = self._found(detail)
        await self._app.page.copy_texts([("", turn["written"]["text"])])
        await self._app.page.say("Copied the answer as Markdown.")

    async def on_consent(self, detail):
        repository, turn = self._found(detail)
        host = turn.pop("asks")["host"]
        await self._app.client.call(protocol.CONSENT, repository=repository, host=host, given=True)
        await self._write(repository, turn)

    async def on_decline(self, detail):
        repository, turn = self._found(detail)
        turn.pop("asks")
        self._draw(repository, turn)

    async def on_choose_model(self, detail):
        self._app.page.open_dialog("models")
        self._app.act("models-open", {})

    def _found(self, detail):
        state = self._app.state
        return state.current, state.turns[state.current][int(detail["turn"])]
