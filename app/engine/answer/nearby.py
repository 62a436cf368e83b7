"""The neighbours that a context holds beside what was found: one to two hops, not all of them.

A neighbour is worth what ties it to a found place (kind of edge, confidence, distance, how much
else is tied to it) and what it has to do with the question's words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.engine.answer.context import Wanted
from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Symbol
from app.engine.graph.queries import Neighbour, Queries
from app.engine.retrieve.expand import KIND_WEIGHT, MIN_CONFIDENCE, tie_weight, via
from app.engine.retrieve.rank import Place
from app.engine.retrieve.tokens import tokenize
from app.engine.retrieve.verbs import verb

HOPS = 2
# Found places whose neighbours are looked at, neighbours that are taken, and how far behind the best one.
SEEDS = 6
MOST = 12
LEAST = 0.1
# What a neighbour is worth that shares no word with the question, beside one that shares them all.
UNRELATED = 0.25
# A neighbour that the search ranked too, if too low, is worth more by up to this.
RANKED = 1.0
RANK_DECAY = 20


@dataclass(frozen=True, slots=True)
class _Candidate:
    weight: float
    near: Neighbour
    seed: Symbol
    symbol: Symbol


def nearby(
    places: Sequence[Place],
    graph: CodeGraph,
    terms: set[str],
    ranks: Mapping[str, int],
    admits: Callable[[str], bool] = lambda path: True,
) -> list[Wanted]:
    """The neighbours of the first places, best first. `terms` are the question's, `ranks` where the search
    ranked symbols by id, from 0; `admits` tells whether its filters let a path through."""
    queries = Queries(graph.adjacency)
    shown = {place.symbol_id for place in places}
    best: dict[str, _Candidate] = {}
    for position, place in enumerate(places[:SEEDS]):
        seed = graph.symbol(place.symbol_id) if place.symbol_id else None
        if seed is None:
            continue
        for near in queries.neighbourhood(seed.id, HOPS, tuple(KIND_WEIGHT), MIN_CONFIDENCE):
            symbol = graph.symbol(near.id)
            if symbol is None or near.id in shown or graph.symbol(via(near)) is None:
                continue
            if not admits(symbol.path):
                continue
            weight = tie_weight(near, graph) / (position + 1) * _relation(symbol, terms, ranks)
            if near.id not in best or weight > best[near.id].weight:
                best[near.id] = _Candidate(weight, near, seed, symbol)
    ordered = sorted(best.values(), key=lambda candidate: (-candidate.weight, candidate.symbol.id))[:MOST]
    return [_wanted(one, graph) for one in ordered if one.weight >= LEAST * ordered[0].weight]


def _relation(symbol: Symbol, terms: set[str], ranks: Mapping[str, int]) -> float:
    """How much a symbol has to do with the question: UNRELATED to 1 by its words, more by its rank."""
    words = {*tokenize(f"{symbol.qualified_name} {symbol.signature} {symbol.doc[:400]}")}
    said = len(terms & words) / len(terms) if terms else 0.0
    ranked = RANKED / (1 + ranks[symbol.id] / RANK_DECAY) if symbol.id in ranks else 0.0
    return UNRELATED + (1 - UNRELATED) * said + ranked


def _wanted(one: _Candidate, graph: CodeGraph) -> Wanted:
    near, symbol = one.near, one.symbol
    word = verb(near.kind, near.direction)
    last = graph.symbol(via(near))
    if near.hop == 1 or last is None:
        reason = f"{word} {one.seed.qualified_name}"
    else:
        reason = f"{word} {last.qualified_name}, which is tied to {one.seed.qualified_name}"
    inside = near.edge.source == near.id and symbol.start_line <= near.line <= symbol.end_line
    focus = ((near.line, near.line),) if inside else ()
    end = _head_end(symbol, graph)
    return Wanted(symbol.path, symbol.start_line, end, symbol.qualified_name, reason, focus)


def _head_end(symbol: Symbol, graph: CodeGraph) -> int:
    """The last line of a symbol, or of its head where it has members: those are symbols of their own."""
    inside = [other.start_line for other in graph.symbols_of(symbol.path) if other.parent == symbol.id]
    return max(symbol.start_line, min(inside) - 1) if inside else symbol.end_line
