"""Chat completions, against a server that sends what is published."""

from __future__ import annotations

import asyncio
import time

import pytest

from app.engine.answer.providers import openai
from app.engine.answer.providers.base import CALLS, LENGTH, REFUSED, STOP, Message, ToolCall, Usage
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.dialects import dialect
from app.engine.answer.providers.endpoint import THOUGHTS
from app.shared import protocol
from tests.support.providers import shapes
from tests.support.providers.asking import (
    CONVERSATION,
    KEY,
    READ,
    answer,
    deltas,
    failure,
    model,
    stopped_after,
)
from tests.support.providers.server import Cut, Pause, ProviderServer, Reply, json_reply
from tests.support.providers.streams import openai_call, openai_chunk, openai_text, split, sse, stream

PATH = "/v1/chat/completions"
OPENAI = dialect(Choice(protocol.OPENAI, "https://api.openai.com/v1"))


def asked(server: ProviderServer, **more):
    return model(server, OPENAI, "/v1", **more)


def test_a_request_is_of_the_published_shape_and_holds_the_conversation(server: ProviderServer):
    server.on("POST", PATH, stream(*openai_text("Here.")))
    answer(asked(server))
    [request] = server.requests
    body = request.json()
    assert shapes.faults(shapes.OPENAI, body) == []
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert (body["model"], body["max_tokens"]) == ("a-model", 100)
    assert [m["role"] for m in body["messages"]] == ["system", "user", "assistant", "tool", "tool", "user"]
    assert body["messages"][2]["tool_calls"][1]["function"] == {
        "name": "read_lines",
        "arguments": '{"path": "b.py"}',
    }
    assert body["messages"][3] == {"role": "tool", "tool_call_id": "id-1", "content": "1: Grüße"}
    assert body["tools"][0]["function"]["parameters"] == READ.parameters


def test_no_tools_are_named_to_a_model_without_them_and_no_key_where_there_is_none(server: ProviderServer):
    server.on("POST", PATH, stream(*openai_text("Here.")))
    answer(asked(server, tools=False, key=""))
    [request] = server.requests
    assert "tools" not in request.json()
    assert "authorization" not in request.headers


