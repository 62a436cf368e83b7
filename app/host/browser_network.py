"""The one door to the outside in a browser: `fetch`, behind a list of admitted origins."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

import js
from pyodide.ffi import JsException, to_js

from app.host.base import Network, Record, Response
from app.shared.errors import InternalError, OfflineError

_PORTS = {"http": 80, "https": 443}


class BrowserNetwork(Network):
    """Requests carry no cookies, no referrer and use no cache. Other modules of the engine never fetch."""

    def __init__(self) -> None:
        self._origins: dict[str, Record] = {}

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
        options = {
            "method": method,
            "headers": dict(headers or {}),
            "redirect": "follow",
            "credentials": "omit",
            "referrerPolicy": "no-referrer",
            "cache": "no-store",
            "signal": abort.signal,
        }
        if body is not None:
            options["body"] = body
        admitted["requests"] += 1
        try:
            answer = await js.fetch(url, to_js(options, dict_converter=js.Object.fromEntries))
            # Where a redirect led to is known only now; what it says is not let in.
            answered = self._admitted(answer.url)
            buffer = await answer.arrayBuffer()
        except JsException as error:
            raise OfflineError(
                "offline",
                f"{urlsplit(url).netloc} does not answer.",
                "Check the connection, and that the address is right. What is stored can be asked offline.",
            ) from error
        except (asyncio.CancelledError, InternalError):
            abort.abort()
            raise
        data: bytes = buffer.to_bytes()
        answered["bytes"] += len(data)
        return Response(answer.status, dict(js.Object.fromEntries(answer.headers).to_py()), data)

    def contacted(self) -> list[Record]:
        return [dict(record) for record in self._origins.values() if record["requests"]]

    def _admitted(self, url: str) -> Record:
        origin = origin_of(url)
        if origin not in self._origins:
            raise InternalError("origin-refused", f"{origin} is not among the hosts that may be contacted.")
        return self._origins[origin]


def origin_of(url: str) -> str:
    """``https://host[:port]`` as browsers write it: lower case, without the scheme's own port."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if parts.hostname and ":" in parts.hostname else parts.hostname
    if parts.scheme not in _PORTS or not host:
        raise InternalError("origin-refused", f"{url} is no address on the web.")
    port = "" if parts.port in (None, _PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"
