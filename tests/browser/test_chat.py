"""A conversation with a model, from the question to what a reload brings back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.talking import Talker, breaks_off, calls, goes_on, says, talking
from tests.support.providers.server import json_reply
from tools.browser import Chromium
from tools.server import SiteServer

ANSWER = ("It is the sum ", "of the prices, ", "see [shop/orders.py:12-14].")


@pytest.fixture(scope="module")
def talker(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    with talking(browser, site, tmp_path_factory.mktemp("shop")) as talker:
        yield talker


def test_places_come_first_and_fold_when_the_words_come(talker: Talker):
    talker.answers(goes_on("It is"))
    talker.send()
    expect(talker.text).to_have_text("It is")
    expect(talker.turn.locator(".fold.sources")).not_to_have_attribute("open", "")
    expect(talker.turn.locator(".fold.sources summary").first).to_have_text("Sources · 7 places")
    talker.page.keyboard.press("Escape")
    talker.wait_written()


def test_words_come_as_they_are_said(talker: Talker):
    talker.answers(says(*ANSWER, pause=0.4))
    talker.send()
    expect(talker.text).to_contain_text("It is the sum")
    assert "see" not in talker.text.inner_text()
    # A citation that nobody has checked is no link.
    expect(talker.turn.locator(".cited")).to_have_text("shop/orders.py:12–14")
    talker.wait_written()
    expect(talker.text).to_have_text("It is the sum of the prices, see shop/orders.py:12–14.")
    expect(talker.text.locator("a.citation")).to_have_count(1)
    expect(talker.page.locator("#announcement")).to_have_text("Answered by tiny-1b.")


def test_the_answer_tells_its_model_its_host_and_its_cost(talker: Talker):
    talker.ask(says(*ANSWER))
    facts = talker.turn.locator(".answer-foot .facts")
    expect(facts).to_contain_text(f"tiny-1b on this device ({talker.server.host})")
    expect(facts).to_contain_text("11 tokens read · 7 written")


def test_the_button_stops_the_answer_and_what_came_stays(talker: Talker):
    talker.answers(goes_on("Half an answer"))
    talker.server.gone.clear()
    talker.send()
    expect(talker.text).to_have_text("Half an answer")
    expect(talker.page.get_by_role("button", name="Ask", exact=True).first).to_be_hidden()
    talker.page.get_by_role("button", name="Stop the answer").click()
    talker.wait_written()
    expect(talker.turn.locator(".ending")).to_contain_text("Stopped.")
    expect(talker.text).to_have_text("Half an answer")
    assert talker.server.gone.wait(10), "the model was left writing"
    expect(talker.page.get_by_role("button", name="Stop the answer")).to_be_hidden()


def test_escape_stops_it_too_wherever_the_focus_is(talker: Talker):
    talker.answers(goes_on("Half an answer"))
    talker.send()
    expect(talker.text).to_have_text("Half an answer")
    talker.page.evaluate("document.activeElement.blur()")
    talker.page.keyboard.press("Escape")
    expect(talker.turn.locator(".ending")).to_contain_text("Stopped.")


def test_a_connection_that_is_lost_keeps_what_came_and_can_be_tried_again(talker: Talker):
    talker.ask(breaks_off("As far as this"))
    expect(talker.text).to_have_text("As far as this")
    expect(talker.turn.get_by_role("alert")).to_contain_text("Go on")
    talker.answers(says(*ANSWER))
    talker.turn.get_by_role("button", name="Try again").click()
    expect(talker.text).to_have_text("It is the sum of the prices, see shop/orders.py:12–14.")
    expect(talker.turn.get_by_role("alert")).to_have_count(0)


def test_a_bad_key_leads_to_the_choice_of_the_model(talker: Talker):
    talker.answers(json_reply({"error": {"message": "Incorrect API key", "code": "invalid_api_key"}}, 401))
    talker.send()
    alert = talker.turn.get_by_role("alert")
    expect(alert.get_by_role("button", name="Choose or change the model")).to_be_visible()
    expect(talker.turn.locator(".fold.sources")).to_have_attribute("open", "")
    talker.wait_written()


def test_an_edited_question_is_asked_in_place_of_what_it_was(talker: Talker):
    talker.ask(says("First."), question="first?")
    talker.ask(says("Second."), question="second?")
    before = talker.page.locator(".turn").count()
    first = talker.page.locator(f"#{talker.turn.evaluate('turn => turn.previousElementSibling.id')}")
    first.hover()
    first.get_by_role("button", name="Edit and ask again").click()
    field = first.get_by_role("textbox", name="Question")
    expect(field).to_be_focused()
    expect(field).to_have_value("first?")
    talker.page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(talker.page.locator(".turn")).to_have_count(before)
    first.get_by_role("button", name="Edit and ask again").click()
    field.fill("a better question?")
    talker.answers(says("Better."))
    talker.page.keyboard.press("Enter")
    expect(talker.page.locator(".turn")).to_have_count(before - 1)
    expect(talker.text).to_have_text("Better.")
    talker.wait_written()
    assert "second?" not in str(talker.sent[-1])


def test_a_follow_up_says_what_was_searched_for(talker: Talker):
    talker.ask(says("Of `price_of`."), question="How is the total of an order made?")
    talker.answers(says("Where are the prices of an order kept?"), says("Sold."))
    talker.send("And where are they kept?")
    talker.wait_written()
    expect(talker.turn.locator(".searched")).to_contain_text("Searched for:")


def test_calls_of_tools_are_shown_with_what_they_found(talker: Talker):
    talker.ask(
        calls("callers", symbol="price_of"), says("`Order.total` does."), question="Who calls price_of?"
    )
    talker.turn.locator(".steps summary").click()
    call = talker.turn.locator(".steps .call")
    expect(call).to_contain_text('callers(symbol="price_of")')
    expect(call.locator(".step-time")).to_contain_text("ms")
    expect(talker.turn.locator(".steps")).to_contain_text("Searched")


def test_the_answer_is_copied_as_markdown(talker: Talker):
    talker.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    talker.ask(says("**Bold** [shop/orders.py:12]"))
    talker.turn.get_by_role("button", name="Copy as Markdown").click()
    expect(talker.page.locator("#toast")).to_have_text("Copied the answer as Markdown.")
    assert talker.page.evaluate("navigator.clipboard.readText()") == "**Bold** [shop/orders.py:12]"


def test_a_reload_brings_the_answer_back_with_its_citations(talker: Talker):
    talker.ask(says("It is", " [shop/orders.py:12] or [no/such.py:1]."))
    before = talker.text.inner_html()
    talker.person.reload()
    expect(talker.text).to_be_visible()
    assert talker.text.inner_html() == before
    expect(talker.text.locator("a.citation")).to_have_count(1)
    expect(talker.text.locator(".citation.wrong")).to_have_count(1)
    expect(talker.turn.locator(".answer-foot .facts")).to_contain_text("tiny-1b")


def test_a_long_answer_takes_the_reader_along_only_from_its_end(talker: Talker):
    lines = [f"Line {n} of a long answer.\n\n" for n in range(60)]
    talker.answers(says(*lines, pause=0.05))
    talker.send("Tell me all of it.")
    scroller = talker.page.locator("#repository")
    expect(talker.text).to_contain_text("Line 30")
    end = talker.text.locator("p").last
    expect(end).to_be_in_viewport()
    scroller.evaluate("(e) => { e.scrollTop -= 300 }")
    place = scroller.evaluate("(e) => e.scrollTop")
    talker.wait_written()
    assert scroller.evaluate("(e) => e.scrollTop") == place
    expect(talker.text).to_contain_text("Line 59")


def test_what_was_read_is_not_made_again_while_the_rest_comes(talker: Talker):
    lines = [f"Line {n}.\n\n" for n in range(30)]
    talker.answers(goes_on(*lines, pause=0.05))
    talker.send("Tell me all of it.")
    expect(talker.text).to_contain_text("Line 5.")
    talker.text.locator("p").first.evaluate("(p) => { p.dataset.mine = '' }")
    expect(talker.text).to_contain_text("Line 25.")
    expect(talker.text.locator("p").first).to_have_attribute("data-mine", "")
    talker.page.keyboard.press("Escape")
    talker.wait_written()


def test_without_a_model_the_page_answers_as_ever(talker: Talker):
    asked = len(talker.sent)
    talker.choose(kind="none", address="", model="")
    talker.send()
    assert talker.person.newest_answer().places
    assert len(talker.sent) == asked
    talker.choose()
