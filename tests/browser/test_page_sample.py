"""The sample repository: an answer on the first visit, without a token and without any network."""

from __future__ import annotations

import contextlib

from playwright.sync_api import expect

from tests.browser.person import READING, Person
from tools.paths import DIST
from tools.server import SiteServer


def test_the_sample_answers_on_a_first_visit_that_has_lost_its_network(context, watch, dist):
    with contextlib.ExitStack() as running:
        site = running.enter_context(SiteServer(DIST))
        watch.admit([site.url])
        page = context.new_page()
        person = Person(page, site.url, github=None)
        person.open()
        page.get_by_role("button", name="Network and storage").click()
        expect(page.locator("#network-body")).to_contain_text("all of it works offline", timeout=READING)
        page.keyboard.press("Escape")
        running.close()
        context.set_offline(True)
        expect(page.locator("#offline")).to_have_text("Offline")
        page.get_by_role("button", name="Try the sample repository").click()
        suggestion = page.locator(".suggestions button").first
        expect(suggestion).to_be_visible(timeout=READING)
        expect(page.locator("#tree .node").first).to_be_visible(timeout=READING)
        suggestion.click()
        answer = person.newest_answer()
        assert answer.citations
        person.open_citation()
        path, number, text = person.seen_line()
        assert f"{path}:{number}" == answer.citations[0]
        assert text.strip()
