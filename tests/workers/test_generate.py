"""workers/generate.js in Chromium: the real engine over real weights."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support import small_model
from tests.support.model_server import Behaviour, ModelServer
from tests.support.tiny_gguf import gguf
from tools.browser import Chromium
from tools.memory import tree_bytes

QUESTION = [{"role": "user", "content": "Name the three largest cities of France."}]
LIKELIEST = {"temperature": 0}
# Of a template that is none of the family's: only a model that is given it can end the sentence.
SENTENCE = "{{ bos_token }}The capital of France is the city of"

# `ask` gathers an answer to its end, or stops it after a number of parts with text.
HELPERS = """() => {
  window.models = start("models");
  window.generate = start("generate");
  window.keep = async (address) => {
    const name = await models.call("fetch", [address, address.split("/").pop()]);
    while (!(await models.call("next", [address])).finished);
    return name;
  };
  window.ask = async (messages, limit, sampling, stopAfter = Infinity) => {
    const id = crypto.randomUUID();
    await generate.call("start", [id, messages, limit, sampling]);
    const parts = [];
    for (;;) {
      const part = await generate.call("next", [id]);
      parts.push(part);
      if (part.finish) return { parts, text: parts.map((part) => part.text).join("") };
      if (parts.filter((part) => part.text).length === stopAfter) await generate.call("stop", [id]);
    }
  };
}"""


# Loads a model with two threads in a worker that lacks something.
ELSEWHERE = """async (lacking) => {
  const code = `${lacking};
    import("${location.origin}/workers/generate.js").then(() => postMessage({ up: true }));`;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  await new Promise((resolve) => worker.addEventListener("message", resolve, { once: true }));
  const plain = connect(worker);
  const load = plain.call("load", ["gemma.gguf", { context: 512, threads: 2 }]);
  const told = await load.catch(({ code }) => ({ code }));
  plain.close();
  return told;
}"""


@pytest.fixture(scope="module")
def cut_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a whole head, whose weights end too early."""
    path = tmp_path_factory.mktemp("cut") / "cut.gguf"
    with small_model.base().open("rb") as whole:
        path.write_bytes(whole.read(30_000_000))
    return path


@pytest.fixture(scope="module")
def tab(chromium: Chromium, origin: str, cut_file: Path) -> Iterator[Page]:
    """A page whose browser keeps the models' files. Tests take turns in it, as loading takes seconds."""
    files = {
        "/gemma.gguf": small_model.instructed(),
        "/sentence.gguf": small_model.with_template(SENTENCE),
        "/cut.gguf": cut_file,
        "/martian.gguf": gguf(general__architecture="martian"),
    }
    with (
        ModelServer({path: Behaviour(body) for path, body in files.items()}) as server,
        contextlib.closing(chromium.new_context()) as context,
    ):
        page = context.new_page()
        page.goto(origin)
        page.wait_for_function("window.ready")
        page.evaluate(HELPERS)
        for path in files:
            page.evaluate("(address) => keep(address)", server.origin + path)
        yield page


def load(page: Page, name: str = "gemma.gguf", **options: Any) -> dict[str, Any]:
    return page.evaluate("(args) => generate.call('load', args)", [name, {"context": 1024, **options}])


def ask(page: Page, limit: int, messages: list[dict[str, str]] = QUESTION, **options: Any) -> dict[str, Any]:
    arguments = [messages, limit, options.get("sampling", LIKELIEST), options.get("stop_after", 1e9)]
    return page.evaluate("(args) => ask(...args)", arguments)


def error(page: Page, code: str) -> dict[str, str]:
    return page.evaluate(f"() => errorOf({code})")


