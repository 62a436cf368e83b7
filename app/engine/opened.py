"""A repository in memory: its files, text index and graph, ready to be asked and to be changed."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from typing import Any

from app.engine.chunk.model import Chunk
from app.engine.chunk.tokens import TokenCounter
from app.engine.graph import file_record
from app.engine.graph.graph import CodeGraph
from app.engine.graph.imports import is_config
from app.engine.graph.model import FileSymbols
from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.searcher import Searcher
from app.engine.store.keeper import Keeper, chunk_from_list
from app.host.base import Host, Record
from app.shared.errors import StorageError

Row = dict[str, Any]


class Opened:
    """The working set of one repository.

    `rows` are file records by path, `chunks` and `symbols` what the indexed ones hold.
    Everything here can be rebuilt from the store.
    """

    def __init__(self, host: Host, record: Record, counter: TokenCounter) -> None:
        self.host = host
        self.record = record
        self.counter = counter
        self.keeper = Keeper(host.store, record["id"])
        self.rows: dict[str, Row] = {}
        self.chunks: dict[str, list[Chunk]] = {}
        self.symbols: dict[str, FileSymbols] = {}
        self.lexical = LexicalIndex()
        self.graph = CodeGraph(f"{record['owner']}/{record['name']}")
        self.embedded: set[str] = set()
        # hash -> why no vector could be made of it
        self.unembeddable: dict[str, str] = {}

    @classmethod
    async def load(cls, host: Host, record: Record, counter: TokenCounter) -> Opened:
        """Read a kept repository. The text index comes as an image; what the image lacks, because a
        run was interrupted, is added from the kept texts."""
        self = cls(host, record, counter)
        rows = await self.keeper.files()
        edges = {record["path"]: record for record in await self.keeper.edges()}
        indexed = {record["path"]: record for record in await self.keeper.nodes() if record["path"] in rows}
        # Another tab may have written between these reads: a file is taken whole or not at all.
        self.rows = {path: row for path, row in rows.items() if row["state"] != "indexed" or path in indexed}
        self.graph.place(self.rows, await self._configs())
        for path, nodes in indexed.items():
            self.chunks[path] = [chunk_from_list(path, fields) for fields in nodes["chunks"]]
            self.symbols[path] = symbols = file_record.from_record(nodes["symbols"])
            if path in edges:
                self.graph.load(symbols, edges[path])
            else:
                self.graph.put(symbols)
        image = await self.keeper.lexical()
        if image:
            # One of another format is made anew.
            with contextlib.suppress(StorageError):
                self.lexical = LexicalIndex.load(image)
        await self._complete_lexical()
        self.embedded = set(await host.store.vectors(record["space"]))
        await self.activate()
        return self

    async def _configs(self) -> dict[str, str]:
        """The texts that tell how imports are found (``package.json``, ``go.mod``)."""
        shas = {
            path: row["sha"]
            for path, row in self.rows.items()
            if row["state"] == "indexed" and is_config(path)
        }
        texts = await self.host.store.get_texts(list(shas.values())) if shas else {}
        return {path: texts[sha] for path, sha in shas.items() if sha in texts}

    async def _complete_lexical(self) -> None:
        """Bring the text index to what the file rows say."""
        indexed = {path for path, row in self.rows.items() if row["state"] == "indexed"}
        held = self.lexical.files()
        for path in held.keys() - indexed:
            self.lexical.remove_file(path)
        stale = [path for path in indexed if held.get(path) != self.rows[path]["sha"]]
        texts = await self.host.store.get_texts([self.rows[path]["sha"] for path in stale]) if stale else {}
        for path in stale:
            row = self.rows[path]
            text = texts.get(row["sha"], "")
            self.lexical.add_file(row, self.chunks[path], text, self.symbols[path].symbols)

    def add(self, row: Row, text: str, symbols: FileSymbols, chunks: list[Chunk]) -> None:
        """Take in one indexed file, in place of what was known under its path."""
        path = row["path"]
        self.rows[path] = row
        self.chunks[path] = chunks
        self.symbols[path] = symbols
        self.lexical.add_file(row, chunks, text, symbols.symbols)
        self.graph.put(symbols)

    async def skip(self, rows: Iterable[Row]) -> None:
        """Keep rows of files that are left out, each with its reason."""
        rows = list(rows)
        for row in rows:
            self._drop(row["path"])
            self.rows[row["path"]] = row
        await self.keeper.save_files((row, None) for row in rows)

    async def forget(self, paths: Iterable[str]) -> None:
        """Drop files that left the repository."""
        paths = list(paths)
        for path in paths:
            self._drop(path)
            self.rows.pop(path, None)
        await self.keeper.forget_files(paths)

    def _drop(self, path: str) -> None:
        if path in self.chunks:
            self.lexical.remove_file(path)
            self.graph.remove(path)
        self.chunks.pop(path, None)
        self.symbols.pop(path, None)

    async def draw(self, batch: int) -> AsyncIterator[dict[str, Record]]:
        """Resolve the files whose edges are missing or outdated: `edges` fields by path, in batches."""
        self.graph.place(self.rows, await self._configs())
        stale = self.graph.stale()
        for begin in range(0, len(stale), batch):
            records = {}
            for path in stale[begin : begin + batch]:
                self.graph.link(path)
                records[path] = self.graph.edges_of(path)
                await self.host.sleep(0)  # a question goes first
            yield records

    async def activate(self) -> None:
        """Let scans return this repository's chunks, and no others of its space."""
        await self.host.store.activate(self.record["space"], sorted(self.hashes()))

    def hashes(self) -> set[str]:
        """The identities of all chunks; equal chunks share one."""
        return {chunk.hash for chunks in self.chunks.values() for chunk in chunks}

    def missing(self) -> set[str]:
        """Hashes that have no vector yet."""
        return self.hashes() - self.embedded

    def searcher(self) -> Searcher:
        """A searcher over what is known now."""
        return Searcher(self.host, self.lexical, self.graph, self.record["space"], self.rows)

    def counts(self) -> dict[str, int]:
        """The record's counts: files, skipped, chunks, embedded, bytes."""
        states = Counter(row["state"] for row in self.rows.values())
        return {
            "files": states["indexed"],
            "skipped": states["skipped"] + states["failed"],
            **self.coverage(),
            "bytes": sum(row["size"] for row in self.rows.values() if row["state"] == "indexed"),
        }

    def coverage(self) -> dict[str, int]:
        """How many chunks there are, and how many of them have a vector."""
        hashes = [chunk.hash for chunks in self.chunks.values() for chunk in chunks]
        return {"chunks": len(hashes), "embedded": sum(1 for hash in hashes if hash in self.embedded)}

    def left_out(self) -> list[dict[str, str]]:
        """Skipped and failed files with their reasons, by path."""
        return [
            {"path": path, "reason": row["reason"]}
            for path, row in sorted(self.rows.items())
            if row["state"] in ("skipped", "failed")
        ]
