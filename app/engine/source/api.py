"""Requests to GitHub's API that wait out limits, retry dropped connections, and fail in words."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from app.engine.source import failures
from app.host.base import Network, Response
from app.shared.errors import CancelledError, OfflineError, UserError

# Tries of one request when no answer comes, and seconds before the second.
TRIES = 3
PAUSE = 1.0
# GitHub's documentation: without Retry-After or a reset time, wait a minute, then double.
LIMIT_PAUSE = 60.0
# Longest single sleep, so that a stopped job notices soon.
NAP = 1.0

RAW = "application/vnd.github.raw+json"
JSON = "application/vnd.github+json"
SHA = "application/vnd.github.sha"


class Api:
    """One API host. The token goes to `base` and `graphql`, and to no other address; `site` is where
    a person makes tokens."""

    def __init__(
        self,
        network: Network,
        base: str,
        graphql: str,
        token: str,
        site: str,
        sleep: Callable[[float], Awaitable[None]],
        now: Callable[[], float] = time.time,
        on_wait: Callable[[str, float], None] = lambda reason, until: None,
    ) -> None:
        self.token = token
        self.cancelled: Callable[[], bool] = lambda: False
        self._base = base.rstrip("/")
        self._graphql = graphql
        self._site = site
        self._network = network
        self._sleep = sleep
        self._now = now
        self._on_wait = on_wait
        # When each limiter admits requests again, in Unix seconds.
        self._open_at: dict[str, float] = {}
        for url in (base, graphql):
            network.allow(origin(url), "the API that serves the repository")

    async def rest(self, path: str, accept: str = JSON) -> Response:
        """GET below the API's base; any final status, once limits are waited out."""
        headers = {"Accept": accept, "X-GitHub-Api-Version": "2022-11-28"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return await self.request("GET", self._base + path, headers)

    async def rest_json(self, path: str, subject: str) -> Any:
        """The JSON of a 200. Raises the UserError of failures.py for any other status."""
        response = await self.rest(path)
        if response.status != 200:
            raise self.failure(response, subject)
        return json.loads(response.body)

    async def query(self, text: str, variables: dict[str, Any], subject: str) -> dict[str, Any]:
        """A GraphQL answer: {data, errors}, perhaps partial. Raises as `rest_json` does."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        body = json.dumps({"query": text, "variables": variables}).encode()
        response = await self.request("POST", self._graphql, headers, body, failures.is_graphql_limit)
        if response.status != 200:
            raise self.failure(response, subject)
        answer: dict[str, Any] = json.loads(response.body)
        return answer

    async def request(
        self,
        method: str,
        url: str,
        headers: dict[str, str],
        body: bytes | None = None,
        is_limit: Callable[[Response], bool] = failures.is_limit,
    ) -> Response:
        """One answer that is no rate limit and no passing server error. Raises OfflineError,
        CancelledError."""
        # REST, GraphQL and raw files have limits of their own.
        limiter = url if url == self._graphql else origin(url)
        tries, pause = 0, LIMIT_PAUSE
        while True:
            await self._wait(limiter)
            try:
                response = await self._unless_stopped(self._network.request(method, url, headers, body))
            except OfflineError:
                tries += 1
                if tries == TRIES:
                    raise
                await self._sleep(PAUSE * 2 ** (tries - 1))
                continue
            if is_limit(response):
                self._close(limiter, response, pause)
                pause *= 2
            elif response.status >= 500 and tries + 1 < TRIES:
                tries += 1
                await self._sleep(PAUSE * 2 ** (tries - 1))
            else:
                return response

    def failure(self, response: Response, subject: str) -> UserError:
        """The error of a final status, in words."""
        return failures.from_response(response, subject, bool(self.token), self._site)

    def check(self) -> None:
        """Raise CancelledError once the job was stopped."""
        if self.cancelled():
            raise CancelledError("cancelled", "Stopped. What is stored stays, and can be resumed.")

    async def _unless_stopped(self, asking: Awaitable[Response]) -> Response:
        """The answer, which may be long in coming: a job that is stopped meanwhile does not wait for it."""
        task = asyncio.ensure_future(asking)
        try:
            while not (await asyncio.wait({task}, timeout=NAP))[0]:
                self.check()
            return task.result()
        finally:
            task.cancel()

    def _close(self, limiter: str, response: Response, pause: float) -> None:
        """Hold back every request under this limiter, and tell so once for all that met it together."""
        until = failures.limit_ends(response, self._now(), pause)
        if until > self._open_at.get(limiter, 0.0) + NAP:
            self._open_at[limiter] = until
            self._on_wait(failures.limit_reason(response, bool(self.token)), until)

    async def _wait(self, limiter: str) -> None:
        self.check()
        while (left := self._open_at.get(limiter, 0.0) - self._now()) > 0:
            await self._sleep(min(left, NAP))
            self.check()


def origin(url: str) -> str:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
