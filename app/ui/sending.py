"""The controller of the dialog that shows what will be sent, or was."""

from app.shared import errors, filters, protocol
from app.ui.filtering import filtered
from app.ui.views.prompt import ROLES


class Sending:
    """Asks for the exact prompt of a question; only the newest look is shown."""

    def __init__(self, app):
        self._app = app

    async def on_preview(self, detail):
        """The question in the field, or the newest one."""
        state = self._app.state
        question = self._app.page.value("#question").strip()
        turns = state.turns.get(state.current) or []
        if question:
            question = filters.join(self._app.filtering.current(), question)
            await self._look(question, self._app.asking.history(state.current))
        elif turns:
            await self._look(filtered(turns[-1]), self._app.asking.history(state.current, turns[-1]))
        else:
            self._app.page.focus("#question")
            await self._app.page.say("Type a question first: what would be sent depends on it.")

    async def on_preview_turn(self, detail):
        state = self._app.state
        turn = state.turns[state.current][int(detail["turn"])]
        await self._look(filtered(turn), self._app.asking.history(state.current, turn))

    async def on_show_sent(self, detail):
        state = self._app.state
        turn = state.turns[state.current][int(detail["turn"])]
        self._open({"prompt": turn["written"]["prompt"], "sent": True})

    async def _look(self, question, history):
        state = self._app.state
        looked = self._open({"prompt": None, "sent": False})
        try:
            looked["prompt"] = await self._app.client.call(
                protocol.PREVIEW, repository=state.current, question=question, history=history
            )
        except errors.UnderstoryError as error:
            looked["error"] = errors.to_record(error)
        if state.prompt is looked:
            self._app.show("prompt")

    def _open(self, looked):
        self._app.state.prompt = looked
        self._app.page.text("#prompt-title", "What was sent" if looked["sent"] else "What will be sent")
        self._app.show("prompt")
        self._app.page.open_dialog("prompt")
        return looked

    async def on_copy_prompt(self, detail):
        messages = self._app.state.prompt["prompt"]["messages"]
        parts = [("# " + ROLES.get(one["role"], one["role"]), one["text"]) for one in messages]
        await self._app.page.copy_texts(parts)
        await self._app.page.say("Copied the whole prompt.")

    async def on_open_piece(self, detail):
        self._app.page.close_dialog("prompt")
        await self._app.reading.on_open_file(detail)

    async def on_withdraw(self, detail):
        state = self._app.state
        await self._app.client.call(
            protocol.CONSENT, repository=state.current, host=detail["host"], given=False
        )
        self._app.page.close_dialog("prompt")
        await self._app.page.say(detail["host"] + " is asked about again before anything is sent.")
