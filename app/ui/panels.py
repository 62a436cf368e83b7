"""The controller of the dialogs and of what belongs to no pane."""

from app.shared import protocol
from app.shared.settings import DEFAULTS, SEARCH

KEPT = "This page, the model and the parsers are kept too, so all of it works offline."


def _number(text):
    """A field's number, whole where it is written so; the text itself where it is none."""
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


class Panels:
    """Settings, network and storage, the keys, reloading."""

    def __init__(self, app):
        self._app = app

    async def on_network_open(self, detail):
        self._app.show("network")
        hello = await self._app.client.call(protocol.HELLO)
        state = self._app.state
        state.storage, state.hosts, state.settings = hello["storage"], hello["hosts"], hello["settings"]
        state.secrets = (await self._app.client.call(protocol.SECRETS))["names"]
        self._app.show("network")

    async def on_forget_secret(self, detail):
        answer = await self._app.client.call(protocol.SECRETS, forget=detail["secret"])
        self._app.state.secrets = answer["names"]
        self._app.show("network")

    async def on_keys_open(self, detail):
        pass  # its text stands in the document

    async def on_reload(self, detail):
        self._app.page.reload()

    async def on_persist(self, detail):
        await self._app.repositories.persist()
        self._app.show("network")

    async def on_set_limit(self, detail):
        limit = round(float(detail["megabytes"]) * 1e6)
        await self._set({"limit": limit})
        await self._app.page.say("Files up to %g MB are read from now on." % (limit / 1e6))

    async def on_set_search(self, detail):
        """Take over how many places are ranked and from which similarity on."""
        values = {"k": _number(detail["k"]), "floor": _number(detail["floor"])}
        await self._set(values)
        await self._app.page.say("The next question is searched for so.")

    async def on_set_rerank(self, detail):
        await self._set({"rerank": detail["on"] == "true"})

    async def on_reset_search(self, detail):
        await self._set(dict.fromkeys(SEARCH))
        for name in ("k", "floor"):
            # A field that was typed in holds on to what it shows.
            self._app.page.set_value("#set-" + name, "%g" % DEFAULTS[name])
        # The button is gone, and the focus with it.
        self._app.page.focus("#set-k")
        await self._app.page.say("Back to %d places and a floor of %g." % (DEFAULTS["k"], DEFAULTS["floor"]))

    async def _set(self, values):
        answer = await self._app.client.call(protocol.SETTINGS, values=values)
        self._app.state.settings = answer["values"]
        self._app.show("network")

    async def on_site_kept(self, detail):
        reason = detail["reason"]
        self._app.state.offline = "This page itself is not kept: " + reason if reason else KEPT
        self._app.show("network")
