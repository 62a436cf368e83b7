"""A local HTTP server that plays what a provider of models would answer, byte for byte.

with ProviderServer() as server:
    server.on("POST", "/v1/chat/completions", Reply(pieces=[...]))
    ...
    server.requests[0].json()
"""

from __future__ import annotations

import http.server
import json
import select
import socket
import struct
import threading
from collections import defaultdict
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Pause:
    """Seconds without a byte, or until the server ends or the client has gone."""

    seconds: float = 3600


class Cut:
    """The connection breaks off, as a lost network's does."""


@dataclass(frozen=True)
class Reply:
    """`pieces` are sent one by one, each flushed: bytes as they are, anything else a pause or a cut. The
    body is chunked, unless `length` announces how long it should have been."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pieces: tuple[bytes | Pause | Cut, ...] = ()
    length: int | None = None


def json_reply(value: Any, status: int = 200, **headers: str) -> Reply:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    data = json.dumps(value).encode()
    return Reply(status, {"Content-Type": "application/json"} | named, (data,), len(data))


@dataclass(frozen=True)
class Request:
    """Header names are lower case; `path` has its query."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class ProviderServer(http.server.ThreadingHTTPServer):
    """`cors` is the origin whose pages may read the answers, "" for none. Of several replies under one path,
    each is given once and the last one ever after; a path without any is answered with 404."""

    daemon_threads = True

    def __init__(self, port: int = 0, cors: str = "") -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.cors = cors
        self.requests: list[Request] = []
        self.asked_once = threading.Event()
        self.gone = threading.Event()  # a client ended a connection before its answer was whole
        self.closing = threading.Event()
        self.replies: dict[tuple[str, str], list[Reply]] = defaultdict(list)
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"

    def on(self, method: str, path: str, *replies: Reply) -> None:
        self.replies[method, path] = list(replies)

    def asked(self, path: str) -> list[Request]:
        """The requests for a path, its query left out; preflights are none."""
        return [r for r in self.requests if r.path.partition("?")[0] == path and r.method != "OPTIONS"]

    def __enter__(self) -> ProviderServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.closing.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is no error of the server's."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ProviderServer

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_OPTIONS(self) -> None:
        self._receive()
        self.send_response(204)
        self._admit()
        self.send_header("Access-Control-Allow-Methods", "GET, POST")
        wanted = self.headers.get("Access-Control-Request-Headers", "")
        self.send_header("Access-Control-Allow-Headers", wanted)
        self.end_headers()

    def _receive(self) -> Request:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, body)
        self.server.requests.append(request)
        self.server.asked_once.set()
        return request

    def _admit(self) -> None:
        if self.server.cors:
            self.send_header("Access-Control-Allow-Origin", self.server.cors)

    def _answer(self) -> None:
        request = self._receive()
        replies = self.server.replies.get((request.method, request.path.partition("?")[0]))
        if not replies:
            self._send(json_reply({"error": "not found"}, 404))
            return
        self._send(replies.pop(0) if len(replies) > 1 else replies[0])

    def _send(self, reply: Reply) -> None:
        pieces = list(reply.pieces)
        while pieces and isinstance(pieces[0], Pause):  # before the head
            if not self._wait(pieces.pop(0)):
                return
        self.send_response(reply.status)
        self._admit()
        for name, value in reply.headers.items():
            self.send_header(name, value)
        chunked = reply.length is None
        self.send_header(
            *(("Transfer-Encoding", "chunked") if chunked else ("Content-Length", str(reply.length)))
        )
        self.end_headers()
        try:
            for piece in pieces:
                if isinstance(piece, Pause):
                    if not self._wait(piece):
                        return
                elif isinstance(piece, Cut):
                    self._reset()
                    return
                elif piece:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
                    self.wfile.flush()
            if chunked:
                self.wfile.write(b"0\r\n\r\n")
        except OSError:
            self.server.gone.set()
            self.close_connection = True

    def _wait(self, pause: Pause) -> bool:
        """False where the client has gone meanwhile, or the server ends."""
        remaining = pause.seconds
        while remaining > 0 and not self.server.closing.is_set():
            step = min(remaining, 0.05)
            readable, _, _ = select.select([self.connection], [], [], step)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self.server.gone.set()
                self.close_connection = True
                return False
            remaining -= step
        return not self.server.closing.is_set()

    def _reset(self) -> None:
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: what was asked is in `ProviderServer.requests`."""
