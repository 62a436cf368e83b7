"""What a first visitor sees and can do while Python is still on its way."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.person import READING, Person
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.browser import Chromium

MICROPYTHON = "**/vendor/micropython/*.wasm"
PYODIDE = "**/vendor/pyodide/*.wasm"


@pytest.fixture
def context(browser: Chromium) -> Iterator[BrowserContext]:
    """A fresh profile without a service worker, so that every request can be held up."""
    with contextlib.closing(browser.new_context(service_workers="block")) as fresh:
        yield fresh


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHubServer]:
    Repository(tmp_path / "shop").write(FILES)
    with GitHubServer({"o/shop": tmp_path / "shop"}) as server:
        yield server


def hold(context: BrowserContext, pattern: str) -> Callable[[], None]:
    """Hold up the requests for a file; what is returned lets them go."""
    held: list[Route] = []
    context.route(pattern, lambda route: held.append(route))

    def release() -> None:
        for route in held:
            route.continue_()
        held.clear()
        context.unroute(pattern)

    return release


@pytest.mark.parametrize(
    "file", [MICROPYTHON, PYODIDE], ids=["before the page's Python", "before the engine"]
)
def test_an_address_entered_early_is_read_once_the_engine_is_up(context, watch, site, github, file):
    watch.admit([site.url, github.api_url, github.raw_url])
    release = hold(context, file)
    person = Person(context.new_page(), site.url, github)
    person.page.goto(site.url, wait_until="domcontentloaded")
    expect(person.page.locator("#address")).to_be_focused()
    person.fill_host()
    person.page.locator("#address").click()
    person.page.keyboard.type("o/shop")
    person.page.keyboard.press("Enter")
    if file == PYODIDE:
        expect(person.refusal).to_contain_text(
            "o/shop is read as soon as the engine is up …", timeout=READING
        )
    expect(person.page.locator("html")).to_have_attribute("data-engine", "starting")
    release()
    expect(person.row).to_contain_text("o/shop", timeout=READING)
    expect(person.page.locator("#tree .node").first).to_be_visible(timeout=READING)
    assert person.page.locator("#address").input_value() == ""


def test_the_first_screen_says_in_two_sentences_what_this_is_and_offers_the_sample(context, watch, site):
    watch.admit([site.url])
    hold(context, MICROPYTHON)
    page = context.new_page()
    page.goto(site.url, wait_until="domcontentloaded")
    assert page.locator(".lede").inner_text().count(".") == 2
    expect(page.get_by_role("button", name="Try the sample repository")).to_be_enabled()


def test_the_token_field_says_which_token_and_where_to_make_it(context, watch, site):
    watch.admit([site.url])
    hold(context, MICROPYTHON)
    page = context.new_page()
    page.goto(site.url, wait_until="domcontentloaded")
    page.get_by_text("Private repository").click()
    expect(page.get_by_label("Access token")).to_be_visible()
    link = page.get_by_role("link", name="Make a fine-grained token")
    expect(link).to_have_attribute("href", "https://github.com/settings/personal-access-tokens/new")
    expect(page.locator("#private")).to_contain_text("Contents: read")


@pytest.mark.parametrize("file", [PYODIDE, "**/vendor/pyodide/pyodide.mjs", "**/lib/*.whl", "**/engine.py"])
def test_an_engine_that_cannot_start_says_so_and_how_to_go_on(context, site, file):
    # No watch: the browser itself complains of the file that does not come.
    context.route(file, lambda route: route.abort())
    page = context.new_page()
    page.goto(site.url)
    notice = page.get_by_role("alert").filter(has_text="The engine did not start.")
    expect(notice).to_be_visible(timeout=READING)
    expect(notice.get_by_role("link", name="Reload the page")).to_be_visible()
