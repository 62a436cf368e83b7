"""A host of models' files, as those on the web behave: ranges, redirects, pages for files, broken lines."""

from __future__ import annotations

import http.server
import re
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit


@dataclass(slots=True)
class Behaviour:
    """How a path is answered. `cut` ends the connection after so many bytes, `pause` waits between pieces,
    seconds; `sized` tells the length, `ranges` serves parts, `redirect` sends on to another address."""

    body: bytes | Path = b""
    status: int = 200
    kind: str = "application/octet-stream"
    tag: str = '"1"'
    cut: int = 0
    pause: float = 0
    sized: bool = True
    ranges: bool = True
    redirect: str = ""
    cors: bool = True


@dataclass(slots=True)
class Asked:
    method: str
    path: str
    range: str
    headers: dict[str, str] = field(default_factory=dict)


class ModelServer:
    """Serves `paths`, each path by its Behaviour; `asked` are the requests so far."""

    def __init__(self, paths: dict[str, Behaviour]) -> None:
        self.paths = paths
        self.asked: list[Asked] = []
        outer = self

        class Handler(_Handler):
            server_of = outer

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://localhost:{self._server.server_port}"

    def __enter__(self) -> ModelServer:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    server_of: ModelServer
    protocol_version = "HTTP/1.1"
    PIECE = 1 << 16

    def do_OPTIONS(self) -> None:
        self._note()
        self.send_response(403)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        path = self._note()
        told = self.server_of.paths.get(path)
        if told is None:
            return self._plain(Behaviour(b"not here", 404))
        if told.redirect:
            self.send_response(302)
            self.send_header("Location", told.redirect)
            self._common(told, 0)
            return
        self._plain(told)

    def _note(self) -> str:
        path = urlsplit(self.path).path
        asked = Asked(self.command, path, self.headers.get("Range", ""), dict(self.headers))
        self.server_of.asked.append(asked)
        return path

    def _plain(self, told: Behaviour) -> None:
        body = told.body.read_bytes() if isinstance(told.body, Path) else told.body
        start, status = 0, told.status
        wanted = re.match(r"bytes=(\d+)-$", self.headers.get("Range", ""))
        if wanted and told.ranges:
            start, status = int(wanted[1]), 206
        self.send_response(status)
        if status == 206:
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.send_header("Content-Type", told.kind)
        if not told.sized:
            self.send_header("Connection", "close")
            self.close_connection = True
        self._common(told, len(body) - start if told.sized else None)
        end = told.cut or len(body)
        try:
            for at in range(start, end, self.PIECE):
                self.wfile.write(body[at : min(at + self.PIECE, end)])
                if told.pause:
                    time.sleep(told.pause)
        except (BrokenPipeError, ConnectionResetError):
            return
        if told.cut:
            self.close_connection = True

    def _common(self, told: Behaviour, length: int | None) -> None:
        if length is not None:
            self.send_header("Content-Length", str(length))
        if told.cors:
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Access-Control-Expose-Headers", "ETag, Content-Range")
        self.send_header("ETag", told.tag)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass
