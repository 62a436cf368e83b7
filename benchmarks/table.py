"""Rows of measurements, and how they are printed: in 100 columns, each beside its baseline, or with how
right it is."""

from __future__ import annotations

import math
import statistics
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from benchmarks.oracle.score import Share

WIDTH = 100
_FORM = "{:14}{:44}{:>16}{:>16}{:>10}"
_SCORES = "{:11}{:40}{}"


@dataclass
class Row:
    """One measure. A value is a number or, of several runs, their list: then the median is told, and with
    `tail` the 95th percentile too. `native` is None where nothing native compares."""

    HEAD: ClassVar[str] = _FORM.format("", "", "browser", "native", "ratio").rstrip()

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
        return [line, *_note(self.note)]

    def _cell(self, value: float | Sequence[float] | None) -> str:
        if value is None:
            return "-"
        cell = _number(median(value))
        return f"{cell} / {_number(p95(value))}" if self.tail else cell


@dataclass
class Accuracy:
    """How right edges are, as shares of those that could be judged; None where that cannot be told."""

    HEAD: ClassVar[str] = _FORM.format("", "", "precision", "recall", "").rstrip()

    capability: str
    measure: str
    precision: Share | None
    recall: Share | None
    note: str = ""

    def record(self) -> dict[str, object]:
        """As it goes into the JSON file."""
        shares = {"precision": self.precision, "recall": self.recall}
        return {
            "capability": self.capability,
            "measure": self.measure,
            **{name: {"good": s.good, "all": s.all, "value": s.value} for name, s in shares.items() if s},
            "note": self.note,
        }

    def lines(self) -> list[str]:
        """The row as printed, and its note."""
        cells = ["-" if share is None else str(share) for share in (self.precision, self.recall)]
        return [_FORM.format(self.capability, self.measure, *cells, "").rstrip(), *_note(self.note)]


@dataclass
class Scores:
    """How good something is by several measures: shares of 1, and whole numbers for counts, by name."""

    capability: str
    measure: str
    columns: Mapping[str, float]
    note: str = ""

    @property
    def HEAD(self) -> str:
        return _SCORES.format("", "", "".join(f"{name:>7}" for name in self.columns)).rstrip()

    def record(self) -> dict[str, object]:
        """As it goes into the JSON file."""
        return {
            "capability": self.capability,
            "measure": self.measure,
            **self.columns,
            "note": self.note,
        }

    def lines(self) -> list[str]:
        """The row as printed, and its note."""
        cells = "".join(f"{v:>7}" if isinstance(v, int) else f"{v:7.3f}" for v in self.columns.values())
        return [_SCORES.format(self.capability, self.measure, cells).rstrip(), *_note(self.note)]


AnyRow = Row | Accuracy | Scores


def render(rows: Sequence[AnyRow]) -> str:
    """The whole table, with a head above each run of rows of a kind."""
    lines: list[str] = []
    head = ""
    for row in rows:
        if head != row.HEAD:
            head = row.HEAD
            lines += [head, "-" * WIDTH]
        lines += row.lines()
    return "\n".join(lines)


def _note(text: str) -> list[str]:
    indent = " " * 14
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent)


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
