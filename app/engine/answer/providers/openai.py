"""OpenAI's chat completions, and every server that speaks them.

As published with the SDK `openai` 6.49 (November 2026). LM Studio, llama.cpp,
vLLM, Jan, OpenRouter, Mistral, Groq and others differ in what they leave out,
add or refuse; where a server names a parameter it does not take, it is asked
again without.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from app.engine.answer.providers import errors
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
from app.engine.answer.providers.help import LLAMA_CPP, LM_STUDIO, is_loopback
from app.engine.answer.providers.hosted import HostedModel
from app.engine.answer.providers.sse import events
from app.engine.answer.providers.thinking import Thoughts
from app.shared.errors import UserError

BASE = "https://api.openai.com/v1"
# The one host that refuses `max_tokens` for the newer `max_completion_tokens`; it counts thoughts with it.
_NEWER = "api.openai.com"
_FINISHES = {"stop": STOP, "length": LENGTH, "tool_calls": CALLS, "content_filter": REFUSED}
# Names of models that think before they answer, whoever runs them.
_THINKING = re.compile(r"qwen-?3|deepseek-r|\br1\b|gpt-oss|magistral|nemotron|glm-4|kimi|think|reason")
# Characters of a token, at the least that code comes to.
CHARACTERS = 2.5
# What LM Studio loads a model for unless it is told otherwise.
UNTOLD = 4096
# Parts of names of models that write no text.
_NO_CHAT = ("embed", "whisper", "tts", "dall-e", "moderation", "rerank", "transcribe", "image", "realtime")


class OpenAIModel(HostedModel):
    """One model behind one address."""

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), limit: int = 1024
    ) -> AsyncIterator[Delta]:
        body = _body(self.name, messages, tools if self.has_tools else ())
        if self.host == _NEWER:
            body["max_completion_tokens"] = room(limit)
        else:
            body["max_tokens"] = self._limit(messages, limit)
        while True:
            try:
                async with self.endpoint.stream("chat/completions", body, self.name) as answer:
                    reading = _Reading()
                    async for event in events(answer):
                        if event.data == "[DONE]":
                            break
                        for delta in reading.take(self.read(event.data)):
                            yield delta
                    if not reading.finish:
                        raise self.cut()
                    yield reading.end()
                    return
            except Refused as refused:
                if not _give_in(body, refused.refusal):
                    raise refused.in_words from None

    def _limit(self, messages: Sequence[Message], limit: int) -> int:
        """Tokens for the answer and, as far as the context allows, the thoughts before it: some servers
        refuse a prompt and a limit that are more than the context together."""
        if not _THINKING.search(self.name.lower()):
            return limit
        prompt = sum(len(message.text) for message in messages) / CHARACTERS
        return max(limit, min(room(limit), int(self.context - prompt)))


@dataclass(slots=True)
class _Fragments:
    """A call that comes in pieces; `index` is its place among the calls."""

    index: int
    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class _Reading:
    """What one stream has said so far."""

    thoughts: Thoughts = field(default_factory=Thoughts)
    calls: list[_Fragments] = field(default_factory=list)
    finish: str = ""
    usage: Usage = field(default_factory=Usage)

    def take(self, chunk: dict[str, Any]) -> Iterator[Delta]:
        """The deltas of one chunk."""
        if told := chunk.get("usage"):
            self.usage = Usage(told.get("prompt_tokens") or 0, told.get("completion_tokens") or 0)
        for choice in (chunk.get("choices") or [])[:1]:
            delta = choice.get("delta") or {}
            text = self.thoughts.answer(delta.get("content") or "") + (delta.get("refusal") or "")
            if delta.get("refusal"):
                self.finish = REFUSED
            for piece in delta.get("tool_calls") or []:
                self._add(piece)
            if told := choice.get("finish_reason"):
                self.finish = self.finish or _FINISHES.get(told, STOP)
            if text:
                yield Delta(text)

    def _add(self, piece: dict[str, Any]) -> None:
        """Join a piece to its call: by its index, or to the last one where a server gives none."""
        index, id = piece.get("index"), piece.get("id") or ""
        call = next((c for c in reversed(self.calls) if index is None or c.index == index), None)
        # Some servers send every call whole and all under the same index.
        if call is None or (id and call.id and id != call.id):
            call = _Fragments(len(self.calls) if index is None else index)
            self.calls.append(call)
        function = piece.get("function") or {}
        call.id = call.id or id
        call.name = call.name or function.get("name") or ""
        given = function.get("arguments") or ""
        call.arguments += given if isinstance(given, str) else json.dumps(given)

    def end(self) -> Delta:
        """The last delta."""
        calls = tuple(
            ToolCall(call.id or f"call-{n}", call.name, arguments(call.arguments))
            for n, call in enumerate(self.calls)
        )
        finish = CALLS if calls and self.finish == STOP else self.finish
        return Delta(self.thoughts.rest(), calls, finish, self.usage)


def arguments(text: str) -> dict[str, Any]:
    """The arguments that a model wrote; none where they are no JSON object: the tool then says what lacks."""
    try:
        read = json.loads(text or "{}")
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def _body(model: str, messages: Sequence[Message], tools: Sequence[Tool]) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(message) for message in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if tools:
        body["tools"] = [function(tool) for tool in tools]
    return body


def function(tool: Tool) -> dict[str, Any]:
    """A tool as this format and Ollama's describe it."""
    described = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": described}


