"""Filters and the settings of the search, as a person uses them by mouse and by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import violations
from tests.browser.person import Person


@pytest.fixture
def person(shop: Person) -> Iterator[Person]:
    """The module's person with an empty field and no chips."""
    yield shop
    page = shop.page
    page.keyboard.press("Escape")
    page.locator("#question").fill("")
    chips(shop).evaluate_all("chips => chips.forEach((chip) => chip.click())")
    expect(chips(shop)).to_have_count(0)
    expect(page.locator("#filter-menu > *")).to_have_count(0)


def chips(person: Person) -> Locator:
    return person.page.locator("#filters .filter-chip")


def completions(person: Person) -> Locator:
    return person.page.locator("#completions .completion")


def test_a_typed_filter_becomes_a_chip_at_the_blank_behind_it(person: Person) -> None:
    page = person.page
    page.locator("#question").click()
    page.keyboard.type("where lang:py is -path:tests/ the total")
    expect(chips(person)).to_have_text(["lang:python", "-path:tests/"])
    expect(page.locator("#question")).to_have_value("where is the total")
    page.keyboard.press("Enter")
    turn = page.locator(".turn").last
    expect(turn.locator(".asked .filter-chip")).to_have_text(["lang:python", "-path:tests/"])
    places = person.newest_answer().places
    assert places and all(".py" in place and "tests/" not in place for place in places)
    # They stay for the next question.
    expect(chips(person)).to_have_text(["lang:python", "-path:tests/"])


def test_half_typed_filters_are_completed_by_keys(person: Person) -> None:
    page = person.page
    page.locator("#question").click()
    page.keyboard.type("lang:")
    expect(completions(person).first).to_contain_text("lang:python")
    count = completions(person).count()
    assert count > 1
    page.keyboard.press("ArrowDown")
    chosen = page.locator("#completions [aria-selected=true]")
    expect(page.locator("#question")).to_have_attribute("aria-activedescendant", "completion-1")
    name = chosen.locator(".name").inner_text()
    page.keyboard.press("Enter")
    expect(chips(person)).to_have_text([name])
    expect(completions(person)).to_have_count(0)
    expect(page.locator("#question")).to_have_value("")
    page.keyboard.type("-path:sh")
    page.keyboard.press("Tab")
    expect(chips(person)).to_have_text([name, "-path:/shop/"])
    expect(page.locator("#question")).to_be_focused()


def test_escape_leaves_a_half_typed_filter_as_it_is(person: Person) -> None:
    page = person.page
    page.locator("#question").click()
    page.keyboard.type("kind:")
    expect(completions(person).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(completions(person)).to_have_count(0)
    expect(page.locator("#question")).to_be_focused()
    expect(page.locator("#question")).to_have_value("kind:")


def test_what_is_typed_in_quotes_stays_in_the_question(person: Person) -> None:
    page = person.page
    page.locator("#question").click()
    page.keyboard.type('what is "lang:py ')
    expect(page.locator("#question")).to_have_value('what is "lang:py ')
    expect(chips(person)).to_have_count(0)


def test_chips_are_removed_by_mouse_and_by_keys(person: Person) -> None:
    page = person.page
    page.locator("#question").click()
    page.keyboard.type("lang:py kind:class test:no path:shop ")
    expect(chips(person)).to_have_text(["lang:python", "kind:class", "without tests", "path:shop"])
    page.keyboard.press("Backspace")
    expect(chips(person)).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(chips(person).nth(1)).to_be_focused()
    page.keyboard.press("Delete")
    expect(chips(person)).to_have_text(["lang:python", "without tests"])
    expect(chips(person).nth(1)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#question")).to_be_focused()
    page.get_by_role("button", name="Remove the filter lang:python").click()
    expect(chips(person)).to_have_text(["without tests"])


def test_the_menu_offers_what_the_repository_has(person: Person) -> None:
    page = person.page
    opener = page.get_by_role("button", name="Filter", exact=True)
    opener.focus()
    page.keyboard.press("Enter")
    menu = page.locator("#filter-menu")
    tests = menu.get_by_role("button", name="without tests")
    expect(tests).to_be_focused()
    expect(menu.locator("h4")).to_have_text(["Tests", "Languages", "Folders", "Kinds"])
    expect(menu.get_by_role("button", name=re.compile(r"^python \d+$"))).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Enter")
    expect(tests).to_have_attribute("aria-pressed", "true")
    expect(chips(person)).to_have_text(["without tests"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    # One of the two holds.
    expect(chips(person)).to_have_text(["only tests"])
    page.keyboard.press("Escape")
    expect(menu.locator("> *")).to_have_count(0)
    expect(opener).to_be_focused()
    opener.click()
    expect(tests).to_be_visible()
    page.locator("#turns").click(position={"x": 5, "y": 5})
    expect(menu.locator("> *")).to_have_count(0)


def test_a_filter_that_leaves_nothing_says_so_and_can_be_dropped(person: Person) -> None:
    page = person.page
    person.ask("lang:klingon How is the total of an order made?")
    turn = page.locator(".turn").last
    expect(turn.locator(".summary")).to_contain_text("No file here is in klingon; there are python,")
    expect(turn.locator(".card")).to_have_count(0)
    turn.get_by_role("button", name="Ask without lang:klingon").click()
    expect(page.locator(".turn").last.locator(".card").first).to_be_visible()
    expect(page.locator(".turn").last.locator(".asked")).to_have_count(0)
    expect(chips(person)).to_have_count(0)


def test_a_relation_obeys_the_filters_too(person: Person) -> None:
    everything = person.ask("who calls price_of")
    assert "shop/orders.py:14" in everything.citations
    confined = person.ask("-path:orders who calls price_of")
    assert not any("orders" in place for place in confined.places + confined.citations)
    assert "1 more place is left out by the question's filters." in confined.summary


def test_the_search_is_set_and_set_back(person: Person) -> None:
    page = person.page
    person.ask("How is the total of an order made?")

    def places() -> int:
        turn = page.locator(".turn").last
        return turn.locator(".card").count() + turn.locator(".ranked-row").count()

    usual = places()
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#floor-help")).to_contain_text("nearest chunks for your last question.")
    dialog.get_by_label("Places for a question").fill("1")
    dialog.get_by_label("Similarity floor").fill("0.9")
    dialog.get_by_role("button", name="Set places and floor").click()
    expect(dialog.locator("#floor-help")).to_contain_text("0.9 holds from the next question on")
    switch = dialog.get_by_role("switch")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    assert violations(page) == []
    page.keyboard.press("Escape")
    person.ask("How is the total of an order made?")
    assert 1 <= places() < usual
    page.get_by_role("button", name="Settings").click()
    expect(dialog.locator("#floor-help")).to_contain_text(
        re.compile(r"0\.9 left out \d+ of the \d+ nearest chunks for your last question\.")
    )
    dialog.get_by_role("button", name="Back to the defaults").click()
    expect(dialog.get_by_label("Places for a question")).to_have_value("20")
    expect(switch).to_have_attribute("aria-checked", "false")
    page.keyboard.press("Escape")
    person.ask("How is the total of an order made?")
    assert places() == usual
