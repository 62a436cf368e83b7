"""A conversation with a model for everybody: by keys alone, on a phone, in both themes, by WCAG's rules."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from app.shared import protocol
from tests.browser.axe import violations
from tests.browser.talking import QUESTION, Talker, calls, goes_on, says, talking
from tools.browser import Chromium
from tools.server import SiteServer

ANSWER = """## How it is summed

It is the sum of the prices [shop/orders.py:12-14], or [no/such.py:1], so $x^2$.

```python
def total(self): return sum(price_of(name) for name in self.names)
```

| Part | What it does when it is called |
|---|---|
| `total` | sums, for [the docs](https://docs.example.com/) |

```mermaid
flowchart LR
  A[Order] --> B[total] --> C[price_of] --> D[PRICES]
```
"""


@pytest.fixture(scope="module")
def desk(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    with talking(browser, site, tmp_path_factory.mktemp("shop")) as talker:
        yield talker


@pytest.fixture(scope="module")
def phone(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    screen = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with talking(browser, site, tmp_path_factory.mktemp("shop"), **screen) as talker:
        yield talker


def settle(talker: Talker) -> None:
    """Everything of the answer is there, and unfolded."""
    expect(talker.text.locator(".diagram img")).to_be_visible(timeout=120_000)
    expect(talker.text.locator("math")).to_be_visible()
    for fold in talker.turn.locator("details:not([open]) > summary").all():
        if fold.is_visible():
            fold.click()


def is_narrow(talker: Talker) -> bool:
    return talker.page.evaluate(
        """() => [document.documentElement, document.querySelector('#repository')]
            .every((element) => element.scrollWidth <= element.clientWidth)"""
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_answer_breaks_no_rule(desk: Talker, theme):
    desk.ask(calls("callers", symbol="price_of"), says(ANSWER))
    settle(desk)
    desk.page.emulate_media(color_scheme=theme)
    assert violations(desk.page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_prompt_and_the_badge_of_a_host_break_no_rule(desk: Talker, theme):
    desk.choose(kind=protocol.OPENAI, address="https://models.invalid/v1")
    desk.page.emulate_media(color_scheme=theme)
    desk.send()
    expect(desk.turn.locator(".consent")).to_be_visible()
    assert violations(desk.page) == []
    desk.turn.get_by_role("button", name="Show what will be sent").click()
    expect(desk.page.locator("#prompt pre.message").last).to_be_visible()
    assert violations(desk.page) == []
    desk.page.keyboard.press("Escape")
    desk.choose()


def test_everything_is_done_by_keys_alone(desk: Talker):
    page = desk.page
    desk.answers(goes_on("Half"))
    page.keyboard.press("/")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    expect(desk.text).to_have_text("Half")
    page.keyboard.press("Escape")
    expect(desk.turn.locator(".ending")).to_be_visible()
    # From the question on, Tab comes to what can be done with the answer.
    desk.answers(says("Whole."))
    page.keyboard.press("Escape")
    desk.turn.get_by_role("button", name="Edit and ask again").focus()
    reached = []
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
            )
        )
        if reached[-1] == "Write it again":
            break
    assert {"Go on", "What was sent", "Copy as Markdown"} <= set(reached)
    page.keyboard.press("Enter")
    expect(desk.text).to_have_text("Whole.")
    desk.wait_written()
    # The prompt gives the focus back.
    sent = desk.turn.get_by_role("button", name="What was sent")
    sent.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_be_hidden()
    expect(sent).to_be_focused()


def test_an_answer_is_announced_when_it_is_whole_and_not_with_every_word(desk: Talker):
    desk.page.evaluate(
        """() => {
            window.announced = [];
            for (const place of document.querySelectorAll("[role=status], [role=alert], [aria-live=polite]"))
                new MutationObserver(() => window.announced.push(place.textContent))
                    .observe(place, { childList: true, characterData: true, subtree: true });
        }"""
    )
    desk.ask(says(*"One word after the other .".split(" ")))
    assert desk.page.locator("#turns").get_attribute("aria-live") == "off"
    said = json.dumps(desk.page.evaluate("window.announced"))
    assert "word" not in said and "Answered by tiny-1b." in said


def test_a_phone_shows_all_of_it_within_its_width(phone: Talker):
    phone.ask(calls("callers", symbol="price_of"), says(ANSWER))
    settle(phone)
    assert is_narrow(phone)
    phone.turn.get_by_role("button", name="What was sent").tap()
    expect(phone.page.locator("#prompt pre.message").last).to_be_visible()
    assert phone.page.evaluate("document.querySelector('#prompt').scrollWidth <= 390")
    phone.page.locator("#prompt").get_by_role("button", name="Close").tap()
    assert violations(phone.page) == []


def test_a_tap_on_a_citation_opens_the_code(phone: Talker):
    phone.ask(says(ANSWER))
    phone.text.locator("a.citation").first.tap()
    expect(phone.page.locator(".pane.code")).to_be_visible()
    expect(phone.page.locator("#code .mark")).to_be_in_viewport()
    expect(phone.page.locator("#peek")).to_be_hidden()
    phone.page.go_back()


def test_a_phone_stops_an_answer_by_a_tap(phone: Talker):
    phone.answers(goes_on("Half"))
    phone.send()
    expect(phone.text).to_have_text("Half")
    phone.page.get_by_role("button", name="Stop the answer").tap()
    expect(phone.turn.locator(".ending")).to_contain_text("Stopped.")
