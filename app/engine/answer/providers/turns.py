"""Messages as formats want them whose two parties take turns: Anthropic's and Gemini's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.engine.answer.providers.base import Message


def turns(
    messages: Sequence[Message],
    assistant: str,
    field: str,
    parts: Callable[[Message], Iterable[dict[str, Any]]],
) -> list[dict[str, Any]]:
    """The turns as {role, `field`: parts}: results of calls are the person's, and those of one turn stand
    together. System messages go elsewhere in these formats. `assistant` is the role's name there."""
    written: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "system":
            continue
        role = assistant if message.role == "assistant" else "user"
        said = list(parts(message))
        if written and written[-1]["role"] == role:
            written[-1][field] += said
        elif said:
            written.append({"role": role, field: said})
    return written
