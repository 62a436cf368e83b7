"""The whole way of a model in the tab: fetched, chosen, asked, stopped, and asked again without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from app.shared import protocol
from tests.browser.person import READING, Person
from tests.browser.profile import fresh_profile
from tests.github.server import GitHubServer
from tests.support import small_model
from tests.support.model_server import Behaviour, ModelServer
from tests.support.shop import FILES, Repository
from tools.browser import Chromium
from tools.drive import Driver
from tools.server import SiteServer

MODEL = "gemma-3-270m.gguf"
QUESTION = "How is the total of an order made?"
# Tokens: a short prompt, as a processor that others use too reads some ten a second.
CONTEXT = 1_024
PATIENCE = 2 * READING


@dataclass(frozen=True)
class Asker:
    """A person who has had a small repository read and has chosen the model."""

    person: Person
    host: ModelServer

    @property
    def turn(self) -> Locator:
        return self.person.page.locator(".turn").last

    def send(self, question: str) -> None:
        turns = self.person.page.locator(".turn")
        before = turns.count()
        self.person.page.locator("#question").fill(question)
        self.person.page.keyboard.press("Enter")
        expect(turns).to_have_count(before + 1)
        expect(self.turn.locator(".written")).not_to_be_empty(timeout=PATIENCE)

    def wait_written(self) -> None:
        expect(self.turn.locator(".answer-foot")).to_be_visible(timeout=PATIENCE)


@pytest.fixture(scope="module")
def asker(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """Fetches the model from the address that the dialog is given."""
    folder = tmp_path_factory.mktemp("shop")
    Repository(folder).write({**FILES})
    files = {f"/{MODEL}": Behaviour(small_model.instructed())}
    with (
        GitHubServer({"o/shop": folder}) as github,
        ModelServer(files) as host,
        fresh_profile(browser) as profile,
    ):
        profile.watch.admit([host.origin], unreliable=True)
        person = profile.visit(site, github, reliable=True)
        person.wait_offline()
        page = person.page
        person.add("o/shop")
        person.wait_indexed()
        page.get_by_role("button", name="The model that writes answers").click()
        page.get_by_role("radio", name="A file in this tab").check()
        page.locator("#model-source").fill(f"{host.origin}/{MODEL}")
        page.get_by_role("button", name="Look").click()
        page.get_by_role("button", name="Fetch and keep it").click()
        expect(page.locator(".file-row")).to_contain_text(MODEL, timeout=READING)
        page.get_by_role("button", name="Use it").click()
        expect(page.locator("#toast")).to_have_text(f"{MODEL} answers now, on this device.")
        choice = {"kind": protocol.IN_TAB, "model": MODEL, "context": CONTEXT}
        assert Driver(page, "").call(protocol.MODEL, choice=choice)["context"] == CONTEXT
        yield Asker(person, host)


def test_nothing_of_a_model_is_fetched_before_one_is_asked(asker: Asker, site: SiteServer):
    assert not [path for path in site.requests if "wllama" in path]


def test_an_answer_streams_on_this_device(asker: Asker):
    asker.send(QUESTION)
    page = asker.person.page
    expect(page.locator(".badge")).to_contain_text(MODEL.removesuffix(".gguf"))
    asker.wait_written()
    facts = asker.turn.locator(".answer-foot .facts")
    expect(facts).to_contain_text(re.compile(r"\d+ tokens read · \d+ written"))
    # The file's host was asked for the file alone, and stands among the hosts with all that it gave.
    assert {asked.path for asked in asker.host.asked} == {f"/{MODEL}"}
    hosts = {row["origin"]: row for row in Driver(page, "").call(protocol.HELLO, base="")["hosts"]}
    assert hosts[asker.host.origin]["bytes"] == small_model.instructed().stat().st_size
    assert "model" in hosts[asker.host.origin]["reason"]


def test_stop_ends_it_and_keeps_what_came(asker: Asker):
    asker.send("How is an order priced?")
    asker.person.page.get_by_role("button", name="Stop the answer").click()
    expect(asker.turn.locator(".ending")).to_contain_text("Stopped.")
    expect(asker.turn.locator(".written")).not_to_be_empty()


def test_after_a_reload_without_a_network_it_answers_again(asker: Asker):
    page = asker.person.page
    page.context.set_offline(True)
    try:
        asker.person.reload()
        expect(page.locator(".badge")).to_contain_text(MODEL.removesuffix(".gguf"))
        asker.send("Where are orders kept?")
        page.get_by_role("button", name="Stop the answer").click()
        expect(asker.turn.locator(".ending")).to_contain_text("Stopped.")
    finally:
        page.context.set_offline(False)
