"""Edges by their two ends, as plain dicts: what a question's expansion walks over."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.graph.model import Edge


class Adjacency:
    """`out` and `into` map a node's id to its edges; a node without edges is in neither."""

    def __init__(self) -> None:
        self.out: dict[str, list[Edge]] = {}
        self.into: dict[str, list[Edge]] = {}
        # How many files tell of an edge that starts in another file than one of them.
        self._told: dict[Edge, int] = {}

    def add(self, edges: Iterable[Edge]) -> None:
        """Add the edges that start in a file."""
        for edge in edges:
            if edge in self._told:
                self._told[edge] += 1
            else:
                self._put(edge)

    def add_told(self, edges: Iterable[Edge]) -> None:
        """Add edges that a file brings about in others, which may tell of them too: each is there once."""
        for edge in edges:
            if edge in self._told:
                self._told[edge] += 1
            elif edge in self.out.get(edge.source, ()):
                self._told[edge] = 2
            else:
                self._told[edge] = 1
                self._put(edge)

    def remove(self, edges: Iterable[Edge]) -> None:
        """Take out edges that were added before, all of one node at a time."""
        gone = {edge for edge in edges if not self._is_still_told(edge)}
        for ends, nodes in ((self.out, {e.source for e in gone}), (self.into, {e.target for e in gone})):
            for node in nodes:
                left = [edge for edge in ends.get(node, ()) if edge not in gone]
                if left:
                    ends[node] = left
                else:
                    ends.pop(node, None)

    def _is_still_told(self, edge: Edge) -> bool:
        """Count an edge as told by one file less."""
        times = self._told.get(edge, 1) - 1
        if times:
            self._told[edge] = times
        else:
            self._told.pop(edge, None)
        return times > 0

    def _put(self, edge: Edge) -> None:
        self.out.setdefault(edge.source, []).append(edge)
        self.into.setdefault(edge.target, []).append(edge)
