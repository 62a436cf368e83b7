"""The context handed to a model: places and their neighbours, packed into a token budget.

Chosen in order of rank, cut at line ends only, never twice the same line, and
shown in the order of files and lines, each headed with where it is and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.engine.answer.citations import cite

# A piece cut to fewer lines than this says too little to be worth its header.
FEWEST_LINES = 4


@dataclass(frozen=True, slots=True)
class Wanted:
    """Lines first..last of a file (from 1, inclusive) that a context should hold, and why."""

    path: str
    first: int
    last: int
    symbol: str
    reason: str


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines that a context holds. `cut` says that the symbol goes on after them."""

    path: str
    first: int
    last: int
    symbol: str
    reason: str
    text: str
    cut: bool = False

    def render(self) -> str:
        """The piece under its header, as a model reads it."""
        name = f" {self.symbol}" if self.symbol else ""
        end = "\n… (goes on)" if self.cut else ""
        return f"### {cite(self.path, self.first, self.last)}{name} — {self.reason}\n{self.text}{end}\n"


def pack(
    wanted: Iterable[Wanted],
    texts: Mapping[str, Sequence[str]],
    budget: int,
    count: Callable[[str], int],
) -> list[Piece]:
    """Pieces whose rendered tokens stay within `budget`, in order of file and line.

    `wanted` comes best first, `texts` holds each file's lines by path, `count` gives a text's tokens.
    """
    pieces: list[Piece] = []
    for want in wanted:
        lines = texts.get(want.path)
        if not lines:
            continue
        for first, last in _free(want, pieces, len(lines)):
            piece = _fit(want, lines, first, last, budget, count)
            if piece is not None:
                pieces.append(piece)
                budget -= count(piece.render())
    return sorted(pieces, key=lambda piece: (piece.path, piece.first))


def render(pieces: Iterable[Piece]) -> str:
    """The whole context as one text."""
    return "\n".join(piece.render() for piece in pieces)


def _free(want: Wanted, pieces: Sequence[Piece], lines: int) -> list[tuple[int, int]]:
    """The wanted lines without those that earlier pieces hold, as runs."""
    runs = [(max(1, want.first), min(want.last, lines))]
    for piece in pieces:
        if piece.path != want.path:
            continue
        runs = [
            part
            for first, last in runs
            for part in ((first, min(last, piece.first - 1)), (max(first, piece.last + 1), last))
        ]
        runs = list(dict.fromkeys((first, last) for first, last in runs if first <= last))
    return [(first, last) for first, last in runs if first <= last]


def _fit(
    want: Wanted, lines: Sequence[str], first: int, last: int, budget: int, count: Callable[[str], int]
) -> Piece | None:
    """As many of the lines, from the first on, as the budget allows; None where that is too few."""

    def piece(end: int) -> Piece:
        text = "\n".join(lines[first - 1 : end])
        return Piece(want.path, first, end, want.symbol, want.reason, text, cut=end < last)

    whole = piece(last)
    if not whole.text.strip():
        return None
    if count(whole.render()) <= budget:
        return whole
    low, high = first - 1, last - 1
    while low < high:
        middle = (low + high + 1) // 2
        if count(piece(middle).render()) <= budget:
            low = middle
        else:
            high = middle - 1
    return piece(low) if low - first + 1 >= FEWEST_LINES else None
