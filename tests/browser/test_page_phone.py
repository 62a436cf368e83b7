"""A phone: one pane at a time, by touch."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.watch import Watch
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.browser import Chromium
from tools.server import SiteServer

PANES = {"Files": ".pane.shelf", "Ask": ".pane.conversation", "Code": ".pane.code"}


@pytest.fixture(scope="module")
def phone(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A phone on which a small repository was read and a question asked, all by touch."""
    folder = tmp_path_factory.mktemp("shop")
    Repository(folder).write(FILES)
    screen = {"width": 390, "height": 844}
    with (
        GitHubServer({"o/shop": folder}) as github,
        contextlib.closing(browser.new_context(viewport=screen, has_touch=True, is_mobile=True)) as context,
    ):
        watching = Watch(context)
        watching.admit([site.url, github.api_url, github.raw_url])
        person = Person(context.new_page(), site.url, github)
        person.open()
        person.ask_for("o/shop")
        person.wait_indexed()
        person.page.locator("#question").fill("How is the total of an order made?")
        person.page.get_by_role("button", name="Ask", exact=True).first.tap()
        person.newest_answer()
        yield person.page
        assert watching.complaints == []


def go(page: Page, name: str) -> None:
    """Tap a pane's tab; it is then the only one that is shown."""
    page.locator(".tabs").get_by_role("button", name=name).tap()
    check_shown(page, name)


def check_shown(page: Page, name: str) -> None:
    for other, pane in PANES.items():
        expect(page.locator(pane)).to_be_visible(visible=other == name)
        tab = page.locator(".tabs").get_by_role("button", name=other)
        expect(tab).to_have_attribute("aria-current", str(other == name).lower())


def test_the_tabs_show_one_pane_at_a_time(phone: Page):
    for name in ("Code", "Files", "Ask"):
        go(phone, name)


def test_a_citation_shows_the_code_and_going_back_shows_the_answer(phone: Page):
    go(phone, "Ask")
    phone.locator(".turn a.citation").first.tap()
    check_shown(phone, "Code")
    expect(phone.locator("#code .mark")).to_be_in_viewport()
    phone.go_back()
    check_shown(phone, "Ask")


def test_a_file_of_the_tree_shows_its_code(phone: Page):
    go(phone, "Files")
    phone.get_by_role("treeitem", name="README.md").tap()
    check_shown(phone, "Code")
    expect(phone.locator("#code .lines")).to_contain_text("Keeps the orders of a shop.")


def test_a_match_of_the_finder_shows_its_code(phone: Page):
    go(phone, "Ask")
    phone.get_by_role("button", name="Find a symbol or file").tap()
    phone.locator("#finder input").fill("price_of")
    phone.get_by_role("option").first.tap()
    check_shown(phone, "Code")
    expect(phone.locator("#code .mark")).to_be_in_viewport()


def test_a_question_leaves_the_screen_to_its_answer(phone: Page):
    go(phone, "Ask")
    expect(phone.locator("#question")).not_to_be_focused()


@pytest.mark.parametrize("name", PANES)
def test_no_pane_is_wider_than_the_screen(phone: Page, name):
    go(phone, name)
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    inside = f"document.querySelector('{PANES[name]}')"
    assert phone.evaluate(f"{inside}.scrollWidth <= {inside}.clientWidth")
