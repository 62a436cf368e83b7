"""A stand-in for GitHub: real git repositories through the same REST, GraphQL and raw calls.

    with GitHubServer({"owner/name": folder}) as github:
        ... github.api_url, github.graphql_url, github.raw_url ...

It speaks CORS as GitHub does, can be told to fail as GitHub does (`fail`), and
keeps every request for tests to look at.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.github import graphql
from tests.github.faults import Answer, Fault, Faults, bad_token, message
from tests.github.repository import Repository
from tests.github.rest import NOT_FOUND, Rest

# What GitHub's preflight admits; a Cache-Control header fails it.
ALLOWED_HEADERS = (
    "Authorization, Content-Type, If-Match, If-Modified-Since, If-None-Match, If-Unmodified-Since, "
    "Accept-Encoding, X-GitHub-OTP, X-Requested-With, User-Agent, GraphQL-Features, X-GitHub-Api-Version"
)
EXPOSED_HEADERS = (
    "ETag, Link, Location, Retry-After, X-GitHub-OTP, X-RateLimit-Limit, X-RateLimit-Remaining, "
    "X-RateLimit-Used, X-RateLimit-Resource, X-RateLimit-Reset, X-OAuth-Scopes, "
    "X-Accepted-OAuth-Scopes, X-Poll-Interval, X-GitHub-Media-Type, X-GitHub-SSO, X-GitHub-Request-Id"
)


@dataclass(frozen=True)
class Request:
    """`part` is rest, graphql or raw; header names are lower case."""

    part: str
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class GitHubServer:
    """`repositories`: ``owner/name`` -> a git repository or a plain folder. Those in `private` ask for one
    of `tokens`; any other token is refused."""

    def __init__(
        self,
        repositories: Mapping[str, Path],
        private: Collection[str] = (),
        tokens: Collection[str] = (),
    ) -> None:
        self._repositories = {name.lower(): Repository(folder) for name, folder in repositories.items()}
        self._rest = {
            name.lower(): Rest(*name.split("/"), self._repositories[name.lower()], name in private)
            for name in repositories
        }
        self._private = {name.lower() for name in private}
        self._tokens = set(tokens)
        self.faults = Faults()
        self.requests: list[Request] = []
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        base = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.api_url, self.graphql_url, self.raw_url = f"{base}/api", f"{base}/graphql", f"{base}/raw"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> GitHubServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        for repository in self._repositories.values():
            repository.close()

    def fail(
        self,
        route: str,
        answer: Callable[[], Answer] | None = None,
        change: Callable[[Answer], Answer] | None = None,
        times: int = 1_000_000,
    ) -> None:
        """Let the next `times` requests whose ``METHOD path`` matches `route` (a pattern) fail."""
        self.faults.add(Fault(route, answer, change, times))

    def answer(self, request: Request) -> Answer:
        """The answer to a request, faults included."""
        self.requests.append(request)
        fault = self.faults.find(f"{request.method} {request.path}")
        if fault and fault.answer:
            return fault.answer()
        answer = self._answer(request)
        return fault.change(answer) if fault and fault.change else answer

    def _answer(self, request: Request) -> Answer:
        token = request.headers.get("authorization", "").partition(" ")[2]
        if request.part == "raw":
            return self._raw(request)
        if token and token not in self._tokens:
            return bad_token()()
        seen = {n: r for n, r in self._repositories.items() if token or n not in self._private}
        if request.part == "graphql":
            if not token:
                return message(401, "This endpoint requires you to be authenticated.")()
            asked = json.loads(request.body)
            return Answer(200, graphql.execute(asked["query"], asked.get("variables") or {}, seen))
        parts = urlsplit(request.path)
        words = unquote(parts.path).removeprefix("/api/").split("/", 3)
        if words[0] != "repos" or len(words) < 3 or f"{words[1]}/{words[2]}".lower() not in seen:
            return NOT_FOUND()
        rest = self._rest[f"{words[1]}/{words[2]}".lower()]
        tail = words[3] if len(words) > 3 else ""
        return rest.answer(tail, dict(parse_qsl(parts.query)), request.headers.get("accept", ""))

    def _raw(self, request: Request) -> Answer:
        """Public files alone: the raw server takes no token."""
        words = unquote(urlsplit(request.path).path).removeprefix("/raw/").split("/", 3)
        if len(words) == 4:
            name = f"{words[0]}/{words[1]}".lower()
            repository = self._repositories.get(name)
            if repository and name not in self._private:
                data = repository.file(words[2], words[3])
                if data is not None:
                    return Answer(200, data, content_type="text/plain; charset=utf-8")
        return Answer(404, b"404: Not Found", content_type="text/plain; charset=utf-8")


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up is no error of the server's."""


def _handler(github: GitHubServer) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def do_OPTIONS(self) -> None:
            if self._part() == "raw":  # no preflight is answered there, so no header of ours may need one
                self._send(Answer(403, b""), {})
                return
            self._send(
                Answer(204, b""),
                {
                    "Access-Control-Allow-Methods": "GET, POST, PATCH, PUT, DELETE",
                    "Access-Control-Allow-Headers": ALLOWED_HEADERS,
                    "Access-Control-Max-Age": "86400",
                },
            )

        def _part(self) -> str:
            first = self.path.split("/")[1]
            return {"raw": "raw", "graphql": "graphql"}.get(first, "rest")

        def _answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Request(self._part(), self.command, self.path, headers, self.rfile.read(length))
            answer = github.answer(request)
            if answer.delay:
                time.sleep(answer.delay)
            limits = (
                {}
                if request.part == "raw"
                else {"X-RateLimit-Limit": "5000", "X-RateLimit-Remaining": "4990"}
            )
            self._send(answer, limits | {"Access-Control-Expose-Headers": EXPOSED_HEADERS})

        def _send(self, answer: Answer, extra: dict[str, str]) -> None:
            body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            self.send_response(answer.status)
            headers = {
                "Access-Control-Allow-Origin": "*",
                # GitHub's resources may be embedded by isolated pages because they are fetched by CORS.
                "Content-Type": answer.content_type,
                "Content-Length": str(len(body)),
                **extra,
                **answer.headers,
            }
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            with contextlib.suppress(ConnectionError):
                if answer.cut is None:
                    self.wfile.write(body)
                else:
                    self.wfile.write(body[: answer.cut])
                    self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Quiet: what was asked is in `GitHubServer.requests`."""

    return Handler