def until(holds: Callable[[], bool], seconds: float = 30) -> None:
    """Wait for something that takes its time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.5)


def processor_seconds(chromium: Chromium) -> float:
    session = chromium.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(process["cpuTime"] for process in processes if process["type"] == "renderer")


def is_still(chromium: Chromium) -> bool:
    """Whether no page computes: over a second, a tenth of one goes to timers and to being asked this."""
    before = processor_seconds(chromium)
    time.sleep(1)
    return processor_seconds(chromium) - before < 0.1


def test_an_answer_streams_and_its_tokens_are_counted(tab: Page):
    loaded = load(tab)
    assert loaded == {
        "name": "gemma.gguf",
        "context": 1024,
        "trained": small_model.CONTEXT,
        "threads": loaded["threads"],
        "template": True,
    }
    answer = ask(tab, 12)
    assert len([part for part in answer["parts"] if part["text"]]) > 5
    last = answer["parts"][-1]
    assert (last["finish"], last["answer"], last["prompt"]) == ("length", 12, last["read"])
    assert answer["text"].startswith("Name the three largest cities of France.")


def test_the_conversation_is_written_by_the_files_own_template(tab: Page):
    assert load(tab, "sentence.gguf")["name"] == "sentence.gguf"
    assert ask(tab, 2)["text"].startswith(" Paris")


def test_two_threads_write_what_one_does(tab: Page):
    load(tab, context=512, threads=1)
    alone = ask(tab, 6)["text"]
    assert load(tab, context=768, threads=2)["threads"] == 2
    assert ask(tab, 6)["text"] == alone


def test_stopping_stops_the_computing(tab: Page, chromium: Chromium):
    load(tab)
    answer = ask(tab, 900, sampling={"temperature": 1.5}, stop_after=3)
    assert answer["parts"][-1]["finish"] == "stopped"
    assert len(answer["parts"]) < 50
    until(lambda: is_still(chromium), 5)


def test_stopping_while_the_prompt_is_read_stops_too_and_the_next_question_is_answered(
    tab: Page, chromium: Chromium
):
    load(tab)
    long = [{"role": "user", "content": "word " * 800}]
    tab.evaluate("(messages) => generate.call('start', ['long', messages, 8])", long)
    part = tab.evaluate("generate.call('next', ['long'])")
    assert part["read"] < part["prompt"]
    tab.evaluate("generate.call('stop', ['long'])")
    until(lambda: is_still(chromium), 5)  # a step that had begun may end
    load(tab)
    assert ask(tab, 4)["text"]


def test_a_prompt_that_is_too_long_is_told_with_both_numbers(tab: Page):
    load(tab)
    told = error(tab, "ask([{role: 'user', content: 'word '.repeat(2000)}], 8)")
    assert told["code"] == "context-too-long"
    assert "The prompt has 20" in told["message"]
    assert "reads 1024" in told["message"]


@pytest.mark.parametrize(
    ("name", "code"),
    [("cut.gguf", "broken-file"), ("martian.gguf", "unsupported"), ("none.gguf", "no-such-model")],
)
def test_what_cannot_be_loaded_is_told(tab: Page, name: str, code: str):
    told = error(tab, f"generate.call('load', ['{name}', {{ context: 512 }}])")
    assert told["code"] == code
    assert told["message"].endswith(".")
    assert error(tab, "ask([], 1)") == {"code": "not-loaded", "message": "The model is not in memory."}


def test_a_model_that_nobody_asks_gives_its_memory_back(tab: Page, chromium: Chromium):
    tab.evaluate("generate.call('release')")
    time.sleep(1)
    before = tree_bytes(chromium.pid)
    load(tab, idle=3000)
    ask(tab, 2)
    assert tree_bytes(chromium.pid) - before > 250e6
    until(lambda: tab.evaluate("generate.call('loaded')") is None)
    until(lambda: tree_bytes(chromium.pid) - before < 60e6)


def test_a_page_that_is_not_isolated_uses_one_thread(tab: Page):
    """Threads share memory, which only an isolated page has."""
    lacking = "Object.defineProperty(self, 'crossOriginIsolated', { value: false })"
    assert tab.evaluate(ELSEWHERE, lacking)["threads"] == 1


def test_a_browser_without_wide_memory_is_told(tab: Page):
    lacking = (
        "WebAssembly.Memory = class { constructor({ address }) { if (address) throw new TypeError(); } }"
    )
    assert tab.evaluate(ELSEWHERE, lacking)["code"] == "old-browser"


def test_a_model_that_needs_more_memory_than_there_is_is_told(tab: Page):
    told = error(tab, "generate.call('load', ['gemma.gguf', { context: 30_000_000 }])")
    assert told == {"code": "too-large", "message": "It needs more memory than a tab has."}
