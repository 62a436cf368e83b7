"""The graph's share of a search: the answer to a structure question, and the neighbours of what was found.

A structure question's answer comes before everything else. Neighbours have a budget of
their own and are appended: they add context and never push a found place out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Node
from app.engine.graph.queries import IMPACT_KINDS, USE_KINDS, Neighbour, Queries
from app.engine.retrieve import structure
from app.engine.retrieve.lexical import Filters, LexicalIndex, SymbolRow
from app.engine.retrieve.rank import Place
from app.engine.retrieve.structure import Structure

# Symbols of one name that a structure question is answered for.
TARGETS = 4
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
# (kind, direction) -> the verb between a neighbour and what it was reached from.
VERBS = {
    ("calls", "in"): "calls",
    ("calls", "out"): "is called by",
    ("inherits", "in"): "inherits from",
    ("inherits", "out"): "is a base of",
    ("implements", "in"): "implements",
    ("implements", "out"): "is implemented by",
    ("overrides", "in"): "overrides",
    ("overrides", "out"): "is overridden by",
    ("uses-type", "in"): "uses the type",
    ("uses-type", "out"): "is a type used by",
    ("decorates", "in"): "decorates",
    ("decorates", "out"): "is decorated by",
    ("references", "in"): "refers to",
    ("references", "out"): "is referred to by",
    ("imports", "in"): "imports",
    ("imports", "out"): "is imported by",
    ("re-exports", "in"): "re-exports",
    ("re-exports", "out"): "is re-exported by",
    ("defines", "in"): "encloses",
    ("defines", "out"): "is defined in",
    ("contains", "in"): "encloses",
    ("contains", "out"): "is defined in",
}


@dataclass(frozen=True, slots=True)
class Tie:
    """A neighbour of a structure question's target. `line` of `path` is where the relation stands."""

    node: Node
    of: Node
    neighbour: Neighbour
    path: str
    line: int

    @property
    def verb(self) -> str:
        return VERBS.get((self.neighbour.kind, self.neighbour.direction), "is tied to")


@dataclass(frozen=True, slots=True)
class Related:
    """The graph's answer to a structure question: what was asked about, and what is tied to it."""

    structure: Structure
    targets: list[Node]
    ties: list[Tie]


def answer(asked: Structure, graph: CodeGraph, lexical: LexicalIndex) -> Related | None:
    """What the graph says, or None where the name is not known here."""
    targets = [node for id in _targets(asked, graph, lexical) if (node := graph.node(id)) is not None]
    if not targets:
        return None
    ties: dict[tuple[str, int], Tie] = {}
    for target in targets:
        for neighbour in _related(asked.relation, target, graph, lexical):
            tie = _tie(graph, neighbour, target)
            if tie is not None:
                ties.setdefault((tie.node.id, tie.neighbour.hop), tie)
    ordered = sorted(ties.values(), key=lambda t: (t.neighbour.hop, -t.neighbour.confidence, t.path, t.line))
    count = Counter(tie.of.id for tie in ordered)
    targets.sort(key=lambda node: -count[node.id])
    return Related(asked, targets, ordered)


def with_neighbours(
    places: Sequence[Place],
    related: Related | None,
    graph: CodeGraph,
    lexical: LexicalIndex,
    filters: Filters,
    k: int,
) -> list[Place]:
    """The graph's answer first where there is one, then the k best places, then their neighbours."""
    first = [place for place in _answer_places(related, lexical) if filters.admit(place.row)]
    known = {_identity(place) for place in first}
    found = first + [place for place in places if _identity(place) not in known]
    found = found[:k]
    if related is not None and related.ties:
        return found
    return found + _neighbours(found, graph, lexical, filters)


def _identity(place: Place) -> tuple[str, str | int]:
    return (place.row.path, place.symbol_id or place.row.start_line)


def _targets(asked: Structure, graph: CodeGraph, lexical: LexicalIndex) -> list[str]:
    """Ids of what a structure question names: symbols, or a file where imports are asked about."""
    symbols = lexical.named(asked.name)
    exact = [s for s in symbols if f".{s.qualified_name}".endswith(f".{asked.name}")] or symbols
    code = [s for s in exact if s.role == "code"] or exact
    ids = [symbol.id for symbol in code[:TARGETS]]
    if asked.relation in (structure.IMPORTERS, structure.IMPORTS, structure.IMPACT):
        ids += [path for path in lexical.module_files(asked.name) if path not in ids][:TARGETS]
    return ids


