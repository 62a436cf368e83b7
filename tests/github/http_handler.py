"""HTTP and CORS as GitHub's two hosts speak them: the API, and the server of raw files."""

from __future__ import annotations

import http.server
import json
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass

from tests.github.faults import Answer

API, RAW = "api", "raw"
# What GitHub's preflight admits; a Cache-Control header fails it.
ALLOWED_HEADERS = (
    "Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, "
    "Accept-Encoding, X-GitHub-OTP, X-Requested-With, User-Agent, GraphQL-Features, X-GitHub-Api-Version"
)
# As in the answers that @octokit/fixtures recorded; tests/contract compares them.
EXPOSED_HEADERS = (
    "ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, "
    "X-RateLimit-Used, X-RateLimit-Resource, X-RateLimit-Reset, X-OAuth-Scopes, "
    "X-Accepted-OAuth-Scopes, X-Poll-Interval, X-GitHub-Media-Type, X-GitHub-SSO, "
    "X-GitHub-Request-Id, Deprecation, Sunset"
)
# Pieces in which a slow body is sent.
_PIECES = 20


@dataclass
class Request:
    """`part` is rest, graphql or raw; header names are lower case; `path` is as it was sent.
    `status` is what was answered, 0 until then."""

    part: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    status: int = 0

    @property
    def token(self) -> str:
        """The credential of the Authorization header, "" without one."""
        return self.headers.get("authorization", "").partition(" ")[2].strip()


class HostServer(http.server.ThreadingHTTPServer):
    """One origin; `respond` answers what is not a preflight, and hears of preflights too."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, host: str, respond: Callable[[Request], Answer]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.host = host
        self.respond = respond
        self.closing = threading.Event()
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Wakes slow answers, too."""
        self.closing.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no error of the server's."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave as one packet: two of them wait for each other's acknowledgement.
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    server: HostServer

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_OPTIONS(self) -> None:
        self._answer()

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self._part(), self.command, self.path, headers, self.rfile.read(length))
        answer = self.server.respond(request)
        if request.method == "OPTIONS":
            answer = self._preflight()
        request.status = answer.status
        self.server.closing.wait(answer.delay)
        self._send(answer)

    def _part(self) -> str:
        if self.server.host == RAW:
            return "raw"
        return "graphql" if self.path.partition("?")[0].endswith("/graphql") else "rest"

    def _preflight(self) -> Answer:
        if self.server.host == RAW:  # it answers none, so a header that needs one never arrives
            return Answer(403, b"")
        headers = {
            "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE",
            "Access-Control-Allow-Headers": ALLOWED_HEADERS,
            "Access-Control-Max-Age": "86400",
        }
        return Answer(204, b"", headers)

    def _send(self, answer: Answer) -> None:
        body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
        if answer.cut is not None and answer.cut < 0:
            self._reset()
            return
        headers = {"Content-Type": answer.content_type, "Content-Length": str(len(body))}
        if not (self.server.host == RAW and self.command == "OPTIONS"):
            headers["Access-Control-Allow-Origin"] = "*"
        if self.server.host == API:
            headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        self.send_response(answer.status)
        for name, value in (headers | answer.headers).items():
            self.send_header(name, value)
        self.end_headers()
        self._write(body if answer.cut is None else body[: answer.cut], answer.spread)
        if answer.cut is not None:
            self._reset()

    def _write(self, body: bytes, spread: float) -> None:
        if not spread:
            self.wfile.write(body)
            return
        size = max(1, len(body) // _PIECES)
        for begin in range(0, len(body), size):
            self.wfile.write(body[begin : begin + size])
            self.wfile.flush()
            if self.server.closing.wait(spread / _PIECES):
                return

    def _reset(self) -> None:
        """End the connection as a lost network does: by a reset, not in good order."""
        self.wfile.flush()
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: what was asked is in `GitHubServer.requests`."""
