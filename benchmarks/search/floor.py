"""What a similarity floor costs: ``python -m benchmarks.search.floor [PACKAGE ...]``.

For each floor, over the tuning questions: how often a right file and a right symbol are among the first five,
how many of the nearest chunks it leaves out, and how many right ones among those were found by nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.engine.retrieve.searcher import DEPTH
from benchmarks.search import packages, questions
from benchmarks.search.indexed import Indexed, indexed, run
from benchmarks.search.questions import TUNING, Question, Spot

FLOORS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
FIRST = 5


@dataclass(slots=True)
class Cost:
    """Sums over questions: hits among the first five by file and by symbol, 1 / rank of the symbol; chunks
    that were near, that were cut, and questions that lost their right place to the cut."""

    files: int = 0
    symbols: int = 0
    reciprocal: float = 0.0
    near: int = 0
    cut: int = 0
    lost: int = 0


def measure(names: Iterable[str]) -> tuple[int, dict[float, Cost]]:
    """(number of questions, costs by floor) of the packages' tuning questions."""
    costs = {floor: Cost() for floor in FLOORS}
    asked = 0
    for path in questions.files():
        if path.stem not in names:
            continue
        tuning = [question for question in questions.read(path) if question.half == TUNING]
        asked += len(tuning)
        run(_ask(run(indexed(path.stem, packages.folder(path.stem))), tuning, costs))
    return asked, costs


async def _ask(held: Indexed, asked: Sequence[Question], costs: dict[float, Cost]) -> None:
    searcher = held.opened.searcher()
    for question in asked:
        found_without = False
        for floor in FLOORS:
            result = await searcher.search(question.ask, 2 * DEPTH, floor)
            places = [Spot(place.row.path, place.symbol, *place.lines) for place in result.places]
            rank = next((i for i, place in enumerate(places, 1) if _is_right(question, place)), 0)
            found_without = found_without or (floor == 0 and rank > 0)
            cost = costs[floor]
            paths = {answer.path for answer in question.answers}
            cost.files += any(place.path in paths for place in places[:FIRST])
            cost.symbols += 0 < rank <= FIRST
            cost.reciprocal += 1 / rank if 0 < rank <= 2 * FIRST else 0
            cost.near += result.floor.of
            cost.cut += result.floor.cut
            cost.lost += found_without and not rank


def _is_right(question: Question, place: Spot) -> bool:
    return any(answer.holds(place) for answer in question.answers)


def main(names: Sequence[str]) -> None:
    known = [path.stem for path in questions.files()]
    asked, costs = measure(names or known)
    print(f"{asked} questions; the {DEPTH} nearest chunks of each")
    print("floor   file@5  symbol@5  MRR@10   left out  right places lost")
    for floor, cost in costs.items():
        print(
            f"{floor:5.2f} {cost.files / asked:8.3f} {cost.symbols / asked:9.3f}"
            f" {cost.reciprocal / asked:7.3f} {cost.cut / max(1, cost.near):9.1%} {cost.lost:19}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
