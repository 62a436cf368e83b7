"""A local server for the built site, the way two kinds of file host would serve it.

With `isolated` it sends the headers of cross-origin isolation and the content security policy as a
well-kept host does; without, it is a plain file host, which knows the types of few files. It can serve
the site under a sub-path.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import mimetypes
import posixpath
import socket
import threading
from email.utils import formatdate
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".onnx": "application/octet-stream",
    ".py": "text/x-python; charset=utf-8",
    ".scm": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".whl": "application/zip",
    ".zip": "application/zip",
}

# Types that plain file hosts do not know.
RARE = (".onnx", ".py", ".scm", ".wasm", ".whl", ".zip")

ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(
        self, *args, folder: Path, prefix: str, isolated: bool, requests: list[str], sent: list[str]
    ) -> None:
        self._folder = folder.resolve()
        self._prefix = prefix
        self._isolated = isolated
        self._requests = requests
        self._sent = sent
        super().__init__(*args)

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        self._requests.append(path)
        file = self._file(path)
        if file is None:
            self._send(404, {"Content-Type": TYPES[".txt"]}, b"Not found.\n" if body else b"")
            return
        status = file.stat()
        tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        headers = {
            "Content-Type": self._type(file),
            "ETag": tag,
            "Last-Modified": formatdate(status.st_mtime, usegmt=True),
            # Ask every time, and be told "unchanged": a rebuilt site shows at the next reload.
            "Cache-Control": "no-cache",
        }
        if self._isolated:
            headers |= ISOLATION | {
                "Content-Security-Policy": "frame-ancestors 'self'",
                "X-Content-Type-Options": "nosniff",
            }
        if self.headers.get("If-None-Match") == tag:
            self._send(304, headers, b"")
        elif body:
            self._sent.append(path)
            self._send(200, headers, file.read_bytes())
        else:
            self._send(200, headers | {"Content-Length": str(status.st_size)}, b"")

    def _type(self, file: Path) -> str:
        if file.suffix in RARE and not self._isolated:
            return "application/octet-stream"
        return TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"

    def _file(self, path: str) -> Path | None:
        """The file a path names, if it lies in the served folder."""
        if not path.startswith(self._prefix):
            return None
        relative = posixpath.normpath("/" + path.removeprefix(self._prefix)).lstrip("/")
        file = (self._folder / relative).resolve()
        if file.is_dir():
            file = file / "index.html"
        return file if file.is_file() and file.is_relative_to(self._folder) else None

    def _send(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: what a browser asks for is in `SiteServer.requests`."""


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # A page asks for a hundred files at once; the standard five would refuse some.
    request_queue_size = 128

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._connections: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._connections.discard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Also hang up on the browsers that keep their connections for more."""
        super().server_close()
        for connection in list(self._connections):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle of a file is no error of the server's."""


class SiteServer:
    """Serves a folder from a free port while its ``with`` block runs.

    `url` ends with ``/``. `requests` lists the paths asked for so far, `sent` those whose files went
    out, so not what the browser still had. `prefix` is the sub-path to serve under, it begins and ends
    with ``/``.
    """

    def __init__(
        self,
        folder: Path,
        *,
        prefix: str = "/",
        isolated: bool = True,
        host: str = "127.0.0.1",
        port: int = 0,
    ) -> None:
        """Raises OSError where the port is taken."""
        self.requests: list[str] = []
        self.sent: list[str] = []
        handler = functools.partial(
            Handler, folder=folder, prefix=prefix, isolated=isolated, requests=self.requests, sent=self.sent
        )
        self._server = _Server((host, port), handler)
        self.url = f"http://{host}:{self._server.server_port}{prefix}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> SiteServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def serve_forever(self) -> None:
        """Serve on this thread until Ctrl+C."""
        with self._server, contextlib.suppress(KeyboardInterrupt):
            self._server.serve_forever()
