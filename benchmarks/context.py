"""How much of the answer is in what a model is sent, by kind of question, in 4k and in 8k tokens, with the
graph (its answers to structure questions, and neighbours of what was found) and as if there were none.

A question counts where one of its answers is shown: half of its lines at least, `whole` all of them. The
questions are those of benchmarks/questions/, over whole packages, embedded with the product's model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.engine.answer.budget import estimator
from app.engine.answer.context import Piece
from app.engine.answer.gather import RANKED
from app.engine.answer.packing import pack
from app.engine.answer.sources import Sources
from app.engine.retrieve.question import Question as Read
from app.engine.retrieve.searcher import Searcher
from app.shared.settings import DEFAULTS
from benchmarks.bench import Bench
from benchmarks.oracle.score import Share
from benchmarks.search import packages, questions
from benchmarks.search.indexed import Indexed, indexed, run
from benchmarks.search.questions import Question, Spot

ROOMS = (4_000, 8_000)
# The share of an answer's lines that have to be shown.
HALF, WHOLE = 0.5, 1.0


@dataclass
class Held:
    """Of how many questions the context holds an answer."""

    HEAD: ClassVar[str] = f"{'':14}{'':44}{'with the graph':>16}{'without':>16}"

    capability: str
    measure: str
    graph: Share
    plain: Share

    def record(self) -> dict[str, object]:
        """As it goes into the JSON file."""
        shares = {"graph": self.graph, "plain": self.plain}
        return {
            "capability": self.capability,
            "measure": self.measure,
            **{name: {"good": s.good, "all": s.all, "value": s.value} for name, s in shares.items()},
        }

    def lines(self) -> list[str]:
        return [f"{self.capability:14}{self.measure:44}{self.graph!s:>16}{self.plain!s:>16}"]


class _Plain(Searcher):
    """Finds by words and meaning alone."""

    def _related(self, read: Read) -> None:
        return None


@dataclass(frozen=True)
class _Shown:
    """The largest share of an answer's lines that was shown to a question."""

    question: Question
    room: int
    has_graph: bool
    share: float


def measure(bench: Bench) -> list[Held]:
    shown: list[_Shown] = []
    for path in questions.files():
        shown += run(_package(questions.read(path)))
    rows = []
    for half in (questions.REPORTING, questions.TUNING):
        for kind in questions.KINDS:
            for room in ROOMS:
                for least, words in ((HALF, ""), (WHOLE, ", whole")):
                    both = [_share(shown, half, kind, room, has_graph, least) for has_graph in (True, False)]
                    rows.append(Held("context", f"{kind}, {room:,} tokens{words} ({half})", *both))
    return rows


def _share(shown: Sequence[_Shown], half: str, kind: str, room: int, has_graph: bool, least: float) -> Share:
    asked = [
        one
        for one in shown
        if (one.question.half, one.question.kind, one.room, one.has_graph) == (half, kind, room, has_graph)
    ]
    return Share(sum(one.share >= least for one in asked), len(asked))


async def _package(asked: Sequence[Question]) -> list[_Shown]:
    name = asked[0].package
    index = await indexed(name, packages.folder(name))
    questions.check(asked, index.opened.symbols, index.texts)
    return [shown for question in asked for shown in await _question(index, question)]


async def _question(index: Indexed, question: Question) -> list[_Shown]:
    opened = index.opened
    count = estimator(opened.counter)
    plain = _Plain(opened.host, opened.lexical, opened.graph, opened.record["space"], opened.rows)
    shown = []
    for searcher, has_graph in ((opened.searcher(), True), (plain, False)):
        result = await searcher.search(question.ask, RANKED, DEFAULTS["floor"])
        for room in ROOMS:
            sources = Sources(opened.host.store, opened.rows)
            packed = await pack(result, opened.graph, sources, int(DEFAULTS["k"]), room, count, has_graph)
            best = max(_shown(spot, packed.pieces, index.texts[spot.path]) for spot in question.answers)
            shown.append(_Shown(question, room, has_graph, best))
    return shown


def _shown(spot: Spot, pieces: Sequence[Piece], text: str) -> float:
    """The share of an answer's lines that say something which are in the pieces."""
    lines = text.split("\n")
    wanted = {line for line in range(spot.first, spot.last + 1) if lines[line - 1].strip()}
    held = {line for p in pieces if p.path == spot.path for line in range(p.first, p.last + 1)}
    return len(wanted & held) / len(wanted)
