"""The conversation's controller."""

from app.shared import errors, protocol
from app.ui import words

# Turns of a conversation that outlive the page.
KEPT = 30


def _outcome(turn):
    if turn["error"]:
        return "No answer: " + turn["error"]["message"]
    return "Answered with " + words.count(len(turn["answer"]["places"]), "place")


class Asking:
    """Asks the engine, shows the answer and has it kept."""

    def __init__(self, app):
        self._app = app

    async def load(self, id):
        """Bring back a repository's conversation."""
        state = self._app.state
        if id not in state.turns:
            kept = await self._app.client.call(protocol.CONVERSATION, repository=id)
            # A question may have been asked meanwhile: it comes after those kept.
            state.turns[id] = kept["turns"] + state.turns.get(id, [])
        if state.current == id:
            self._app.show("job", "turns")
            self._reveal_last(id)

    async def on_ask(self, detail):
        question = detail.get("question", "").strip()
        if question:
            self._app.page.set_value("#question", "")
            await self._ask(question)

    async def on_suggest(self, detail):
        await self._ask(detail["question"])

    async def on_ask_again(self, detail):
        state = self._app.state
        turn = state.turns[state.current][int(detail["turn"])]
        turn["error"] = None
        await self._answer(state.current, turn)

    async def _ask(self, question):
        state = self._app.state
        id = state.current
        turn = {"question": question, "answer": None, "error": None}
        state.turns.setdefault(id, []).append(turn)
        await self._answer(id, turn)

    async def _answer(self, id, turn):
        self._show(id)
        try:
            turn["answer"] = await self._app.client.call(
                protocol.ASK, repository=id, question=turn["question"]
            )
        except errors.UnderstoryError as error:
            turn["error"] = errors.to_record(error)
        self._show(id)
        self._app.page.announce(_outcome(turn))
        finished = [kept for kept in self._app.state.turns.get(id, []) if kept["answer"]][-KEPT:]
        await self._app.client.call(protocol.CONVERSATION, repository=id, turns=finished)

    def _show(self, id):
        if self._app.state.current == id:
            # With something asked, a job's progress takes one line.
            self._app.show("job", "turns")
            self._reveal_last(id)

    def _reveal_last(self, id):
        last = len(self._app.state.turns.get(id, [])) - 1
        if last >= 0:
            self._app.page.reveal("#turn-%d" % last, "start")

    async def on_show_earlier(self, detail):
        self._app.state.all_turns = True
        self._app.show("turns")

    async def on_unfold_place(self, detail):
        state = self._app.state
        turn = state.turns[state.current][int(detail["turn"])]
        turn.setdefault("opened", []).append(int(detail["place"]))
        self._app.show("turns")
