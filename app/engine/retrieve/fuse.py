"""Reciprocal rank fusion: several ranked lists become one, by rank and never by raw score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# Cormack, Clarke and Büttcher 2009; how flat the top of each list counts.
K = 60


@dataclass(slots=True)
class Fused:
    """A chunk's fused score, and in each list that holds it its rank (from 1) and its score there."""

    id: int
    score: float = 0.0
    ranks: dict[str, int] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)


def fuse(
    lists: Mapping[str, Sequence[tuple[int, float]]], weights: Mapping[str, float] | None = None
) -> dict[int, Fused]:
    """Each list, best first, gives its entries weight / (60 + rank). A weight is 1 unless given."""
    fused: dict[int, Fused] = {}
    for name, pairs in lists.items():
        weight = weights.get(name, 1.0) if weights else 1.0
        for rank, (id, score) in enumerate(pairs, 1):
            entry = fused.setdefault(id, Fused(id))
            if name not in entry.ranks:
                entry.ranks[name] = rank
                entry.scores[name] = score
                entry.score += weight / (K + rank)
    return fused
