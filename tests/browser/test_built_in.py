"""The browser's own model, through the site: its page asks a stand-in of the published interface."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from app.shared import protocol
from tests.browser.person import Person
from tests.browser.profile import Profile
from tests.github.server import GitHubServer
from tools.drive import Driver
from tools.paths import ROOT
from tools.server import SiteServer

STAND_IN = ROOT / "tests/support/language_model.js"
TRY = {"kind": protocol.BUILT_IN}


@pytest.fixture
def visit(profile: Profile, site: SiteServer) -> Iterator[Callable[[], Person]]:
    """Open another tab of the same browser."""
    with GitHubServer({}) as github:
        yield lambda: profile.visit(site, github)


def device(page: Page) -> dict[str, str]:
    return Driver(page, "").call(protocol.DEVICE_MODELS)["built_in"]


def open_dialog(page: Page) -> None:
    page.get_by_role("button", name="The model that writes answers").click()
    page.get_by_role("radio", name="The browser's own").check()


def test_a_browser_without_one_says_so(visit: Callable[[], Person]):
    page = visit().page
    assert device(page) == {
        "state": "unavailable",
        "reason": "This browser has no model of its own, or none that runs on this device.",
    }
    open_dialog(page)
    expect(page.locator("#models")).to_contain_text("This browser has no model of its own")


def test_it_answers_as_it_writes_in_each_tab_for_itself(profile: Profile, visit: Callable[[], Person]):
    profile.context.add_init_script(path=STAND_IN)
    first, second = visit().page, visit().page
    for page in (first, second):
        assert device(page) == {"state": "available", "reason": ""}
    assert Driver(first, "").call(protocol.TRY_MODEL, choice=TRY)["text"] == (
        "sentence. short one in hello Say"
    )
    assert (first.evaluate("languageModel.asked"), second.evaluate("languageModel.asked")) == (1, 0)
    assert first.evaluate("languageModel.created.every((session) => session.destroyed)")


# The engine's side of the channel, from within the page itself.
ENGINE = """async (work) => {
  const { tab } = await import(new URL("./built-in.js", document.baseURI));
  const { connect } = await import(new URL("./workers/rpc.js", document.baseURI));
  const engine = connect(new BroadcastChannel(`understory model ${tab}`));
  const told = (error) => ({ code: error.code, message: error.message });
  return work === "stop" ? await stop() : await engine.call("start", ["2", LONG]).then(next).catch(told);
  function next() { return engine.call("next", ["2"]); }
  async function stop() {
    await engine.call("start", ["1", [{ role: "user", content: "one two three four five six" }]]);
    const parts = [await engine.call("next", ["1"])];
    await engine.call("stop", ["1"]);
    while (!parts.at(-1).finish) parts.push(await engine.call("next", ["1"]));
    return parts.map(({ text, finish }) => [text, finish]);
  }
}"""


def test_stopping_stops_the_browser_and_what_came_stays(profile: Profile, visit: Callable[[], Person]):
    profile.context.add_init_script(path=STAND_IN)
    page = visit().page
    parts = page.evaluate(ENGINE, "stop")
    assert parts[0] == ["six ", ""]
    assert parts[-1][1] == "stopped"
    page.wait_for_function("languageModel.aborted === 1")
    assert len(parts) < 6


@pytest.mark.parametrize("roles", [["user"], ["system", "user"]])
def test_a_prompt_that_is_too_long_is_told_with_both_numbers(
    profile: Profile, visit: Callable[[], Person], roles: list[str]
):
    """It may be the earlier messages alone that are too many, or the last one on top of them."""
    profile.context.add_init_script(path=STAND_IN)
    messages = [{"role": role, "content": "word " * 70} for role in roles]
    error = visit().page.evaluate(ENGINE.replace("LONG", json.dumps(messages)), "long")
    assert error == {
        "code": "context-too-long",
        "message": "The prompt has 70 tokens, and the browser's model reads 60.",
    }


def test_it_is_fetched_when_the_person_asks_for_it(profile: Profile, visit: Callable[[], Person]):
    profile.context.add_init_script(path=STAND_IN)
    profile.context.add_init_script("languageModel.availability = 'downloadable'")
    page = visit().page
    assert device(page) == {"state": "downloadable", "reason": "The browser has to fetch its model first."}
    open_dialog(page)
    page.get_by_role("button", name="Have the browser fetch it").click()
    expect(page.locator("#models")).to_contain_text("It is being fetched: 50 %.")
    page.evaluate("languageModel.mayEnd = true")
    expect(page.locator("#models")).to_contain_text("It is here, and ready.")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#models")).not_to_be_visible()
