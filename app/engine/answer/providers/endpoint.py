"""One provider's address: requests to it, its key, and what goes wrong in words."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from app.engine.answer.providers import errors
from app.engine.answer.providers.help import unreachable
from app.host.base import Network, Stream
from app.shared.errors import OfflineError, UserError

# Tokens that thoughts may take.
THOUGHTS = 8_192
# Bytes of a refusal that are read.
REFUSAL = 65_536


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that a provider has: `context` in tokens and `bytes`, 0 where it does not say; `has_tools`
    is None where it does not say."""

    name: str
    context: int = 0
    bytes: int = 0
    has_tools: bool | None = None


class Refused(Exception):
    """A status other than 200, for who can mend the request; `in_words` is for everybody else."""

    def __init__(self, refusal: errors.Refusal, in_words: UserError) -> None:
        super().__init__(in_words.message)
        self.refusal = refusal
        self.in_words = in_words


class Endpoint:
    """`base` is the address before the method's path. `auth` are the headers that hold the `key`: they go
    to this origin alone, since `Network.stream` follows no redirect. `site` is this page's origin, for
    advice on how to have it admitted."""

    def __init__(
        self, network: Network, base: str, auth: Mapping[str, str], key: str = "", site: str = ""
    ) -> None:
        self.base = base.rstrip("/")
        self.host = urlsplit(base).netloc
        self.site = site
        self._network = network
        self._auth = dict(auth)
        self._key = key

    def sibling(self, path: str) -> Endpoint:
        """The same server at another path."""
        parts = urlsplit(self.base)
        base = f"{parts.scheme}://{parts.netloc}{path}"
        return Endpoint(self._network, base, self._auth, self._key, self.site)

    async def get(self, path: str) -> Any:
        """The JSON at a path. Raises UserError."""
        return await self._json("GET", path, None)

    async def post(self, path: str, body: Any) -> Any:
        """The JSON that answers a body. Raises UserError."""
        return await self._json("POST", path, body)

    async def _json(self, method: str, path: str, body: Any) -> Any:
        try:
            async with self._open(method, path, body, "") as answer:
                read = b"".join([chunk async for chunk in answer])
        except Refused as refused:
            raise refused.in_words from None
        try:
            return json.loads(read)
        except ValueError:
            raise UserError(
                "not-a-model-server",
                f"{self.host} answers, but not as a server of models does.",
                "Look at the address: its path may be missing, as /v1 often is.",
            ) from None

    @asynccontextmanager
    async def stream(self, path: str, body: Any, model: str) -> AsyncIterator[Stream]:
        """The answer to a body, closed at the end of the block. Raises Refused, OfflineError, and UserError
        where the block stumbles over what came: no server is trusted to keep to its format."""
        async with self._open("POST", path, body, model) as answer:
            try:
                yield answer
            except (AttributeError, IndexError, KeyError, TypeError) as error:
                raise UserError(
                    "model-failed",
                    f"{self.host} answers in a way that its format does not know.",
                    "Look at the address, and at the kind of server that was chosen for it.",
                ) from error

    @asynccontextmanager
    async def _open(self, method: str, path: str, body: Any, model: str) -> AsyncIterator[Stream]:
        headers = dict(self._auth)
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, ensure_ascii=False).encode()
        try:
            answer = await self._network.stream(method, f"{self.base}/{path}", headers, data)
        except OfflineError as error:
            raise unreachable(error, self.base, self.site) from error
        try:
            if answer.status != 200:
                raise await self._refused(answer, model)
            yield answer
        finally:
            answer.close()

    async def _refused(self, answer: Stream, model: str) -> Refused:
        read = b""
        async for chunk in answer:
            read += chunk
            if len(read) > REFUSAL:
                break
        refusal = errors.refusal(answer.status, answer.headers, read)
        return Refused(refusal, self.in_words(refusal, model))

    def in_words(self, refusal: errors.Refusal, model: str) -> UserError:
        """The error for what this provider said, in a status or in a stream."""
        return errors.in_words(refusal, self.host, model, self._key)


def room(limit: int) -> int:
    """Tokens to allow a model that may think before it answers: its thoughts count against the limit."""
    return limit + THOUGHTS


def bearer(network: Network, base: str, key: str, site: str = "") -> Endpoint:
    """An address that takes its key, if any, as a bearer token: OpenAI's format and Ollama's own."""
    return Endpoint(network, base, {"Authorization": f"Bearer {key}"} if key else {}, key, site)
