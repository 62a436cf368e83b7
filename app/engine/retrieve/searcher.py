"""From a question to ranked places, in stages: lexical, embed, dense, fuse, expand.

Works while embedding goes on: what has no vector yet is found by its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.engine.graph.graph import CodeGraph
from app.engine.retrieve import dense, expand, relate
from app.engine.retrieve.fuse import fuse
from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.question import Question, read_question
from app.engine.retrieve.rank import COMMON_NAME, Exact, Place, is_history, rank
from app.engine.retrieve.relate import Related
from app.engine.retrieve.rows import ChunkRow
from app.engine.retrieve.topics import Topic
from app.engine.retrieve.versions import older_versions
from app.host.base import Host

# Length of each list that is fused.
DEPTH = 150
PHRASES = 10
# Files of one pattern, and sections, that are looked at for what any repository is asked.
FILES_EACH = 2
SECTIONS = 4
# Below this cosine even the nearest chunk is about something else.
NEAR = 0.3


@dataclass(slots=True)
class SearchResult:
    """`places` are ranked, best first. `related` is the graph's answer to a structure question,
    None for any other. `weak` says that nothing fits well. `timings_ms` is by stage."""

    question: Question
    places: list[Place]
    related: Related | None = None
    weak: bool = False
    timings_ms: dict[str, float] = field(default_factory=dict)


class Searcher:
    """Searches one repository. `rows` are its file records by path."""

    def __init__(
        self,
        host: Host,
        lexical: LexicalIndex,
        graph: CodeGraph,
        space: str,
        rows: Mapping[str, Mapping[str, Any]],
    ) -> None:
        self.host = host
        self.lexical = lexical
        self.graph = graph
        self.space = space
        self.rows = rows

    async def search(self, question: str, k: int = 20) -> SearchResult:
        """The k best places for a question, or fewer where the repository has fewer."""
        timings: dict[str, float] = {}
        mark = self.host.now()

        def timed(stage: str) -> None:
            nonlocal mark
            now = self.host.now()
            timings[stage] = timings.get(stage, 0.0) + now - mark
            mark = now

        read = read_question(question)
        lists = {"lexical": self.lexical.search(read.text, DEPTH, read.filters)}
        exact = self._exact(read)
        timed("lexical")
        if read.text:
            lists["dense"] = await dense.search(
                self.host, self.lexical, self.space, read.text, DEPTH, read.filters, timed
            )
        fused = fuse(lists)
        rows = self.lexical.rows(fused) | {hit.row.id: hit.row for hit in exact}
        places = rank(read, fused, rows, exact, older_versions(self.rows))
        timed("fuse")
        related = relate.answer(read.structure, self.graph, self.lexical) if read.structure else None
        places = expand.with_neighbours(places, related, self.graph, self.lexical, read.filters, k)
        timed("expand")
        nearest = max((cosine for _, cosine in lists.get("dense", ())), default=1.0)
        return SearchResult(read, places, related, nearest < NEAR and not exact, timings)

    def _exact(self, question: Question) -> list[Exact]:
        """What the question names: symbols, files, quoted texts."""
        found: list[Exact] = []
        for rule, words in (("identifier", question.identifiers), ("name", question.names)):
            for word in words:
                found += self._named(word, rule)
        for path in question.paths:
            found += [Exact(row, "path", path) for row in self.lexical.in_file(path)]
        for phrase in question.quoted:
            hits = self.lexical.phrase(phrase, PHRASES, question.filters)
            rows = self.lexical.rows(id for id, _ in hits)
            found += [Exact(rows[id], "phrase", phrase, 1 / (1 + i / 5)) for i, (id, _) in enumerate(hits)]
        if question.topic:
            usual = enumerate(self._usual(question.topic))
            found += [Exact(row, "topic", question.topic.label, 1 / (1 + i / 4)) for i, row in usual]
        return [hit for hit in found if question.filters.admit(hit.row)]

    def _usual(self, topic: Topic) -> list[ChunkRow]:
        """Where a topic's answer usually stands: sections by their headings, then files by their names."""
        sections = self.lexical.rows(self.lexical.titled(topic.titles, 4 * SECTIONS)).values()
        rows = [row for row in sections if not is_history(row.path)][:SECTIONS]
        rows.sort(key=lambda row: (row.path.count("/"), row.path, row.start_line))
        for name in topic.symbols:
            for symbol in self.lexical.named(name)[:FILES_EACH]:
                rows += self.lexical.chunks_at(symbol.path, symbol.start_line)[:1]
        paths = sorted(self.lexical.files(), key=lambda path: (path.count("/"), path))
        for pattern in topic.files:
            fitting = [path for path in paths if pattern.search(path)][:FILES_EACH]
            rows += [row for path in fitting if (row := self.lexical.best_in(path, topic.words))]
        return rows

    def _named(self, word: str, rule: str) -> list[Exact]:
        symbols, share = self.lexical.named(word), 1.0
        if not symbols and "." in word:
            word = word.rsplit(".", 1)[-1]
            symbols, share = self.lexical.named(word), 0.5
        share *= min(1.0, COMMON_NAME / max(1, len(symbols)))
        found = []
        for symbol in symbols:
            # Other spellings of the same letters (`session` beside `Session`) count for less.
            spelt = share if symbol.spelling(word) == 0 else share / 2
            chunks = self.lexical.chunks_at(symbol.path, symbol.start_line)
            found += [Exact(row, rule, word, spelt, symbol) for row in chunks[:1]]
        return found
