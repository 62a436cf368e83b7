"""A folder taken in by the native engine, and kept in the cache until its files or the engine change.

Only what shapes an index is looked at (source, parse, chunk, graph, store): ranking may change freely.
"""

from __future__ import annotations

import asyncio
import hashlib
import pickle
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import app.engine
import app.host.cpython_parser
from app.engine.chunk.model import Chunk
from app.engine.chunk.splitter import embed_text
from app.engine.chunk.tokens import TokenCounter
from app.engine.engine import Engine
from app.engine.opened import Opened
from app.host.cpython import CPythonHost
from app.host.cpython_parser import CPythonParser
from app.host.cpython_store import MemoryStore
from app.shared import protocol
from benchmarks.search.vectors import KeptEmbedder
from tests.github.server import GitHubServer
from tools import model
from tools.paths import CACHE

OWNER = "bench"
_FOLDER = CACHE / "search-indexes"
_STAGES = ("source", "parse", "chunk", "graph", "store", "embed")
_T = TypeVar("_T")


@dataclass(slots=True)
class Indexed:
    """A repository in memory; `texts` are its indexed files by path."""

    opened: Opened
    texts: dict[str, str]

    def chunks(self) -> list[Chunk]:
        """Every chunk, file by file."""
        return [chunk for path in sorted(self.opened.chunks) for chunk in self.opened.chunks[path]]

    def embedded_text(self, chunk: Chunk) -> str:
        """What is embedded for a chunk: its header and its code."""
        return embed_text(chunk, self.texts[chunk.path])


def run(work: Coroutine[Any, Any, _T]) -> _T:
    return asyncio.run(work)


async def indexed(name: str, folder: Path) -> Indexed:
    """The index of a folder's files under a name, made where it is not kept."""
    kept = _FOLDER / f"{name}-{_digest(folder)[:16]}.pickle"
    host = CPythonHost(model.folder())
    if not kept.exists():
        store = await _take_in(name, folder)
        _FOLDER.mkdir(parents=True, exist_ok=True)
        partly = kept.with_suffix(".partly")
        partly.write_bytes(pickle.dumps(store))
        partly.rename(kept)
    store = pickle.loads(kept.read_bytes())
    _put_in(host, store)
    (record,) = await store.get_all("repositories")
    counter = TokenCounter(host.asset("vocab.txt").decode())
    opened = await Opened.load(host, record, counter)
    shas = {path: row["sha"] for path, row in opened.rows.items() if row["state"] == "indexed"}
    texts = await store.get_texts(list(shas.values()))
    return Indexed(opened, {path: texts[sha] for path, sha in shas.items()})


async def _take_in(name: str, folder: Path) -> MemoryStore:
    host = CPythonHost(model.folder())
    # What is kept must not hang on how busy the machine was.
    host.parser = CPythonParser(time_limit=60)
    store = MemoryStore()
    _put_in(host, store)
    served = f"{OWNER}/{name}"
    with GitHubServer({served: folder}) as github:
        engine = Engine(host, site="")
        since = (await engine.call(protocol.EVENTS, {"since": -1}))["next"]
        job = await engine.call(protocol.INDEX, {"address": served, **github.endpoints})
        while True:
            told = await engine.call(protocol.EVENTS, {"since": since})
            since = told["next"]
            for event in told["events"]:
                if event["repository"] != job["job"]:
                    continue
                if event["kind"] == protocol.FAILED:
                    raise RuntimeError(f"{name} could not be indexed: {event['error']['message']}")
                if event["kind"] == protocol.FINISHED:
                    return store


def _put_in(host: CPythonHost, store: MemoryStore) -> None:
    host.store = store
    host.embedder = KeptEmbedder(model.folder(), store)


def _digest(folder: Path) -> str:
    """A hash of the files and of the code that reads them."""
    digest = hashlib.sha256()
    root = Path(app.engine.__file__).parent
    code = [path for stage in _STAGES for path in (root / stage).rglob("*") if path.suffix in (".py", ".scm")]
    parser = Path(app.host.cpython_parser.__file__)
    files = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
    for path in [parser, *sorted(code), *sorted(files)]:
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
