"""Below the code: a symbol's relations to any depth, what a change touches, paths, unresolved references."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import violations
from tests.browser.person import Person


@pytest.fixture
def panel(shop: Person) -> Locator:
    """The panel of `price_of`, whose symbol the finder has opened."""
    page = shop.page
    page.evaluate("document.activeElement.blur()")
    shop.find("price_of")
    expect(page.locator("#outline .here")).to_have_text("price_of")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("r")
    panel = page.locator("#neighbours")
    expect(panel.locator(".relations-title")).to_contain_text("price_of · ")
    return panel


def ask(panel: Locator, name: str) -> None:
    button = panel.get_by_role("button", name=name, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_callers_are_followed_to_a_depth_with_place_rule_and_confidence(panel: Locator):
    ask(panel, "Callers")
    panel.get_by_label("How far").select_option("1")
    expect(panel.locator("h4")).to_have_text(["Directly · 1"])
    row = panel.locator(".neighbour").first
    expect(row.locator("a")).to_have_text("Order.total")
    expect(row.locator(".where")).to_have_text("shop/orders.py:14")
    expect(row.locator(".rule")).to_have_text("import · 99 %")
    panel.get_by_label("How far").select_option("3")
    expect(panel.locator("h4").first).to_have_text("Directly · 1")


def test_a_row_opens_its_line_and_the_relations_stay(panel: Locator):
    ask(panel, "Callers")
    panel.locator(".neighbour a").first.click()
    page = panel.page
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", "shop/orders.py")
    expect(page.locator("#code .mark")).to_be_in_viewport()
    expect(panel.locator(".relations-title")).to_contain_text("price_of")


def test_what_a_change_touches_is_told(panel: Locator):
    ask(panel, "Impact")
    expect(panel.locator("h4").first).to_contain_text("Code that rests on it")


def test_a_path_to_another_symbol_is_asked_for_by_its_name_from_the_keyboard(panel: Locator):
    page = panel.page
    panel.get_by_role("button", name="Path", exact=True).focus()
    page.keyboard.press("Enter")
    field = panel.get_by_label("Path to", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type("Order.total")
    expect(panel.locator(".path-hit").first).to_contain_text("Order.total")
    page.keyboard.press("Enter")
    expect(panel.locator("h4").first).to_have_text("From Order.total to price_of · 1")
    expect(field).to_have_value("Order.total")


def test_the_files_unresolved_references_are_listed_with_their_reasons(panel: Locator):
    panel.get_by_text("Unresolved references").click()
    expect(panel.locator("summary").last).to_contain_text("Unresolved references · ")
    expect(panel.locator("details").last.locator("h4, .empty").first).to_be_visible()


def test_another_file_shows_no_relations_of_the_last(panel: Locator, shop: Person):
    shop.find("README.md")
    expect(panel.locator(".relations-title")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_it_fits_a_phone_and_breaks_no_rule_of_wcag(panel: Locator, scheme: str, width: int):
    page: Page = panel.page
    size = page.viewport_size
    page.set_viewport_size({"width": width, "height": 740})
    page.emulate_media(color_scheme=scheme)
    try:
        for query in ("Path", "Around"):
            ask(panel, query)
            assert violations(page) == []
        expect(panel.locator(".neighbour").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert panel.evaluate("(panel) => panel.scrollWidth - panel.clientWidth") <= 0
    finally:
        page.set_viewport_size(size)
