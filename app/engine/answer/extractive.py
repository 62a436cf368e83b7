"""The answer that needs no model: the best places with their code and how they hang together.

Its record is `Answer` of app/DESIGN.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.answer.confined import confined, filter_records
from app.engine.answer.excerpt import excerpt
from app.engine.answer.overview import overview
from app.engine.answer.relations import relations
from app.engine.answer.summary import summarise
from app.engine.graph.graph import CodeGraph
from app.engine.retrieve.question import Question
from app.engine.retrieve.rank import Place
from app.engine.retrieve.searcher import Searcher
from app.engine.retrieve.tokens import query_terms
from app.engine.retrieve.topics import OVERVIEW

# Places shown with their code, of those that are ranked.
SHOWN = 7
# Lines shown of a symbol that has as many: a class's first line alone says little.
FEWEST = 10


async def answer(
    searcher: Searcher, question: str, k: int, least: float, coverage: Mapping[str, int]
) -> dict[str, Any]:
    """The Answer record for a question: k places, but for the neighbours among them. `least` is the
    similarity floor, `coverage` {chunks, embedded}."""
    result = await searcher.search(question, k, least)
    started = searcher.host.now()
    shown = result.places[:SHOWN]
    places = await _places(searcher, shown, result.question)
    about = await overview(searcher) if result.question.topic is OVERVIEW else ""
    filters = filter_records(result.question.filters, searcher.lexical)
    words = confined(result.question.filters, filters, not places)
    summary = summarise(result, places, searcher.graph, coverage, about, words)
    timings = result.timings_ms | {"answer": searcher.host.now() - started}
    return {
        "question": question,
        "summary": summary,
        "places": places,
        "ranked": [_ranked(place) for place in result.places],
        "filters": filters,
        "floor": {"value": result.floor.value, "cut": result.floor.cut, "of": result.floor.of},
        "coverage": dict(coverage),
        "timings_ms": {stage: round(ms, 2) for stage, ms in timings.items()},
    }


async def _places(searcher: Searcher, shown: Sequence[Place], question: Question) -> list[dict[str, Any]]:
    terms = set(query_terms(question.text))
    admits = question.filters.of_paths(searcher.rows)
    shas = {place.row.path: searcher.rows[place.row.path]["sha"] for place in shown}
    texts = await searcher.host.store.get_texts(list(dict.fromkeys(shas.values())))
    records = []
    for place in shown:
        path = place.row.path
        first, last = _shown_lines(place, searcher.graph)
        part = excerpt(texts.get(shas[path], "").split("\n"), first, last, terms)
        records.append(
            {
                "path": path,
                "language": place.row.language,
                "kind": place.kind,
                "symbol": place.symbol,
                "symbol_id": place.symbol_id,
                "start_line": part.first,
                "end_line": part.last,
                "code": part.code,
                "score": round(place.score, 5),
                "source": place.source,
                "why": place.why,
                "relations": relations(searcher.graph, place.symbol_id, admits),
            }
        )
    return records


def _shown_lines(place: Place, graph: CodeGraph) -> tuple[int, int]:
    """A place's lines; where only a head was found, as of a class, some of what follows in it."""
    first, last = place.lines
    symbol = graph.symbol(place.symbol_id) if place.symbol_id else None
    return (first, max(last, min(symbol.end_line, first + FEWEST - 1))) if symbol else (first, last)


def _ranked(place: Place) -> dict[str, Any]:
    first, last = place.lines
    return {
        "path": place.row.path,
        "symbol": place.symbol,
        "start_line": first,
        "end_line": last,
        "score": round(place.score, 5),
        "source": place.source,
        "why": place.why,
    }
