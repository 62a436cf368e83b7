"""The document, through static/dom.js and static/panes.js: the one module of the UI that knows JavaScript."""

import asyncio
import json

from pyscript import window
from pyscript.js_modules import builtin, dom, keeping, panes, peek, texts

from app.ui.text import encode

# Seconds a passing message stays.
PASSING = 6


class Page:
    """Puts specs on the screen and reads what the address bar says."""

    def __init__(self):
        self._messages = 0

    def listen(self, act):
        """Hand every action to ``act(name, detail)``, those from before the start first."""
        dom.listen(lambda action, detail: act(action, json.loads(detail)))
        window.addEventListener("popstate", lambda event: act("go", {}))

    def render(self, selector, specs):
        """Make an element's children what the specs say."""
        dom.render(selector, encode(specs))

    def lift(self, answer):
        """Keep long texts out of Python, see static/texts.js."""
        return texts.lift(answer)

    def lower(self, payload):
        """Put the texts back in."""
        return texts.lower(payload)

    def text(self, selector, text):
        dom.text(selector, text)

    def attribute(self, selector, name, value):
        dom.attribute(selector, name, value)

    def value(self, selector):
        """What stands in a field."""
        return window.document.querySelector(selector).value

    def set_value(self, selector, value):
        dom.setValue(selector, value)

    def check(self, selector):
        """Pick a radio button, which an attribute does no more once a person has picked another."""
        window.document.querySelector(selector).checked = True

    def focus(self, selector):
        dom.focus(selector)

    def select_row(self, path):
        """Mark the tree's row of a file and bring it into view; False where it has none."""
        return dom.selectRow("#tree", path)

    def reveal(self, selector, block="nearest"):
        dom.reveal(selector, block)

    def is_above(self, selector):
        """Whether an element has been scrolled away above what is seen of its scroller."""
        return dom.isAbove(selector)

    def show_lines(self, first, last):
        """Set off lines of the open file and bring them into view; 0 goes to its top."""
        dom.showLines("#code", first, last)

    def peek(self, path, line, end, file):
        """Show lines of a file beside the citation that is looked at."""
        where = {"path": path, "line": line, "end": end}
        where.update(token=file["text"]["token"], language=file["language"])
        peek.showPeek(encode(where))

    def show(self, pane):
        """Show a pane: on a phone it is the only one; elsewhere it is unfolded."""
        panes.show(pane)

    def open_dialog(self, name):
        dom.openDialog("#" + name)

    def close_dialog(self, name):
        dom.closeDialog("#" + name)

    @property
    def base(self):
        """The document's base address."""
        return window.document.baseURI.split("#")[0].split("?")[0]

    @property
    def tab(self):
        """This tab's name, by which its engine asks the browser's own model."""
        return builtin.tab

    def fetch_built_in(self, told, ended):
        """Have the browser fetch its own model, while the person clicks: ``told(0 to 1)``, then
        ``ended(reason)``, "" where it can be asked."""
        builtin.fetchBuiltIn(told, ended)

    def pick_model(self, told, ended):
        """Keep a model's file that the person picks, while they click: ``told(name, done, total)`` in
        bytes, then ``ended(name, reason)``, "" where it is kept."""
        keeping.pickModel(told, ended)

    @property
    def fragment(self):
        return window.location.hash

    def go(self, fragment):
        """Change the address; a step that can be gone back."""
        if window.location.hash != fragment:
            window.history.pushState(None, "", fragment)

    def title(self, text):
        window.document.title = text

    def reload(self):
        window.location.reload()

    def failed(self, sentence):
        """Explain that the engine did not start."""
        dom.text("#boot-detail", sentence)
        dom.attribute("#boot-failure", "hidden", None)

    def announce(self, text):
        """Tell who listens rather than looks."""
        # What was said before is said again.
        dom.text("#announcement", "")
        dom.text("#announcement", text)

    async def copy(self, text):
        await window.navigator.clipboard.writeText(text)

    async def copy_texts(self, parts):
        """Copy lifted texts: (heading or "", text) each."""
        await texts.copyTexts(encode([[heading, text["token"]] for heading, text in parts]))

    async def persist(self):
        """Ask the browser to keep what is stored; it may say no, or ask the person."""
        storage = window.navigator.storage
        return bool(storage and await storage.persist())

    async def say(self, text):
        """A message that passes."""
        self._messages += 1
        mine = self._messages
        dom.text("#toast", text)
        await asyncio.sleep(PASSING)
        if mine == self._messages:
            dom.text("#toast", "")
