import asyncio

import pytest

from app.engine.answer.citations import Paths, find
from app.engine.answer.extractive import answer
from tests.support.searchable import opened
from tests.support.shop_files import FILES

QUESTIONS = (
    "who calls validate",
    "who calls Order.validate",
    "what breaks if I change price_of",
    "what imports decimal",
    "what is this project",
    "how do I run the tests",
    "where is the entry point",
    "validate",
    "Order",
    "shop/orders.py",
    "how is the total computed",
    "log in with a secret",
    "flurb the wobble quux",
    "wie werden Bestellungen bezahlt",
    "who calls frobnicate",
    "methods of Order",
    "ValueError: An order must not be empty, says the shop",
)


@pytest.fixture(scope="module")
def shop():
    return opened(FILES, embed=True)


def ask(repository, question):
    return asyncio.run(answer(repository.searcher(), question, 20, 0.0, repository.coverage()))


def summary(repository, question):
    return ask(repository, question)["summary"]


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_citation_points_at_lines_that_exist(shop, question):
    counts = {path: text.count("\n") + 1 for path, text in FILES.items()}
    record = ask(shop, question)
    for citation in find(record["summary"], Paths(counts)):
        assert 1 <= citation.first <= citation.last <= counts[citation.path]
    for place in record["places"]:
        lines = FILES[place["path"]].split("\n")[place["start_line"] - 1 : place["end_line"]]
        assert place["code"].split("\n") == lines
        for group in place["relations"]:
            for row in group["rows"]:
                assert 1 <= row["line"] <= counts[row["path"]]


def test_a_question_gets_places_with_code_and_a_ranking(shop):
    record = ask(shop, "how is the total computed")
    assert record["places"][0]["symbol"] == "Order.total"
    assert "price_of(name)" in record["places"][0]["code"]
    assert "Calls" in {group["title"] for group in record["places"][0]["relations"]}
    assert len(record["ranked"]) >= min(20, shop.lexical.count() // 2)
    assert "`Order.total`" in record["summary"]
    assert "[shop/orders.py:20]" in record["summary"]


def test_callers_are_grouped_by_definition(shop):
    text = summary(shop, "who calls validate")
    order = text.index("**`Order.validate`** [shop/orders.py:15] has 3 callers, 1 of them in tests:")
    checked = text.index("**`Checked.validate`** [shop/base.py:4] has 1 caller:")
    none = text.index("No call of **`Price.validate`** [shop/prices.py:7] was found in this repository.")
    assert order < checked < none
    assert "- `Order.total` [shop/orders.py:22]" in text


def test_an_unknown_name_is_admitted(shop):
    assert "Nothing named `frobnicate` is defined or imported here." in summary(shop, "who calls frobnicate")


def test_markup_of_the_repository_formats_nothing(shop):
    text = summary(shop, "Order.validate")
    assert r"\<b\>\[this\](http://x)\</b\> and \*that\*" in text or "Refuse an order for nothing." in text
    assert "<b>" not in text and "[this]" not in text


def test_a_name_of_several_things_lists_them_all(shop):
    text = summary(shop, "validate")
    assert "**`validate`** is defined in 3 places:" in text
    assert all(f"`{name}.validate`, a method" in text for name in ("Order", "Checked", "Price"))


def test_an_overview_says_what_the_readme_says(shop):
    text = summary(shop, "what is this project")
    said = "Shop keeps the orders of a small shop and tells what they cost. It has no server."
    assert f"**shop**: {said} [README.md:5]" in text
    assert "11 files are indexed" in text and "- `shop/`, 6 files: `Order`" in text


def test_an_overview_names_nothing_of_a_folder_in_which_nothing_is_used():
    text = summary(opened({"bin/once.sh": "once() {\n  echo once\n}\n"}), "what is this project")
    assert "\n- `bin/`, 1 file\n" in text


def test_a_file_is_outlined(shop):
    text = summary(shop, "what is in shop/orders.py?")
    assert "**`shop/orders.py`** defines 1 class and 1 function:" in text
    assert "- `Order` [shop/orders.py:9]: What one customer wants." in text
    assert "It is imported by 3 files:" in text


def test_nothing_found_is_said(shop):
    assert summary(shop, "?") == "The question has no words to search for."
    nothing = summary(shop, "kind:nothing order")
    assert nothing.startswith("Nothing here is of the kind `nothing`; there are `function`, ")
    text = summary(shop, "flurb the wobble quux")
    assert text.startswith("Nothing here mentions `flurb`, `wobble` or `quux`.")
    assert "Nothing fits the question well; nearest is" in text


def test_a_foreign_question_is_told_what_is_read(shop):
    assert "The search reads English" in summary(shop, "wie werden Bestellungen bezahlt")


def test_what_is_not_embedded_yet_is_told():
    assert "*0 % of the code is embedded so far" in summary(opened(FILES), "how is the total computed")
