"""The code pane's controller: files, lines, outline, and the tree beside them."""

from app.shared import protocol
from app.ui import route
from app.ui.views.tree import ROWS, parents

# Files whose text is kept at hand.
KEPT = 12


class Reading:
    """Opens files of the current repository."""

    def __init__(self, app):
        self._app = app
        self._files = {}
        self._order = []

    def show(self):
        """Bring the code pane up to the open file; without one there is no such pane."""
        file = self._app.state.file
        self._app.page.attribute("html", "data-file", file["path"] if file else None)
        self._app.show("code-head", "code", "outline", "neighbours")

    async def on_open_folder(self, detail):
        state = self._app.state
        path = detail["path"]
        if path in state.open_folders:
            state.open_folders.remove(path)
        else:
            state.open_folders.add(path)
        state.tree_focus = path
        self._app.show("tree")

    async def on_more_files(self, detail):
        folder = detail["path"]
        self._app.state.rows[folder] = self._app.state.rows.get(folder, ROWS) + ROWS
        self._app.show("tree")

    async def on_open_file(self, detail):
        state = self._app.state
        line = int(detail.get("line") or 0)
        end = int(detail.get("end") or line)
        self._app.page.go(route.link(state.current, detail["path"], line, end))
        await self.open(detail["path"], line, end, keeps="keep" in detail)

    async def on_peek(self, detail):
        """Show the lines that a citation names beside it."""
        path, line = detail["path"], int(detail["line"])
        file = await self._read(self._app.state.current, path)
        self._app.page.peek(path, line, int(detail.get("end") or line), file)

    async def open(self, path, line=0, end=0, keeps=False):
        """Show a file with lines set off; line 0 is its top. `keeps` leaves a symbol's relations there."""
        state = self._app.state
        repository = state.current
        file = await self._read(repository, path)
        if state.current != repository:
            return
        if state.file is not file:
            state.unresolved = None
            state.relations = state.relations if keeps else None
        state.file, state.lines = file, (line, end)
        self._app.page.show("code")
        self.show()
        self._app.page.show_lines(line, end)
        self._app.page.reveal("#outline [aria-current]")
        self._select(path)

    def _select(self, path):
        """Mark a file's row, drawing the tree anew only where the row is not on the screen."""
        state = self._app.state
        state.tree_focus = path
        if self._app.page.select_row(path):
            return
        above = parents(path)
        state.open_folders.update(above)
        folder = above[0] if above else ""
        for place, file in enumerate(state.folders.files.get(folder, [])):
            if file["path"] == path:
                state.rows[folder] = max(state.rows.get(folder, ROWS), place + 1)
        self._app.show("tree")
        self._app.page.select_row(path)

    async def _read(self, repository, path):
        key = (repository, path)
        # A running job may change a file, so only a finished repository's files are kept.
        if key in self._files and self._app.state.repository["state"] == protocol.READY:
            return self._files[key]
        file = await self._app.client.call(protocol.FILE, repository=repository, path=path)
        if key not in self._files:
            self._order.append(key)
            if len(self._order) > KEPT:
                del self._files[self._order.pop(0)]
        self._files[key] = file
        return file

    async def on_fold_outline(self, detail):
        self._app.state.is_outline_open = detail["open"] == "true"
        self._app.show("outline")
        self._app.page.reveal("#outline [aria-current]", "center")

    async def on_open_symbol(self, detail):
        state = self._app.state
        line, end = int(detail["line"]), int(detail["end"])
        state.lines = (line, end)
        self._app.page.go(route.link(state.current, state.file["path"], line, end))
        self._app.page.show_lines(line, end)
        await self._app.relating.relate(detail["symbol"], detail["name"])

    async def on_copy_place(self, detail):
        state = self._app.state
        place = state.file["path"] + (":%d" % state.lines[0] if state.lines[0] else "")
        await self._app.page.copy(place)
        await self._app.page.say("Copied " + place)

    def source(self):
        """The open file's address at GitHub, or "" where its host is another."""
        record, file = self._app.state.repository, self._app.state.file
        if not record or not file or record.get("sample") or not record["id"].startswith("github.com/"):
            return ""
        parts = ("https://github.com", record["owner"], record["name"], "blob", record["commit"])
        return (
            "/".join(parts)
            + "/"
            + route.quote(file["path"])
            + ("#L%d" % self._app.state.lines[0] if self._app.state.lines[0] else "")
        )
