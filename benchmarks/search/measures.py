"""How far down a ranking the answer is: hits, reciprocal ranks and discounted gain.

A place counts by symbol where it is an answer's symbol or lies in its lines; by file where it is in an
answer's file. Ranks count places as they are shown, from 1; nothing is taken out before they are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import log2

from benchmarks.search.questions import Spot

# Ranks that are looked at.
DEEPEST = 10


def rank_by_symbol(places: Sequence[Spot], answers: Sequence[Spot]) -> int:
    """The first rank that answers, 0 for none of the first ten."""
    return _first(places, lambda place: any(answer.holds(place) for answer in answers))


def rank_by_file(places: Sequence[Spot], paths: Iterable[str]) -> int:
    """The first rank in one of the files, 0 for none of the first ten."""
    wanted = set(paths)
    return _first(places, lambda place: place.path in wanted)


def _first(places: Sequence[Spot], answers: Callable[[Spot], bool]) -> int:
    return next((rank for rank, place in enumerate(places[:DEEPEST], 1) if answers(place)), 0)


@dataclass(slots=True)
class Ranks:
    """First ranks of several questions, 0 where nothing was found."""

    ranks: list[int] = field(default_factory=list)

    def hit(self, k: int) -> float:
        """The share of questions that are answered among the first k."""
        return sum(1 for rank in self.ranks if 0 < rank <= k) / len(self.ranks) if self.ranks else 0.0

    @property
    def reciprocal(self) -> float:
        """MRR@10."""
        return sum(1 / rank for rank in self.ranks if rank) / len(self.ranks) if self.ranks else 0.0


@dataclass(frozen=True, slots=True)
class Target:
    """A file that answers, or lines of it where `last` is not 0."""

    path: str
    first: int = 0
    last: int = 0

    def meets(self, place: Spot) -> bool:
        """Whether a place is in it. Either path may have folders before the other."""
        if not (f"/{place.path}".endswith(f"/{self.path}") or f"/{self.path}".endswith(f"/{place.path}")):
            return False
        return not self.last or (place.first <= self.last and self.first <= place.last)


def gain_by_chunk(places: Sequence[Spot], targets: Sequence[Target]) -> float:
    """NDCG@10 as semble counts it: a target gains once, at the first place that meets it; further places of a
    file use up ranks, and targets first met by one place gain once while all count in the ideal."""
    left = list(targets)
    gains = []
    for place in places[:DEEPEST]:
        met = [target for target in left if target.meets(place)]
        left = [target for target in left if target not in met]
        gains.append(bool(met))
    return _discounted(gains) / _ideal(len(targets))


def gain_by_file(places: Sequence[Spot], targets: Sequence[Target]) -> float:
    """NDCG@10 as GitNexus is scored: over the distinct files in their order; lines do not matter."""
    paths = list(dict.fromkeys(place.path for place in places))[:DEEPEST]
    files = [Target(target.path) for target in targets]
    gains = [any(file.meets(Spot(path, "", 1, 1)) for file in files) for path in paths]
    return _discounted(gains) / _ideal(len(targets))


def _discounted(gains: Iterable[bool]) -> float:
    return sum(1 / log2(rank + 1) for rank, gains_here in enumerate(gains, 1) if gains_here)


def _ideal(targets: int) -> float:
    return _discounted([True] * min(DEEPEST, targets))
