"""Answers that are asked for again and again, kept with the notes that they rest on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from app.engine.graph.index import Index

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """Who asks rests on an answer's notes, whoever asked for it first. `is_certain` tells right after an
    answer was found whether it would be the same at any other time: another is given and not kept."""

    def __init__(self, index: Index, is_certain: Callable[[], bool] = lambda: True) -> None:
        self._index = index
        self._is_certain = is_certain
        self._known: dict[K, tuple[V, frozenset[str]]] = {}

    def forget(self) -> None:
        """Call it whenever the index has changed."""
        self._known.clear()

    def ask(self, key: K, find: Callable[[], V]) -> V:
        known = self._known.get(key)
        if known is None:
            outer, self._index.touched = self._index.touched, set()
            found = find()
            known = found, frozenset(self._index.touched)
            self._index.touched = outer
            if self._is_certain():
                self._known[key] = known
        self._index.touched |= known[1]
        return known[0]
