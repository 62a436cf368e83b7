"""A page from the public web asks a server on this device: only once the browser was allowed to."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.person import Person
from tests.github.server import GitHubServer
from tests.support.providers.server import ProviderServer, json_reply
from tools.browser import Chromium, launch
from tools.server import SiteServer


@pytest.fixture
def abroad(site: SiteServer) -> Iterator[Chromium]:
    """Chromium, for which the site does not lie on this device but somewhere on the web."""
    host = urlsplit(site.url).netloc
    with launch([f"--ip-address-space-overrides={host}=public"]) as browser:
        yield browser


def list_models(context: BrowserContext, site: SiteServer, provider: ProviderServer) -> Page:
    with GitHubServer({}) as github:
        person = Person(context.new_page(), site.url, github)
        person.open()
    page = person.page
    page.get_by_role("button", name="The model that writes answers").click()
    page.get_by_role("radio", name="A server on this device").check()
    page.locator("#model-address").fill(provider.origin)
    page.get_by_role("button", name="List models").click()
    return page


def test_what_the_browser_has_to_allow_first_is_said_and_then_works(abroad: Chromium, site: SiteServer):
    origin = site.url.rstrip("/")
    with ProviderServer(cors=origin) as provider:
        provider.on("GET", "/v1/models", json_reply({"data": [{"id": "m"}]}))
        with abroad.new_context() as context:
            page = list_models(context, site, provider)
            expect(page.locator("#models .refusal")).to_contain_text(
                "The browser may also ask whether this page may reach this device"
            )
            assert provider.requests == []
        with abroad.new_context() as context:
            context.grant_permissions(["local-network-access"], origin=origin)
            page = list_models(context, site, provider)
            expect(page.locator(".offers .offer")).to_have_text("m")
