"""Rows of the text index, and the filters that confine a search to some of them."""

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


@dataclass(frozen=True, slots=True)
class Filters:
    """What a search is confined to; "" and () mean no limit. `path` is a part of the path."""

    languages: tuple[str, ...] = ()
    path: str = ""
    kinds: tuple[str, ...] = ()
    roles_left_out: tuple[str, ...] = ()

    def sql(self) -> tuple[str, list[str]]:
        """Conditions to append to a WHERE clause, and their values."""
        parts: list[str] = []
        values: list[str] = []
        for column, wanted, operator in (
            ("language", self.languages, "IN"),
            ("kind", self.kinds, "IN"),
            ("role", self.roles_left_out, "NOT IN"),
        ):
            if wanted:
                parts.append(f" AND {column} {operator} ({marks(wanted)})")
                values.extend(wanted)
        if self.path:
            parts.append(" AND instr(lower(chunks.path), ?) > 0")
            values.append(self.path.lower())
        return "".join(parts), values

    def admit(self, row: ChunkRow | SymbolRow) -> bool:
        """Whether a row that came from elsewhere (vectors, the graph) may be shown."""
        return (
            (not self.languages or row.language in self.languages)
            and (not self.kinds or row.kind in self.kinds)
            and row.role not in self.roles_left_out
            and self.path.lower() in row.path.lower()
        )


NO_FILTERS = Filters()


def marks(values: Sequence[Any]) -> str:
    """As many SQL placeholders as there are values."""
    return ", ".join("?" * len(values))
