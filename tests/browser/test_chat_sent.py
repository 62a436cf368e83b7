"""What leaves the device: shown before it does, asked for once a repository, and no more than was shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Request, expect

from app.shared import protocol
from tests.browser.talking import MODEL, QUESTION, Talker, says, talking
from tests.support.shop import FILES
from tools.browser import Chromium
from tools.server import SiteServer

HOST = "models.invalid"
SECRETS = {
    ".env": "STRIPE_KEY=sk_live_51H8f0aBcDeFgHiJkLmNoPqRs\n",
    "shop/total_key.pem": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----\n",
}


class Hosted:
    """A host of models out on the web, whose name nobody answers to; `bodies` are what it was to be sent."""

    def __init__(self, talker: Talker) -> None:
        self.bodies: list[dict[str, Any]] = []
        talker.page.context.on("request", self._note)

    def _note(self, request: Request) -> None:
        if urlsplit(request.url).netloc == HOST and request.method == "POST":
            self.bodies.append(json.loads(request.post_data or "{}"))


@pytest.fixture(scope="module")
def talker(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    with talking(browser, site, tmp_path_factory.mktemp("shop"), {**FILES, **SECRETS}) as talker:
        talker.watch.admit([f"https://{HOST}"], unreliable=True)
        yield talker


@pytest.fixture(scope="module")
def hosted(talker: Talker) -> Hosted:
    return Hosted(talker)


@pytest.fixture
def afar(talker: Talker, hosted: Hosted) -> Iterator[Hosted]:
    """The host is chosen, and has not been allowed to see anything."""
    talker.choose(kind=protocol.OPENAI, address=f"https://{HOST}/v1")
    hosted.bodies.clear()
    yield hosted
    talker.choose()


def dialog(talker: Talker) -> Locator:
    return talker.page.get_by_role("dialog", name="What w")


def shown_messages(talker: Talker) -> list[str]:
    return dialog(talker).locator("pre.message").evaluate_all("all => all.map((e) => e.textContent)")


def sent_messages(body: dict[str, Any]) -> list[str]:
    return [message["content"] for message in body["messages"]]


def close(talker: Talker) -> None:
    dialog(talker).get_by_role("button", name="Close").click()
    expect(dialog(talker)).to_be_hidden()


def test_what_will_be_sent_is_what_is_sent_to_the_letter(talker: Talker):
    talker.page.locator("#question").fill(QUESTION)
    talker.page.get_by_role("button", name="Show what will be sent").click()
    expect(dialog(talker).locator("pre.message").last).to_be_visible()
    shown = shown_messages(talker)
    asked = len(talker.sent)
    close(talker)
    assert len(talker.sent) == asked
    talker.ask(says("So it is."))
    assert sent_messages(talker.sent[-1]) == shown
    talker.turn.get_by_role("button", name="What was sent").click()
    expect(dialog(talker)).to_contain_text(f"was given to {MODEL} on this device ({talker.server.host})")
    assert shown_messages(talker) == shown
    close(talker)


def test_the_pieces_have_sizes_and_reasons_and_open_the_code(talker: Talker):
    talker.page.locator("#question").fill(QUESTION)
    talker.page.get_by_role("button", name="Show what will be sent").click()
    rows = dialog(talker).locator("tbody tr")
    expect(rows.filter(has_text="shop/orders.py:12")).to_be_visible()
    paths = rows.locator("a.where").evaluate_all("all => all.map((e) => [e.dataset.path, +e.dataset.line])")
    assert paths == sorted(paths)
    rows.locator("a.where").filter(has_text="shop/orders.py:12").click()
    expect(dialog(talker)).to_be_hidden()
    path, number, _ = talker.person.seen_line()
    assert (path, number) == ("shop/orders.py", 12)
    talker.page.locator("#question").fill("")


def test_secrets_are_neither_shown_nor_sent_and_that_is_told(talker: Talker):
    talker.ask(
        says("I cannot know."), question="What is STRIPE_KEY in .env, and the PRIVATE KEY in total_key.pem?"
    )
    for secret in ("sk_live_51H8f0", "MIIEvQIBADANBgkq"):
        assert secret not in json.dumps(talker.sent)
    omitted = talker.turn.locator(".omitted")
    omitted.locator("summary").click()
    expect(omitted).to_contain_text(".env")
    talker.turn.get_by_role("button", name="What was sent").click()
    expect(dialog(talker)).to_contain_text("Stays on this device")
    expect(dialog(talker).locator("ul.omitted")).to_contain_text(".env")
    close(talker)


def test_the_whole_prompt_can_be_copied(talker: Talker):
    talker.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    talker.page.locator("#question").fill(QUESTION)
    talker.page.get_by_role("button", name="Show what will be sent").click()
    dialog(talker).get_by_role("button", name="Copy it all").click()
    expect(talker.page.locator("#toast")).to_have_text("Copied the whole prompt.")
    copied = talker.page.evaluate("navigator.clipboard.readText()")
    for message in shown_messages(talker):
        assert message in copied
    close(talker)
    talker.page.locator("#question").fill("")


def test_the_badge_tells_a_device_from_a_host(talker: Talker, afar: Hosted):
    badge = talker.page.locator(".badge")
    expect(badge).to_contain_text(HOST)
    expect(badge.locator("use")).to_have_attribute("href", "#icon-leaves")
    talker.choose()
    expect(badge).to_contain_text("On this device")
    expect(badge.locator("use")).to_have_attribute("href", "#icon-device")


def test_a_host_is_asked_about_once_before_anything_goes_there(talker: Talker, afar: Hosted):
    talker.send()
    card = talker.turn.locator(".consent")
    expect(card).to_contain_text(f"Send this question and code of this repository to {HOST}?")
    # The answer of this device is there meanwhile.
    expect(talker.turn.locator(".card").first).to_be_visible()
    card.get_by_role("button", name="Show what will be sent").click()
    expect(dialog(talker)).to_contain_text(f"will be sent to {HOST}")
    expect(dialog(talker).locator("pre.message").last).to_be_visible()
    shown = shown_messages(talker)
    close(talker)
    assert afar.bodies == []
    card.get_by_role("button", name=f"Send to {HOST}").click()
    talker.wait_written()
    assert sent_messages(afar.bodies[0]) == shown
    expect(talker.turn.locator(".answer-foot")).to_contain_text(f"at {HOST}")
    expect(talker.turn.get_by_role("alert")).to_contain_text(HOST)
    # What the engine found is an answer all the same.
    expect(talker.turn.locator(".card").first).to_be_visible()
    asked = len(afar.bodies)
    talker.send("Who calls price_of?")
    talker.wait_written()
    expect(talker.turn.locator(".consent")).to_have_count(0)
    assert len(afar.bodies) > asked


def test_a_consent_is_taken_back_where_the_prompt_is_shown(talker: Talker, afar: Hosted):
    talker.page.locator("#question").fill(QUESTION)
    talker.page.get_by_role("button", name="Show what will be sent").click()
    dialog(talker).get_by_role("button", name="Take that back").click()
    expect(dialog(talker)).to_be_hidden()
    talker.send()
    expect(talker.turn.locator(".consent")).to_be_visible()
    talker.turn.get_by_role("button", name="Answer on this device instead").click()
    expect(talker.turn.locator(".consent")).to_have_count(0)
    expect(talker.turn.locator(".card").first).to_be_visible()
    assert afar.bodies == []


def test_a_prompt_of_a_hundred_thousand_characters_is_shown_whole(talker: Talker):
    question = "How is the total made? " + "word " * 20_000
    talker.choose(context=200_000)
    talker.page.locator("#question").fill(question)
    talker.page.get_by_role("button", name="Show what will be sent").click()
    expect(dialog(talker).locator("pre.message").last).to_be_visible()
    assert sum(map(len, shown_messages(talker))) > 100_000
    close(talker)
    talker.page.locator("#question").fill("")
    talker.choose()
