"""The one door to the outside in a browser: `fetch`, behind a list of admitted origins."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import js
from pyodide.ffi import JsException, to_js

from app.host.base import Network, Record, Response, Stream, cut, redirected
from app.shared.errors import InternalError, OfflineError

_PORTS = {"http": 80, "https": 443}


class BrowserNetwork(Network):
    """Requests carry no cookies, no referrer and use no cache. Other modules of the engine never fetch."""

    def __init__(self) -> None:
        self._origins: dict[str, Record] = {}
        # What went past this door: it is told, and admits nothing.
        self._noted: dict[str, Record] = {}

    def allow(self, origin: str, reason: str) -> None:
        origin = origin_of(origin)
        self._origins.setdefault(origin, {"origin": origin, "requests": 0, "bytes": 0})["reason"] = reason

    async def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Response:
        """Raises OfflineError when no answer came, InternalError for an origin that was not admitted."""
        admitted = self._admitted(url)
        abort = js.AbortController.new()
        options = _options(method, headers, body, abort, "follow")
        admitted["requests"] += 1
        try:
            answer = await js.fetch(url, options)
            # Where a redirect led to is known only now; what it says is not let in.
            answered = self._admitted(answer.url)
            buffer = await answer.arrayBuffer()
        except JsException as error:
            raise _silent(url) from error
        except (asyncio.CancelledError, InternalError):
            abort.abort()
            raise
        data: bytes = buffer.to_bytes()
        answered["bytes"] += len(data)
        return Response(answer.status, _headers(answer), data)

    async def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Stream:
        admitted = self._admitted(url)
        abort = js.AbortController.new()
        admitted["requests"] += 1
        try:
            answer = await js.fetch(url, _options(method, headers, body, abort, "manual"))
        except JsException as error:
            raise _silent(url) from error
        except asyncio.CancelledError:
            abort.abort()
            raise
        if answer.type == "opaqueredirect":
            abort.abort()
            raise redirected(url)
        return _BrowserStream(url, answer, abort, admitted)

    def note(self, origin: str, reason: str, requests: int, size: int) -> None:
        """Count what a worker fetched by itself, where it was led to included: a model's file."""
        record = self._noted.setdefault(
            origin, {"origin": origin, "requests": 0, "bytes": 0, "reason": reason}
        )
        record["requests"] += requests
        record["bytes"] += size

    def contacted(self) -> list[Record]:
        asked = [*self._origins.values(), *self._noted.values()]
        return [dict(record) for record in asked if record["requests"]]

    def _admitted(self, url: str) -> Record:
        origin = origin_of(url)
        if origin not in self._origins:
            raise InternalError("origin-refused", f"{origin} is not among the hosts that may be contacted.")
        return self._origins[origin]


class _BrowserStream(Stream):
    """A fetch's answer; `abort` is its AbortController, `host` the record that counts what came."""

    def __init__(self, url: str, answer: Any, abort: Any, host: Record) -> None:
        self.status: int = answer.status
        self.headers = _headers(answer)
        self._url = url
        self._body = answer.body
        self._abort = abort
        self._host = host
        self._closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        reader = self._body.getReader() if self._body else None
        while reader and not self._closed:
            try:
                part = await reader.read()
            except JsException as error:
                if self._closed:
                    return
                raise cut(self._url) from error
            if part.done:
                return
            chunk: bytes = part.value.to_bytes()
            self._host["bytes"] += len(chunk)
            yield chunk

    def close(self) -> None:
        self._closed = True
        self._abort.abort()


def _options(
    method: str, headers: Mapping[str, str] | None, body: bytes | None, abort: Any, redirect: str
) -> Any:
    options = {
        "method": method,
        "headers": dict(headers or {}),
        "redirect": redirect,
        "credentials": "omit",
        "referrerPolicy": "no-referrer",
        "cache": "no-store",
        "signal": abort.signal,
    }
    if body is not None:
        options["body"] = body
    return to_js(options, dict_converter=js.Object.fromEntries)


def _headers(answer: Any) -> dict[str, str]:
    return dict(js.Object.fromEntries(answer.headers).to_py())


def _silent(url: str) -> OfflineError:
    return OfflineError(
        "offline",
        f"{urlsplit(url).netloc} does not answer.",
        "Check the connection, and that the address is right. What is stored can be asked offline.",
    )


def origin_of(url: str) -> str:
    """``https://host[:port]`` as browsers write it: lower case, without the scheme's own port."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    if parts.scheme not in _PORTS or not host:
        raise InternalError("origin-refused", f"{url} is no address on the web.")
    port = "" if parts.port in (None, _PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"
