"""Ollama's own API, against a server that sends what is published."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.answer.providers import endpoint
from app.engine.answer.providers import ollama as provider
from app.engine.answer.providers.base import CALLS, LENGTH, STOP, ToolCall, Usage
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.dialects import dialect
from app.shared import protocol
from tests.support.providers import shapes
from tests.support.providers.asking import READ, answer, failure, model, stopped_after
from tests.support.providers.server import Cut, Pause, ProviderServer, json_reply
from tests.support.providers.streams import NDJSON, ollama, ollama_end, split, stream

PATH = "/api/chat"
OLLAMA = dialect(Choice(protocol.LOCAL, "http://localhost:11434/api"))


def asked(server: ProviderServer, **more):
    return model(server, OLLAMA, "/api", **more)


def lines(*pieces):
    return stream(*pieces, headers=NDJSON)


def test_a_request_is_of_the_published_shape_and_asks_for_the_window(server: ProviderServer):
    server.on("POST", PATH, lines(ollama({"content": "Here."}), ollama_end()))
    answer(asked(server, key=""))
    [request] = server.requests
    body = request.json()
    assert shapes.faults(shapes.OLLAMA, body) == []
    assert body["options"] == {"num_ctx": 8192, "num_predict": 100}
    assert body["think"] is False
    assert body["messages"][2]["tool_calls"][0] == {
        "function": {"name": "read_lines", "arguments": {"path": "a.py"}}
    }
    assert body["messages"][3] == {"role": "tool", "content": "1: Grüße", "tool_name": "read_lines"}
    assert body["tools"][0]["function"]["parameters"] == READ.parameters
    assert "authorization" not in request.headers


def test_a_model_that_cannot_do_without_thoughts_is_given_room_for_a_few(server: ProviderServer):
    server.on("POST", PATH, lines(ollama({"content": "Here."}), ollama_end()))
    thinking = asked(server)
    thinking.name = "gpt-oss:20b"
    answer(thinking)
    body = server.requests[0].json()
    assert shapes.faults(shapes.OLLAMA, body) == []
    assert (body["think"], body["options"]["num_predict"]) == ("low", 100 + endpoint.THOUGHTS)


@pytest.mark.parametrize("size", [1, 9, 4096])
def test_text_comes_whole_however_the_bytes_are_cut(server: ProviderServer, size: int):
    pieces = [ollama({"content": "Grüße "}), ollama({"content": "🌲"}), ollama_end()]
    server.on("POST", PATH, lines(*split(pieces, size)))
    text, last = answer(asked(server))
    assert (text, last.finish, last.usage) == ("Grüße 🌲", STOP, Usage(15, 3))


def test_calls_come_whole_and_thoughts_are_not_shown(server: ProviderServer):
    call = {"function": {"name": "read_lines", "arguments": {"path": "ä.py"}}}
    pieces = [
        ollama({"content": "", "thinking": "Hm."}),
        ollama({"content": "<think>Hm.</think>I look."}),
        ollama({"content": "", "tool_calls": [call]}),
        ollama({"content": "", "tool_calls": [{"id": "given"} | call]}),
        ollama_end(),
    ]
    server.on("POST", PATH, lines(*pieces))
    text, last = answer(asked(server))
    assert (text, last.finish) == ("I look.", CALLS)
    assert last.calls == (
        ToolCall("call-0", "read_lines", {"path": "ä.py"}),
        ToolCall("given", "read_lines", {"path": "ä.py"}),
    )


def test_a_limit_that_was_met_is_told(server: ProviderServer):
    server.on("POST", PATH, lines(ollama({"content": "Text"}), ollama_end("length")))
    assert answer(asked(server))[1].finish == LENGTH


def test_an_error_in_the_stream_ends_it_and_what_came_stays(server: ProviderServer):
    error = b'{"error": "an error was encountered while running the model: out of memory"}\n'
    server.on("POST", PATH, lines(ollama({"content": "So far"}), error))
    text, failed = failure(asked(server))
    assert (text, failed.code) == ("So far", "model-failed")
    assert "out of memory" in failed.message


@pytest.mark.parametrize("end", [(Cut(),), (), (b'{"model": "m", "mes',)])
def test_a_stream_that_is_cut_is_told_and_what_came_stays(server: ProviderServer, end: tuple):
    server.on("POST", PATH, lines(ollama({"content": "So far"}), Pause(0.1), *end))
    text, failed = failure(asked(server))
    assert (text, failed.code) == ("So far", "stream-cut")


def test_closing_the_stream_ends_the_connection(server: ProviderServer):
    server.on("POST", PATH, lines(ollama({"content": "So far"}), Pause()))
    assert stopped_after(asked(server), 1, lambda: asyncio.to_thread(server.gone.wait, 5))


def test_models_are_listed_with_their_sizes(server: ProviderServer):
    listed = [
        {"name": "qwen3:8b", "model": "qwen3:8b", "size": 5_200_000_000, "details": {"family": "qwen3"}}
    ]
    server.on("GET", "/api/tags", json_reply({"models": listed}))
    offers = asyncio.run(OLLAMA.offers(asked(server).endpoint))
    assert [(offer.name, offer.bytes) for offer in offers] == [("qwen3:8b", 5_200_000_000)]


@pytest.mark.parametrize(
    ("parameters", "length", "window"),
    [
        ("", 4096, 4096),  # the model's own
        ("", 262_144, provider.WINDOW),  # more than is taken unasked
        ('stop "<|end|>"\nnum_ctx    32000', 262_144, 32_000),  # what its Modelfile sets
    ],
)
def test_the_window_is_the_models_own_within_reason(
    server: ProviderServer, parameters: str, length: int, window: int
):
    info = {"general.architecture": "qwen3", "qwen3.context_length": length, "qwen3.block_count": 36}
    shown = {"parameters": parameters, "model_info": info, "capabilities": ["completion", "tools"]}
    server.on("POST", "/api/show", json_reply(shown))
    told = asyncio.run(OLLAMA.told_context(asked(server).endpoint, "qwen3:8b"))
    assert told == window
    assert server.requests[0].json() == {"model": "qwen3:8b"}
