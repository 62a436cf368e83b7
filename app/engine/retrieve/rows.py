"""Rows of the text index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.engine.retrieve.tokens import letters


def _letters_of_parts(name: str) -> str:
    return ".".join(map(letters, name.split(".")))


# What two spellings of a name have in common, the nearest first.
_SPELLINGS: tuple[Callable[[str], str], ...] = (str, str.lower, _letters_of_parts)


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk as the index knows it. Lines from 1, inclusive; `part` of `parts` counts from 1."""

    id: int
    path: str
    ordinal: int
    start_line: int
    end_line: int
    kind: str
    symbol: str
    symbol_id: str
    part: int
    parts: int
    hash: str
    role: str
    language: str


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """A definition as the index knows it; several may stand in one chunk, and one in several."""

    id: str
    path: str
    kind: str
    name: str
    qualified_name: str
    start_line: int
    end_line: int
    role: str
    language: str

    def spelling(self, name: str) -> int | None:
        """How a name, perhaps with its owner's (``Session.get``), spells this symbol: 0 as it is, 1 in
        other case, 2 with other signs between the same letters; None where it is another name."""
        for distance, spelt in enumerate(_SPELLINGS):
            if f".{spelt(self.qualified_name)}".endswith(f".{spelt(name)}"):
                return distance
        return None


def marks(values: Sequence[Any]) -> str:
    """As many SQL placeholders as there are values."""
    return ", ".join("?" * len(values))
