"""Gemini's streamGenerateContent, against a server that sends what is published."""

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
from tests.support.providers.streams import gemini, split, sse, stream

PATH = "/v1beta/models/a-model:streamGenerateContent"
GEMINI = dialect(Choice(protocol.GEMINI, "https://generativelanguage.googleapis.com/v1beta"))


def asked(server: ProviderServer):
    return model(server, GEMINI, "/v1beta")


def said(*texts: str, finish: str = "STOP") -> list[bytes]:
    return [*(gemini([{"text": text}]) for text in texts), gemini([{"text": ""}], finish)]


def test_a_request_is_of_the_published_shape_and_the_key_is_in_no_address(server: ProviderServer):
    server.on("POST", PATH, stream(*said("Here.")))
    answer(asked(server))
    [request] = server.requests
    body = request.json()
    assert shapes.faults(shapes.GEMINI, body) == []
    assert request.headers["x-goog-api-key"] == KEY
    assert request.path == PATH + "?alt=sse"
    assert body["systemInstruction"] == {"parts": [{"text": "Answer from the context."}]}
    assert [turn["role"] for turn in body["contents"]] == ["user", "model", "user"]
    responses = [part["functionResponse"] for part in body["contents"][2]["parts"][:2]]
    assert responses[0] == {"name": "read_lines", "id": "id-1", "response": {"output": "1: Grüße"}}
    assert responses[1]["id"] == "id-2"


@pytest.mark.parametrize("size", [1, 9, 4096])
def test_text_comes_whole_however_the_bytes_are_cut(server: ProviderServer, size: int):
    server.on("POST", PATH, stream(*split(said("Grüße ", "🌲"), size)))
    text, last = answer(asked(server))
    # Thoughts count as what the model wrote: they are paid for.
    assert (text, last.finish, last.usage) == ("Grüße 🌲", STOP, Usage(13, 10))


def test_thoughts_are_not_shown_and_a_calls_signature_goes_back_with_it(server: ProviderServer):
    call = {"functionCall": {"name": "read_lines", "args": {"path": "ä.py"}}, "thoughtSignature": "c2ln"}
    named = {"functionCall": {"name": "search", "args": {}, "id": "given"}}
    pieces = [
        gemini([{"text": "I think.", "thought": True}]),
        gemini([{"text": "I look."}]),
        gemini([call, named], "STOP"),
    ]
    server.on("POST", PATH, stream(*pieces))
    text, last = answer(asked(server))
    assert (text, last.finish) == ("I look.", CALLS)
    assert last.calls == (
        ToolCall("call-0", "read_lines", {"path": "ä.py"}, "c2ln"),
        ToolCall("given", "search", {}),
    )
    server.on("POST", PATH, stream(*said("There.")))
    turns = [
        Message("user", "Where?"),
        Message("assistant", "I look.", calls=last.calls),
        *(Message("tool", "found", call=call) for call in last.calls),
    ]
    answer(asked(server), messages=turns)
    body = server.requests[1].json()
    assert shapes.faults(shapes.GEMINI, body) == []
    # An id that was made up here is none of Gemini's, so it is not given back.
    assert body["contents"][1]["parts"][1:] == [call, named]
    assert body["contents"][2]["parts"][0]["functionResponse"].keys() == {"name", "response"}


@pytest.mark.parametrize(
    ("reason", "finish"),
    [("MAX_TOKENS", LENGTH), ("SAFETY", REFUSED), ("RECITATION", REFUSED), ("PROHIBITED_CONTENT", REFUSED)],
)
def test_why_it_stopped_is_told(server: ProviderServer, reason: str, finish: str):
    server.on("POST", PATH, stream(*said("Text.", finish=reason)))
    assert answer(asked(server))[1].finish == finish


def test_a_prompt_that_is_blocked_is_refused(server: ProviderServer):
    blocked = sse({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 5}})
    server.on("POST", PATH, stream(blocked))
    assert answer(asked(server))[1].finish == REFUSED


def test_a_call_that_the_model_could_not_write_is_an_error(server: ProviderServer):
    server.on("POST", PATH, stream(gemini([], "MALFORMED_FUNCTION_CALL")))
    assert failure(asked(server))[1].code == "model-failed"


def test_an_error_in_the_stream_ends_it_and_what_came_stays(server: ProviderServer):
    error = sse({"error": {"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}})
    server.on("POST", PATH, stream(gemini([{"text": "So far"}]), error))
    text, failed = failure(asked(server))
    assert (text, failed.code) == ("So far", "busy")


@pytest.mark.parametrize("end", [(Cut(),), (), (b'data: {"candidates": [{"con',)])
def test_a_stream_that_is_cut_is_told_and_what_came_stays(server: ProviderServer, end: tuple):
    server.on("POST", PATH, stream(gemini([{"text": "So far"}]), Pause(0.1), *end))
    text, failed = failure(asked(server))
    assert (text, failed.code) == ("So far", "stream-cut")


def test_closing_the_stream_ends_the_connection(server: ProviderServer):
    server.on("POST", PATH, stream(gemini([{"text": "So far"}]), Pause()))
    assert stopped_after(asked(server), 1, lambda: asyncio.to_thread(server.gone.wait, 5))


def test_models_are_listed_that_write_text(server: ProviderServer):
    listed = [
        {"name": f"models/{name}", "inputTokenLimit": 1_048_576, "supportedGenerationMethods": [method]}
        for name, method in (("gemini-a", "generateContent"), ("embedding-b", "embedContent"))
    ]
    server.on("GET", "/v1beta/models", json_reply({"models": listed}))
    offers = asyncio.run(GEMINI.offers(asked(server).endpoint))
    assert [(offer.name, offer.context) for offer in offers] == [("gemini-a", 1_048_576)]
    assert KEY not in server.requests[0].path
