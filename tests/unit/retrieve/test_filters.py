"""Filters: how they are read, and that every way to a place obeys them."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.answer.extractive import answer
from app.engine.retrieve.filters import Filters
from app.shared import filters as typed
from tests.support.searchable import opened
from tests.support.shop_files import FILES


@pytest.fixture(scope="module")
def shop():
    more = {"web/my cart/cart.ts": "export function total(prices: number[]) { return prices.length; }\n"}
    return opened({**FILES, **more}, embed=True)


def ask(repository, question):
    return asyncio.run(answer(repository.searcher(), question, 20, 0.0, repository.coverage()))


def paths(repository, question):
    return {place["path"] for place in ask(repository, question)["ranked"]}


@pytest.mark.parametrize(
    ("text", "filters", "rest"),
    [
        ("lang:py,Go where", "lang:python lang:go", "where"),
        ("where -lang:md is it", "-lang:markdown", "where is it"),
        ('path:"my docs/a b" why', 'path:"my docs/a b"', "why"),
        ("path:src/**/*.ts, why", "path:src/**/*.ts", "why"),
        ("kind:fn tests:off x", "kind:function test:no", "x"),
        ("-test:no x", "test:only", "x"),
        ("language:c++ lang:cs", "lang:c++ lang:c#", ""),
        ("lang:go lang:go x", "lang:go", "x"),
        ("first line\nlang:go second", "lang:go", "first line\nsecond"),
    ],
)
def test_filters_are_read_as_they_are_typed(text, filters, rest):
    read, left = typed.read(text)
    assert (" ".join(map(typed.write, read)), left) == (filters, rest)


@pytest.mark.parametrize(
    "text",
    [
        'what is "lang:go" for',
        "`path:x` in the docs",
        "std::lang:go",
        "a lang: b",
        "lang:",
        "see path:",
        "x-lang:go",
    ],
)
def test_what_only_looks_like_a_filter_stays_in_the_question(text):
    assert typed.read(text) == ([], text)


@settings(deadline=None)
@given(
    st.lists(
        st.builds(typed.one, st.sampled_from(typed.KEYS), st.text("aß*/ ,.-", min_size=1), st.booleans())
    )
)
def test_what_is_written_is_read_again(filters):
    filters = [
        one
        for i, one in enumerate(filters)
        if one["value"].strip() == one["value"] and one not in filters[:i]
    ]
    assert typed.read(typed.join(filters, "why")) == (filters, "why")


@settings(deadline=None)
@given(st.text('abc:,"` -\nlang:path:', max_size=60))
def test_no_text_is_an_error(text):
    filters, rest = typed.read(text)
    assert typed.read(rest)[0] == [] or filters


@pytest.mark.parametrize(
    ("value", "path", "fits"),
    [
        ("src", "lib/SRC/a.ts", True),
        ("/src", "lib/src/a.ts", False),
        ("/src/", "src/a.ts", True),
        ("*.ts", "a/b/c.ts", True),
        ("*.ts", "a/b/c.tsx", False),
        ("/*.ts", "a/b.ts", False),
        ("src/*", "src/a/b.ts", False),
        ("src/**", "src/a/b.ts", True),
        ("src/**/*.ts", "src/a.ts", True),
        ("src/**/*.ts", "lib/src/a/b/c.ts", True),
        ("src/**/*.ts", "xsrc/a.ts", False),
        ("**/c.ts", "a/bc.ts", False),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("*" * 40 + "x", "a" * 200, False),
    ],
)
def test_paths_are_parts_or_globs(value, path, fits):
    assert typed.fits_path(value, path) == fits


@pytest.mark.parametrize(
    ("written", "admitted"),
    [
        ("lang:ts", lambda path: path.endswith(".ts")),
        ("lang:markdown", lambda path: path.endswith(".md")),
        ("-lang:python", lambda path: not path.endswith(".py")),
        ("test:no", lambda path: not path.startswith("tests/")),
        ("test:only", lambda path: path.startswith("tests/")),
        ("path:/shop/*.py -path:orders", lambda path: path.startswith("shop/") and "orders" not in path),
        ('path:"my cart"', lambda path: path.startswith("web/")),
        ("lang:ts,python path:cart path:tests", lambda path: path.startswith(("web/", "tests/"))),
    ],
)
def test_every_place_obeys_whichever_way_it_was_found(shop, written, admitted):
    for question in (
        "how is the total of an order computed",
        "Order.total",
        '"must not be empty"',
        "who calls validate",
    ):
        found = paths(shop, f"{written} {question}")
        assert all(map(admitted, found)), question
    assert paths(shop, f"{written} total")


def test_a_kind_admits_only_what_is_of_it(shop):
    for question in ("order", "Order.total", "who calls validate"):
        record = ask(shop, f"kind:method {question}")
        assert record["places"] and {place["kind"] for place in record["places"]} == {"method"}


def test_what_is_told_around_a_place_obeys_too(shop):
    def around(question):
        places = ask(shop, question)["places"]
        return {row["path"] for place in places for group in place["relations"] for row in group["rows"]}

    assert "tests/test_orders.py" in around("how is the total of an order computed")
    assert "tests/test_orders.py" not in around("test:no how is the total of an order computed")


def test_the_words_of_the_graph_obey_too_and_tell_what_they_leave_out(shop):
    everything = ask(shop, "who calls validate")["summary"]
    assert "`test_validate`" in everything and "left out" not in everything
    confined = ask(shop, "test:no who calls validate")["summary"]
    assert "`test_validate`" not in confined and "`Order.total`" in confined
    assert "1 more place is left out by the question's filters." in confined
    nothing = ask(shop, "path:web/ who calls Order.validate")["summary"]
    assert "No call of" not in nothing
    assert "Nothing that passes the question's filters belongs to **`Order.validate`**" in nothing


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("lang:klingon", "No file here is in `klingon`; there are `python`, "),
        ("path:nowhere", "No path here holds `nowhere`; there are `shop`, `tests` and `web`."),
        ("path:*.exe", "No path here fits `*.exe`; "),
        ("kind:poem", "Nothing here is of the kind `poem`; there are "),
        ("test:maybe", "`test:` takes `no` or `only`, not `maybe`."),
        (
            "lang:ts test:only",
            "Nothing that passes all 2 filters fits the question: `lang:typescript test:only`.",
        ),
    ],
)
def test_filters_that_leave_nothing_say_why(shop, written, words):
    record = ask(shop, f"{written} total")
    assert record["places"] == record["ranked"] == []
    assert record["summary"].startswith(words)
    assert " ".join(one["text"] for one in record["filters"]) == written.replace(":ts", ":typescript")


def test_an_unknown_value_beside_a_known_one_is_said_and_harms_nothing(shop):
    record = ask(shop, "lang:klingon,ts total")
    assert {place["path"] for place in record["ranked"]} == {"web/my cart/cart.ts"}
    assert [bool(one["reason"]) for one in record["filters"]] == [True, False]
    assert record["summary"].startswith("No file here is in `klingon`")


def test_without_filters_everything_is_admitted():
    assert Filters().admits("a.py", "python", "test", "method") and not Filters()
