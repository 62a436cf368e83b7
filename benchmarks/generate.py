"""The model in the tab: how fast it loads, reads and writes, against the same weights in llama.cpp's native
build. Both take the likeliest token each time, and read the same prompt."""

from __future__ import annotations

import json
import time
import urllib.request
from dataclasses import dataclass
from typing import Any

from benchmarks.bench import Bench
from benchmarks.table import Row
from tests.support import small_model
from tests.support.model_server import Behaviour, ModelServer
from tests.support.openai_server import OpenAIServer
from tools.browser import launch
from tools.memory import tree_bytes
from tools.paths import ROOT

CONTEXT = 2048
# Tokens that are written.
LIMIT = 32
THREADS = (1, 2)
# Lines of a file of this project: some 250 tokens of a prompt.
LINES = 24

# Keeps the file, then loads the model and asks once; times are of the worker's own clock.
KEEP = """async (address) => {
  const { connect } = await import(new URL("./workers/rpc.js", document.baseURI));
  const open = (name) =>
    connect(new Worker(new URL(`./workers/${name}.js`, document.baseURI), { type: "module" }));
  window.models = open("models");
  window.generate = open("generate");
  const name = await models.call("fetch", [address, "bench.gguf"]);
  while (!(await models.call("next", [address])).finished);
}"""
ASK = """async ([context, threads, messages, limit]) => {
  const begun = performance.now();
  const loaded = await generate.call("load", ["bench.gguf", { context, threads }]);
  const load = performance.now() - begun;
  await generate.call("start", ["1", messages, limit, { temperature: 0 }]);
  let part, first = 0;
  do {
    part = await generate.call("next", ["1"]);
    if (part.text && !first) first = part.ms;
  } while (!part.finish);
  return { load, first, ms: part.ms, prompt: part.prompt, answer: part.answer, threads: loaded.threads };
}"""


@dataclass(frozen=True, slots=True)
class Pace:
    """Tokens a second that are read and that are written."""

    read: float
    written: float

    @staticmethod
    def of(prompt: int, answer: int, first: float, end: float) -> Pace:
        """From the milliseconds until the first token and the last."""
        return Pace(prompt / first * 1000, (answer - 1) / (end - first) * 1000)


def measure(bench: Bench) -> list[Row]:
    messages = [{"role": "user", "content": _prompt()}]
    native = {threads: _native(threads, messages) for threads in THREADS}
    path = small_model.instructed()
    size = path.stat().st_size
    browser: dict[int, Pace] = {}
    with ModelServer({"/m.gguf": Behaviour(path)}) as host, launch() as chromium:
        page = chromium.new_page()
        page.set_default_timeout(0)
        page.goto(bench.site.url)
        page.evaluate(KEEP, f"{host.origin}/m.gguf")
        before = tree_bytes(chromium.pid)
        for threads in THREADS:
            # Another context has the model loaded anew, with these threads.
            told = page.evaluate(ASK, [CONTEXT + threads, threads, messages, LIMIT])
            browser[threads] = Pace.of(told["prompt"], told["answer"], told["first"], told["ms"])
        memory = tree_bytes(chromium.pid) - before
        page.evaluate("generate.call('release')")
        time.sleep(3)
        left = tree_bytes(chromium.pid) - before
    rows = [
        Row(
            "generate", "load a kept file, s", told["load"] / 1000, note=f"{size / 1e6:.0f} MB, 270M weights"
        ),
        Row(
            "generate",
            "memory while it is loaded, MB",
            memory / 1e6,
            note=f"{max(0, left) / 1e6:.0f} MB three seconds after it was let go of",
        ),
    ]
    for threads in THREADS:
        name = f"{threads} thread{'s' * (threads > 1)}"
        rows += [
            Row("generate", f"read, tokens/s, {name}", browser[threads].read, native[threads].read),
            Row("generate", f"write, tokens/s, {name}", browser[threads].written, native[threads].written),
        ]
    return rows


def _prompt() -> str:
    code = (ROOT / "app/engine/engine.py").read_text(encoding="utf-8").split("\n")[:LINES]
    return "What does this code do?\n\n" + "\n".join(code)


def _native(threads: int, messages: list[dict[str, str]]) -> Pace:
    asked: dict[str, Any] = {"messages": messages, "max_tokens": LIMIT, "stream": True, "temperature": 0}
    asked["stream_options"] = {"include_usage": True}
    with OpenAIServer(context=CONTEXT, threads=threads) as server:
        body = json.dumps(asked | {"model": server.model}).encode()
        request = urllib.request.Request(f"{server.url}/chat/completions", body)
        begun = time.monotonic()
        first = 0.0
        usage: dict[str, int] = {}
        with urllib.request.urlopen(request) as answer:
            for line in answer:
                if not line.startswith(b"data: {"):
                    continue
                chunk = json.loads(line[6:])
                usage = chunk.get("usage") or usage
                if not first and any(choice["delta"].get("content") for choice in chunk["choices"]):
                    first = time.monotonic() - begun
        end = time.monotonic() - begun
    return Pace.of(usage["prompt_tokens"], usage["completion_tokens"], first * 1000, end * 1000)
