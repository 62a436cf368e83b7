"""Ollama's own API, as published with the package `ollama` 0.6 (November 2026).

Its ``/v1`` cuts prompts to a small window without a word; only here can the
window be asked for (``num_ctx``), and only here is a model's own one told.
Answers come as lines of JSON.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

from app.engine.answer.providers.base import (
    CALLS,
    LENGTH,
    STOP,
    Delta,
    Message,
    Tool,
    ToolCall,
    Usage,
)
from app.engine.answer.providers.endpoint import Endpoint, Offer, Refused, room
from app.engine.answer.providers.hosted import HostedModel
from app.engine.answer.providers.openai import function
from app.engine.answer.providers.sse import lines
from app.engine.answer.providers.thinking import Thoughts
from app.shared.errors import UserError

# Tokens asked for where the person sets none: a window takes memory whether it is filled or not.
WINDOW = 16_384


class OllamaModel(HostedModel):
    """One model of one server. `context` is the window that it is loaded with."""

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), limit: int = 1024
    ) -> AsyncIterator[Delta]:
        # Thoughts take a local machine minutes; this family alone cannot do without.
        thinks = "gpt-oss" in self.name
        body: dict[str, Any] = {
            "model": self.name,
            "messages": [_message(message) for message in messages],
            "stream": True,
            "think": "low" if thinks else False,
            "options": {"num_ctx": self.context, "num_predict": room(limit) if thinks else limit},
        }
        if tools and self.has_tools:
            body["tools"] = [function(tool) for tool in tools]
        thoughts = Thoughts()
        calls: list[ToolCall] = []
        try:
            async with self.endpoint.stream("chat", body, self.name) as answer:
                async for line in lines(answer):
                    told = self.read(line or "{}")
                    message = told.get("message") or {}
                    if text := thoughts.answer(message.get("content") or ""):
                        yield Delta(text)
                    for call in message.get("tool_calls") or []:
                        calls.append(_call(call, len(calls)))
                    if told.get("done"):
                        yield _end(told, thoughts.rest(), tuple(calls))
                        return
                raise self.cut()
        except Refused as refused:
            raise refused.in_words from None


def _end(told: dict[str, Any], text: str, calls: tuple[ToolCall, ...]) -> Delta:
    usage = Usage(told.get("prompt_eval_count") or 0, told.get("eval_count") or 0)
    finish = LENGTH if told.get("done_reason") == "length" else CALLS if calls else STOP
    return Delta(text, calls, finish, usage)


def _call(call: dict[str, Any], number: int) -> ToolCall:
    told = call["function"]
    return ToolCall(call.get("id") or f"call-{number}", told["name"], told.get("arguments") or {})


def _message(message: Message) -> dict[str, Any]:
    written: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.call is not None:
        written["tool_name"] = message.call.name
    if message.calls:
        written["tool_calls"] = [
            {"function": {"name": call.name, "arguments": call.arguments}} for call in message.calls
        ]
    return written


async def offers(endpoint: Endpoint) -> list[Offer]:
    """The models that were fetched; what each reads is told by `context`."""
    listed = (await endpoint.get("tags")).get("models")
    if not isinstance(listed, list):
        raise UserError("not-a-model-server", f"{endpoint.host} answers, but not as Ollama does.")
    return [Offer(model["name"], 0, model.get("size") or 0) for model in listed]


async def context(endpoint: Endpoint, model: str) -> int:
    """The window to ask for: the one that its Modelfile sets, else the model's own up to WINDOW."""
    shown = await endpoint.post("show", {"model": model})
    if found := re.search(r"^num_ctx\s+(\d+)", shown.get("parameters") or "", re.MULTILINE):
        return int(found[1])
    told = [
        value
        for name, value in (shown.get("model_info") or {}).items()
        if name.endswith(".context_length") and isinstance(value, int)
    ]
    return min(max(told, default=0), WINDOW)
