"""The context handed to a model: places and their neighbours, packed into a token budget.

Whole symbols where they fit, else their head and the lines that matter in them; cut at line ends
only, never twice the same line, shown in the order of files and lines, each headed with where it
is and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from app.engine.answer.citations import cite
from app.engine.answer.fence import flat
from app.engine.answer.sources import Sources

# A piece cut to fewer lines than this says too little to be worth its header.
FEWEST_LINES = 4
# Lines shown of the head of what is too long, and around each line that matters in it.
HEAD = 3
AROUND = 3
# Characters of a symbol's name in a piece's head.
LONGEST_NAME = 120

_NO_BRACKETS = str.maketrans("[]", "()")

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Lines first..last of a file (from 1, inclusive) that a context should hold, and why. `focus` are
    the runs of lines in them that matter most, for when they are too many."""

    path: str
    first: int
    last: int
    symbol: str
    reason: str
    focus: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines that a context holds. `cut` says that the symbol goes on after them. `tokens` is its size."""

    path: str
    first: int
    last: int
    symbol: str
    reason: str
    text: str
    cut: bool = False
    tokens: int = 0

    @property
    def head(self) -> str:
        # A heading of a document may look like a head of ours.
        name = f" {flat(self.symbol).translate(_NO_BRACKETS)[:LONGEST_NAME]}" if self.symbol else ""
        return f"### {cite(flat(self.path), self.first, self.last)}{name} — {flat(self.reason)}"

    def render(self) -> str:
        """The piece under its header, every line with its number, as a model reads it."""
        end = f"\n{GOES_ON}" if self.cut else ""
        lines = self.text.split("\n")
        return f"{self.head}\n" + "\n".join(numbered(lines, self.first)) + f"{end}\n"


GOES_ON = "… (goes on)"


def numbered(lines: Iterable[str], first: int) -> Iterator[str]:
    """Lines with their numbers before them."""
    return (f"{number}\t{line}" for number, line in enumerate(lines, first))


class Packer:
    """Takes pieces in until `budget` tokens are used. `count` gives the tokens of a text; those of lines
    have to add up to no less than those of the text they make."""

    def __init__(self, sources: Sources, budget: int, count: Count) -> None:
        self._sources = sources
        self._count = count
        self.left = budget
        self._pieces: list[Piece] = []
        # Tokens of each numbered line, by file.
        self._costs: dict[str, list[int]] = {}

    @property
    def pieces(self) -> list[Piece]:
        """What was taken, in order of file and line."""
        return sorted(self._pieces, key=lambda piece: (piece.path, piece.first))

    def add(self, wanted: Iterable[Wanted], budget: int, most: int) -> list[Wanted]:
        """Take what is wanted, best first, within `budget` tokens of what is left, and `most` for each.
        The files have to be loaded. What there was no room for is returned."""
        budget = min(budget, self.left)
        without: list[Wanted] = []
        for want in wanted:
            if not self._sources.has(want.path):
                continue
            lines = self._sources.lines(want.path)
            room = before = min(budget, most)
            for first, last in self._free(want, len(lines)):
                for piece in self._fit(want, lines, first, last, room):
                    self._pieces.append(piece)
                    budget -= piece.tokens
                    room -= piece.tokens
                    self.left -= piece.tokens
            if room == before:
                without.append(want)
        return without

    def _free(self, want: Wanted, lines: int) -> list[tuple[int, int]]:
        """The wanted lines without those that earlier pieces hold, as runs."""
        runs = [(max(1, want.first), min(want.last, lines))]
        for piece in self._pieces:
            if piece.path != want.path:
                continue
            runs = [
                part
                for first, last in runs
                for part in ((first, min(last, piece.first - 1)), (max(first, piece.last + 1), last))
            ]
            runs = list(dict.fromkeys((first, last) for first, last in runs if first <= last))
        return [(first, last) for first, last in runs if first <= last]

    def _fit(self, want: Wanted, lines: list[str], first: int, last: int, room: int) -> Iterator[Piece]:
        """As much of the lines as there is room for."""
        while last > first and not lines[last - 1].strip():
            last -= 1
        if not any(line.strip() for line in lines[first - 1 : last]):
            return
        if self._sources.withheld(want.path, first, last):
            return
        whole = self._piece(want, lines, first, last, last)
        if whole.tokens <= room:
            yield whole
            return
        focus = [run for run in want.focus if first <= run[1] and run[0] <= last]
        if focus:
            for start, end in _windows(focus, first, last):
                piece = self._longest(want, lines, start, end, last, room)
                if piece is not None:
                    room -= piece.tokens
                    yield piece
            return
        piece = self._longest(want, lines, first, last, last, room)
        if piece is not None and piece.last - piece.first + 1 >= FEWEST_LINES:
            yield piece

    def _longest(
        self, want: Wanted, lines: list[str], first: int, end: int, last: int, room: int
    ) -> Piece | None:
        """The lines from `first` on up to `end` that there is room for, of a symbol that ends at `last`."""
        costs = self._cost(want.path, lines)
        left = room - self._piece(want, lines, first, first, last).tokens + costs[first - 1]
        stop = first - 1
        while stop < end and costs[stop] <= left:
            left -= costs[stop]
            stop += 1
        return self._piece(want, lines, first, stop, last) if stop >= first else None

    def _piece(self, want: Wanted, lines: list[str], first: int, end: int, last: int) -> Piece:
        text = "\n".join(lines[first - 1 : end])
        piece = Piece(want.path, first, end, want.symbol, want.reason, text, cut=end < last)
        around = self._count(piece.head) + (self._count(GOES_ON) if piece.cut else 0) + 2
        tokens = around + sum(self._cost(want.path, lines)[first - 1 : end])
        return Piece(want.path, first, end, want.symbol, want.reason, text, end < last, tokens)

    def _cost(self, path: str, lines: list[str]) -> list[int]:
        if path not in self._costs:
            self._costs[path] = [self._count(line) for line in numbered(lines, 1)]
        return self._costs[path]


def render(pieces: Iterable[Piece]) -> str:
    """The whole context as one text."""
    return "\n".join(piece.render() for piece in pieces)


def _windows(focus: Iterable[tuple[int, int]], first: int, last: int) -> list[tuple[int, int]]:
    """The head of lines first..last and what is around each run of the focus, merged where they meet."""
    runs = [(first, min(last, first + HEAD - 1))]
    runs += [(max(first, start - AROUND), min(last, end + AROUND)) for start, end in focus]
    merged: list[tuple[int, int]] = []
    for start, end in sorted(runs):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
