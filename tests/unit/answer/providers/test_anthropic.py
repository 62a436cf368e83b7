"""The Messages API, against a server that sends what is published."""

from __future__ import annotations

import asyncio

import pytest

from app.engine.answer.providers.base import CALLS, LENGTH, REFUSED, STOP, Message, ToolCall, Usage
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.dialects import dialect
from app.shared import protocol
from tests.support.providers import shapes
from tests.support.providers.asking import KEY, answer, failure, model, stopped_after
from tests.support.providers.server import Cut, Pause, ProviderServer, json_reply
from tests.support.providers.streams import (
    PING,
    anthropic,
    anthropic_block,
    anthropic_end,
    anthropic_start,
    anthropic_text,
    split,
    stream,
)

PATH = "/v1/messages"
ANTHROPIC = dialect(Choice(protocol.ANTHROPIC, "https://api.anthropic.com/v1"))
THOUGHT = {"type": "thinking", "thinking": "Hm. Well.", "signature": "c2lnbmF0dXJl"}


def asked(server: ProviderServer):
    return model(server, ANTHROPIC, "/v1")


def said(*texts: str, reason: str = "end_turn") -> list[bytes]:
    return [anthropic_start(), PING, *anthropic_text(0, *texts), *anthropic_end(reason)]


def calling() -> list[bytes]:
    """Thoughts, text and two calls."""
    return [
        anthropic_start(),
        *anthropic_block(
            0,
            {"type": "thinking", "thinking": "", "signature": ""},
            {"type": "thinking_delta", "thinking": "Hm. "},
            {"type": "thinking_delta", "thinking": "Well."},
            {"type": "signature_delta", "signature": THOUGHT["signature"]},
        ),
        *anthropic_text(1, "I look."),
        *anthropic_block(
            2,
            {"type": "tool_use", "id": "toolu_a", "name": "read_lines", "input": {}},
            {"type": "input_json_delta", "partial_json": ""},
            {"type": "input_json_delta", "partial_json": '{"path": "'},
            {"type": "input_json_delta", "partial_json": 'ä.py"}'},
        ),
        *anthropic_block(3, {"type": "tool_use", "id": "toolu_b", "name": "list_files", "input": {}}),
        *anthropic_end("tool_use"),
    ]


def test_a_request_is_of_the_published_shape_and_holds_the_conversation(server: ProviderServer):
    server.on("POST", PATH, stream(*said("Here.")))
    answer(asked(server))
    [request] = server.requests
    body = request.json()
    assert shapes.faults(shapes.ANTHROPIC, body) == []
    assert request.headers["x-api-key"] == KEY
    assert request.headers["anthropic-version"] == "2026-10-21"
    assert request.headers["anthropic-dangerous-direct-browser-access"] == "true"
    assert "authorization" not in request.headers
    assert body["system"] == "Answer from the context."
    assert [m["role"] for m in body["messages"]] == ["user", "assistant", "user"]
    # Both results stand in the turn after the calls, before anything else.
    assert [block["type"] for block in body["messages"][2]["content"]] == [
        "tool_result",
        "tool_result",
        "text",
    ]
    assert body["messages"][1]["content"][1] == {
        "type": "tool_use",
        "id": "id-1",
        "name": "read_lines",
        "input": {"path": "a.py"},
    }


@pytest.mark.parametrize("size", [1, 9, 4096])
def test_text_comes_whole_however_the_bytes_are_cut(server: ProviderServer, size: int):
    server.on("POST", PATH, stream(*split(said("Grüße ", "🌲"), size)))
    text, last = answer(asked(server))
    assert (text, last.finish, last.usage) == ("Grüße 🌲", STOP, Usage(25, 9))


def test_calls_are_put_together_and_thoughts_are_not_shown(server: ProviderServer):
    server.on("POST", PATH, stream(*calling()))
    text, last = answer(asked(server))
    assert (text, last.finish) == ("I look.", CALLS)
    assert [(call.id, call.name, call.arguments) for call in last.calls] == [
        ("toolu_a", "read_lines", {"path": "ä.py"}),
        ("toolu_b", "list_files", {}),
    ]


def test_thoughts_go_back_unchanged_before_the_call_that_they_led_to(server: ProviderServer):
    server.on("POST", PATH, stream(*calling()))
    _, last = answer(asked(server))
    turns = [
        Message("user", "Where?"),
        Message("assistant", "I look.", calls=last.calls),
        *(Message("tool", "found", call=call) for call in last.calls),
    ]
    server.on("POST", PATH, stream(*said("There.")))
    answer(asked(server), messages=turns)
    body = server.requests[1].json()
    assert shapes.faults(shapes.ANTHROPIC, body) == []
    blocks = body["messages"][1]["content"]
    assert [block["type"] for block in blocks] == ["thinking", "text", "tool_use", "tool_use"]
    assert blocks[0] == THOUGHT


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("max_tokens", LENGTH),
        ("model_context_window_exceeded", LENGTH),
        ("refusal", REFUSED),
        ("stop_sequence", STOP),
    ],
)
def test_why_it_stopped_is_told(server: ProviderServer, reason: str, finish: str):
    server.on("POST", PATH, stream(*said("Text.", reason=reason)))
    assert answer(asked(server))[1].finish == finish


def test_an_overload_in_the_stream_ends_it_and_what_came_stays(server: ProviderServer):
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    pieces = [anthropic_start(), *anthropic_text(0, "So far")[:-1], anthropic(error)]
    server.on("POST", PATH, stream(*pieces))
    text, failed = failure(asked(server))
    assert (text, failed.code) == ("So far", "busy")


@pytest.mark.parametrize("end", [(Cut(),), (), (b'event: message_delta\ndata: {"type": "mess',)])
def test_a_stream_that_is_cut_is_told_and_what_came_stays(server: ProviderServer, end: tuple):
    pieces = [anthropic_start(), *anthropic_text(0, "So far")[:-1], Pause(0.1), *end]
    server.on("POST", PATH, stream(*pieces))
    text, failed = failure(asked(server))
    assert (text, failed.code) == ("So far", "stream-cut")


def test_closing_the_stream_ends_the_connection(server: ProviderServer):
    server.on("POST", PATH, stream(anthropic_start(), *anthropic_text(0, "So far")[:2], Pause()))
    assert stopped_after(asked(server), 1, lambda: asyncio.to_thread(server.gone.wait, 5))


def test_models_are_listed_with_what_they_read(server: ProviderServer):
    listed = [
        {"id": "claude-new", "type": "model", "display_name": "New", "max_input_tokens": 1_000_000},
        {"id": "claude-old", "type": "model", "display_name": "Old", "max_input_tokens": None},
    ]
    server.on("GET", "/v1/models", json_reply({"data": listed, "has_more": False}))
    offers = asyncio.run(ANTHROPIC.offers(asked(server).endpoint))
    assert [(offer.name, offer.context) for offer in offers] == [("claude-new", 1_000_000), ("claude-old", 0)]
    assert server.requests[0].headers["x-api-key"] == KEY


def test_an_assistants_turn_without_text_has_no_empty_block(server: ProviderServer):
    server.on("POST", PATH, stream(*said("Here.")))
    call = ToolCall("id", "search", {"text": "x"})
    turns = [Message("user", "q"), Message("assistant", "", calls=(call,)), Message("tool", "r", call=call)]
    answer(asked(server), messages=turns)
    assert shapes.faults(shapes.ANTHROPIC, server.requests[0].json()) == []
