"""Streams in the wire formats that the providers publish, made of what a model is to have said."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.support.providers.server import Cut, Pause, Reply

SSE = {"Content-Type": "text/event-stream"}
NDJSON = {"Content-Type": "application/x-ndjson"}


def sse(data: Any, name: str = "", end: str = "\n") -> bytes:
    """One server-sent event."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
    head = f"event: {name}{end}" if name else ""
    return f"{head}data: {text}{end}{end}".encode()


def split(pieces: Iterable[bytes], size: int) -> tuple[bytes, ...]:
    """The same bytes in pieces of another size: characters and events are cut anywhere."""
    whole = b"".join(pieces)
    return tuple(whole[at : at + size] for at in range(0, len(whole), size))


def stream(*pieces: bytes | Pause | Cut, headers: dict[str, str] = SSE) -> Reply:
    return Reply(200, headers, pieces)


# OpenAI -----------------------------------------------------------------------


def openai_chunk(delta: dict[str, Any] | None = None, finish: str | None = None, **more: Any) -> bytes:
    """A ``chat.completion.chunk``; without a delta it has no choice, as the one with the usage."""
    choices = (
        [] if delta is None else [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}]
    )
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1764500000, "model": "m"}
    return sse(head | {"choices": choices} | more)


def openai_text(*texts: str, finish: str = "stop") -> list[bytes]:
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return [
        openai_chunk({"role": "assistant", "content": ""}),
        *(openai_chunk({"content": text}) for text in texts),
        openai_chunk({}, finish),
        openai_chunk(usage=usage),
        sse("[DONE]"),
    ]


def openai_call(index: int, id: str | None, name: str | None, arguments: str) -> bytes:
    """A fragment of a call."""
    function = {"arguments": arguments} | ({"name": name} if name else {})
    call = {"index": index, "function": function} | ({"id": id, "type": "function"} if id else {})
    return openai_chunk({"tool_calls": [call]})


# Anthropic --------------------------------------------------------------------


def anthropic(event: dict[str, Any]) -> bytes:
    return sse(event, event["type"])


def anthropic_start() -> bytes:
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 20, "cache_read_input_tokens": 5, "output_tokens": 1},
    }
    return anthropic({"type": "message_start", "message": message})


def anthropic_block(index: int, block: dict[str, Any], *deltas: dict[str, Any]) -> list[bytes]:
    return [
        anthropic({"type": "content_block_start", "index": index, "content_block": block}),
        *(anthropic({"type": "content_block_delta", "index": index, "delta": delta}) for delta in deltas),
        anthropic({"type": "content_block_stop", "index": index}),
    ]


def anthropic_text(index: int, *texts: str) -> list[bytes]:
    deltas = [{"type": "text_delta", "text": text} for text in texts]
    return anthropic_block(index, {"type": "text", "text": ""}, *deltas)


def anthropic_end(reason: str) -> list[bytes]:
    delta = {"stop_reason": reason, "stop_sequence": None, "stop_details": None, "container": None}
    return [
        anthropic({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 9}}),
        anthropic({"type": "message_stop"}),
    ]


PING = anthropic({"type": "ping"})


# Gemini -----------------------------------------------------------------------


def gemini(parts: list[dict[str, Any]], finish: str = "", **more: Any) -> bytes:
    candidate = {"content": {"parts": parts, "role": "model"}, "index": 0}
    usage = {
        "promptTokenCount": 13,
        "candidatesTokenCount": 4,
        "thoughtsTokenCount": 6,
        "totalTokenCount": 23,
    }
    ended = {"finishReason": finish} if finish else {}
    chunk = {"candidates": [candidate | ended], "usageMetadata": usage, "modelVersion": "gemini"} | more
    return sse(chunk, end="\r\n")


# Ollama -----------------------------------------------------------------------


def ollama(message: dict[str, Any], **more: Any) -> bytes:
    head = {"model": "m", "created_at": "2026-11-30T12:00:00Z", "done": False}
    line = head | {"message": {"role": "assistant"} | message} | more
    return (json.dumps(line, ensure_ascii=False) + "\n").encode()


def ollama_end(reason: str = "stop") -> bytes:
    counts = {"prompt_eval_count": 15, "eval_count": 3, "total_duration": 1, "load_duration": 1}
    return ollama({"content": ""}, done=True, done_reason=reason, **counts)
