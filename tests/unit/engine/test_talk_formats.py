"""A question with a tool call, from the choice of the model to the last word, in every provider's format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.shared import protocol
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.providers import shapes
from tests.support.providers.server import ProviderServer, Reply, json_reply
from tests.support.providers.streams import (
    NDJSON,
    anthropic_block,
    anthropic_end,
    anthropic_start,
    anthropic_text,
    gemini,
    ollama,
    ollama_end,
    openai_call,
    openai_chunk,
    openai_text,
    sse,
    stream,
)
from tests.support.shop import FILES, Repository

ANSWER = "It is summed up in one place [shop/orders.py:1]."
CALL = {"query": "total of an order"}
THOUGHT = {"type": "thinking", "thinking": "I should look.", "signature": "c2lnbmVk"}


@dataclass(frozen=True)
class Format:
    """`rounds` are a call of the tool `search`, and the answer; `shape` is of the requests."""

    kind: str
    base: str
    path: str
    shape: dict[str, Any]
    rounds: tuple[Reply, Reply]


FORMATS = [
    Format(
        protocol.OPENAI,
        "/v1",
        "/v1/chat/completions",
        shapes.OPENAI,
        (
            stream(
                openai_call(0, "call_1", "search", '{"query": "total '),
                openai_call(0, None, None, 'of an order"}'),
                openai_chunk({}, "tool_calls"),
                sse("[DONE]"),
            ),
            stream(*openai_text(ANSWER[:20], ANSWER[20:])),
        ),
    ),
    Format(
        protocol.ANTHROPIC,
        "/v1",
        "/v1/messages",
        shapes.ANTHROPIC,
        (
            stream(
                anthropic_start(),
                *anthropic_block(0, THOUGHT),
                *anthropic_block(
                    1,
                    {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {}},
                    {"type": "input_json_delta", "partial_json": '{"query": "total of an order"}'},
                ),
                *anthropic_end("tool_use"),
            ),
            stream(
                anthropic_start(), *anthropic_text(0, ANSWER[:20], ANSWER[20:]), *anthropic_end("end_turn")
            ),
        ),
    ),
    Format(
        protocol.GEMINI,
        "/v1beta",
        "/v1beta/models/m:streamGenerateContent",
        shapes.GEMINI,
        (
            stream(
                gemini(
                    [{"functionCall": {"name": "search", "args": CALL}, "thoughtSignature": "c2ln"}], "STOP"
                )
            ),
            stream(gemini([{"text": ANSWER[:20]}]), gemini([{"text": ANSWER[20:]}], "STOP")),
        ),
    ),
    Format(
        protocol.LOCAL,
        "/api",
        "/api/chat",
        shapes.OLLAMA,
        (
            stream(
                ollama({"content": "", "tool_calls": [{"function": {"name": "search", "arguments": CALL}}]}),
                ollama_end(),
                headers=NDJSON,
            ),
            stream(ollama({"content": ANSWER}), ollama_end(), headers=NDJSON),
        ),
    ),
]


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineDriver]:
    folder: Path = tmp_path_factory.mktemp("formats") / "shop"
    Repository(folder).write(FILES)
    with GitHubServer({"o/shop": folder}) as github, engine_over(github) as running:
        running.repository, _ = running.index("o/shop")
        yield running


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.kind)
def test_a_tool_is_called_and_its_result_answered_with(driver: EngineDriver, format: Format):
    with ProviderServer() as provider:
        provider.on("POST", format.path, *format.rounds)
        provider.on("POST", "/api/show", json_reply({"model_info": {"x.context_length": 32_768}}))
        choice = {"kind": format.kind, "address": provider.origin + format.base, "model": "m"}
        driver.call(protocol.MODEL, choice=choice, key="a-key")
        id = format.kind
        driver.call(protocol.CHAT, repository=driver.repository, question="How is a total made?", id=id)
        told = driver.until(
            lambda event: any("done" in news or "error" in news for news in event.get("news", ()))
        )
        requests = [request.json() for request in provider.asked(format.path)]
    news = [one for event in told if event.get("id") == id for one in event["news"]]
    assert [one["error"] for one in news if "error" in one] == []
    [called] = [one["call"] for one in news if "call" in one]
    assert (called["name"], called["arguments"]) == ("search", CALL)
    done = news[-1]["done"]
    assert done["text"] == ANSWER
    assert [(cited["path"], cited["first"]) for cited in done["citations"]] == [("shop/orders.py", 1)]
    assert len(requests) == 2
    for request in requests:
        assert shapes.faults(format.shape, request) == []
    # What the provider wants back with the call is there again, as it was.
    again = str(requests[1])
    if format.kind == protocol.ANTHROPIC:
        assert str(THOUGHT) in again
    if format.kind == protocol.GEMINI:
        assert "'thoughtSignature': 'c2ln'" in again
