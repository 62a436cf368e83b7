"""From a question to ranked places, in stages: lexical, embed, dense, fuse, expand.

Works while embedding goes on: what has no vector yet is found by its words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.engine.graph.graph import CodeGraph
from app.engine.retrieve import dense, expand, floor, relate, words
from app.engine.retrieve.exact import exact_hits
from app.engine.retrieve.floor import Floor
from app.engine.retrieve.fuse import fuse
from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.question import Question, read_question
from app.engine.retrieve.rank import Place, rank
from app.engine.retrieve.relate import Related
from app.engine.retrieve.rows import SymbolRow
from app.engine.retrieve.tokens import STOP_WORDS, WORD, question_words
from app.engine.retrieve.versions import older_versions
from app.host.base import Host

# Length of each list that is fused.
DEPTH = 150
# Lines of a function that is shown as one though only a part of it was found.
WHOLE = 60
# What is said around a path in a question about that file as a whole.
ABOUT_A_FILE = frozenset(
    "file module script explain describe show open read summary summarise summarize purpose contain contains "
    "inside define defines defined content contents line".split()
)
# Below this cosine even the nearest chunk is about something else.
NEAR = 0.3


@dataclass(slots=True)
class SearchResult:
    """`places` are ranked, best first; `floor` tells what was cut from them. `related` is the graph's
    answer to a structure question, None for any other. `weak` says that nothing fits well, `absent` are
    words of the question that nothing in the repository says. `file` is the one path that the whole
    question is about, `definitions` what a bare name means. `timings_ms` is by stage."""

    question: Question
    places: list[Place]
    floor: Floor = field(default_factory=Floor)
    related: Related | None = None
    weak: bool = False
    absent: tuple[str, ...] = ()
    file: str = ""
    definitions: tuple[SymbolRow, ...] = ()
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

    async def search(self, question: str, k: int = 20, least: float = 0.0) -> SearchResult:
        """The k best places for a question, or fewer where the repository has fewer. `least` is the
        cosine below which what was found by meaning alone is cut."""
        timings: dict[str, float] = {}
        mark = self.host.now()

        def timed(stage: str) -> None:
            nonlocal mark
            now = self.host.now()
            timings[stage] = timings.get(stage, 0.0) + now - mark
            mark = now

        read = read_question(question)
        lists = {"lexical": words.search(self.lexical, read.text, DEPTH, read.filters)}
        exact = exact_hits(read, self.lexical)
        timed("lexical")
        if WORD.search(read.text):
            lists["dense"] = await dense.search(
                self.host, self.lexical, self.space, read.text, DEPTH, read.filters, timed
            )
        fused = fuse(lists)
        nearest = lists.get("dense", [])
        cut = floor.cut(fused, nearest, least, {hit.row.id for hit in exact})
        rows = self.lexical.rows(fused) | {hit.row.id: hit.row for hit in exact}
        places = rank(read, fused, rows, exact, older_versions(self.rows))
        timed("fuse")
        related = self._related(read)
        self._whole(places[:k])
        places = expand.with_neighbours(places, related, self.graph, self.lexical, read.filters, k)
        timed("expand")
        absent = self.lexical.absent(read.text)
        best = max((cosine for _, cosine in nearest), default=1.0)
        # Words that nobody here uses ask about something else, whatever is nearest.
        strange = 2 * len(absent) > len(question_words(read.text))
        weak = not exact and (best < NEAR or strange)
        return SearchResult(
            read,
            places,
            cut,
            related,
            weak,
            tuple(absent),
            self._file(read),
            self._definitions(read),
            timings,
        )

    def _related(self, read: Question) -> Related | None:
        if read.structure is None:
            return None
        return relate.answer(read.structure, self.graph, self.lexical, read.filters)

    def _file(self, question: Question) -> str:
        """The file that a question is about where it names one and asks nothing else; "" otherwise."""
        if len(question.paths) != 1:
            return ""
        rest = WORD.findall(question.text.replace(question.paths[0], " ").lower())
        if any(word not in STOP_WORDS and word not in ABOUT_A_FILE for word in rest):
            return ""
        found = {row.path for row in self.lexical.in_file(question.paths[0])}
        return found.pop() if len(found) == 1 else ""

    def _definitions(self, question: Question) -> tuple[SymbolRow, ...]:
        named = self.lexical.named(question.bare) if question.bare else []
        return tuple(symbol for symbol in named if symbol.spelling(question.bare) == 0)

    def _whole(self, places: list[Place]) -> None:
        """Let a part of a function that is not too long stand for all of it."""
        for place in places:
            row = place.row
            if row.parts > 1 and row.kind in ("function", "method") and place.named is None:
                symbol = self.lexical.symbol(row.symbol_id)
                if symbol and symbol.end_line - symbol.start_line < WHOLE:
                    place.named = symbol
