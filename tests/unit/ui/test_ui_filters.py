"""Filters on the page: chips, the menu of what there is, completions, and what a barren one offers."""

import asyncio

import pytest

from app.shared import filters as typed
from app.ui.filtering import Filtering, filtered
from app.ui.state import State
from app.ui.views import filters

FILES = [
    {"path": "src/a.py", "language": "python"},
    {"path": "src/b.py", "language": "python"},
    {"path": "web/c.tsx", "language": "tsx"},
    {"path": "README.md", "language": ""},
]
HOSTILE = '<img src=x onerror="alert(1)">'


class Page:
    """What the controller does to the page, in order."""

    def __init__(self):
        self.done = []

    def __getattr__(self, name):
        return lambda *arguments: self.done.append((name, *arguments))


class App:
    def __init__(self):
        self.page = Page()
        self.state = State()
        self.asked = []
        self.asking = self
        self.state.current = "r"
        self.state.repositories["r"] = {"id": "r", "name": "r"}
        self.state.files = FILES
        self.state.kinds = {"function": 9, "section": 2}

    def show(self, *names):
        self.page.done.append(("show", *names))

    async def on_suggest(self, detail):
        self.asked.append(detail["question"])


@pytest.fixture
def app():
    return App()


@pytest.fixture
def filtering(app):
    return Filtering(app)


def do(filtering, action, **detail):
    asyncio.run(getattr(filtering, "on_" + action)(detail))


def chips(app):
    return [typed.write(one) for one in app.state.filters.get("r", [])]


def elements(spec, tag):
    """Every element of a spec whose tag with classes is `tag`."""
    if not isinstance(spec, list):
        return []
    found = [spec] if spec and spec[0] == tag else []
    for child in spec:
        found += elements(child, tag)
    return found


def test_filters_that_are_typed_become_chips_and_stay(app, filtering):
    assert filtering.take("lang:py where is it") == "where is it"
    assert filtering.take("-path:web and here, lang:python") == "and here,"
    assert chips(app) == ["lang:python", "-path:web"]
    shown = elements(filters.bar(app.state), "button.filter-chip")
    assert [chip[1]["data-filter"] for chip in shown] == ["lang:python", "-path:web"]


def test_of_two_words_on_tests_the_later_one_holds(app, filtering):
    filtering.take("test:no x")
    filtering.take("test:only lang:py x")
    assert chips(app) == ["test:only", "lang:python"]


def test_chips_belong_to_their_repository(app, filtering):
    filtering.take("lang:py x")
    app.state.current = "other"
    assert filtering.current() == []
    app.state.current = "r"
    assert chips(app) == ["lang:python"]


def test_chips_are_removed_one_by_one_and_the_last_one_first(app, filtering):
    filtering.take("lang:py kind:class test:no")
    do(filtering, "remove_filter", filter="kind:class")
    do(filtering, "remove_last_filter")
    assert chips(app) == ["lang:python"]
    do(filtering, "remove_last_filter")
    do(filtering, "remove_last_filter")
    assert chips(app) == []


def test_the_menu_offers_what_the_repository_has(app, filtering):
    do(filtering, "filter_menu")
    switches = elements(filters.menu(app.state), "button.filter-switch")
    offered = {one[1]["data-filter"]: one[3][2] if len(one) > 3 and one[3] else "" for one in switches}
    assert offered == {
        "test:no": "",
        "test:only": "",
        "lang:python": "2",
        "lang:markdown": "1",
        "lang:tsx": "1",
        "path:/src/": "2",
        "path:/web/": "1",
        "kind:function": "9",
        "kind:section": "2",
    }
    do(filtering, "toggle_filter", filter="lang:python")
    pressed = elements(filters.menu(app.state), "button.filter-switch")
    assert [one[1]["data-filter"] for one in pressed if one[1]["aria-pressed"] == "true"] == ["lang:python"]
    do(filtering, "toggle_filter", filter="lang:python")
    assert chips(app) == []
    do(filtering, "filter_menu", close="")
    assert filters.menu(app.state) == []


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("lang:", ["lang:python", "lang:markdown", "lang:tsx"]),
        ("lang:T", ["lang:tsx", "lang:python"]),
        ("-lang:mark", ["-lang:markdown"]),
        ("tests:", ["test:no", "test:only"]),
        ("path:sr", ["path:/src/"]),
        ("kind:zzz", []),
    ],
)
def test_a_half_typed_filter_is_completed_from_what_there_is(app, filtering, word, found):
    do(filtering, "complete_filter", word=word)
    assert [row[1]["data-filter"] for row in filters.listed(app.state)] == found
    assert [row[1]["aria-selected"] for row in filters.listed(app.state)][:1] == ["true"][: len(found)]
    do(filtering, "complete_filter", word="")
    assert filters.listed(app.state) == []


def test_a_turn_shows_its_filters_and_is_asked_with_them():
    read, _ = typed.read('lang:go path:"my docs"')
    turn = {"question": "why", "filters": read}
    assert filtered(turn) == 'lang:go path:"my docs" why'
    assert [chip[2] for chip in elements(filters.asked(turn), "span.filter-chip")] == [
        "lang:go",
        'path:"my docs"',
    ]
    assert filters.asked({"question": "why"}) is None and filtered({"question": "why"}) == "why"


def test_a_barren_filter_can_be_dropped_and_the_question_asked_again(app, filtering):
    told = [{"text": "lang:klingon", "reason": "No file here is in it."}, {"text": "test:no", "reason": ""}]
    read, _ = typed.read("lang:klingon test:no")
    turn = {"question": "why", "filters": read, "answer": {"filters": told, "places": []}}
    app.state.turns["r"] = [turn]
    buttons = elements(filters.offers(0, turn), "button.secondary")
    assert [button[2] for button in buttons] == [
        "Ask without lang:klingon",
        "Ask without test:no",
        "Ask without filters",
    ]
    do(filtering, "ask_without", turn="0", filter="lang:klingon")
    assert chips(app) == ["test:no"] and app.asked == ["why"]
    turn["answer"]["places"] = [{}]
    assert [button[2] for button in elements(filters.offers(0, turn), "button.secondary")] == [
        "Ask without lang:klingon",
        "Ask without filters",
    ]
    assert filters.offers(0, {"answer": {"filters": told[1:], "places": [{}]}}) is None


def test_hostile_values_stay_text(app, filtering):
    filtering.take('path:"' + HOSTILE.replace('"', "") + '" x')
    (chip,) = elements(filters.bar(app.state), "button.filter-chip")
    assert chip[2][2] == 'path:"<img src=x onerror=alert(1)>"'
