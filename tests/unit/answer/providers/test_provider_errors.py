"""What providers refuse with, in the bodies that they are known to send, and what a person reads."""

from __future__ import annotations

import json
import time
from email.utils import formatdate
from typing import Any

import pytest

from app.engine.answer.providers import errors
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.dialects import dialect
from app.engine.answer.providers.help import unreachable
from app.shared import protocol
from app.shared.errors import AccessError, LimitError, OfflineError, UserError
from tests.support.providers.asking import KEY, failure, model
from tests.support.providers.server import ProviderServer, json_reply

OPENAI = dialect(Choice(protocol.OPENAI, "https://api.openai.com/v1"))


def openai(message: str, type: str = "invalid_request_error", code: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": type, "param": None, "code": code}}


def anthropic(type: str, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": type, "message": message}, "request_id": "req_1"}


def google(code: int, status: str, message: str, *details: dict[str, Any]) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "status": status, "details": list(details)}}


QUOTA = "You exceeded your current quota, please check your plan and billing details."
PER_DAY = {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    "violations": [{"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier"}],
}
PER_MINUTE = {
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    "violations": [{"quotaId": "GenerateContentInputTokensPerModelPerMinute-FreeTier"}],
}
RETRY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"}
INVALID = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"}

CASES = [
    # A bad key
    (401, openai("Incorrect API key provided", code="invalid_api_key"), AccessError, "bad-key"),
    (401, anthropic("authentication_error", "invalid x-api-key"), AccessError, "bad-key"),
    (400, google(400, "INVALID_ARGUMENT", "API key not valid.", INVALID), AccessError, "bad-key"),
    (401, {"error": {"code": 401, "message": "No auth credentials found"}}, AccessError, "bad-key"),
    (403, anthropic("permission_error", "Your key may not use this."), AccessError, "no-access"),
    # Nothing left to spend
    (429, openai(QUOTA, "insufficient_quota", "insufficient_quota"), LimitError, "no-quota"),
    (400, anthropic("invalid_request_error", "Your credit balance is too low."), LimitError, "no-quota"),
    (402, {"error": {"code": 402, "message": "Insufficient credits"}}, LimitError, "no-quota"),
    (429, google(429, "RESOURCE_EXHAUSTED", QUOTA, PER_DAY, RETRY), LimitError, "no-quota"),
    # Too fast
    (429, openai("Rate limit reached", "requests", "rate_limit_exceeded"), LimitError, "too-fast"),
    (429, anthropic("rate_limit_error", "Too many tokens a minute."), LimitError, "too-fast"),
    (429, google(429, "RESOURCE_EXHAUSTED", QUOTA, PER_MINUTE, RETRY), LimitError, "too-fast"),
    # Too busy
    (529, anthropic("overloaded_error", "Overloaded"), LimitError, "busy"),
    (503, google(503, "UNAVAILABLE", "The model is overloaded."), LimitError, "busy"),
    # Too long
    (
        400,
        openai("This model's maximum context length is 8192 tokens.", code="context_length_exceeded"),
        UserError,
        "context-too-long",
    ),
    (
        400,
        anthropic("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
        UserError,
        "context-too-long",
    ),
    (
        400,
        google(400, "INVALID_ARGUMENT", "The input token count (9) exceeds the maximum number of tokens."),
        UserError,
        "context-too-long",
    ),
    (
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 9000,
                "n_ctx": 4096,
            }
        },
        UserError,
        "context-too-long",
    ),
    (413, anthropic("request_too_large", "Request exceeds the maximum size"), UserError, "context-too-long"),
    # No such model
    (404, openai("The model `x` does not exist", code="model_not_found"), UserError, "no-such-model"),
    (404, anthropic("not_found_error", "model: claude-x"), UserError, "no-such-model"),
    (404, {"error": "model 'x' not found"}, UserError, "no-such-model"),
    (
        404,
        {"object": "error", "message": "The model `x` does not exist.", "code": 404},
        UserError,
        "no-such-model",
    ),
    (
        400,
        {"object": "error", "message": "Invalid model: x", "type": "invalid_model"},
        UserError,
        "no-such-model",
    ),
    # No tools
    (400, {"error": "registry.ollama.ai/library/x does not support tools"}, UserError, "no-tools"),
    (
        400,
        openai('"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        UserError,
        "no-tools",
    ),
    (404, openai("No endpoints found that support tool use."), UserError, "no-tools"),
    # Anything else
    (500, openai("The server had an error.", "server_error"), UserError, "model-failed"),
    (422, {"detail": [{"loc": ["body", "n"], "msg": "must be 1"}]}, UserError, "model-failed"),
]


