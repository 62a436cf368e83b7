"""A short question to the model beside the answer itself: its words and what it cost."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from app.engine.answer.context import Count
from app.engine.answer.providers.base import ChatModel, Message

# Seconds after which the answer goes on without it.
PATIENCE = 15.0
# Below this context, and below so many parameters (in thousands of millions), a model is asked nothing aside.
LEAST_CONTEXT = 8_192
LEAST_SIZE = 2.0

_SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)([mb])(?![a-z])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Aside:
    """What a model said. `tokens` are those of prompt and answer, as far as they are known."""

    text: str
    tokens: int


def is_tiny(model: ChatModel) -> bool:
    """Whether a model is too small to be asked anything but the question, by its name and its context."""
    sizes = [float(number) * (0.001 if unit in "mM" else 1) for number, unit in _SIZE.findall(model.name)]
    return model.context < LEAST_CONTEXT or (bool(sizes) and max(sizes) < LEAST_SIZE)


async def ask(model: ChatModel, messages: Sequence[Message], limit: int, count: Count) -> Aside:
    """The model's words, at most `limit` tokens. Raises TimeoutError, or UserError as the model does."""
    parts: list[str] = []
    used = 0
    async with asyncio.timeout(PATIENCE):
        async with aclosing(model.stream(messages, (), limit)) as deltas:  # type: ignore[type-var]
            async for delta in deltas:
                parts.append(delta.text)
                used = max(used, delta.usage.prompt + delta.usage.answer)
    text = "".join(parts)
    return Aside(text, used or sum(count(message.text) for message in messages) + count(text))
