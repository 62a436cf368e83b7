"""The controller of what stands below the code: a symbol's relations, a file's unresolved references."""

from app.shared import protocol
from app.ui.views import code

# Matches shown for the other end of a path.
HITS = 6
# Steps that a query goes until a person says otherwise.
DEPTH = 2


class Relating:
    """Asks the graph; only the answer to the latest question is shown."""

    def __init__(self, app):
        self._app = app
        self._depth = DEPTH

    async def relate(self, symbol, name):
        """Show a symbol's direct relations."""
        self._app.state.relations = {
            "id": symbol,
            "name": name,
            "query": "",
            "depth": self._depth,
            "groups": None,
            "hits": [],
            "target": "",
            "to": "",
        }
        self._app.show("outline")
        await self._ask()

    async def on_relate_here(self, detail):
        symbol = code.current(self._app.state)
        if symbol:
            await self.relate(symbol["id"], symbol["name"])

    async def on_relate(self, detail):
        known = self._app.state.relations
        known["query"], known["target"], known["to"], known["hits"] = detail["query"], "", "", []
        await self._ask()
        if known["query"] == protocol.PATH:
            self._app.page.focus(".path-to input")

    async def on_relate_depth(self, detail):
        self._depth = self._app.state.relations["depth"] = int(detail["value"])
        await self._ask()

    async def on_path_find(self, detail):
        state = self._app.state
        known = state.relations
        text = known["sought"] = detail["value"].strip()
        hits = []
        if text:
            answer = await self._app.client.call(
                protocol.FIND, repository=state.current, text=text, limit=3 * HITS
            )
            hits = [hit for hit in answer["hits"] if hit["kind"] != "file" and hit["id"] != known["id"]]
        if state.relations is known and known["sought"] == text:
            known["hits"] = hits[:HITS]
            self._app.show("neighbours")

    async def on_path_first(self, detail):
        if self._app.state.relations["hits"]:
            await self.on_path_pick({"index": "0"})

    async def on_path_pick(self, detail):
        known = self._app.state.relations
        hit = known["hits"][int(detail["index"])]
        known["target"], known["to"], known["hits"] = hit["id"], hit["qualified_name"], []
        self._app.page.set_value(".path-to input", hit["qualified_name"])
        await self._ask()

    async def _ask(self):
        """Bring the panel up to what is asked."""
        state = self._app.state
        known, repository = state.relations, state.current
        asked = (known["query"], known["depth"], known["target"])
        known["groups"] = None
        self._app.show("neighbours")
        groups = await self._groups(repository, known)
        if state.relations is known and asked == (known["query"], known["depth"], known["target"]):
            known["groups"] = groups
            self._app.show("neighbours")

    async def _groups(self, repository, known):
        """The answer to a question, None where it is not asked to the end."""
        call = self._app.client.call
        if not known["query"]:
            answer = await call(protocol.NEIGHBOURS, repository=repository, symbol=known["id"])
            return [dict(kind, total=len(kind["rows"])) for kind in answer["groups"]]
        if known["query"] == protocol.PATH and not known["target"]:
            return None
        answer = await call(
            protocol.RELATIONS,
            repository=repository,
            symbol=known["id"],
            query=known["query"],
            depth=known["depth"],
            to=known["target"],
        )
        return answer["groups"]

    async def on_fold_unresolved(self, detail):
        state = self._app.state
        file = state.file
        if detail["open"] != "true" or state.unresolved is not None:
            return
        answer = await self._app.client.call(protocol.UNRESOLVED, repository=state.current, path=file["path"])
        if state.file is file:
            state.unresolved = answer["groups"]
            self._app.show("neighbours")
