import asyncio

import pytest

from app.engine.retrieve.expand import NEIGHBOURS
from tests.support.searchable import opened
from tests.support.shop_files import FILES


@pytest.fixture(scope="module")
def shop():
    return opened(FILES, embed=True)


@pytest.fixture(scope="module")
def unread():
    """Nothing is embedded yet."""
    return opened(FILES)


def search(repository, question, k=20):
    return asyncio.run(repository.searcher().search(question, k))


def symbols(result):
    return [place.symbol for place in result.places]


def test_meaning_finds_what_shares_no_word(shop):
    assert "authenticate_user" in symbols(search(shop, "log in with a secret"))[:2]


def test_words_and_names_answer_before_anything_is_embedded(unread):
    assert symbols(search(unread, "how is the sum to pay computed"))[0] == "Order.total"
    assert symbols(search(unread, "place_order"))[0] == "place_order"


def test_a_partly_embedded_repository_finds_the_rest_by_words():
    repository = opened(FILES)
    path = "shop/prices.py"
    texts = {chunk.hash: chunk.code(FILES[path]) for chunk in repository.chunks[path]}
    asyncio.run(repository.host.embedder.embed("o/shop", list(texts.items())))
    found = search(repository, "what does a customer want")
    assert {"shop/prices.py", "shop/orders.py"} <= {place.row.path for place in found.places}


def test_exact_names_come_first(shop):
    for name in ("price_of", "Order.total", "getUserByName", "get_user_by_name"):
        first = search(shop, f"what is {name} for").places[0]
        assert first.symbol.replace("_", "").lower().endswith(name.replace("_", "").lower())
    assert search(shop, "explain shop/base.py").places[0].row.path == "shop/base.py"
    assert search(shop, '"must not be empty"').places[0].symbol == "Order.validate"


def test_no_two_places_show_the_same_lines(shop):
    for question in ("who calls validate", "validate", "Order", "what breaks if I change Order", "orders"):
        shown = [(place.row.path, place.lines) for place in search(shop, question).places]
        assert len(shown) == len(set(shown))


def test_neighbours_come_behind_what_was_found(shop):
    few = search(shop, "sum to pay", k=2)
    assert [p.row.id for p in few.places[:2]] == [p.row.id for p in search(shop, "sum to pay").places[:2]]
    added = few.places[2:]
    assert 0 < len(added) <= NEIGHBOURS
    assert {place.source for place in added} == {"graph"}
    assert max(place.score for place in added) < few.places[1].score


def test_filters_hold_for_every_place(shop):
    found = search(shop, "path:tests/ order total validate")
    assert found.places and all(place.row.path.startswith("tests/") for place in found.places)


def test_every_definition_of_a_name_gives_its_own_callers(shop):
    related = search(shop, "who calls validate").related
    callers = {d.node.qualified_name: {t.node.name for t in d.ties} for d in related.definitions}
    assert callers["Order.validate"] == {"total", "place_order", "test_validate"}
    assert callers["Checked.validate"] == {"check"}
    assert callers["Price.validate"] == set()


def test_callers_through_the_overridden_method_are_told(shop):
    related = search(shop, "who calls Order.validate").related
    through = [d.node.qualified_name for d in related.definitions if d.overrides]
    assert through == ["Checked.validate"]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("who calls Order", {"place_order", "test_total", "test_validate"}),
        ("what does Order.total call", {"validate", "price_of"}),
        ("which classes inherit from Checked", {"Order"}),
        ("what does Order inherit from", {"Checked"}),
        ("what imports decimal", {"orders.py"}),
        ("which files import shop/prices.py", {"orders.py"}),
        ("methods of Order", {"__init__", "validate", "total"}),
    ],
)
def test_structure_questions(shop, question, names):
    assert {tie.node.name for tie in search(shop, question).related.ties} == names


def test_a_change_reaches_what_is_two_steps_away(shop):
    ties = search(shop, "what breaks if I change price_of").related.ties
    assert {(tie.node.name, tie.neighbour.hop) for tie in ties if tie.node.kind != "file"} >= {
        ("total", 1),
        ("place_order", 2),
    }


def test_what_is_asked_of_any_repository_is_in_its_usual_place(shop):
    def first(question):
        place = search(shop, question).places[0]
        return place.row.path, place.symbol

    readme = FILES["README.md"].split("\n")
    for question, line in (("how do I run the tests", "Call `pytest`"), ("how do I install it", "    pip ")):
        place = search(shop, question).places[0]
        shown = readme[place.lines[0] - 1 : place.lines[1]] if place.row.path == "README.md" else []
        assert any(text.startswith(line) for text in shown), question
    assert first("what is the licence")[0] == "LICENSE"
    assert first("which Python versions are supported")[0] == "pyproject.toml"
    assert first("where is the entry point") == ("shop/__main__.py", "main")
    assert first("what changed in the last release")[0] == "CHANGELOG.md"


def test_nonsense_and_foreign_words_are_weak(shop):
    found = search(shop, "flurb the wobble quux")
    assert found.weak and found.absent == ("flurb", "wobble", "quux")
    assert not search(shop, "how is the sum to pay computed").weak


@pytest.mark.parametrize("question", ["", "?", "x" * 99_999, "`", "who calls ", "kind:nothing order"])
def test_no_question_is_an_error(shop, question):
    search(shop, question)
