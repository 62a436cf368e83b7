"""The finder's controller."""

from app.shared import protocol

LIMIT = 40


class Finding:
    """Looks names up while a person types; only the answer to the latest text is shown."""

    def __init__(self, app):
        self._app = app

    def _show(self):
        self._app.show("hits")
        has_hits = bool(self._app.state.hits)
        self._app.page.attribute("#finder input", "aria-expanded", "true" if has_hits else "false")
        self._app.page.attribute("#finder input", "aria-activedescendant", "hit-0" if has_hits else None)

    async def on_find_open(self, detail):
        self._show()

    async def on_find(self, detail):
        state = self._app.state
        text = state.sought = detail.get("value", "").strip()
        if not text or not state.current:
            state.hits = []
            self._show()
            return
        answer = await self._app.client.call(protocol.FIND, repository=state.current, text=text, limit=LIMIT)
        if state.sought == text:
            state.hits = answer["hits"]
            self._show()

    async def on_pick(self, detail):
        hit = self._app.state.hits[int(detail["index"])]
        self._app.page.close_dialog("finder")
        line = "" if hit["kind"] == "file" else str(hit["line"])
        await self._app.reading.on_open_file({"path": hit["path"], "line": line})
