"""Questions put to rankers, and what came of it in groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.search.measures import Ranks, rank_by_file, rank_by_symbol
from benchmarks.search.questions import Question, Spot
from benchmarks.search.rankers import Ranker


@dataclass(frozen=True, slots=True)
class Answered:
    """One ranker's answer: the first right ranks by file and by symbol (0 for none), and its places."""

    question: Question
    ranker: str
    file: int
    symbol: int
    places: tuple[Spot, ...]


def ask(rankers: Mapping[str, Ranker], questions: Sequence[Question]) -> Iterator[Answered]:
    """Every question to every ranker."""
    for name, ranker in rankers.items():
        for question in questions:
            places = tuple(ranker.rank(question.ask))
            paths = {answer.path for answer in question.answers}
            yield Answered(
                question,
                name,
                rank_by_file(places, paths),
                rank_by_symbol(places, question.answers),
                places,
            )


def scores(answered: Iterable[Answered]) -> dict[str, float]:
    """The columns of the table for a group of answers."""
    group = list(answered)
    files, symbols = Ranks([one.file for one in group]), Ranks([one.symbol for one in group])
    return {
        "file@1": files.hit(1),
        "file@5": files.hit(5),
        "f.MRR": files.reciprocal,
        "sym@1": symbols.hit(1),
        "sym@5": symbols.hit(5),
        "s.MRR": symbols.reciprocal,
    }


def grouped(answered: Iterable[Answered], key: Callable[[Answered], str]) -> dict[str, list[Answered]]:
    """Answers by a key, in the order in which the keys came."""
    groups: defaultdict[str, list[Answered]] = defaultdict(list)
    for one in answered:
        groups[key(one)].append(one)
    return dict(groups)


def alike(first: Sequence[Answered], second: Sequence[Answered], k: int) -> float:
    """The share of questions for which two rankers show the same first k places in the same order."""
    others = {one.question: one.places[:k] for one in second}
    same = sum(1 for one in first if others.get(one.question) == one.places[:k])
    return same / len(first) if first else 0.0
