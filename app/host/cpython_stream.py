"""An answer of the standard library's HTTP client that is read as it comes, each wait in a thread."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from urllib.parse import urlsplit

from app.host.base import Stream, cut
from app.shared.errors import OfflineError

# Seconds until a connection is there. How long a model thinks is for the person to bear or to stop.
CONNECT = 30.0
# Bytes taken at a time; fewer where fewer have come.
CHUNK = 65536


class CPythonStream(Stream):
    """`read` is told how many bytes came."""

    def __init__(self, url: str, read: Callable[[int], None]) -> None:
        self.status = 0
        self.headers: Mapping[str, str] = {}
        self._url = url
        self._read = read
        self._closed = False
        # Held while a thread reads: nothing may be taken from under it.
        self._reading = threading.Lock()
        self._socket: socket.socket | None = None
        self._answer: http.client.HTTPResponse | None = None

    def open(self, method: str, headers: dict[str, str], body: bytes | None) -> None:
        """Send the request and wait for the answer's head: blocks, for a thread."""
        parts = urlsplit(self._url)
        host, port = parts.hostname or "", parts.port
        connection: http.client.HTTPConnection
        if parts.scheme == "https":
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(host, port, timeout=CONNECT, context=context)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=CONNECT)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        try:
            connection.connect()
            self._socket = connection.sock
            self._socket.settimeout(None)
            if self._closed:
                self.close()
            connection.request(method, target, body, headers)
            self._answer = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise OfflineError(
                "offline",
                f"{parts.netloc} does not answer ({error}).",
                "Check the connection, and that the address is right.",
            ) from error
        self.status = self._answer.status
        self.headers = {name.lower(): value for name, value in self._answer.headers.items()}

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while chunk := await asyncio.to_thread(self._next):
            self._read(len(chunk))
            yield chunk

    def _next(self) -> bytes:
        """The next bytes, none at the end."""
        with self._reading:
            if self._closed or self._answer is None:
                return b""
            try:
                chunk = self._answer.read1(CHUNK)
            except (OSError, ValueError, http.client.HTTPException) as error:
                if self._closed:
                    return b""
                raise cut(self._url) from error
        # A body that is shorter than was announced.
        if not chunk and self._answer.length and not self._closed:
            raise cut(self._url)
        return chunk

    def close(self) -> None:
        self._closed = True
        if self._socket is not None:
            # What waits in a thread wakes up; the other side sees the end of the connection.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
        if self._answer is not None:
            with self._reading:
                self._answer.close()
