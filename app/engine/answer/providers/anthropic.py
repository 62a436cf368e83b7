"""Anthropic's Messages API, version 2026-10-21, as published with the SDK `@anthropic-ai/sdk` 1.14.

A page may ask it with the header ``anthropic-dangerous-direct-browser-access``.
Thinking blocks are not shown, but the API wants them back before the call that
they led to: they lie in its `opaque`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.engine.answer.providers.base import (
    CALLS,
    LENGTH,
    REFUSED,
    STOP,
    Delta,
    Message,
    Tool,
    ToolCall,
    Usage,
)
from app.engine.answer.providers.endpoint import Endpoint, Offer, Refused, room
from app.engine.answer.providers.hosted import HostedModel
from app.engine.answer.providers.openai import arguments
from app.engine.answer.providers.sse import events
from app.engine.answer.providers.turns import turns
from app.host.base import Network
from app.shared.errors import UserError

VERSION = "2026-10-21"
_FINISHES = {
    "end_turn": STOP,
    "stop_sequence": STOP,
    "pause_turn": STOP,
    "max_tokens": LENGTH,
    "model_context_window_exceeded": LENGTH,
    "tool_use": CALLS,
    "refusal": REFUSED,
}
_THINKING = ("thinking", "redacted_thinking")


def endpoint(network: Network, base: str, key: str, site: str = "") -> Endpoint:
    """The address of an API, ``https://api.anthropic.com/v1``."""
    auth = {"anthropic-version": VERSION, "anthropic-dangerous-direct-browser-access": "true"}
    if key:
        auth["x-api-key"] = key
    return Endpoint(network, base, auth, key, site)


class AnthropicModel(HostedModel):
    """One model of one account."""

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), limit: int = 1024
    ) -> AsyncIterator[Delta]:
        body = _body(self.name, messages, tools if self.has_tools else (), room(limit))
        reading = _Reading()
        try:
            async with self.endpoint.stream("messages", body, self.name) as answer:
                async for event in events(answer):
                    for delta in reading.take(self.read(event.data)):
                        yield delta
                if not reading.is_whole:
                    raise self.cut()
                yield reading.end()
        except Refused as refused:
            raise refused.in_words from None


@dataclass(slots=True)
class _Reading:
    """What one stream has said so far: its content blocks, by their index."""

    blocks: dict[int, dict[str, Any]] = field(default_factory=dict)
    finish: str = ""
    prompt: int = 0
    answer: int = 0
    is_whole: bool = False

    def take(self, event: dict[str, Any]) -> Iterator[Delta]:
        match event.get("type"):
            case "message_start":
                self._count(event["message"].get("usage") or {})
            case "content_block_start":
                self.blocks[event["index"]] = block = dict(event["content_block"])
                if block.get("type") == "tool_use":
                    block["written"] = ""
                if block.get("type") == "text" and block.get("text"):
                    yield Delta(block["text"])
            case "content_block_delta":
                yield from self._extend(self.blocks[event["index"]], event["delta"])
            case "message_delta":
                self.finish = event["delta"].get("stop_reason") or self.finish
                self._count(event.get("usage") or {})
            case "message_stop":
                self.is_whole = True

    def _extend(self, block: dict[str, Any], delta: dict[str, Any]) -> Iterator[Delta]:
        match delta.get("type"):
            case "text_delta":
                yield Delta(delta["text"])
            case "input_json_delta":
                block["written"] += delta["partial_json"]
            case "thinking_delta":
                block["thinking"] = block.get("thinking", "") + delta["thinking"]
            case "signature_delta":
                block["signature"] = delta["signature"]

    def _count(self, usage: dict[str, Any]) -> None:
        cached = (usage.get("cache_read_input_tokens") or 0) + (usage.get("cache_creation_input_tokens") or 0)
        self.prompt = ((usage.get("input_tokens") or 0) + cached) or self.prompt
        self.answer = usage.get("output_tokens") or self.answer

    def end(self) -> Delta:
        finish = _FINISHES.get(self.finish, STOP)
        return Delta(calls=tuple(self._calls()), finish=finish, usage=Usage(self.prompt, self.answer))

    def _calls(self) -> Iterator[ToolCall]:
        """The calls, each with the thoughts before it."""
        thoughts: list[dict[str, Any]] = []
        for block in self.blocks.values():
            if block.get("type") in _THINKING:
                thoughts.append(block)
            elif block.get("type") == "tool_use":
                given = arguments(block["written"]) or block.get("input") or {}
                yield ToolCall(block["id"], block["name"], given, json.dumps(thoughts) if thoughts else "")
                thoughts = []


def _body(model: str, messages: Sequence[Message], tools: Sequence[Tool], limit: int) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": limit,
        "messages": turns(messages, "assistant", "content", _blocks),
        "stream": True,
    }
    if system := "\n\n".join(m.text for m in messages if m.role == "system" and m.text):
        body["system"] = system
    if tools:
        body["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}
            for tool in tools
        ]
    return body


def _blocks(message: Message) -> Iterator[dict[str, Any]]:
    if message.call is not None:
        yield {"type": "tool_result", "tool_use_id": message.call.id, "content": message.text}
        return
    thoughts = [json.loads(call.opaque or "[]") for call in message.calls]
    if thoughts:
        yield from thoughts[0]
    if message.text:  # an empty text is refused
        yield {"type": "text", "text": message.text}
    for n, call in enumerate(message.calls):
        if n:
            yield from thoughts[n]
        yield {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}


async def offers(endpoint: Endpoint) -> list[Offer]:
    """The models of an account, the newest first."""
    listed = (await endpoint.get("models?limit=1000")).get("data")
    if not isinstance(listed, list):
        raise UserError("not-a-model-server", f"{endpoint.host} answers, but lists no models.")
    return [Offer(model["id"], model.get("max_input_tokens") or 0) for model in listed]
