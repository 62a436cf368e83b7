"""The product's real fetch code over the stand-in, every request and answer kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.engine.source.address import parse_address
from app.engine.source.api import origin
from app.engine.source.github import GitHub
from app.engine.source.snapshot import Snapshot
from app.host.base import Response
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import UserError
from tests.github.server import GitHubServer


@dataclass(frozen=True)
class Exchange:
    """A request as the product wrote it, before its HTTP client adds headers of its own, and the answer."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None
    response: Response

    @property
    def origin(self) -> str:
        return origin(self.url)

    @property
    def token(self) -> str:
        return self.headers.get("Authorization", "")

    def json(self) -> Any:
        """The answer's body."""
        return json.loads(self.response.body)


class Recorder(CPythonNetwork):
    """Keeps what went through it."""

    def __init__(self) -> None:
        super().__init__()
        self.exchanges: list[Exchange] = []

    async def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Response:
        response = await super().request(method, url, headers, body)
        self.exchanges.append(Exchange(method, url, dict(headers or {}), body, response))
        return response


@dataclass
class Fetched:
    """What came of an address: the snapshot, or the error, and what was asked on the way."""

    exchanges: list[Exchange]
    snapshot: Snapshot | None = None
    contents: Mapping[str, Any] | None = None
    error: UserError | None = None


def fetch(github: GitHubServer, address: str, token: str = "") -> Fetched:
    """Resolve an address and take all its files, as the engine does."""
    recorder = Recorder()
    fetched = Fetched(recorder.exchanges)

    async def sleep(seconds: float) -> None:
        """Nothing here is worth waiting for."""

    source = GitHub(recorder, sleep, token=token, **github.endpoints)

    async def taken() -> None:
        fetched.snapshot = await source.resolve(parse_address(address))
        contents = source.contents(fetched.snapshot.entries)
        fetched.contents = {entry.path: content async for entry, content in contents}

    try:
        asyncio.run(taken())
    except UserError as error:
        fetched.error = error
    return fetched
