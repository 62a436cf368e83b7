"""The network on CPython: the standard library's HTTP client in threads."""

from __future__ import annotations

import asyncio
import http.client
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from typing import IO

from app.engine.source.api import origin
from app.host.base import Network, Record, Response, Stream, redirected
from app.host.cpython_stream import CPythonStream
from app.shared.errors import InternalError, OfflineError

# Seconds without an answer.
TIMEOUT = 30.0
REDIRECTS = (301, 302, 303, 307, 308)


class CPythonNetwork(Network):
    """Follows redirects within an origin, as a renamed repository needs: none takes a token elsewhere."""

    def __init__(self) -> None:
        self._hosts: dict[str, Record] = {}
        self._opener = urllib.request.build_opener(_WithinOrigin)

    def allow(self, origin: str, reason: str) -> None:
        self._hosts.setdefault(origin, {"origin": origin, "reason": reason, "requests": 0, "bytes": 0})

    async def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Response:
        host = self._admitted(url)
        response = await asyncio.to_thread(self._ask, method, url, dict(headers or {}), body)
        host["requests"] += 1
        host["bytes"] += len(response.body)
        return response

    def _ask(self, method: str, url: str, headers: dict[str, str], body: bytes | None) -> Response:
        request = urllib.request.Request(url, body, headers, method=method)
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                return _response(answer.status, answer.headers.items(), answer.read())
        except urllib.error.HTTPError as refused:
            with refused:
                return _response(refused.code, refused.headers.items(), refused.read())
        except (OSError, http.client.HTTPException) as error:
            raise OfflineError(
                "offline",
                f"{origin(url)} does not answer ({error}).",
                "Check the connection, then resume: what is stored stays.",
            ) from error

    async def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Stream:
        host = self._admitted(url)
        host["requests"] += 1

        def read(count: int) -> None:
            host["bytes"] += count

        answer = CPythonStream(url, read)
        try:
            await asyncio.to_thread(answer.open, method, dict(headers or {}), body)
        except asyncio.CancelledError:
            answer.close()
            raise
        if answer.status in REDIRECTS:
            answer.close()
            raise redirected(url)
        return answer

    def _admitted(self, url: str) -> Record:
        host = self._hosts.get(origin(url))
        if host is None:
            raise InternalError(
                "origin-refused", f"{origin(url)} is not among the hosts that may be contacted."
            )
        return host

    def contacted(self) -> list[Record]:
        return [host for host in self._hosts.values() if host["requests"]]


class _WithinOrigin(urllib.request.HTTPRedirectHandler):
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        if origin(newurl) != origin(req.full_url):
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _response(status: int, headers: Iterable[tuple[str, str]], body: bytes) -> Response:
    return Response(status, {name.lower(): value for name, value in headers}, body)
