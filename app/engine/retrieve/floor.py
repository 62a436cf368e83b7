"""The similarity floor: what was found by meaning alone, and is not near enough, is not shown."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass

from app.engine.retrieve.fuse import Fused


@dataclass(frozen=True, slots=True)
class Floor:
    """`value` is a cosine. Of the `of` chunks that were nearest in meaning, `cut` lay below it and were found
    by nothing else; those that words or a name found too stay."""

    value: float = 0.0
    cut: int = 0
    of: int = 0


def cut(
    fused: dict[int, Fused], nearest: Sequence[tuple[int, float]], value: float, named: Container[int]
) -> Floor:
    """Take out of a fused list what the floor cuts. Ranks were given before, so the rest scores as it did."""
    gone = 0
    for id, cosine in nearest:
        if cosine < value and id not in named and fused[id].ranks.keys() == {"dense"}:
            del fused[id]
            gone += 1
    return Floor(value, gone, len(nearest))
