"""No state of the page breaks a rule of WCAG 2.2 that axe can check, in light or dark, wide or on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.person import Person

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


def show(page: Page, pane: str) -> None:
    """On a phone, go to a pane."""
    tab = page.locator(".tabs").get_by_role("button", name=pane)
    if tab.is_visible():
        tab.click()


def answer(page: Page) -> None:
    show(page, "Ask")
    expect(page.locator(".turn:last-child .card").first).to_be_visible()


def code(page: Page) -> None:
    show(page, "Ask")
    page.locator(".turn:last-child a.citation").first.click()
    expect(page.locator("#code .mark")).to_be_visible()
    if not page.locator("#outline .symbols").is_visible():
        page.locator("#outline summary").click()
    page.locator("#outline a").first.click()
    expect(page.locator("#neighbours summary").first).to_be_visible()


def left_out(page: Page) -> None:
    show(page, "Files")
    fold = page.locator(".skipped details")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()


def finder(page: Page) -> None:
    page.keyboard.press("Control+k")
    page.locator("#finder input").fill("order")
    expect(page.get_by_role("option").first).to_be_visible()


def empty_finder(page: Page) -> None:
    page.keyboard.press("Control+k")
    page.locator("#finder input").fill("nothing is called so")
    expect(page.locator("#hits .empty")).to_have_text("Nothing here is called that.")


def keys(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("?")


def network(page: Page) -> None:
    page.get_by_role("button", name="Network and storage").click()
    expect(page.locator("#network-body table")).to_be_visible()


def removal(page: Page) -> None:
    show(page, "Files")
    page.locator(".repo").hover()
    page.get_by_role("button", name="Remove shop").click()
    expect(page.get_by_role("dialog", name="Remove o/shop?")).to_be_visible()


def welcome(page: Page) -> None:
    page.evaluate("location.hash = '#/'")
    expect(page.locator("#welcome")).to_be_visible()
    for fold in page.locator(".add details:not([open]) summary").all():
        fold.click()


def refusal(page: Page) -> None:
    welcome(page)
    page.locator("#address").fill("no address")
    page.keyboard.press("Enter")
    expect(page.locator("#add-status .notice")).to_be_visible()


STATES = [answer, code, left_out, finder, empty_finder, keys, network, removal, welcome, refusal]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("enter", STATES)
def test_a_state_breaks_no_rule(shop: Person, enter: Callable[[Page], None], scheme, size):
    page = shop.page
    home = page.url.partition("/f/")[0]
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    enter(page)
    try:
        assert violations(page) == []
    finally:
        page.keyboard.press("Escape")
        page.goto(home)
        expect(page.locator("html")).to_have_attribute("data-view", "repository")
