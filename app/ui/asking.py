"""The conversation's controller: questions, the engine's own answers, editing, and what is kept."""

from app.shared import errors, protocol
from app.ui import words
from app.ui.filtering import filtered

# Turns of a conversation that outlive the page.
KEPT = 30
# Turns before a question that it may refer to.
HISTORY = 6
# What of a turn is about the page of now.
PASSING = ("editing", "asks", "opened", "keeps_sources")
# What of a model's answer is kept: not the whole prompt.
WRITTEN = (
    "id",
    "text",
    "model",
    "host",
    "is_local",
    "searched",
    "steps",
    "citations",
    "omitted",
    "usage",
    "ms",
    "when",
    "finish",
    "error",
)


def _outcome(turn):
    if turn["error"]:
        return "No answer: " + turn["error"]["message"]
    return "Answered with " + words.count(len(turn["answer"]["places"]), "place")


def kept(turn):
    """A turn as it is stored."""
    record = {key: turn[key] for key in turn if key not in PASSING}
    if turn.get("written"):
        record["written"] = {key: turn["written"].get(key) for key in WRITTEN}
    return record


def restored(turn):
    """A stored turn as the page has it."""
    if turn.get("written"):
        made = turn["written"]
        made.update(live=False, prompt=None)
        if not made["finish"] and not made["error"]:
            made["finish"] = "left"
    return turn


class Asking:
    """Asks the engine, shows the answer and has it kept."""

    def __init__(self, app):
        self._app = app

    async def load(self, id):
        """Bring back a repository's conversation."""
        state = self._app.state
        if id not in state.turns:
            stored = await self._app.client.call(protocol.CONVERSATION, repository=id)
            # A question may have been asked meanwhile: it comes after those kept.
            state.turns[id] = [restored(turn) for turn in stored["turns"]] + state.turns.get(id, [])
        if state.current == id:
            self._app.show("job", "turns", "composer")
            self._reveal_last(id)

    async def keep(self, id):
        """Store a repository's conversation."""
        turns = [kept(turn) for turn in self._app.state.turns.get(id, []) if turn.get("answer")]
        await self._app.client.call(protocol.CONVERSATION, repository=id, turns=turns[-KEPT:])

    def history(self, id, turn=None):
        """The turns before one, or all, as the engine takes them: [{question, answer}]."""
        before = []
        for earlier in self._app.state.turns.get(id, []):
            if earlier is turn:
                break
            if earlier.get("answer"):
                text = (earlier.get("written") or {}).get("text")
                said = text if text and text["characters"] else earlier["answer"]["summary"]
                before.append({"question": earlier["question"], "answer": said})
        return before[-HISTORY:]

    # Asking -----------------------------------------------------------------------

    async def on_ask(self, detail):
        question = detail.get("question", "").strip()
        if not question:
            return
        if self._app.answering.is_writing(self._app.state.current):
            await self._app.page.say("An answer is being written. Esc stops it.")
            return
        self._app.page.set_value("#question", "")
        question = self._app.filtering.take(question)
        if question:
            await self._ask(question)

    async def on_suggest(self, detail):
        await self._ask(detail["question"])

    async def on_go_on(self, detail):
        await self._ask("Go on where you stopped.")

    async def on_ask_again(self, detail):
        state = self._app.state
        turn = state.turns[state.current][int(detail["turn"])]
        turn["error"] = None
        await self._answer(state.current, turn)

    async def _ask(self, question):
        state = self._app.state
        id = state.current
        turn = {
            "question": question,
            "filters": self._app.filtering.current(),
            "answer": None,
            "error": None,
        }
        state.turns.setdefault(id, []).append(turn)
        await self._answer(id, turn)

    async def _answer(self, id, turn):
        """The engine's own answer first, whoever else writes one."""
        self._show(id)
        try:
            turn["answer"] = await self._app.client.call(
                protocol.ASK, repository=id, question=filtered(turn), history=self.history(id, turn)
            )
        except errors.UnderstoryError as error:
            turn["error"] = errors.to_record(error)
        if turn["answer"] and await self._app.answering.answer(id, turn):
            self._show(id)
        else:
            self._show(id)
            self._app.page.announce(_outcome(turn))
        await self.keep(id)

    def _show(self, id):
        if self._app.state.current == id:
            # With something asked, a job's progress takes one line.
            self._app.show("job", "turns")
            self._reveal_last(id)

    def _reveal_last(self, id):
        last = len(self._app.state.turns.get(id, [])) - 1
        if last >= 0:
            self._app.page.reveal("#turn-%d" % last, "start")

    # What is shown ----------------------------------------------------------------

    async def on_show_earlier(self, detail):
        self._app.state.all_turns = True
        self._app.show("turns")

    async def on_unfold_place(self, detail):
        self._turn(detail).setdefault("opened", []).append(int(detail["place"]))
        self._app.show("turns")

    def _turn(self, detail):
        state = self._app.state
        return state.turns[state.current][int(detail["turn"])]

    # Editing ----------------------------------------------------------------------

    async def on_edit_question(self, detail):
        self._turn(detail)["editing"] = True
        self._app.show("turns")
        self._app.page.focus("#edit-" + detail["turn"])

    async def on_cancel_edit(self, detail):
        self._turn(detail)["editing"] = False
        self._app.show("turns")

    async def on_resend(self, detail):
        """Ask an edited question in place of what it was; what followed it goes."""
        question = detail.get("question", "").strip()
        if not question:
            return
        state = self._app.state
        id = state.current
        await self._app.answering.stop(id)
        del state.turns[id][int(detail["turn"]) :]
        await self._ask(question)
