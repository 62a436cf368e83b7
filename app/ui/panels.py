"""The controller of the dialogs and of what belongs to no pane."""

from app.shared import protocol

KEPT = "This page, the model and the parsers are kept too, so all of it works offline."


class Panels:
    """Network and storage, the keys, reloading."""

    def __init__(self, app):
        self._app = app

    async def on_network_open(self, detail):
        self._app.show("network")
        hello = await self._app.client.call(protocol.HELLO)
        state = self._app.state
        state.storage, state.hosts, state.settings = hello["storage"], hello["hosts"], hello["settings"]
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
        answer = await self._app.client.call(protocol.SETTINGS, values={"limit": limit})
        self._app.state.settings = answer["values"]
        self._app.show("network")
        await self._app.page.say("Files up to %g MB are read from now on." % (limit / 1e6))

    async def on_site_kept(self, detail):
        reason = detail["reason"]
        self._app.state.offline = "This page itself is not kept: " + reason if reason else KEPT
        self._app.show("network")
