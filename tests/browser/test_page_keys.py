"""The page from the keyboard alone: every key that its help names, and Tab to everything else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person


@pytest.fixture
def page(shop: Person) -> Page:
    """The page as a person finds it who comes back to it: nothing is open but the repository."""
    page = shop.page
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    page.evaluate("location.hash = location.hash.split('/f/')[0]")
    for side, name in (("left", "Repositories and files"), ("right", "Code")):
        if page.locator(f"html[data-{side}-folded]").count():
            page.get_by_role("button", name=name, exact=True).click()
    return page


def open_file(page: Page, path: str) -> None:
    page.keyboard.press("Control+k")
    page.keyboard.type(path)
    expect(page.locator("[role=option][aria-selected=true]")).to_contain_text(path.rpartition("/")[2])
    page.keyboard.press("Enter")
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", path)


def test_slash_goes_to_the_question_and_escape_leaves_it(page):
    page.keyboard.press("/")
    expect(page.locator("#question")).to_be_focused()
    page.keyboard.type("a/b?")
    assert page.locator("#question").input_value() == "a/b?"
    page.locator("#question").fill("")
    page.keyboard.press("Escape")
    expect(page.locator("#question")).not_to_be_focused()


def test_enter_asks_and_shift_enter_breaks_the_line(page):
    turns = page.locator(".turn").count()
    page.keyboard.press("/")
    page.keyboard.type("What is sold?")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("Name prices.")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(turns + 1)
    expect(page.locator(".turn .question").last).to_have_text("What is sold?\nName prices.")
    expect(page.locator(".turn").last.locator(".card").first).to_be_visible()


def test_the_finder_is_opened_walked_and_closed_by_keys(page):
    page.keyboard.press("Control+k")
    field = page.get_by_role("combobox", name="Symbol or file")
    expect(field).to_be_focused()
    page.keyboard.type("pric")
    options = page.get_by_role("option")
    expect(options.nth(1)).to_be_visible()
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    expect(options.first).to_have_attribute("aria-selected", "false")
    expect(field).to_have_attribute("aria-activedescendant", options.nth(1).get_attribute("id"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#finder")).to_be_hidden()


def test_a_match_of_the_finder_opens_at_its_line(page):
    page.keyboard.press("Control+k")
    page.keyboard.type("Order.total")
    expect(page.get_by_role("option").first).to_contain_text("Order.total")
    page.keyboard.press("Enter")
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", "shop/orders.py")
    expect(page.locator("#code .mark")).to_be_in_viewport()
    expect(page.locator("#outline .here")).to_have_text("Order.total")


def test_the_help_lists_the_keys_and_escape_closes_it(page):
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    assert keys.locator("dt").count() == keys.locator("dd").count() > 5
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


@pytest.mark.parametrize(
    ("keys", "pane", "name"),
    [("Control+\\", ".pane.shelf", "Repositories and files"), ("Control+Shift+\\", ".pane.code", "Code")],
)
def test_a_side_is_folded_by_keys_and_stays_so_in_the_next_tab(page, keys, pane, name):
    open_file(page, "shop/prices.py")
    button = page.get_by_role("button", name=name, exact=True)
    expect(page.locator(pane)).to_be_visible()
    page.keyboard.press(keys)
    expect(page.locator(pane)).to_be_hidden()
    expect(button).to_have_attribute("aria-expanded", "false")
    other = page.context.new_page()
    other.goto(page.url, wait_until="domcontentloaded")
    expect(other.locator(pane)).to_be_hidden()
    other.close()
    page.keyboard.press(keys)
    expect(page.locator(pane)).to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "true")


def test_a_splitter_moves_with_the_arrow_keys(page):
    splitter = page.get_by_role("separator", name="Width of the left pane")
    shelf = page.locator(".pane.shelf")
    before = shelf.bounding_box()["width"]
    splitter.focus()
    page.keyboard.press("ArrowRight")
    wider = shelf.bounding_box()["width"]
    assert wider > before
    expect(splitter).to_have_attribute("aria-valuenow", str(round(wider)))
    page.keyboard.press("ArrowLeft")
    assert shelf.bounding_box()["width"] < wider


def test_the_tree_is_walked_with_the_arrow_keys(page):
    page.keyboard.press("1")
    tree = page.get_by_role("tree", name="Files")
    page.keyboard.press("Home")
    folder = tree.get_by_role("treeitem").first
    expect(folder).to_be_focused()
    if folder.get_attribute("aria-expanded") == "true":
        page.keyboard.press("ArrowLeft")
    expect(folder).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowRight")
    expect(folder).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    file = tree.get_by_role("treeitem").nth(1)
    expect(file).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", file.get_attribute("data-path"))
    expect(file).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowLeft")
    expect(folder).to_be_focused()


def test_places_of_an_answer_are_walked_and_opened(page):
    page.keyboard.press("j")
    cards = page.locator(".turn:last-child .card")
    expect(cards.first).to_be_focused()
    page.keyboard.press("j")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(cards.first).to_be_focused()
    page.keyboard.press("Enter")
    where = cards.first.locator("a.where").get_attribute("data-path")
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", where)
    expect(cards.first).to_be_focused()


def test_the_panes_have_numbers_and_escape_goes_back_to_where_one_was(page):
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("#code .mark")).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator("#code")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".turn:last-child .card").first).to_be_focused()
    page.keyboard.press("1")
    assert page.evaluate("document.activeElement.closest('.pane').className") == "pane shelf"
    page.keyboard.press("2")
    expect(page.locator(".turn:last-child .card").first).to_be_focused()


def test_tab_reaches_everything_that_can_be_used(page):
    open_file(page, "shop/orders.py")
    page.evaluate("""() => {
        document.activeElement.blur();
        const usable = document.querySelectorAll("button, a[href], input, textarea, summary, [tabindex]");
        window.wanted = new Set([...usable]
            .filter((e) => e.tabIndex >= 0 && e.checkVisibility({ visibilityProperty: true })));
        document.addEventListener("focusin", (event) => window.wanted.delete(event.target));
    }""")
    everything = page.evaluate("window.wanted.size")
    assert everything > 30
    # Chromium stops at whatever scrolls, too.
    for _ in range(2 * everything):
        page.keyboard.press("Tab")
    assert page.evaluate("[...window.wanted].map((element) => element.outerHTML)") == []


def test_a_dialog_gives_the_focus_back(page):
    button = page.get_by_role("button", name="Network and storage")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Network and storage")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
