"""Collects the chunks of one file and gives each its part number, identity and size."""

from __future__ import annotations

import hashlib
from collections import Counter

from app.engine.chunk.cuts import Span
from app.engine.chunk.lines import Lines
from app.engine.chunk.model import Chunk
from app.engine.chunk.tokens import SPECIAL_TOKENS

# The model reads so many tokens and no more.
WINDOW = 256


def code_budget(*headers: str, lines: Lines) -> int:
    """Tokens left for code under the longest of these headers."""
    return WINDOW - SPECIAL_TOKENS - max(lines.counter.count(header) for header in headers)


class Builder:
    """Chunks are added in the order of their lines; `finish` numbers those that share a series."""

    def __init__(self, path: str, lines: Lines) -> None:
        self._path = path
        self._lines = lines
        self._chunks: list[Chunk] = []
        self._series: list[str] = []

    def add(
        self,
        span: Span,
        kind: str,
        symbol: str,
        symbol_id: str,
        header: str,
        series: str,
        override: str = "",
    ) -> None:
        """Add one chunk. Those of one `series` are the parts k of n of one thing."""
        self._chunks.append(
            Chunk(
                path=self._path,
                start_line=span.first + 1,
                end_line=span.last + 1,
                start=span.start,
                end=span.end,
                kind=kind,
                symbol=symbol,
                symbol_id=symbol_id,
                header=header,
                hash="",
                tokens=0,
                override=override,
            )
        )
        self._series.append(series)

    def finish(self) -> list[Chunk]:
        """The chunks, complete."""
        counter = self._lines.counter
        sizes, numbers = Counter(self._series), Counter[str]()
        for chunk, series in zip(self._chunks, self._series, strict=True):
            numbers[series] += 1
            chunk.part = (numbers[series], sizes[series])
            code = chunk.code(self._lines.text)
            chunk.tokens = counter.count(chunk.header) + counter.count(code) + SPECIAL_TOKENS
            chunk.hash = identity(chunk, code)
        return self._chunks


def identity(chunk: Chunk, code: str) -> str:
    """The sha1 that names the chunk's embedding: the path is not in it, so a rename embeds nothing."""
    k, n = chunk.part
    named = f"{chunk.kind}\0{chunk.symbol}\0{k}/{n}\0{code}"
    return hashlib.sha1(named.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
