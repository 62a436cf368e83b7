"""Whatever a server sends: an answer, or an error in words; never a fault of the page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.dialects import dialect
from app.shared import protocol
from tests.support.providers.asking import failure, model
from tests.support.providers.server import ProviderServer
from tests.support.providers.streams import sse, stream

PATHS = {
    protocol.OPENAI: ("https://h.example/v1", "/v1/chat/completions"),
    protocol.ANTHROPIC: ("https://h.example/v1", "/v1/messages"),
    protocol.GEMINI: ("https://h.example/v1beta", "/v1beta/models/a-model:streamGenerateContent"),
    protocol.LOCAL: ("http://localhost:11434/api", "/api/chat"),
}
# Of each format something that is almost right.
ODD: list[tuple[str, Any]] = [
    *((kind, odd) for kind in PATHS for odd in ([], 1, "text", None)),
    (protocol.OPENAI, {"choices": ["text"]}),
    (protocol.OPENAI, {"choices": [{"delta": {"content": 7}}]}),
    (protocol.OPENAI, {"choices": [{"delta": {"tool_calls": ["x"]}}]}),
    (protocol.ANTHROPIC, {"type": "content_block_delta", "index": 9, "delta": {}}),
    (protocol.ANTHROPIC, {"type": "message_start"}),
    (protocol.GEMINI, {"candidates": [{"content": {"parts": ["x"]}}]}),
    (protocol.GEMINI, {"candidates": {"a": 1}}),
    (protocol.LOCAL, {"message": {"tool_calls": [{}]}, "done": True}),
    (protocol.LOCAL, {"message": "text"}),
]


@pytest.mark.parametrize(("kind", "odd"), ODD)
def test_what_is_not_of_the_format_is_told_as_the_servers_fault(server: ProviderServer, kind: str, odd: Any):
    address, path = PATHS[kind]
    data = f"{json.dumps(odd)}\n".encode() if kind == protocol.LOCAL else sse(odd)
    server.on("POST", path, stream(data))
    base = "/" + address.rpartition("/")[2]
    _, error = failure(model(server, dialect(Choice(kind, address)), base))
    assert error.code in ("model-failed", "stream-cut")
    assert server.host in error.message