def _related(relation: str, target: Node, graph: CodeGraph, lexical: LexicalIndex) -> Iterator[Neighbour]:
    queries = Queries(graph.adjacency)
    if relation == structure.CALLERS:
        yield from queries.callers(target.id)
    elif relation == structure.CALLEES:
        for id in (target.id, *_members(graph, target)):
            yield from queries.callees(id)
    elif relation == structure.BASES:
        yield from queries.bases(target.id, depth=3)
    elif relation == structure.DERIVED:
        yield from queries.derived(target.id, depth=3)
        yield from queries.implementations(target.id)
    elif relation == structure.USES:
        uses = queries.neighbourhood(target.id, 1, USE_KINDS)
        yield from (near for near in uses if near.direction == "in")
    elif relation == structure.IMPORTERS:
        yield from queries.importers(target.id)
    elif relation == structure.IMPORTS:
        yield from queries.imports(target.path)
    elif relation == structure.IMPACT:
        roles = lexical.roles()
        impact = queries.impact(
            [target.id, *_members(graph, target)],
            lambda id: roles.get(node.path, "") if (node := graph.node(id)) else "",
            depth=2,
            kinds=IMPACT_KINDS,
        )
        yield from (*impact.code, *impact.tests)
    elif relation == structure.MEMBERS:
        members = queries.neighbourhood(target.id, 1, ("defines", "contains"))
        yield from (near for near in members if near.direction == "out")


def _members(graph: CodeGraph, target: Node) -> list[str]:
    """Ids of a type's methods: what it calls, and what a change of it touches, is theirs."""
    if target.kind not in ("class", "interface", "enum", "type"):
        return []
    prefix = f"{target.qualified_name}."
    return [s.id for s in graph.symbols_of(target.path) if s.qualified_name.startswith(prefix)]


def _tie(graph: CodeGraph, neighbour: Neighbour, target: Node) -> Tie | None:
    node, source = graph.node(neighbour.id), graph.node(neighbour.edge.source)
    if node is None or source is None:
        return None
    of = graph.node(_via(neighbour)) or target
    return Tie(node, of, neighbour, source.path, neighbour.line or node.start_line)


def _answer_places(related: Related | None, lexical: LexicalIndex) -> list[Place]:
    if related is None:
        return []
    places: list[Place] = []
    seen: set[str] = set()
    for tie in related.ties:
        is_use = tie.neighbour.direction == "in"
        # A caller is shown where it calls, a callee where it is defined.
        path, line = (tie.path, tie.line) if is_use else (tie.node.path, tie.node.start_line)
        if tie.node.id in seen or not path:
            continue
        seen.add(tie.node.id)
        why = f"{tie.verb} {tie.of.qualified_name}" + (f" at line {tie.line}" if is_use and tie.line else "")
        for row in lexical.chunks_at(path, line)[:1]:
            score = 1 + tie.neighbour.confidence / tie.neighbour.hop
            places.append(Place(row, score, "graph", why, _symbol_row(tie.node, row.role, row.language)))
    for target in related.targets:
        for row in lexical.chunks_at(target.path, target.start_line)[:1]:
            symbol = _symbol_row(target, row.role, row.language)
            places.append(Place(row, 1.0, "graph", f"defines {target.qualified_name}", symbol))
    return places


def _is_symbol(id: str) -> bool:
    return "::" in id


def _via(near: Neighbour) -> str:
    """The node that the last step came from. A shared file or package ties nothing together."""
    return near.edge.target if near.edge.source == near.id else near.edge.source


def _symbol_row(node: Node, role: str, language: str) -> SymbolRow | None:
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
        role,
        language,
    )


def _neighbours(
    found: Sequence[Place], graph: CodeGraph, lexical: LexicalIndex, filters: Filters
) -> list[Place]:
    """The best neighbours of the first places, by kind, confidence, distance and the place's rank."""
    known = {place.symbol_id for place in found}
    queries = Queries(graph.adjacency)
    best: dict[str, tuple[float, Neighbour, Node]] = {}
    for position, place in enumerate(found[:SEEDS]):
        seed = graph.node(place.symbol_id) if place.symbol_id else None
        if seed is None:
            continue
        for near in queries.neighbourhood(seed.id, HOPS, tuple(KIND_WEIGHT), MIN_CONFIDENCE):
            if near.id in known or not _is_symbol(near.id) or not _is_symbol(_via(near)):
                continue
            degree = len(graph.adjacency.into.get(near.id, ())) + len(graph.adjacency.out.get(near.id, ()))
            # What half the repository is tied to tells little about this question.
            weight = KIND_WEIGHT[near.kind] * near.confidence * HOP_DECAY ** (near.hop - 1)
            weight /= (position + 1) * log2(4 + degree)
            if near.id not in best or weight > best[near.id][0]:
                best[near.id] = (weight, near, seed)
    floor = min((place.score for place in found), default=1.0)
    places: list[Place] = []
    for weight, near, seed in sorted(best.values(), key=lambda entry: -entry[0]):
        node = graph.node(near.id)
        if node is None:
            continue
        for row in lexical.chunks_at(node.path, node.start_line)[:1]:
            if filters.admit(row) and len(places) < NEIGHBOURS:
                symbol = _symbol_row(node, row.role, row.language)
                places.append(Place(row, floor * weight, "graph", _why(near, seed, graph), symbol))
    return places


def _why(near: Neighbour, seed: Node, graph: CodeGraph) -> str:
    if near.hop == 1:
        verb = VERBS.get((near.kind, near.direction), "is tied to")
        return f"{verb} {seed.qualified_name}" + (f" at line {near.line}" if near.line else "")
    via = graph.node(_via(near))
    verb = VERBS.get((near.kind, near.direction), "is tied to")
    return f"{verb} {via.qualified_name if via else _via(near)}, which is tied to {seed.qualified_name}"
