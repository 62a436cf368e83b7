"""A file as lines: where each begins, how many tokens it costs, which are blank.

Lines are numbered from 0 here and end at ``"\\n"`` alone, as on GitHub.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from app.engine.chunk.tokens import TokenCounter


class Lines:
    """The lines of one text, with the sums that make a range's tokens one subtraction."""

    def __init__(self, text: str, counter: TokenCounter) -> None:
        self.text = text
        self.counter = counter
        self.lines = text.split("\n")
        self.starts = list(accumulate((len(line) + 1 for line in self.lines), initial=0))
        self.blank = [not line or line.isspace() for line in self.lines]
        self._sums = list(accumulate(map(counter.count, self.lines), initial=0))

    def __len__(self) -> int:
        return len(self.lines)

    def tokens(self, first: int, last: int) -> int:
        """Tokens of the lines first..last, both included."""
        return self._sums[last + 1] - self._sums[first]

    def line_at(self, offset: int) -> int:
        """The line that holds an offset; the text's end belongs to the last line."""
        return min(bisect_right(self.starts, max(0, offset)) - 1, len(self.lines) - 1)

    def end(self, line: int) -> int:
        """The offset behind a line's last character."""
        return self.starts[line] + len(self.lines[line])

    def indent(self, line: int) -> int:
        """Columns before a line's first visible character; a tab counts four."""
        text = self.lines[line]
        lead = text[: len(text) - len(text.lstrip())]
        return len(lead) + 3 * lead.count("\t")

    def trim(self, first: int, last: int) -> tuple[int, int]:
        """The range without the blank lines at its ends; empty (last < first) where all are blank."""
        blank = self.blank
        while first <= last and blank[first]:
            first += 1
        while last >= first and blank[last]:
            last -= 1
        return first, last
