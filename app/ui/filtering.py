"""The controller of filters: chips that stay for the next question of their repository."""

from app.shared import filters
from app.ui import words
from app.ui.views import filters as views


def filtered(turn):
    """A turn's question as the engine takes it, with its filters."""
    return filters.join(turn.get("filters") or [], turn["question"])


class Filtering:
    """Adds and removes filters, completes half-typed ones, and takes those out of a question."""

    def __init__(self, app):
        self._app = app

    def current(self):
        """The open repository's filters."""
        return self._app.state.filters.get(self._app.state.current, [])

    def take(self, question):
        """The question without the filters in it, which become chips."""
        typed, rest = filters.read(question)
        self._put(self.current() + typed)
        return rest

    def _put(self, chosen):
        """Show each filter once; what admits tests in part takes the place of what did before."""
        kept = []
        for filter in chosen:
            if filter["key"] == filters.TEST:
                kept = [one for one in kept if one["key"] != filters.TEST]
            if filter not in kept:
                kept.append(filter)
        state = self._app.state
        state.filters[state.current] = kept
        self._app.show("filters", "filter-menu")

    def _look(self):
        """Count what the open repository has, once for each list of its files."""
        state = self._app.state
        if state.offers is None:
            state.offers = views.offered(state.files, state.kinds)

    def _without(self, text):
        gone, _ = filters.read(text)
        return [filter for filter in self.current() if filter not in gone]

    async def on_add_filter(self, detail):
        self.take(detail["filter"])
        self._app.page.announce("Filter " + detail["filter"])

    async def on_remove_filter(self, detail):
        """A chip goes, and the focus with it: to the one behind it, or the one before, or the field."""
        written = [filters.write(filter) for filter in self.current()]
        self._remove(detail["filter"])
        at = min(written.index(detail["filter"]), len(written) - 2)
        self._app.page.focus("#filters .filter-chip:nth-of-type(%d)" % (at + 2) if at >= 0 else "#question")

    async def on_remove_last_filter(self, detail):
        if self.current():
            self._remove(filters.write(self.current()[-1]))

    def _remove(self, text):
        self._put(self._without(text))
        self._app.page.announce("Filter removed: " + text)

    async def on_toggle_filter(self, detail):
        left = self._without(detail["filter"])
        if len(left) < len(self.current()):
            self._put(left)
        else:
            self.take(detail["filter"])

    async def on_filter_menu(self, detail):
        state = self._app.state
        state.is_filter_menu_open = not state.is_filter_menu_open and "close" not in detail
        self._look()
        self._app.show("filters", "filter-menu")
        if state.is_filter_menu_open:
            self._app.page.focus("#filter-menu button")

    async def on_complete_filter(self, detail):
        """A word is typed that may become a filter; "" is none."""
        state = self._app.state
        word = detail["word"]
        self._look()
        state.completions = views.completions(state.offers, word) if word else []
        self._app.show("completions")
        has_any = bool(state.completions)
        self._app.page.attribute("#question", "aria-activedescendant", "completion-0" if has_any else None)
        if has_any:
            self._app.page.announce(words.count(len(state.completions), "suggestion"))

    async def on_ask_without(self, detail):
        """Ask a question again without some of its filters."""
        state = self._app.state
        turn = state.turns[state.current][int(detail["turn"])]
        gone, _ = filters.read(detail["filter"])
        self._put([filter for filter in turn.get("filters") or [] if filter not in gone])
        await self._app.asking.on_suggest({"question": turn["question"]})
