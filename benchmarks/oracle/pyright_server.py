"""Pyright's language server, asked where names are defined."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from tools.environment import node_package

# Questions on their way together: with more, both sides may wait for the other to read.
_AT_ONCE = 64
LOCK = Path(__file__).parent / "pyright" / "package-lock.json"


class Position(NamedTuple):
    """Counted from 0, in UTF-16 units, as the protocol does."""

    line: int
    character: int


class Definition(NamedTuple):
    path: Path
    position: Position


class PyrightServer:
    """A server for one folder, while its ``with`` block runs. One file is open at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        script = node_package(LOCK, "oracle-pyright") / "pyright" / "langserver.index.js"
        self._process = subprocess.Popen(
            [shutil.which("node") or "node", str(script), "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
        )
        self._last = 0

    def __enter__(self) -> PyrightServer:
        uri = self._folder.as_uri()
        folders = [{"uri": uri, "name": self._folder.name}]
        capabilities = {"workspace": {"configuration": True, "workspaceFolders": True}}
        parameters = {"processId": None, "rootUri": uri, "capabilities": capabilities}
        self._answers([self._ask("initialize", {**parameters, "workspaceFolders": folders})])
        self._send({"method": "initialized", "params": {}})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def definitions(self, path: Path, text: str, positions: Sequence[Position]) -> list[list[Definition]]:
        """Where the names at some positions of a file are defined; nowhere where the server cannot tell."""
        document = {"uri": path.as_uri()}
        opened = {**document, "languageId": "python", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        found: list[list[Definition]] = []
        for first in range(0, len(positions), _AT_ONCE):
            asked = [
                self._ask(
                    "textDocument/definition", {"textDocument": document, "position": position._asdict()}
                )
                for position in positions[first : first + _AT_ONCE]
            ]
            found += [_definitions(answer) for answer in self._answers(asked)]
        self._send({"method": "textDocument/didClose", "params": {"textDocument": document}})
        return found

    def _ask(self, method: str, parameters: dict[str, Any]) -> int:
        self._last += 1
        self._send({"id": self._last, "method": method, "params": parameters})
        return self._last

    def _answers(self, ids: Sequence[int]) -> list[Any]:
        """The results of some requests, whatever order they come in."""
        found: dict[int, Any] = {}
        while found.keys() < set(ids):
            message = self._receive()
            if "method" not in message:
                found[message["id"]] = message.get("result")
            elif "id" in message:
                # The server asks for settings, and to be allowed this and that: everything is as it comes.
                items = message["params"].get("items", ()) if message["method"].endswith("uration") else None
                result = None if items is None else [None for _ in items]
                self._send({"id": message["id"], "result": result})
        return [found[id] for id in ids]

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin, "it is a pipe"
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout, "it is a pipe"
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            raise RuntimeError("Pyright's language server ended.")
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        return message


def _definitions(answer: Iterable[dict[str, Any]] | None) -> list[Definition]:
    return [
        Definition(
            Path(unquote(urlsplit(place["uri"]).path)),
            Position(place["range"]["start"]["line"], place["range"]["start"]["character"]),
        )
        for place in answer or ()
    ]
