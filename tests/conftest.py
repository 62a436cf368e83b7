"""What browser tests share: the built site, served, and one Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools import browser as browsers
from tools.paths import DIST
from tools.server import SiteServer


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser come last: once Playwright has started, its event loop is the thread's, and
    `asyncio.run` is refused."""
    items.sort(key=lambda item: "playwright" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def dist() -> None:
    """The built site. `build.py test` has made it; pytest alone does not build."""
    if not (DIST / "index.html").exists():
        pytest.fail("dist/ is not built: run python3 build.py build")


@pytest.fixture(scope="session")
def site(dist: None) -> Iterator[SiteServer]:
    """The built site at the root of a host that isolates it."""
    with SiteServer(DIST) as server:
        yield server


@pytest.fixture(scope="session")
def playwright() -> Iterator[browsers.Playwright]:
    with browsers.playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: browsers.Playwright) -> Iterator[browsers.Chromium]:
    """One browser for all tests; each makes a context of its own in it."""
    with browsers.launch() as chromium:
        yield chromium
