"""What a search's result asks a context to hold: the graph's answer with the lines where it stands, then
the found places, best first, as whole symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from app.engine.answer.context import Wanted
from app.engine.graph.graph import CodeGraph
from app.engine.retrieve.rank import Place
from app.engine.retrieve.relate import Definition, Related, Tie
from app.engine.retrieve.searcher import SearchResult

# Ties of a structure question that are shown, and how many of them before what was asked about.
TIES = 24
FIRST_TIES = 10
# Definitions of one name that are shown.
DEFINITIONS = 4


def seeds(result: SearchResult, places: Sequence[Place], graph: CodeGraph) -> list[Wanted]:
    """What the question itself found, best first."""
    related = list(_related(result.related, graph)) if result.related else []
    return [*related, *(_place(place, graph) for place in places)]


def found(result: SearchResult) -> list[Place]:
    """The places that the search ranked, without the neighbours that it appended to them."""
    if result.related is not None:
        return list(result.places)
    return [place for place in result.places if place.source != "graph"]


def _related(related: Related, graph: CodeGraph) -> Iterator[Wanted]:
    ties = related.ties[:TIES]
    yield from (_tie(tie, graph) for tie in ties[:FIRST_TIES])
    yield from (_definition(definition, graph) for definition in related.definitions[:DEFINITIONS])
    yield from (_tie(tie, graph) for tie in ties[FIRST_TIES:])
    for use in related.loose[:DEFINITIONS]:
        yield Wanted(use.path, use.line, use.line, "", f"says {related.structure.name}, which may be meant")


def _definition(definition: Definition, graph: CodeGraph) -> Wanted:
    node = definition.node
    reason = "what the question asks about"
    symbol = graph.symbol(node.id)
    if symbol is None:
        return Wanted(node.path, node.start_line, node.start_line, node.qualified_name, reason)
    return Wanted(node.path, symbol.start_line, symbol.end_line, node.qualified_name, reason)


def _tie(tie: Tie, graph: CodeGraph) -> Wanted:
    """Where a tie stands: in the symbol that makes it, at its line; a callee where it is defined."""
    reason = f"{tie.verb} {tie.of.qualified_name}"
    if tie.neighbour.direction == "out":
        symbol = graph.symbol(tie.node.id)
        if symbol is not None:
            return Wanted(symbol.path, symbol.start_line, symbol.end_line, symbol.qualified_name, reason)
        return Wanted(tie.path, tie.line, tie.line, tie.node.qualified_name, reason)
    symbol = graph.symbol(tie.neighbour.edge.source)
    at = f"{reason} at line {tie.line}"
    if symbol is None or not symbol.start_line <= tie.line <= symbol.end_line:
        return Wanted(tie.path, tie.line, tie.line, tie.node.qualified_name, at)
    return Wanted(
        symbol.path,
        symbol.start_line,
        symbol.end_line,
        symbol.qualified_name,
        at,
        ((tie.line, tie.line),),
    )


def _place(place: Place, graph: CodeGraph) -> Wanted:
    """The whole symbol that was found, its found parts as what matters in it."""
    first, last = place.lines
    runs = tuple((row.start_line, row.end_line) for row in (place.row, *place.parts))
    symbol = graph.symbol(place.symbol_id) if place.symbol_id else None
    if symbol is not None:
        first, last = symbol.start_line, symbol.end_line
        runs = tuple(run for run in runs if run != (first, last))
    return Wanted(place.row.path, first, last, place.symbol, place.why, runs)
