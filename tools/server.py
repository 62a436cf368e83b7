"""A local server for the built site, the way two kinds of file host would serve it.

With `isolated` it sends the headers of cross-origin isolation and the content security policy as a
well-kept host does; without, it is a plain file host. It can serve the site under a sub-path.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import mimetypes
import posixpath
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.utils import formatdate
from pathlib import Path
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

ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
}


@dataclass
class Site:
    """A folder that is being served. `address` ends with ``/``; `requests` lists the paths asked for."""

    address: str
    requests: list[str] = field(default_factory=list)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, *args, folder: Path, prefix: str, isolated: bool, site: Site | None) -> None:
        self._folder = folder.resolve()
        self._prefix = prefix
        self._isolated = isolated
        self._site = site
        super().__init__(*args)

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        if self._site is not None:
            self._site.requests.append(path)
        file = self._file(path)
        if file is None:
            self._send(404, {"Content-Type": TYPES[".txt"]}, b"Not found.\n" if body else b"")
            return
        status = file.stat()
        tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        headers = {
            "Content-Type": TYPES.get(file.suffix)
            or mimetypes.guess_type(file.name)[0]
            or "application/octet-stream",
            "ETag": tag,
            "Last-Modified": formatdate(status.st_mtime, usegmt=True),
            # Ask every time, and be told "unchanged": a rebuilt site shows at the next reload.
            "Cache-Control": "no-cache",
        }
        if self._isolated:
            headers |= ISOLATION | {
                "Content-Security-Policy": "frame-ancestors 'none'",
                "X-Content-Type-Options": "nosniff",
            }
        if self.headers.get("If-None-Match") == tag:
            self._send(304, headers, b"")
        elif body:
            self._send(200, headers, file.read_bytes())
        else:
            self._send(200, headers | {"Content-Length": str(status.st_size)}, b"")

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
        """Quiet: what a browser asks for is in `Site.requests`."""


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    # A page asks for a hundred files at once; the standard five would refuse some.
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that hangs up in the middle of a file is no error of the server's."""


def _server(
    folder: Path, host: str, port: int, prefix: str, isolated: bool, site: Site | None
) -> http.server.ThreadingHTTPServer:
    handler = functools.partial(Handler, folder=folder, prefix=prefix, isolated=isolated, site=site)
    return _Server((host, port), handler)


def serve(folder: Path, host: str, port: int) -> None:
    """Serve until interrupted. Raises OSError where the port is taken."""
    with _server(folder, host, port, "/", True, None) as server, contextlib.suppress(KeyboardInterrupt):
        shown = "localhost" if host in ("127.0.0.1", "localhost") else host
        print(f"Understory is at http://{shown}:{server.server_address[1]} (Ctrl+C ends it).", flush=True)
        server.serve_forever()


@contextlib.contextmanager
def running(folder: Path, *, prefix: str = "/", isolated: bool = True, port: int = 0) -> Iterator[Site]:
    """Serve `folder` on a free port of this machine while the block runs. `prefix` begins and ends with ``/``."""
    site = Site("")
    with _server(folder, "127.0.0.1", port, prefix, isolated, site) as server:
        site.address = f"http://127.0.0.1:{server.server_address[1]}{prefix}"
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield site
        finally:
            server.shutdown()
            thread.join()
