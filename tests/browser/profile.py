"""A browser profile and the people at its tabs; nothing that they do may go wrong unseen."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import TracebackType
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.person import Person
from tests.browser.watch import Watch
from tests.github.server import GitHubServer
from tools.browser import Chromium
from tools.server import SiteServer


class Profile:
    """Watches a browser context; its end fails the test where the watch has complaints."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.watch = Watch(context)

    def __enter__(self) -> Profile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None and self.watch.complaints:
            pytest.fail("\n".join(self.watch.complaints))

    def visit(self, site: SiteServer, github: GitHubServer, reliable: bool = False) -> Person:
        """A person at a new tab of the site; a GitHub that is not `reliable` may refuse and be away."""
        self.watch.admit([site.url])
        self.watch.admit([github.api_url, github.raw_url], unreliable=not reliable)
        person = Person(self.context.new_page(), site.url, github)
        person.open()
        return person


@contextlib.contextmanager
def fresh_profile(browser: Chromium, **options: Any) -> Iterator[Profile]:
    """A profile with nothing in it, gone at the end; `options` are its context's."""
    with browser.new_context(**options) as context, Profile(context) as profile:
        yield profile
