"""A search's result as the pieces of a context: found places first, neighbours in a share of their own."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.answer.context import Count, Packer, Piece
from app.engine.answer.nearby import nearby
from app.engine.answer.sources import Sources
from app.engine.answer.wanted import found, seeds
from app.engine.graph.graph import CodeGraph
from app.engine.retrieve.searcher import SearchResult
from app.engine.retrieve.tokens import query_terms

# Share of the room that found places have before neighbours come: no neighbour pushes one of them out.
# This and what follows were chosen on the tuning half of benchmarks/questions/.
FOUND = 0.85
# The most tokens of one found place, as a share of their room, and in any room; a neighbour has half of it.
ONE_PLACE = 0.4
MOST_OF_ONE = 2_200


@dataclass(frozen=True, slots=True)
class Packed:
    """`pieces` in order of file and line; `neighbours` is how many were wanted beside what was found."""

    pieces: list[Piece]
    neighbours: int


async def pack(
    result: SearchResult,
    graph: CodeGraph,
    sources: Sources,
    k: int,
    room: int,
    count: Count,
    expands: bool = True,
) -> Packed:
    """The first `k` places of a result and what is around them, in `room` tokens. Places behind those tell
    which neighbours fit the question."""
    places = found(result)
    wanted = seeds(result, places[:k], graph)
    ranks = {place.symbol_id: rank for rank, place in enumerate(places) if place.symbol_id}
    terms = set(query_terms(result.question.text))
    admits = sources.admitted(result.question.filters)
    # Where the graph gave the answer, or it stands in the documents of any repository, that is there already.
    is_told = bool(result.related and result.related.ties) or result.question.topic is not None
    around = nearby(places[:k], graph, terms, ranks, admits) if expands and not is_told else []
    await sources.load(want.path for want in (*wanted, *around))
    packer = Packer(sources, room, count)
    first = int(room * (FOUND if around else 1))
    one = min(MOST_OF_ONE, int(first * ONE_PLACE))
    without = packer.add(wanted, first, one)
    packer.add(around, packer.left, one // 2)
    packer.add(without, packer.left, one)
    return Packed(packer.pieces, len(around))
