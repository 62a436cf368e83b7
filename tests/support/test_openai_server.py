"""The local server with real weights that other tests speak to."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.openai_server import OpenAIServer

QUESTION = [{"role": "user", "content": "Name the three largest cities of France."}]
SEARCH = {
    "type": "function",
    "function": {
        "name": "search",
        "description": "Search the code.",
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
            "required": ["query"],
        },
    },
}


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(context=1024, calls=1) as running:
        yield running


def post(server: OpenAIServer, **body: Any) -> Any:
    data = json.dumps({"model": server.model, "messages": QUESTION, "max_tokens": 24, **body}).encode()
    headers = {"Content-Type": "application/json", "Origin": "https://page.example"}
    return urllib.request.urlopen(
        urllib.request.Request(f"{server.url}/chat/completions", data, headers), timeout=120
    )


def events(answer: Any) -> list[Any]:
    return [line[6:].strip().decode() for line in answer if line.startswith(b"data: ")]


def test_the_answer_streams_in_pieces_and_tells_its_tokens(server: OpenAIServer) -> None:
    said = events(post(server, stream=True, stream_options={"include_usage": True}))
    assert said[-1] == "[DONE]"
    chunks = [json.loads(event) for event in said[:-1]]
    pieces = [choice["delta"].get("content") for chunk in chunks for choice in chunk["choices"]]
    assert len([piece for piece in pieces if piece]) > 5
    assert [choice["finish_reason"] for chunk in chunks for choice in chunk["choices"]][-1] == "length"
    assert chunks[-1]["usage"]["completion_tokens"] == 24


def test_a_page_of_another_origin_may_read_it(server: OpenAIServer) -> None:
    with post(server, max_tokens=1) as answer:
        assert answer.headers["Access-Control-Allow-Origin"] == "https://page.example"


def test_its_models_can_be_listed(server: OpenAIServer) -> None:
    with urllib.request.urlopen(f"{server.url}/models") as answer:
        assert [model["id"] for model in json.load(answer)["data"]] == [server.model]


def test_whoever_hangs_up_stops_it(server: OpenAIServer) -> None:
    with post(server, stream=True, max_tokens=900, temperature=1.5) as answer:
        answer.readline()
    time.sleep(1)
    before = server.seconds()
    time.sleep(2)
    assert server.seconds() - before < 0.2


def test_a_prompt_that_is_too_long_is_refused_with_both_numbers(server: OpenAIServer) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        post(server, messages=[{"role": "user", "content": "word " * 2000}])
    error = json.load(refused.value)["error"]
    assert error["type"] == "exceed_context_size_error"
    assert error["n_prompt_tokens"] > error["n_ctx"] == 1024


def test_a_tool_is_called_with_arguments_of_its_schema_and_then_answered_with(server: OpenAIServer) -> None:
    with post(server, tools=[SEARCH]) as answer:
        choice = json.load(answer)["choices"][0]
    assert choice["finish_reason"] == "tool_calls"
    (call,) = choice["message"]["tool_calls"]
    assert call["function"]["name"] == "search"
    assert isinstance(json.loads(call["function"]["arguments"])["query"], str)
    result = {"role": "tool", "tool_call_id": call["id"], "content": "Paris, Marseille, Lyon"}
    with post(server, tools=[SEARCH], messages=[*QUESTION, choice["message"], result]) as answer:
        choice = json.load(answer)["choices"][0]
    assert choice["finish_reason"] in ("stop", "length")
    assert choice["message"]["content"]
