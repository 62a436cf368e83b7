"""Gemini's ``streamGenerateContent``, API version v1beta, as published with the SDK `@google/genai` 2.32.

The key goes in the header ``x-goog-api-key`` and never in the address. Parts
marked as thoughts are not shown; the signature that comes with a call goes
back with it, in its `opaque`, without which newer models refuse the turn.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

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
from app.engine.answer.providers.sse import events
from app.engine.answer.providers.turns import turns
from app.host.base import Network
from app.shared.errors import UserError

_REFUSALS = (
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "OTHER",
)
# Of an id that was made up here, since not every model gives its calls one.
_MADE_UP = "call-"


def endpoint(network: Network, base: str, key: str, site: str = "") -> Endpoint:
    """The address of an API, ``https://generativelanguage.googleapis.com/v1beta``."""
    return Endpoint(network, base, {"x-goog-api-key": key} if key else {}, key, site)


class GeminiModel(HostedModel):
    """One model of one project."""

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), limit: int = 1024
    ) -> AsyncIterator[Delta]:
        body = _body(messages, tools if self.has_tools else (), room(limit))
        path = f"models/{quote(self.name.removeprefix('models/'), safe='')}:streamGenerateContent?alt=sse"
        reading = _Reading()
        try:
            async with self.endpoint.stream(path, body, self.name) as answer:
                async for event in events(answer):
                    for delta in reading.take(self.read(event.data)):
                        yield delta
                if not reading.finish:
                    raise self.cut()
                yield reading.end(self.name)
        except Refused as refused:
            raise refused.in_words from None


@dataclass(slots=True)
class _Reading:
    """What one stream has said so far."""

    calls: list[ToolCall] = field(default_factory=list)
    finish: str = ""
    usage: Usage = field(default_factory=Usage)

    def take(self, chunk: dict[str, Any]) -> Iterator[Delta]:
        if told := chunk.get("usageMetadata"):
            thoughts = told.get("thoughtsTokenCount") or 0
            answer = (told.get("candidatesTokenCount") or 0) + thoughts
            self.usage = Usage(told.get("promptTokenCount") or 0, answer)
        if (chunk.get("promptFeedback") or {}).get("blockReason"):
            self.finish = "PROHIBITED_CONTENT"
        for candidate in (chunk.get("candidates") or [])[:1]:
            for part in (candidate.get("content") or {}).get("parts") or []:
                yield from self._part(part)
            self.finish = candidate.get("finishReason") or self.finish

    def _part(self, part: dict[str, Any]) -> Iterator[Delta]:
        if call := part.get("functionCall"):
            id = call.get("id") or f"{_MADE_UP}{len(self.calls)}"
            signature = part.get("thoughtSignature") or ""
            self.calls.append(ToolCall(id, call.get("name") or "", call.get("args") or {}, signature))
        elif part.get("text") and not part.get("thought"):
            yield Delta(part["text"])

    def end(self, model: str) -> Delta:
        """The last delta. Raises UserError where the model stumbled over its own call."""
        calls = tuple(self.calls)
        if self.finish == "STOP":
            return Delta(calls=calls, finish=CALLS if calls else STOP, usage=self.usage)
        if self.finish == "MAX_TOKENS":
            return Delta(calls=calls, finish=LENGTH, usage=self.usage)
        if self.finish in _REFUSALS:
            return Delta(finish=REFUSED, usage=self.usage)
        raise UserError("model-failed", f"{model} stopped without an answer ({self.finish}).", "Try again.")


def _body(messages: Sequence[Message], tools: Sequence[Tool], limit: int) -> dict[str, Any]:
    body: dict[str, Any] = {
        "contents": turns(messages, "model", "parts", _parts),
        "generationConfig": {"maxOutputTokens": limit},
    }
    if system := [{"text": m.text} for m in messages if m.role == "system" and m.text]:
        body["systemInstruction"] = {"parts": system}
    if tools:
        declared = [
            {"name": t.name, "description": t.description, "parametersJsonSchema": t.parameters}
            for t in tools
        ]
        body["tools"] = [{"functionDeclarations": declared}]
    return body


def _parts(message: Message) -> Iterator[dict[str, Any]]:
    if message.call is not None:
        answer = {"name": message.call.name, "response": {"output": message.text}}
        yield {"functionResponse": answer | _id(message.call)}
        return
    if message.text:
        yield {"text": message.text}
    for call in message.calls:
        part: dict[str, Any] = {"functionCall": {"name": call.name, "args": call.arguments} | _id(call)}
        if call.opaque:
            part["thoughtSignature"] = call.opaque
        yield part


def _id(call: ToolCall) -> dict[str, str]:
    return {} if call.id.startswith(_MADE_UP) else {"id": call.id}


async def offers(endpoint: Endpoint) -> list[Offer]:
    """The models that write text."""
    listed = (await endpoint.get("models?pageSize=1000")).get("models")
    if not isinstance(listed, list):
        raise UserError("not-a-model-server", f"{endpoint.host} answers, but lists no models.")
    return [
        Offer(model["name"].removeprefix("models/"), model.get("inputTokenLimit") or 0)
        for model in listed
        if "generateContent" in (model.get("supportedGenerationMethods") or ())
    ]
