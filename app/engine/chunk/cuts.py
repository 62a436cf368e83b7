"""Where a long run of lines is cut, so that every piece fits the model's window.

A cut falls between two lines, at the best boundary near an even share; only a
line that is longer than the window by itself is cut inside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.engine.chunk.lines import Lines

# What a cut costs by the boundary it falls on ...
BLANK_LINE = 0.6
ANY_LINE = 1.0
# ... what it costs to be a whole window away from an even share ...
_UNEVEN = 0.5
# ... and to leave a piece of less than a quarter of one.
_CRUMB = 0.5

# A word is taken in bites, so that a line without a single space can be cut too.
_BITE = re.compile(r"\w{1,32}|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Span:
    """Lines first..last from 0, both included, and the offsets of what is taken of them."""

    first: int
    last: int
    start: int
    end: int


def whole(lines: Lines, first: int, last: int) -> Span:
    """The span of full lines."""
    return Span(first, last, lines.starts[first], lines.end(last))


def cut(lines: Lines, first: int, last: int, budget: int, cost: Callable[[int], float]) -> Iterator[Span]:
    """Cut lines first..last into spans of at most `budget` tokens; blank lines between them are left out.

    `cost(line)` says what a cut before that line costs: 0 for the best boundary, up to `ANY_LINE`.
    """
    first, last = lines.trim(first, last)
    while first <= last:
        if lines.tokens(first, first) > budget:
            yield from _cut_line(lines, first, budget)
            following = first + 1
        else:
            following = _next_cut(lines, first, last, budget, cost)
            begin, end = lines.trim(first, following - 1)
            yield whole(lines, begin, end)
        first, last = lines.trim(following, last)


def _next_cut(lines: Lines, first: int, last: int, budget: int, cost: Callable[[int], float]) -> int:
    """The line before which the piece that begins at `first` ends."""
    rest = lines.tokens(first, last)
    if rest <= budget:
        return last + 1
    share = rest / -(-rest // budget)
    best, lowest = first + 1, float("inf")
    used = lines.tokens(first, first)
    for line in range(first + 1, last + 1):
        if not lines.blank[line]:
            price = cost(line) + _UNEVEN * abs(share - used) / budget + _CRUMB * (used < share / 4)
            if price <= lowest:
                best, lowest = line, price
        used += lines.tokens(line, line)
        if used > budget:
            break
    return best


def _cut_line(lines: Lines, line: int, budget: int) -> Iterator[Span]:
    """Cut inside one line, between words where it has any."""
    text, count = lines.lines[line], lines.counter.count
    offset = lines.starts[line]
    ends = [match.end() for match in _BITE.finditer(text)]
    start, taken = 0, 0
    while taken < len(ends):
        used, stop = 0, taken
        while stop < len(ends):
            used += count(text[ends[stop - 1] if stop else 0 : ends[stop]])
            if used > budget and stop > taken:
                break
            stop += 1
        # Bites cost what they cost together, but for words that a bite or an invisible character cut.
        while stop - taken > 1 and count(text[start : ends[stop - 1]]) > budget:
            stop -= max(1, (stop - taken) // 16)
        end = ends[stop - 1]
        if not text[start:end].isspace():
            yield Span(line, line, offset + start, offset + end)
        start, taken = end, stop
