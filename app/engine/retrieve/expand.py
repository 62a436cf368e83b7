"""The graph's share of the ranked places: the answer to a structure question, and the neighbours of what
was found.

A structure question's answer comes before everything else. Neighbours have a budget of
their own and are appended: they add context and never push a found place out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import log2

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Node
from app.engine.graph.queries import Neighbour, Queries
from app.engine.retrieve.filters import Filters
from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.rank import Place
from app.engine.retrieve.relate import Related, Tie
from app.engine.retrieve.rows import ChunkRow, SymbolRow
from app.engine.retrieve.verbs import verb

# Places of a structure question's answer before the definition that was asked about.
FIRST_TIES = 10
# Neighbours appended to a search, from the best so many places, over edges at least so sure.
NEIGHBOURS = 6
SEEDS = 4
HOPS = 2
MIN_CONFIDENCE = 0.75
HOP_DECAY = 0.4
# How much an edge of a kind tells about its other end.
KIND_WEIGHT = {
    "calls": 1.0,
    "inherits": 1.0,
    "implements": 1.0,
    "overrides": 0.9,
    "defines": 0.8,
    "decorates": 0.6,
    "uses-type": 0.5,
    "references": 0.5,
}


def with_neighbours(
    places: Sequence[Place],
    related: Related | None,
    graph: CodeGraph,
    lexical: LexicalIndex,
    filters: Filters,
    k: int,
) -> list[Place]:
    """The graph's answer first where there is one, then the k best places, then their neighbours.

    No two places show the same lines.
    """
    first = _answer_places(related, lexical) if related is not None else ()
    found = _distinct([*(place for place in first if filters.admit(place.row, place.kind)), *places])[:k]
    if related is not None and related.ties:
        return found
    return _distinct([*found, *_neighbours(found, graph, lexical, filters)])


def _distinct(places: Iterable[Place]) -> list[Place]:
    """The first place of each symbol, and of any lines."""
    kept: list[Place] = []
    seen: set[tuple[str, str | tuple[int, int]]] = set()
    for place in places:
        path = place.row.path
        keys = {(path, place.lines), (path, place.symbol_id or place.lines)}
        if not keys & seen:
            kept.append(place)
        seen |= keys
    return kept


def _answer_places(related: Related, lexical: LexicalIndex) -> Iterator[Place]:
    """Where the ties stand, the definitions asked about among them."""
    ties = related.ties
    yield from _tie_places(ties[:FIRST_TIES], lexical)
    for definition in related.definitions:
        node = definition.node
        for row in lexical.chunks_at(node.path, node.start_line)[:1]:
            why = f"defines {node.qualified_name}"
            yield Place(row, 1.0, "graph", why, _symbol_row(node, row))
    yield from _tie_places(ties[FIRST_TIES:], lexical)


def _tie_places(ties: Iterable[Tie], lexical: LexicalIndex) -> Iterator[Place]:
    for tie in ties:
        is_use = tie.neighbour.direction == "in"
        # A caller is shown where it calls, a callee where it is defined.
        path, line = (tie.path, tie.line) if is_use else (tie.node.path, tie.node.start_line)
        why = f"{tie.verb} {tie.of.qualified_name}" + (f" at line {tie.line}" if is_use and tie.line else "")
        for row in lexical.chunks_at(path, line)[:1]:
            score = 1 + tie.neighbour.confidence / tie.neighbour.hop
            yield Place(row, score, "graph", why, _symbol_row(tie.node, row))


def _is_symbol(id: str) -> bool:
    return "::" in id


def via(near: Neighbour) -> str:
    """The node that the last step came from. A shared file or package ties nothing together."""
    return near.edge.target if near.edge.source == near.id else near.edge.source


def tie_weight(near: Neighbour, graph: CodeGraph) -> float:
    """What a tie is worth by kind, confidence and distance. What half the repository is tied to tells little
    about this question."""
    degree = len(graph.adjacency.into.get(near.id, ())) + len(graph.adjacency.out.get(near.id, ()))
    return KIND_WEIGHT[near.kind] * near.confidence * HOP_DECAY ** (near.hop - 1) / log2(4 + degree)


def _symbol_row(node: Node, row: ChunkRow) -> SymbolRow | None:
    """A symbol's node as the text index would give it; files and folders are none."""
    if not _is_symbol(node.id):
        return None
    return SymbolRow(
        node.id,
        node.path,
        node.kind,
        node.name,
        node.qualified_name,
        node.start_line,
        node.end_line,
        row.role,
        row.language,
    )


def _neighbours(
    found: Sequence[Place], graph: CodeGraph, lexical: LexicalIndex, filters: Filters
) -> Iterator[Place]:
    """The best neighbours of the first places, by kind, confidence, distance and the place's rank."""
    known = {place.symbol_id for place in found}
    queries = Queries(graph.adjacency)
    best: dict[str, tuple[float, Neighbour, Node]] = {}
    for position, place in enumerate(found[:SEEDS]):
        seed = graph.node(place.symbol_id) if place.symbol_id else None
        if seed is None:
            continue
        for near in queries.neighbourhood(seed.id, HOPS, tuple(KIND_WEIGHT), MIN_CONFIDENCE):
            if near.id in known or not _is_symbol(near.id) or not _is_symbol(via(near)):
                continue
            weight = tie_weight(near, graph) / (position + 1)
            if near.id not in best or weight > best[near.id][0]:
                best[near.id] = (weight, near, seed)
    floor = min((place.score for place in found), default=1.0)
    left = NEIGHBOURS
    for weight, near, seed in sorted(best.values(), key=lambda entry: -entry[0]):
        node = graph.node(near.id)
        for row in lexical.chunks_at(node.path, node.start_line)[:1] if node else ():
            if left and node and filters.admit(row, node.kind):
                left -= 1
                yield Place(row, floor * weight, "graph", _why(near, seed, graph), _symbol_row(node, row))


def _why(near: Neighbour, seed: Node, graph: CodeGraph) -> str:
    word = verb(near.kind, near.direction)
    if near.hop == 1:
        return f"{word} {seed.qualified_name}" + (f" at line {near.line}" if near.line else "")
    last = graph.node(via(near))
    return f"{word} {last.qualified_name if last else via(near)}, which is tied to {seed.qualified_name}"
