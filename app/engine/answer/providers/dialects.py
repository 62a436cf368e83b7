"""Which wire format a choice speaks: the one table of all providers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.engine.answer.providers import anthropic, gemini, ollama, openai
from app.engine.answer.providers.base import ChatModel
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.endpoint import Endpoint, Offer, bearer
from app.host.base import Network
from app.shared import protocol


@dataclass(frozen=True, slots=True)
class Dialect:
    """`endpoint` takes (network, base, key, this page's origin), `model` (endpoint, name, context, tools);
    `context` is for servers whose list of models does not tell it."""

    endpoint: Callable[[Network, str, str, str], Endpoint]
    model: Callable[[Endpoint, str, int, bool], ChatModel]
    offers: Callable[[Endpoint], Awaitable[list[Offer]]]
    context: Callable[[Endpoint, str], Awaitable[int]] | None = None
    needs_key: bool = False

    async def told_context(self, endpoint: Endpoint, model: str) -> int:
        """The tokens that the provider says a model reads, 0 where it does not. Raises UserError."""
        if self.context is not None:
            return await self.context(endpoint, model)
        return next((offer.context for offer in await self.offers(endpoint) if offer.name == model), 0)


_OLLAMA = Dialect(bearer, ollama.OllamaModel, ollama.offers, ollama.context)
_OPENAI = Dialect(bearer, openai.OpenAIModel, openai.offers)
_DIALECTS = {
    protocol.LOCAL: _OPENAI,
    protocol.OPENAI: _OPENAI,
    protocol.ANTHROPIC: Dialect(
        anthropic.endpoint, anthropic.AnthropicModel, anthropic.offers, needs_key=True
    ),
    protocol.GEMINI: Dialect(gemini.endpoint, gemini.GeminiModel, gemini.offers, needs_key=True),
}


def dialect(choice: Choice) -> Dialect:
    """The format of a choice's address."""
    return _OLLAMA if choice.is_ollama else _DIALECTS[choice.kind]
