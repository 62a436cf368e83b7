"""The built site in real Chromium, and people at its tabs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.person import Person
from tests.browser.watch import Watch
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.browser import Chromium
from tools.server import SiteServer


@pytest.fixture
def context(browser: Chromium) -> Iterator[BrowserContext]:
    """A fresh profile: nothing is stored in it."""
    with contextlib.closing(browser.new_context()) as fresh:
        yield fresh


@pytest.fixture
def watch(context: BrowserContext) -> Iterator[Watch]:
    """What the test's profile does; complaints are the test's failure."""
    watching = Watch(context)
    yield watching
    assert watching.complaints == []


@pytest.fixture
def visit(context: BrowserContext, watch: Watch, site: SiteServer) -> Callable[[GitHubServer], Person]:
    """A person at a new tab of the test's profile, who knows a stand-in that may fail."""

    def visit(github: GitHubServer) -> Person:
        watch.admit([site.url])
        watch.admit([github.api_url, github.raw_url], unreliable=True)
        person = Person(context.new_page(), site.url, github)
        person.open()
        return person

    return visit


@pytest.fixture(scope="module")
def shop(
    browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Person]:
    """A person who has had a small repository read and has asked one question; shared by a module."""
    folder = tmp_path_factory.mktemp("shop")
    Repository(folder).write(FILES)
    with GitHubServer({"o/shop": folder}) as github, contextlib.closing(browser.new_context()) as context:
        watching = Watch(context)
        watching.admit([site.url, github.api_url, github.raw_url])
        person = Person(context.new_page(), site.url, github)
        person.open()
        person.add("o/shop")
        person.wait_indexed()
        person.ask("How is the total of an order made?")
        yield person
        assert watching.complaints == []