@pytest.mark.parametrize(("status", "body", "kind", "code"), CASES)
def test_a_refusal_is_told_for_what_it_is(status: int, body: Any, kind: type, code: str):
    refusal = errors.refusal(status, {}, json.dumps(body).encode())
    error = errors.in_words(refusal, "api.example.com", "x")
    assert (type(error), error.code) == (kind, code)
    assert error.message.strip() and error.hint
    # The provider's own words are there, whatever was made of them.
    assert refusal.message and refusal.message[:40] in error.message


def test_a_body_that_is_a_list_or_no_json_is_read_too():
    listed = errors.refusal(400, {}, json.dumps([google(400, "INVALID_ARGUMENT", "Oh.", INVALID)]).encode())
    assert errors.in_words(listed, "h", "m").code == "bad-key"
    page = errors.refusal(502, {}, b"<html>Bad gateway</html>")
    error = errors.in_words(page, "h", "m")
    assert (error.code, "Bad gateway" in error.message, "502" in error.message) == (
        "model-failed",
        True,
        True,
    )


def ends_in(headers: dict[str, str], body: Any) -> float:
    """Seconds until a limit ends."""
    error = errors.in_words(errors.refusal(429, headers, json.dumps(body).encode()), "h", "m")
    assert error.code == "too-fast"
    return error.until - time.time()


def test_a_limit_says_when_it_ends_by_seconds_a_date_or_googles_delay():
    assert ends_in({"retry-after": "20"}, {}) == pytest.approx(20, abs=2)
    assert ends_in({}, google(429, "RESOURCE_EXHAUSTED", "Slow down.", RETRY)) == pytest.approx(34.5, abs=2)
    date = formatdate(time.time() + 60, usegmt=True)
    assert ends_in({"retry-after": date}, {}) == pytest.approx(60, abs=3)


def test_a_limit_that_does_not_say_when_it_ends_has_no_end():
    error = errors.in_words(errors.refusal(429, {}, b"{}"), "h", "m")
    assert (error.code, error.until) == ("too-fast", 0)


def test_a_key_that_a_server_repeats_is_not_shown(server: ProviderServer):
    server.on("POST", "/v1/chat/completions", json_reply(openai(f"Incorrect API key provided: {KEY}"), 401))
    _, error = failure(model(server, OPENAI, "/v1"))
    assert error.code == "bad-key"
    assert KEY not in error.message + error.hint


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://localhost:11434/api", ("Ollama", "OLLAMA_ORIGINS=https://here.example")),
        ("http://localhost:1234/v1", ("LM Studio", "CORS")),
        ("http://localhost:8080/v1", ("llama.cpp", "llama-server")),
        ("http://127.0.0.1:8000/v1", ("vLLM", "--allowed-origins")),
        ("http://localhost:1337/v1", ("Jan", "trusted hosts")),
        ("http://localhost:9999/v1", ("the server", "CORS")),
        ("https://api.example.com/v1", ("api.example.com", "CORS")),
    ],
)
def test_no_answer_says_both_causes_and_how_to_mend_them(address: str, words: tuple[str, ...]):
    error = unreachable(OfflineError("offline", "No."), address, "https://here.example")
    assert error.code == "no-answer"
    for word in words:
        assert word in f"{error.message} {error.hint}"


def test_a_port_that_nobody_listens_on_is_told_as_not_running():
    with ProviderServer() as server:
        asked = model(server, OPENAI, "/v1")
    text, error = failure(asked)
    assert (text, type(error), error.code) == ("", OfflineError, "no-answer")
