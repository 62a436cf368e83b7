"""The controller of models whose files are kept in this browser: fetching, picking, deleting them."""

from app.shared import errors, protocol
from app.ui import words


def _progress(event):
    return {
        "done": event["done"],
        "total": event["total"],
        "rate": event["rate"],
        "remaining": event["remaining"],
        "fetched": True,
    }


class ModelFiles:
    """`take` follows the engine's events about files that are fetched."""

    def __init__(self, app):
        self._app = app

    def _choosing(self):
        return self._app.state.choosing

    async def on_fetch_model(self, detail):
        """Look what an address leads to: it is fetched once its size was seen."""
        draft = self._choosing()["drafts"][protocol.IN_TAB]
        source = draft["source"]
        if not source:
            self._app.page.focus("#model-source")
            return
        try:
            found = await self._app.client.call(protocol.FETCH_MODEL, address=source, look=True)
        except errors.UnderstoryError as error:
            self._failed(source, errors.to_record(error))
            return
        draft["source"] = ""
        self._app.page.set_value("#model-source", "")
        self._choosing()["fetches"].pop(source, None)
        self._choosing()["fetches"][found["address"]] = {"found": found}
        self._app.show("models")

    async def on_fetch_found(self, detail):
        """Fetch a file, or go on with one that is here in part."""
        address = detail["address"]
        found = self._choosing()["fetches"].get(address, {}).get("found", {})
        begun = {"done": 0, "total": found.get("bytes", 0), "rate": 0, "remaining": 0, "fetched": True}
        self._choosing()["fetches"][address] = begun
        self._app.show("models")
        try:
            begun["name"] = (await self._app.client.call(protocol.FETCH_MODEL, address=address))["name"]
        except errors.UnderstoryError as error:
            self._failed(address, errors.to_record(error))

    def take(self, event):
        """Whether an event of the engine is about a file that is fetched, which is then followed."""
        choosing = self._choosing()
        address = event["repository"]
        if choosing is None or address not in choosing["fetches"]:
            return False
        if event["kind"] == protocol.PROGRESS:
            choosing["fetches"][address].update(_progress(event))
            self._app.show("models")
        elif event["kind"] == protocol.FINISHED:
            self._finished(address)
        elif event["kind"] == protocol.FAILED:
            self._failed(address, event["error"])
        return True

    def _finished(self, address):
        fetch = self._choosing()["fetches"].pop(address, {})
        self._app.page.announce("The model's file is here.")
        self._app.spawn(self._look(fetch.get("name", "")))

    def _failed(self, address, error):
        choosing = self._choosing()
        if error["type"] == "CancelledError":
            choosing["fetches"].pop(address, None)
            self._app.spawn(self._look())  # what came stays
        else:
            choosing["fetches"][address] = {"error": error}
        self._app.show("models")

    async def _look(self, name=""):
        """Ask for the files anew; one that has just come is taken."""
        choosing = self._choosing()
        choosing["device"] = await self._app.client.call(protocol.DEVICE_MODELS)
        if name in [file["name"] for file in choosing["device"]["files"]]:
            choosing["drafts"][protocol.IN_TAB]["model"] = name
        self._app.show("models")

    async def on_cancel_fetch(self, detail):
        await self._app.client.call(protocol.CANCEL, repository=detail["address"])

    async def on_drop_fetch(self, detail):
        self._choosing()["fetches"].pop(detail["address"], None)
        self._app.show("models")

    async def on_pick_model(self, detail):
        """Have a file of this device kept: it goes from the picker to the disk past Python."""
        self._app.page.pick_model(self._told, self._ended)

    async def on_fetch_built_in(self, detail):
        """Have the browser fetch its own model."""
        self._app.page.fetch_built_in(self._told_built_in, self._ended_built_in)

    def _told_built_in(self, share):
        own = self._choosing()["device"]["built_in"]
        own["state"], own["reason"] = "downloading", "It is being fetched: %d %%." % (share * 100)
        self._app.show("models")

    def _ended_built_in(self, reason):
        self._app.spawn(self._app.page.say(reason or "The browser's own model is here."))
        self._app.spawn(self._look())

    def _told(self, name, done, total):
        self._choosing()["fetches"][name] = {
            "done": done,
            "total": total,
            "rate": 0,
            "remaining": 0,
            "fetched": False,
            "name": name,
        }
        self._app.show("models")

    def _ended(self, name, reason):
        if reason:
            error = {"type": "UserError", "message": reason, "hint": ""}
            self._failed(name, error)
        else:
            self._finished(name)

    async def on_forget_model(self, detail):
        freed = await self._app.client.call(protocol.FORGET_MODEL, name=detail["name"])
        draft = self._choosing()["drafts"][protocol.IN_TAB]
        if draft["model"] == detail["name"]:
            draft["model"] = ""
        await self._look()
        await self._app.page.say("Deleted: " + words.size(freed["freed"]) + " given back.")
