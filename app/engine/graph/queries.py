"""Questions to the graph. All walk adjacency dicts; only `path_between` needs networkx, and loads it then."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import pairwise

from app.engine.graph.adjacency import Adjacency
from app.engine.graph.model import Edge

# What ties a symbol to others by use, in the order a reader asks for it.
USE_KINDS = ("calls", "inherits", "implements", "overrides", "uses-type", "decorates", "references")
IMPORT_KINDS = ("imports", "re-exports")
# A change in the target of these may need a change in the source.
IMPACT_KINDS = (*USE_KINDS, *IMPORT_KINDS)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A node reached from a start. `edge` is the last step, `direction` out or in as seen from the start."""

    id: str
    kind: str
    direction: str
    line: int
    rule: str
    confidence: float
    hop: int
    edge: Edge


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change may touch: nodes by distance, tests apart."""

    code: list[Neighbour]
    tests: list[Neighbour]


class Queries:
    def __init__(self, adjacency: Adjacency) -> None:
        self._graph = adjacency

    def callers(self, id: str, depth: int = 1) -> list[Neighbour]:
        return self._walk(id, ("calls",), "in", depth)

    def callees(self, id: str, depth: int = 1) -> list[Neighbour]:
        return self._walk(id, ("calls",), "out", depth)

    def bases(self, id: str, depth: int = 1) -> list[Neighbour]:
        return self._walk(id, ("inherits", "implements"), "out", depth)

    def derived(self, id: str, depth: int = 1) -> list[Neighbour]:
        return self._walk(id, ("inherits", "implements"), "in", depth)

    def implementations(self, id: str, depth: int = 1) -> list[Neighbour]:
        """Classes that implement an interface, or methods that override a method."""
        return self._walk(id, ("implements", "overrides"), "in", depth)

    def imports(self, path: str) -> list[Neighbour]:
        return self._walk(path, IMPORT_KINDS, "out", 1)

    def importers(self, path: str) -> list[Neighbour]:
        return self._walk(path, IMPORT_KINDS, "in", 1)

    def neighbourhood(
        self,
        id: str,
        hops: int = 1,
        kinds: Collection[str] = USE_KINDS,
        min_confidence: float = 0.0,
    ) -> list[Neighbour]:
        """What is tied to a node, nearest first, then surest first; each other node once."""
        found: dict[str, Neighbour] = {}
        front = [id]
        for hop in range(1, hops + 1):
            reached: dict[str, Neighbour] = {}
            for node in front:
                for edge, other, direction in self._edges(node):
                    if (
                        edge.kind not in kinds
                        or edge.confidence < min_confidence
                        or other == id
                        or other in found
                    ):
                        continue
                    known = reached.get(other)
                    if known is None or edge.confidence > known.confidence:
                        reached[other] = _neighbour(edge, other, direction, hop)
            found.update(reached)
            front = list(reached)
        return sorted(found.values(), key=lambda n: (n.hop, -n.confidence))

    def impact(
        self,
        ids: Collection[str],
        role: Callable[[str], str],
        depth: int = 3,
        kinds: Collection[str] = IMPACT_KINDS,
    ) -> Impact:
        """What rests on any of these nodes. `role(node id)` is ``test`` for what only tests."""
        found: dict[str, Neighbour] = {}
        for id in ids:
            for neighbour in self._walk(id, kinds, "in", depth):
                known = found.get(neighbour.id)
                if neighbour.id not in ids and (known is None or neighbour.hop < known.hop):
                    found[neighbour.id] = neighbour
        ordered = sorted(found.values(), key=lambda n: (n.hop, -n.confidence))
        return Impact(
            code=[n for n in ordered if role(n.id) != "test"],
            tests=[n for n in ordered if role(n.id) == "test"],
        )

    def path_between(self, source: str, target: str, kinds: Collection[str] = USE_KINDS) -> list[Edge]:
        """The surest chain of edges from one node to another along their direction, [] if there is none.

        Its length is the sum of 2 - confidence, so that fewer steps win before surer ones.
        """
        import networkx

        graph = networkx.DiGraph()
        for edges in self._graph.out.values():
            for edge in edges:
                if edge.kind in kinds:
                    held = graph.get_edge_data(edge.source, edge.target)
                    if held is None or edge.confidence > held["edge"].confidence:
                        graph.add_edge(edge.source, edge.target, edge=edge, cost=2 - edge.confidence)
        try:
            nodes = networkx.shortest_path(graph, source, target, weight="cost")
        except (networkx.NetworkXNoPath, networkx.NodeNotFound):
            return []
        return [graph.edges[a, b]["edge"] for a, b in pairwise(nodes)]

    def _edges(self, node: str) -> list[tuple[Edge, str, str]]:
        out = [(edge, edge.target, "out") for edge in self._graph.out.get(node, ())]
        return out + [(edge, edge.source, "in") for edge in self._graph.into.get(node, ())]

    def _walk(self, id: str, kinds: Collection[str], direction: str, depth: int) -> list[Neighbour]:
        """Breadth first along one direction; each node once, by its shortest way."""
        ends = self._graph.out if direction == "out" else self._graph.into
        found: dict[str, Neighbour] = {}
        queue = deque([(id, 0)])
        while queue:
            node, hop = queue.popleft()
            if hop == depth:
                continue
            for edge in ends.get(node, ()):
                other = edge.target if direction == "out" else edge.source
                if edge.kind in kinds and other != id and other not in found:
                    found[other] = _neighbour(edge, other, direction, hop + 1)
                    queue.append((other, hop + 1))
        return list(found.values())


def _neighbour(edge: Edge, other: str, direction: str, hop: int) -> Neighbour:
    return Neighbour(other, edge.kind, direction, edge.line, edge.rule, edge.confidence, hop, edge)
