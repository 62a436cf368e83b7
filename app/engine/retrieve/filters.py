"""What a search is confined to: the question's filters, asked of chunks, symbols and nodes of the graph.

How they are typed and compared is in app/shared/filters.py, which the page reads too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from app.engine.retrieve.rows import ChunkRow, SymbolRow
from app.shared import filters as typed


@dataclass(frozen=True, slots=True)
class Filter:
    """One of them. `without` leaves out what fits, instead of admitting nothing else."""

    key: str
    value: str
    without: bool = False

    def __str__(self) -> str:
        return typed.write({"key": self.key, "value": self.value, "without": self.without})

    def fits(self, path: str, language: str, role: str, kind: str) -> bool:
        """Whether a thing is what the filter names. `language` is its grammar's, "" where it has none."""
        if self.key == typed.LANG:
            return typed.fits_language(self.value, typed.language_of(path, language))
        if self.key == typed.PATH:
            return _fits_path(self.value, path)
        if self.key == typed.KIND:
            return self.value == kind
        return self.value == (typed.ONLY if role == "test" else typed.NO)


@lru_cache(maxsize=1 << 14)
def _fits_path(value: str, path: str) -> bool:
    """A search asks this of every chunk of a file."""
    return typed.fits_path(value, path)


@dataclass(frozen=True, slots=True)
class Filters:
    """All of a question's. Of one key any may fit, of each key one has to; without any all is admitted."""

    each: tuple[Filter, ...] = ()

    @classmethod
    def made(cls, read: Iterable[Mapping[str, Any]]) -> Filters:
        """From what `typed.read` gives."""
        return cls(tuple(Filter(one["key"], one["value"], one["without"]) for one in read))

    def __bool__(self) -> bool:
        return bool(self.each)

    def __str__(self) -> str:
        return " ".join(map(str, self.each))

    def admits(self, path: str, language: str, role: str, kind: str) -> bool:
        """Whether something of that file and kind may be shown."""
        wanted: dict[str, bool] = {}
        for one in self.each:
            fits = one.fits(path, language, role, kind)
            if one.without:
                if fits:
                    return False
            else:
                wanted[one.key] = fits or wanted.get(one.key, False)
        return all(wanted.values())

    def admit(self, row: ChunkRow | SymbolRow, kind: str = "") -> bool:
        """The same of a row, or of what is of another kind in it."""
        return self.admits(row.path, row.language, row.role, kind or row.kind)

    def of_paths(self, rows: Mapping[str, Mapping[str, Any]]) -> Callable[[str], bool]:
        """Whether what stands in the file of a path may be shown, whatever its kind. `rows` are the file
        records by path; what has none is outside of the repository, and may."""
        of_files = Filters(tuple(one for one in self.each if one.key != typed.KIND))

        def admits(path: str) -> bool:
            row = rows.get(path)
            return row is None or of_files.admits(path, row["language"], row["role"], "")

        return admits


NO_FILTERS = Filters()
