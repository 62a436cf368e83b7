"""The built site in real Chromium, and people at its tabs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.person import Person
from tests.browser.profile import Profile, fresh_profile
from tests.browser.watch import Watch
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.browser import Chromium, settings
from tools.server import SiteServer

# A busy machine is slow, and no test is about time.
expect.set_options(timeout=settings()["TIMEOUT"])


@pytest.fixture
def context(browser: Chromium) -> Iterator[BrowserContext]:
    """A fresh profile, as the browser gives it."""
    with browser.new_context() as fresh:
        yield fresh


@pytest.fixture
def profile(context: BrowserContext) -> Iterator[Profile]:
    """The same with people at its tabs; what goes wrong in it unseen is the test's failure."""
    with Profile(context) as watched:
        yield watched


@pytest.fixture
def watch(profile: Profile) -> Watch:
    """What the test's profile does."""
    return profile.watch


@pytest.fixture(scope="module")
def shop(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """A person who has had a small repository read and has asked one question; shared by a module."""
    folder = tmp_path_factory.mktemp("shop")
    Repository(folder).write({**FILES, "web/picture.png": b"\x89PNG\r\n\x1a\n\0\0"})
    with GitHubServer({"o/shop": folder}) as github, fresh_profile(browser) as profile:
        person = profile.visit(site, github, reliable=True)
        person.add("o/shop")
        person.wait_indexed()
        person.ask("How is the total of an order made?")
        yield person
