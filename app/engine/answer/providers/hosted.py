"""What models behind an address have in common, whatever they speak."""

from __future__ import annotations

import json
from typing import Any

from app.engine.answer.providers import errors
from app.engine.answer.providers.base import ChatModel
from app.engine.answer.providers.endpoint import Endpoint
from app.engine.answer.providers.help import is_loopback
from app.shared.errors import UserError


class HostedModel(ChatModel):
    """One model of one provider; `stream` is each format's own."""

    def __init__(self, endpoint: Endpoint, name: str, context: int, has_tools: bool) -> None:
        self.name = name
        self.host = endpoint.host
        self.is_local = is_loopback(endpoint.base)
        self.context = context
        self.has_tools = has_tools
        self.endpoint = endpoint

    def read(self, data: str) -> dict[str, Any]:
        """One part of a stream. Raises UserError where it is not whole, or tells of an error."""
        try:
            told: dict[str, Any] = json.loads(data)
        except ValueError:
            raise self.cut() from None
        if told.get("error"):
            raise self.endpoint.in_words(errors.refusal(200, {}, data), self.name)
        return told

    def cut(self) -> UserError:
        """For a stream that ended before the model said that it was done."""
        return UserError(
            "stream-cut",
            f"{self.host} broke off in the middle of its answer.",
            "What came is kept. Ask again.",
        )
