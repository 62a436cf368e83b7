"""Questions with the places that answer them, as benchmarks/questions/README.md describes their files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.engine.graph.model import FileSymbols

FOLDER = Path(__file__).parents[1] / "questions"
KINDS = ("behaviour", "structure", "overview")
TUNING, REPORTING = "tuning", "reporting"
_ANSWER = re.compile(r"(?P<path>\S[^:]*):(?P<first>\d+)-(?P<last>\d+)(?: (?P<symbol>.+))?")


class WrongAnswer(Exception):
    """An answer that the source does not bear out; the message says which."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Lines of a file, from 1, inclusive, and the qualified name of the symbol that they are, "" for none."""

    path: str
    symbol: str
    first: int
    last: int

    def holds(self, other: Spot) -> bool:
        """Whether another place is this one or lies in it."""
        if other.path != self.path:
            return False
        return (bool(self.symbol) and other.symbol == self.symbol) or (
            self.first <= other.first and other.last <= self.last
        )


@dataclass(frozen=True, slots=True)
class Question:
    """Any one of the `answers` is right. `half` is tuning or reporting."""

    package: str
    ask: str
    kind: str
    answers: tuple[Spot, ...]
    half: str


def files() -> list[Path]:
    """The question files, one a package, in the order of their names."""
    return sorted(FOLDER.glob("*.toml"))


def read(path: Path) -> list[Question]:
    """The questions of a file. Raises ValueError where it is not what the README asks for."""
    record = tomllib.loads(path.read_text(encoding="utf-8"))
    held_out = record.get("held_out", False)
    questions = []
    for number, entry in enumerate(record["question"], 1):
        if entry["kind"] not in KINDS:
            raise ValueError(f"{path.name}, question {number}: the kind {entry['kind']!r} is none of {KINDS}")
        half = REPORTING if held_out or number % 2 == 0 else TUNING
        answers = tuple(_answer(text, path) for text in entry["answers"])
        questions.append(Question(record["package"], entry["ask"], entry["kind"], answers, half))
    return questions


def _answer(text: str, path: Path) -> Spot:
    match = _ANSWER.fullmatch(text)
    if not match:
        raise ValueError(f"{path.name}: {text!r} is not path:first-last symbol")
    return Spot(match["path"], match["symbol"] or "", int(match["first"]), int(match["last"]))


def check(
    questions: Sequence[Question], symbols: Mapping[str, FileSymbols], texts: Mapping[str, str]
) -> None:
    """Hold every answer against a package's source. Raises WrongAnswer for the first that is not there."""
    for question in questions:
        for spot in question.answers:
            if wrong := _wrong(spot, symbols, texts):
                raise WrongAnswer(f"{question.package}, “{question.ask}”: {wrong}")


def _wrong(spot: Spot, symbols: Mapping[str, FileSymbols], texts: Mapping[str, str]) -> str:
    if spot.path not in texts:
        return f"there is no text file {spot.path}"
    if not spot.symbol:
        lines = texts[spot.path].count("\n") + 1
        return "" if spot.first <= spot.last <= lines else f"{spot.path} has {lines} lines"
    named = [symbol for symbol in symbols[spot.path].symbols if symbol.qualified_name == spot.symbol]
    if any((symbol.start_line, symbol.end_line) == (spot.first, spot.last) for symbol in named):
        return ""
    there = ", ".join(f"{symbol.start_line}-{symbol.end_line}" for symbol in named) or "nowhere"
    return f"{spot.symbol} stands in {spot.path} at {there}, not at {spot.first}-{spot.last}"