def _message(message: Message) -> dict[str, Any]:
    if message.call is not None:
        return {"role": "tool", "tool_call_id": message.call.id, "content": message.text}
    written: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.calls:
        written["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for call in message.calls
        ]
    return written


def _give_in(body: dict[str, Any], refusal: errors.Refusal) -> bool:
    """Take out or rename the parameter that a server refuses; False where it is about something else."""
    if refusal.status not in (400, 422):
        return False
    if "stream_options" in body and refusal.says(("stream_options",)):
        del body["stream_options"]
        return True
    if "max_tokens" in body and refusal.says(("max_completion_tokens",)):
        body["max_completion_tokens"] = room(body.pop("max_tokens"))
        return True
    return False


async def offers(endpoint: Endpoint) -> list[Offer]:
    """The models behind an address, those left out that by their name write no text."""
    listed = (await endpoint.get("models")).get("data")
    if not isinstance(listed, list):
        raise UserError("not-a-model-server", f"{endpoint.host} answers, but lists no models.")
    known = await _local_contexts(endpoint)
    return [
        Offer(model["id"], known.get(model["id"]) or known.get("") or _context(model))
        for model in listed
        if not any(word in model["id"].lower() for word in _NO_CHAT)
    ]


def _context(model: dict[str, Any]) -> int:
    """vLLM, OpenRouter, Groq, Mistral and llama.cpp each have a name for it."""
    for name in ("max_model_len", "context_length", "context_window", "max_context_length"):
        if isinstance(model.get(name), int):
            return int(model[name])
    return int((model.get("meta") or {}).get("n_ctx_train") or 0)


async def _local_contexts(endpoint: Endpoint) -> dict[str, int]:
    """Contexts by model, or under "" for all, where a local server tells them elsewhere."""
    port = urlsplit(endpoint.base).port
    if not is_loopback(endpoint.base):
        return {}
    try:
        if port == LM_STUDIO:
            models = (await endpoint.sibling("/api/v0").get("models"))["data"]
            return {
                m["id"]: m.get("loaded_context_length") or min(m.get("max_context_length") or 0, UNTOLD)
                for m in models
            }
        if port == LLAMA_CPP:
            settings = (await endpoint.sibling("").get("props"))["default_generation_settings"]
            return {"": int(settings.get("n_ctx") or 0)}
    except (UserError, KeyError, TypeError, AttributeError):
        pass  # an older version: the list itself has to do
    return {}