def test_openais_own_host_is_given_the_newer_limit_with_room_for_thoughts(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(openai, "_NEWER", server.host)
    server.on("POST", PATH, stream(*openai_text("Here.")))
    answer(asked(server))
    body = server.requests[0].json()
    assert shapes.faults(shapes.OPENAI, body) == []
    assert "max_tokens" not in body
    assert body["max_completion_tokens"] > 1000


@pytest.mark.parametrize("size", [1, 7, 4096])
def test_text_comes_whole_however_the_bytes_are_cut(server: ProviderServer, size: int):
    server.on("POST", PATH, stream(*split(openai_text("Grüße ", "🌲", " und mehr."), size)))
    text, last = answer(asked(server))
    assert text == "Grüße 🌲 und mehr."
    assert (last.finish, last.usage) == (STOP, Usage(11, 7))


def test_calls_are_put_together_from_fragments_by_their_index(server: ProviderServer):
    pieces = [
        openai_chunk({"role": "assistant", "content": None}),
        openai_call(0, "call_a", "read_lines", ""),
        openai_call(0, None, None, '{"pa'),
        openai_call(1, "call_b", "search", '{"text": '),
        openai_call(0, None, None, 'th": "ä.py"}'),
        openai_call(1, None, None, '"x"}'),
        openai_chunk({}, "tool_calls"),
        sse("[DONE]"),
    ]
    server.on("POST", PATH, stream(*pieces))
    text, last = answer(asked(server))
    assert (text, last.finish) == ("", CALLS)
    assert last.calls == (
        ToolCall("call_a", "read_lines", {"path": "ä.py"}),
        ToolCall("call_b", "search", {"text": "x"}),
    )


def test_whole_calls_under_one_index_and_without_ids_stay_apart(server: ProviderServer):
    whole = {"function": {"name": "search", "arguments": {"text": "x"}}}
    pieces = [
        openai_call(0, "one", "search", '{"text": "a"}'),
        openai_call(0, "two", "search", '{"text": "b"}'),
        openai_chunk({"tool_calls": [{"index": 5} | whole]}),
        openai_chunk({"tool_calls": [{"index": 6, "function": {"name": "search", "arguments": "no JSON"}}]}),
        openai_chunk({}, "stop"),
        sse("[DONE]"),
    ]
    server.on("POST", PATH, stream(*pieces))
    _, last = answer(asked(server))
    assert last.finish == CALLS
    assert [call.id for call in last.calls] == ["one", "two", "call-2", "call-3"]
    assert [call.arguments for call in last.calls] == [{"text": "a"}, {"text": "b"}, {"text": "x"}, {}]


@pytest.mark.parametrize(
    ("said", "finish"), [("length", LENGTH), ("content_filter", REFUSED), ("stop", STOP), ("eos", STOP)]
)
def test_why_it_stopped_is_told(server: ProviderServer, said: str, finish: str):
    server.on("POST", PATH, stream(*openai_text("Text.", finish=said)))
    assert answer(asked(server))[1].finish == finish


def test_a_refusal_is_shown_and_told_as_one(server: ProviderServer):
    pieces = [openai_chunk({"refusal": "I would rather not."}), openai_chunk({}, "stop"), sse("[DONE]")]
    server.on("POST", PATH, stream(*pieces))
    text, last = answer(asked(server))
    assert (text, last.finish) == ("I would rather not.", REFUSED)


def test_thoughts_are_no_part_of_the_answer(server: ProviderServer):
    pieces = [
        openai_chunk({"reasoning_content": "Hm.", "content": None}),
        openai_chunk({"reasoning": "Hm.", "content": ""}),
        openai_chunk({"content": "<think>Hm."}),
        openai_chunk({"content": "</think>\n\nYes."}),
        openai_chunk({}, "stop"),
        sse("[DONE]"),
    ]
    server.on("POST", PATH, stream(*pieces))
    assert answer(asked(server))[0] == "Yes."


def test_an_error_in_the_stream_ends_it_and_what_came_stays(server: ProviderServer):
    error = {"error": {"message": "The engine is overloaded.", "type": "server_error", "code": None}}
    server.on("POST", PATH, stream(openai_chunk({"content": "So far"}), sse(error)))
    text, error = failure(asked(server))
    assert (text, error.code) == ("So far", "busy")
    assert "overloaded" in error.message


@pytest.mark.parametrize(
    "end",
    [
        (Cut(),),  # the network is lost
        (),  # the server ends in good order, and says nothing of having finished
        (b'data: {"choices": [{"del',),  # in the middle of an event
    ],
)
def test_a_stream_that_is_cut_is_told_and_what_came_stays(server: ProviderServer, end: tuple):
    server.on("POST", PATH, stream(openai_chunk({"content": "So far"}), Pause(0.1), *end))
    text, error = failure(asked(server))
    assert (text, error.code) == ("So far", "stream-cut")


def test_a_body_shorter_than_announced_is_a_cut_stream(server: ProviderServer):
    pieces = (openai_chunk({"content": "So far"}),)
    server.on("POST", PATH, Reply(200, {"Connection": "close"}, pieces, length=9999))
    assert failure(asked(server))[1].code == "stream-cut"


def test_text_is_given_as_it_comes(server: ProviderServer):
    server.on("POST", PATH, stream(openai_chunk({"content": "At once"}), Pause()))

    async def first() -> str:
        asking = asked(server).stream(CONVERSATION)
        delta = await asyncio.wait_for(anext(asking), 5)
        await asking.aclose()
        return delta.text

    assert asyncio.run(first()) == "At once"


def test_closing_the_stream_ends_the_connection(server: ProviderServer):
    server.on("POST", PATH, stream(openai_chunk({"content": "So far"}), Pause()))
    assert stopped_after(asked(server), 1, lambda: asyncio.to_thread(server.gone.wait, 5))


def test_a_task_that_is_cancelled_before_the_first_byte_ends_the_connection(server: ProviderServer):
    server.on("POST", PATH, stream(Pause(), *openai_text("Never.")))

    async def ask() -> float:
        asking = asyncio.ensure_future(deltas(asked(server)))
        assert await asyncio.to_thread(server.asked_once.wait, 5)
        begun = time.monotonic()
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        assert await asyncio.to_thread(server.gone.wait, 5)
        return time.monotonic() - begun

    assert asyncio.run(ask()) < 2


def test_a_parameter_that_a_server_does_not_take_is_left_out(server: ProviderServer):
    def no(name: str) -> Reply:
        return json_reply({"detail": [{"loc": ["body", name], "msg": "Extra inputs are not permitted"}]}, 422)

    use = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    newer = json_reply(
        {"error": {"message": use, "type": "invalid_request_error", "param": "max_tokens"}}, 400
    )
    server.on("POST", PATH, no("stream_options"), newer, stream(*openai_text("Here.")))
    assert answer(asked(server))[0] == "Here."
    first, second, third = (request.json() for request in server.requests)
    assert "stream_options" in first and "stream_options" not in second
    assert (second["max_tokens"], "max_tokens" in third) == (100, False)
    assert third["max_completion_tokens"] > 100
    assert shapes.faults(shapes.OPENAI, third) == []


def test_a_server_that_refuses_for_good_is_asked_once(server: ProviderServer):
    server.on("POST", PATH, json_reply({"error": {"message": "Bad things.", "type": "invalid"}}, 400))
    text, error = failure(asked(server))
    assert (text, error.code, len(server.requests)) == ("", "model-failed", 1)
    assert "Bad things." in error.message


def test_a_redirect_is_not_followed(server: ProviderServer):
    with ProviderServer() as other:
        other.on("POST", PATH, stream(*openai_text("Caught.")))
        server.on("POST", PATH, Reply(307, {"Location": other.origin + PATH}, (), 0))
        assert failure(asked(server))[1].code == "redirected"
        assert other.requests == []


def test_models_are_listed_with_what_each_server_calls_their_context(server: ProviderServer):
    listed = [
        {"id": "vllm", "object": "model", "max_model_len": 4096},
        {"id": "vendor/router", "context_length": 200_000},
        {"id": "groq", "context_window": 131_072},
        {"id": "llama", "meta": {"n_ctx_train": 32_768}},
        {"id": "silent"},
        {"id": "text-embedding-3-small"},
    ]
    server.on("GET", "/v1/models", json_reply({"object": "list", "data": listed}))
    network_model = asked(server)
    offers = asyncio.run(OPENAI.offers(network_model.endpoint))
    assert [(offer.name, offer.context) for offer in offers] == [
        ("vllm", 4096),
        ("vendor/router", 200_000),
        ("groq", 131_072),
        ("llama", 32_768),
        ("silent", 0),
    ]


def test_lm_studio_and_llama_cpp_are_asked_what_they_were_loaded_with(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch
):
    port = server.server_address[1]
    listed = [{"id": "loaded"}, {"id": "not-loaded"}, {"id": "small"}]
    server.on("GET", "/v1/models", json_reply({"data": listed}))
    known = [
        {"id": "loaded", "state": "loaded", "loaded_context_length": 20_000, "max_context_length": 131_072},
        {"id": "not-loaded", "state": "not-loaded", "max_context_length": 131_072},
        {"id": "small", "state": "not-loaded", "max_context_length": 2048},
    ]
    server.on("GET", "/api/v0/models", json_reply({"data": known}))
    server.on("GET", "/props", json_reply({"default_generation_settings": {"n_ctx": 6000}}))

    def contexts(name: str) -> list[int]:
        with monkeypatch.context() as patched:
            patched.setattr(openai, name, port)
            return [offer.context for offer in asyncio.run(OPENAI.offers(asked(server).endpoint))]

    assert contexts("LM_STUDIO") == [20_000, openai.UNTOLD, 2048]
    assert contexts("LLAMA_CPP") == [6000] * 3
    # An older version, which knows nothing of it.
    server.on("GET", "/props", json_reply({"error": "not found"}, 404))
    assert contexts("LLAMA_CPP") == [0] * 3


@pytest.mark.parametrize(
    ("name", "context", "limit"),
    [
        ("llama3.2", 32_768, 100),
        ("qwen3-8b", 32_768, 100 + THOUGHTS),
        ("qwen3-8b", 4096, 3000),  # no more than the prompt leaves
        ("qwen3-8b", 1024, 100),  # and no less than was asked for
    ],
)
def test_a_model_that_thinks_is_given_room_for_it_within_its_context(
    server: ProviderServer, name: str, context: int, limit: int
):
    server.on("POST", PATH, stream(*openai_text("Here.")))
    thinking = asked(server)
    thinking.name, thinking.context = name, context
    prompt = [Message("user", "x" * int(1096 * openai.CHARACTERS))]
    answer(thinking, messages=prompt)
    assert server.requests[0].json()["max_tokens"] == limit


def test_a_page_that_is_no_server_of_models_is_told_as_such(server: ProviderServer):
    server.on("GET", "/v1/models", Reply(200, {"Content-Type": "text/html"}, (b"<html>",), 6))

    async def error() -> str:
        try:
            await OPENAI.offers(asked(server).endpoint)
        except Exception as error:
            return getattr(error, "code", repr(error))
        return ""

    assert asyncio.run(error()) == "not-a-model-server"


def test_a_message_without_calls_is_plain(server: ProviderServer):
    server.on("POST", PATH, stream(*openai_text("Here.")))
    answer(asked(server), messages=[Message("user", "Hello")], tools=())
    assert server.requests[0].json()["messages"] == [{"role": "user", "content": "Hello"}]
