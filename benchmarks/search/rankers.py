"""What is compared: plain rankers over the product's own chunks, and the product itself.

All of them rank the same chunks. A plain ranker's text of a chunk is what is embedded: header and code.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from app.engine.chunk.model import Chunk
from app.engine.graph.graph import CodeGraph
from app.engine.retrieve.fuse import fuse
from app.engine.retrieve.searcher import Searcher
from app.engine.retrieve.tokens import WORD, indexed, query_terms
from benchmarks.search.indexed import Indexed, run
from benchmarks.search.questions import Spot
from benchmarks.search.vectors import Kept
from tools.drive import EngineClient

# Places of one answer, and the length of each list that the plain fusion joins.
PLACES = 20
DEPTH = 150


class Ranker(ABC):
    """Ranks places for questions about one repository."""

    @abstractmethod
    def rank(self, question: str) -> list[Spot]:
        """The best places, best first."""


class _Chunks(Ranker):
    """A ranker that gives chunks by number."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._chunks = chunks

    @abstractmethod
    def scored(self, question: str) -> list[tuple[int, float]]:
        """The `DEPTH` best (number of a chunk, score), best first."""

    def rank(self, question: str) -> list[Spot]:
        found = (self._chunks[number] for number, _ in self.scored(question)[:PLACES])
        return [Spot(chunk.path, chunk.symbol, chunk.start_line, chunk.end_line) for chunk in found]


class TextSearch(_Chunks):
    """SQLite's FTS5 and its BM25 over one column; the words of a question are OR-ed."""

    def __init__(
        self,
        chunks: Sequence[Chunk],
        texts: Sequence[str],
        tokenizer: str,
        words: Callable[[str], Sequence[str]],
    ) -> None:
        super().__init__(chunks)
        self._words = words
        self._db = sqlite3.connect(":memory:")
        self._db.execute(f'CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize="{tokenizer}")')
        self._db.executemany("INSERT INTO texts (rowid, text) VALUES (?, ?)", enumerate(texts))

    def scored(self, question: str) -> list[tuple[int, float]]:
        terms = " OR ".join(f'"{word}"' for word in dict.fromkeys(self._words(question)))
        sql = "SELECT rowid, bm25(texts) FROM texts WHERE texts MATCH ? ORDER BY bm25(texts), rowid LIMIT ?"
        return [(number, -score) for number, score in self._db.execute(sql, (terms, DEPTH))] if terms else []


class Cosine(_Chunks):
    """The original weights in float32: every chunk's vector against the question's."""

    def __init__(self, chunks: Sequence[Chunk], texts: Sequence[str], vectors: Kept) -> None:
        super().__init__(chunks)
        self._vectors = vectors
        self._matrix = vectors.vectors(texts)

    def scored(self, question: str) -> list[tuple[int, float]]:
        cosines = self._matrix @ self._vectors.vectors([question])[0]
        best = cosines.argsort(kind="stable")[::-1][:DEPTH]
        return [(int(number), float(cosines[number])) for number in best]


class Fusion(_Chunks):
    """Plain reciprocal rank fusion of two rankers, K = 60, equal weights."""

    def __init__(self, chunks: Sequence[Chunk], first: _Chunks, second: _Chunks) -> None:
        super().__init__(chunks)
        self._rankers = {"first": first, "second": second}

    def scored(self, question: str) -> list[tuple[int, float]]:
        fused = fuse({name: ranker.scored(question) for name, ranker in self._rankers.items()})
        return [(entry.id, entry.score) for entry in sorted(fused.values(), key=lambda e: (-e.score, e.id))]


class Product(Ranker):
    """The product's own search, native. `without_graph` leaves it no edge to follow."""

    def __init__(self, indexed: Indexed, without_graph: bool = False) -> None:
        opened = indexed.opened
        graph = CodeGraph("without") if without_graph else opened.graph
        self._searcher = Searcher(opened.host, opened.lexical, graph, opened.record["space"], opened.rows)

    def rank(self, question: str) -> list[Spot]:
        places = run(self._searcher.search(question, PLACES)).places
        return [Spot(place.row.path, place.symbol, *place.lines) for place in places]


class Site(Ranker):
    """The product through an engine that is asked as the page asks it."""

    def __init__(self, engine: EngineClient, repository: str) -> None:
        self._engine = engine
        self._repository = repository

    def rank(self, question: str) -> list[Spot]:
        answer = self._engine.call("ask", repository=self._repository, question=question, k=PLACES)
        return [
            Spot(place["path"], place["symbol"], place["start_line"], place["end_line"])
            for place in answer["ranked"]
        ]


WITHOUT = "BM25, identifiers whole"
WITH = "BM25, identifiers split"
COSINE = "cosine, original weights"
FUSION = "fusion of the last two"
PRODUCT = "the product, native"
SITE = "the product, in the site"


def baselines(indexed_: Indexed, original: Kept) -> dict[str, Ranker]:
    """The plain rankers by name, over a repository's chunks."""
    chunks = indexed_.chunks()
    texts = [indexed_.embedded_text(chunk) for chunk in chunks]
    # An underscore would otherwise part an identifier, and that is what the second one is for.
    whole = TextSearch(chunks, texts, "unicode61 tokenchars '_'", WORD.findall)
    split = TextSearch(chunks, [indexed(text) for text in texts], "unicode61", query_terms)
    cosine = Cosine(chunks, texts, original)
    return {WITHOUT: whole, WITH: split, COSINE: cosine, FUSION: Fusion(chunks, split, cosine)}
