"""The controller of the dialog that chooses the model."""

from app.shared import errors, protocol
from app.ui.views.models import KINDS


def _draft(kind):
    """What the dialog's fields hold for a kind; `known` is the context that its list told."""
    return {
        "kind": kind,
        "address": "",
        "model": "",
        "context": "",
        "tools": True,
        "key": "",
        "keep": False,
        "known": 0,
        "source": "",
    }


def _fresh():
    """The dialog's state. `drafts` and `lists` are by kind; `tried` is None, "busy" or TRY_MODEL's answer;
    `fetches` are by address: {done, total, rate, remaining, fetched, error?}."""
    return {
        "kind": protocol.NONE,
        "drafts": {row[0]: _draft(row[0]) for row in KINDS},
        "servers": None,
        "finding": False,
        "lists": {},
        "listing": "",
        "device": None,
        "fetches": {},
        "tried": None,
        "saving": False,
        "error": None,
    }


class Modelling:
    """Drafts a choice, tries it, and has the engine take it over."""

    def __init__(self, app):
        self._app = app

    # Coming in ------------------------------------------------------------------

    async def on_models_open(self, detail):
        state = self._app.state
        if state.choosing is None:
            self._app.show("models")
            state.model = await self._app.client.call(protocol.MODEL)
            state.choosing = _fresh()
            self._enter(state.model)
        # What was only looked at is not what is chosen; what was typed there is still there.
        state.choosing["kind"] = state.model["choice"]["kind"]
        state.choosing["tried"] = state.choosing["error"] = None
        self._show()
        picked = '#models [value="%s"]' % state.choosing["kind"]
        self._app.page.check(picked)
        self._app.page.focus(picked)
        await self._look()

    def _enter(self, model):
        """Begin with what is chosen."""
        choice = model["choice"]
        choosing = self._app.state.choosing
        choosing["kind"] = choice["kind"]
        draft = choosing["drafts"][choice["kind"]]
        for name in ("address", "model", "tools"):
            draft[name] = choice[name]
        draft["context"] = str(choice["context"]) if choice["context"] else ""
        draft["keep"] = model["key"] == "kept"

    async def _look(self):
        """Ask for the models of this browser."""
        choosing = self._app.state.choosing
        try:
            choosing["device"] = await self._app.client.call(protocol.DEVICE_MODELS)
        except errors.UnderstoryError as error:
            own = {"state": "unavailable", "reason": error.message}
            choosing["device"] = {"built_in": own, "files": [], "quota": 0}
        self._show()

    def _show(self):
        self._app.show("models")

    # Filling in -----------------------------------------------------------------

    def _current(self):
        choosing = self._app.state.choosing
        return choosing["drafts"][choosing["kind"]]

    async def on_pick_kind(self, detail):
        choosing = self._app.state.choosing
        choosing["kind"] = detail["value"]
        choosing["tried"] = choosing["error"] = None
        self._show()

    async def on_draft_model(self, detail):
        draft = self._current()
        draft[detail["field"]] = detail["value"].strip()
        if detail["field"] == "model":
            draft["known"] = 0
        self._show()

    async def on_switch_model(self, detail):
        draft = self._current()
        draft[detail["field"]] = not draft[detail["field"]]
        self._show()

    async def on_take_model(self, detail):
        """Take a model of a list, with its server where it has one."""
        draft = self._current()
        draft["model"] = detail["model"]
        draft["known"] = int(detail["context"])
        if "address" in detail:
            draft["address"] = detail["address"]
            self._app.page.set_value("#model-address", draft["address"])
        self._app.page.set_value("#model-model", draft["model"])
        self._show()

    async def on_take_preset(self, detail):
        draft = self._current()
        draft["address"] = detail["address"]
        self._app.state.choosing["lists"].pop(draft["kind"], None)
        self._app.page.set_value("#model-address", draft["address"])
        self._show()
        self._app.page.focus("#model-key")

    # Looking around -------------------------------------------------------------

    async def on_find_servers(self, detail):
        choosing = self._app.state.choosing
        choosing["finding"] = True
        self._show()
        try:
            answer = await self._app.client.call(protocol.SERVERS)
            choosing["servers"] = answer["servers"]
        finally:
            choosing["finding"] = False
            self._show()
        found = [server for server in choosing["servers"] if not server["code"]]
        self._app.page.announce("%d servers answer." % len(found))
        if len(found) == 1 and len(found[0]["models"]) == 1:
            model = found[0]["models"][0]
            taken = {"model": model["name"], "context": model["context"], "address": found[0]["address"]}
            await self.on_take_model(taken)

    async def on_list_models(self, detail):
        """Ask the provider in the fields which models it has; the key is used for it and not kept."""
        choosing = self._app.state.choosing
        draft = self._current()
        kind = choosing["listing"] = draft["kind"]
        self._show()
        try:
            answer = await self._app.client.call(
                protocol.SERVERS, addresses=[draft["address"]], kind=kind, key=draft["key"]
            )
            listed = choosing["lists"][kind] = answer["servers"][0]
            if not listed["code"]:
                draft["address"] = listed["address"]
                self._app.page.set_value("#model-address", draft["address"])
        finally:
            choosing["listing"] = ""
            self._show()

    # Trying and using -----------------------------------------------------------

    def _choice(self):
        draft = self._current()
        choice = {name: draft[name] for name in ("kind", "address", "model", "tools")}
        choice["context"] = int(draft["context"]) if draft["context"].isdigit() else 0
        return choice

    async def on_try_model(self, detail):
        choosing = self._app.state.choosing
        choosing["tried"], choosing["error"] = "busy", None
        self._show()
        kind = choosing["kind"]
        tried = error = None
        try:
            tried = await self._app.client.call(
                protocol.TRY_MODEL, choice=self._choice(), key=self._current()["key"]
            )
        except errors.UnderstoryError as refused:
            error = errors.to_record(refused)
        if choosing["kind"] == kind:
            choosing["tried"], choosing["error"] = tried, error
            self._show()

    async def on_use_model(self, detail):
        choosing = self._app.state.choosing
        draft = self._current()
        if draft["source"]:
            # Enter in the address of a file.
            await self._app.model_files.on_fetch_model({})
            return
        choosing["saving"], choosing["error"], choosing["tried"] = True, None, None
        self._show()
        try:
            model = await self._app.client.call(
                protocol.MODEL, choice=self._choice(), key=draft["key"], keep=draft["keep"]
            )
        except errors.UnderstoryError as error:
            choosing["error"] = errors.to_record(error)
            return
        finally:
            choosing["saving"] = False
            self._show()
        # The key is the engine's now.
        draft["key"] = ""
        self._app.page.set_value("#model-key", "")
        self._take(model)
        if model["ready"]:
            self._app.page.close_dialog("models")
            await self._app.page.say(_told(model))
        else:
            choosing["error"] = {"message": model["reason"], "hint": "", "user": True}
            self._show()

    def _take(self, model):
        self._app.state.model = model
        self._app.show("composer", "engine", "models")

    async def on_forget_key(self, detail):
        draft = self._current()
        draft["keep"] = False
        self._take(await self._app.client.call(protocol.MODEL, forget=True))
        await self._app.page.say("The key is forgotten.")


def _told(model):
    choice = model["choice"]
    if choice["kind"] == protocol.NONE:
        return "Answers are made without a model now."
    name = choice["model"] or "The browser's own model"
    where = "on this device" if model["is_local"] else "at " + model["host"]
    return "%s answers now, %s." % (name, where)
