"""Rows of measurements, and how they are printed: in 100 columns, each beside its baseline."""

from __future__ import annotations

import math
import statistics
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 100
_FORM = "{:14}{:44}{:>16}{:>16}{:>10}"


@dataclass
class Row:
    """One measure. A value is a number or, of several runs, their list: then the median is told, and with
    `tail` the 95th percentile too. `native` is None where nothing native compares."""

    capability: str
    measure: str
    browser: float | Sequence[float] | None
    native: float | Sequence[float] | None = None
    tail: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """The browser's over the native one."""
        return median(self.browser) / median(self.native) if self.browser and self.native else None

    def record(self) -> dict[str, object]:
        """As it goes into the JSON file."""
        values = {"browser": _values(self.browser), "native": _values(self.native)}
        return {
            "capability": self.capability,
            "measure": self.measure,
            **{side: {"median": median(v), "p95": p95(v), "values": v} for side, v in values.items() if v},
            "ratio": self.ratio,
            "note": self.note,
        }

    def lines(self) -> list[str]:
        """The row as printed, and its note."""
        ratio = "" if self.ratio is None else f"{_number(self.ratio)}x"
        cells = [self._cell(self.browser), self._cell(self.native)]
        line = _FORM.format(self.capability, self.measure, *cells, ratio).rstrip()
        indent = " " * 14
        return [line, *textwrap.wrap(self.note, WIDTH, initial_indent=indent, subsequent_indent=indent)]

    def _cell(self, value: float | Sequence[float] | None) -> str:
        if value is None:
            return "-"
        cell = _number(median(value))
        return f"{cell} / {_number(p95(value))}" if self.tail else cell


def render(rows: Sequence[Row]) -> str:
    """The whole table."""
    head = _FORM.format("", "", "browser", "native", "ratio")
    return "\n".join([head.rstrip(), "-" * WIDTH, *(line for row in rows for line in row.lines())])


def median(value: float | Sequence[float]) -> float:
    return statistics.median(_values(value))


def p95(value: float | Sequence[float]) -> float:
    """The value that 95 % do not exceed (nearest rank)."""
    ordered = sorted(_values(value))
    return ordered[math.ceil(0.95 * len(ordered)) - 1]


def _values(value: float | Sequence[float] | None) -> list[float]:
    if value is None:
        return []
    return [value] if isinstance(value, int | float) else list(value)


def _number(value: float) -> str:
    """Three figures that mean something."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
