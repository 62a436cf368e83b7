"""Real Chromium on a page that can start the workers."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tests.workers import site_of_workers as site


@pytest.fixture(scope="session")
def layout(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    modules = site.node_modules()
    if modules is None:
        pytest.skip("the npm packages are not installed")
    built = tmp_path_factory.mktemp("site")
    site.compile_scan(modules, built / "scan.wasm")
    site.pack_engine(built / "app.zip")
    return site.files(modules, built)


@pytest.fixture(scope="session")
def origin(layout: dict[str, Path]) -> Iterator[str]:
    with site.serve(layout) as address:
        yield address


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def launch(playwright: Playwright) -> Iterator[Callable[..., Browser]]:
    """Start a browser with further flags; it is closed at the end of the session."""
    browsers = []

    def start(*flags: str) -> Browser:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update", *flags],
        )
        browsers.append(browser)
        return browser

    yield start
    for browser in browsers:
        browser.close()


@pytest.fixture(scope="session")
def chromium(launch: Callable[..., Browser]) -> Browser:
    return launch("--disable-gpu")


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A fresh profile: nothing is stored in it."""
    fresh = chromium.new_context()
    yield fresh
    fresh.close()


@pytest.fixture
def open_page(context: BrowserContext, origin: str) -> Callable[[], Page]:
    """Open another tab of the same profile."""

    def open_tab() -> Page:
        page = context.new_page()
        page.goto(origin)
        page.wait_for_function("window.ready")
        return page

    return open_tab


@pytest.fixture
def page(open_page: Callable[[], Page]) -> Page:
    return open_page()
