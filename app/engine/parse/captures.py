"""What a parser hands to the engine: the captures of one file, as flat integers.

Both parsers (web-tree-sitter in the parse worker, the native one on CPython)
run the same ``queries/<language>.scm`` and return the same rows, so everything
after this module is independent of the interpreter.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

# One row: match, name, start, end, start_row, end_row.
# `match` counts matches within the file, `name` indexes `names`, offsets are
# code points of the file's text, rows count from 0 and split on "\n" alone.
ROW_WIDTH = 6


@dataclass(frozen=True, slots=True)
class Capture:
    """One captured node: offsets in code points, rows from 0, both ends as in the tree."""

    name: str
    start: int
    end: int
    start_row: int
    end_row: int


@dataclass(slots=True)
class Parsed:
    """The result for one file.

    status: ``ok``; ``errors`` (the tree holds ERROR nodes, its good parts are here);
    ``timeout`` or ``failed`` (no captures: the file is cut as text, and `message` says why).
    """

    status: str
    names: Sequence[str] = ()
    rows: Sequence[int] = field(default_factory=lambda: array("i"))
    message: str = ""

    def captures(self) -> Iterator[tuple[int, Capture]]:
        """Every capture with the number of its match, in row order."""
        rows, names = self.rows, self.names
        for i in range(0, len(rows), ROW_WIDTH):
            match, name, start, end, start_row, end_row = rows[i : i + ROW_WIDTH]
            yield match, Capture(names[name], start, end, start_row, end_row)

    def matches(self) -> Iterator[list[Capture]]:
        """The captures grouped by match; matches are ordered by their first capture."""
        group: list[Capture] = []
        current = -1
        for match, capture in self.captures():
            if match != current and group:
                yield group
                group = []
            current = match
            group.append(capture)
        if group:
            yield group
