"""The lines that a model was sent: what its citations may point to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class Sent:
    """Lines by path, of the prompt's pieces and of what tools returned."""

    def __init__(self, lines: Mapping[str, Iterable[int]] | None = None) -> None:
        self._lines = {path: set(numbers) for path, numbers in (lines or {}).items()}

    def add(self, path: str, first: int, last: int = 0) -> None:
        """Lines first..last of a file were sent, or its line `first` alone."""
        self._lines.setdefault(path, set()).update(range(first, max(first, last) + 1))

    def has(self, path: str) -> bool:
        """Whether any line of a file was sent."""
        return path in self._lines

    def share(self, path: str, first: int, last: int) -> float:
        """How many of lines first..last were sent, 0..1; 0 where the first one was not."""
        lines = self._lines.get(path, set())
        if first not in lines:
            return 0.0
        last = max(first, last)
        return sum(1 for line in lines if first <= line <= last) / (last - first + 1)

    def copy(self) -> Sent:
        return Sent(self._lines)
