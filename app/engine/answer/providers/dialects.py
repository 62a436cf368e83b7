"""Which wire format a choice speaks: the one table of all providers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.engine.answer.providers import openai
from app.engine.answer.providers.base import ChatModel
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.endpoint import Endpoint, Offer
from app.host.base import Network
from app.shared import protocol


@dataclass(frozen=True, slots=True)
class Dialect:
    """`endpoint` takes (network, base, key, this page's origin), `model` (endpoint, name, context, tools)."""

    endpoint: Callable[[Network, str, str, str], Endpoint]
    model: Callable[[Endpoint, str, int, bool], ChatModel]
    offers: Callable[[Endpoint], Awaitable[list[Offer]]]
    needs_key: bool = False


_OPENAI = Dialect(openai.endpoint, openai.OpenAIModel, openai.offers)
_DIALECTS = {
    protocol.LOCAL: _OPENAI,
    protocol.OPENAI: _OPENAI,
}


def dialect(choice: Choice) -> Dialect:
    """The format of a choice's address."""
    return _DIALECTS[choice.kind]
