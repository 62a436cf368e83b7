"""Edges by their two ends, as plain dicts: what a question's expansion walks over."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.graph.model import Edge


class Adjacency:
    """`out` and `into` map a node's id to its edges; a node without edges is in neither."""

    def __init__(self) -> None:
        self.out: dict[str, list[Edge]] = {}
        self.into: dict[str, list[Edge]] = {}

    def add(self, edges: Iterable[Edge]) -> None:
        for edge in edges:
            self.out.setdefault(edge.source, []).append(edge)
            self.into.setdefault(edge.target, []).append(edge)

    def remove(self, edges: Iterable[Edge]) -> None:
        """Take out edges that were added before, all of one node at a time."""
        gone = set(edges)
        for ends, nodes in ((self.out, {e.source for e in gone}), (self.into, {e.target for e in gone})):
            for node in nodes:
                left = [edge for edge in ends.get(node, ()) if edge not in gone]
                if left:
                    ends[node] = left
                else:
                    ends.pop(node, None)
