"""The words of an extractive answer: what was found and how it hangs together, as Markdown with citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.engine.answer.citations import cite
from app.engine.answer.markdown import code, counted, described, joined
from app.engine.answer.outline import outline
from app.engine.answer.structured import structured
from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Edge
from app.engine.retrieve.rows import SymbolRow
from app.engine.retrieve.searcher import SearchResult
from app.engine.retrieve.tokens import STOP_WORDS, WORD
from app.engine.retrieve.verbs import verb

# Places that are named, definitions of one name that are listed, sentences on how they hang together.
NAMED = 4
DEFINITIONS = 10
TIES = 4
CLAUSES = 3
# Characters of documentation for the first place and for the others.
LONG = 200
SHORT = 120

# Of two edges between the same places the first of these kinds says more.
_TELLING = ("calls", "inherits", "implements", "overrides", "decorates", "uses-type", "references")
# Titles of relations as they are said of a place.
_AROUND = {
    "Called by": "is called by",
    "Calls": "calls",
    "Inherits from": "inherits from",
    "Inherited by": "is inherited by",
    "Implements": "implements",
    "Implemented by": "is implemented by",
    "Referenced by": "is referred to by",
}


def summarise(
    result: SearchResult,
    places: Sequence[Mapping[str, Any]],
    graph: CodeGraph,
    coverage: Mapping[str, int],
    overview: str = "",
    confined: str = "",
) -> str:
    """Markdown for a search's result. `places` are those of the Answer record, best first; an `overview`
    of the repository stands for them where that is what was asked for. `confined` tells which of the
    question's filters leave nothing."""
    if overview:
        parts = [overview]
    elif result.related is not None:
        parts = [structured(result.related)]
        if not result.related.definitions and places:
            parts.append(_best(result, places, graph))
    else:
        parts = _found(result, places, graph)
    return "\n\n".join(part for part in [confined, *parts, _progress(coverage)] if part)


def _found(result: SearchResult, places: Sequence[Mapping[str, Any]], graph: CodeGraph) -> list[str]:
    """What answers a question that the graph alone does not."""
    if not WORD.search(result.question.text):
        return ["The question has no words to search for."]
    if not places and result.question.filters:
        return []
    if not places:
        return ["Nothing in this repository matches the question.", _absent(result)]
    if result.weak:
        return [_absent(result), _best(result, places, graph)]
    if result.file and (outlined := outline(result.file, graph)):
        return [outlined]
    if len(result.definitions) > 1:
        return [_definitions(result, graph), _around(places[0])]
    ties = _around(places[0]) if result.definitions else _ties(places, graph)
    return [_absent(result), _best(result, places, graph), ties]


def _absent(result: SearchResult) -> str:
    """The words that occur nowhere: all of them where nothing fits, else those that are names."""
    named = {*result.question.names, *result.question.identifiers}
    words = [word for word in result.absent if result.weak or not result.places or word in named]
    if not words:
        return ""
    sentence = f"Nothing here mentions {joined([code(word) for word in words[:NAMED]], 'or')}."
    said = {word.lower() for word in WORD.findall(result.question.text)}
    foreign = said.isdisjoint(STOP_WORDS) and (len(words) > 1 or not words[0].isascii())
    if result.weak and foreign:
        sentence += " The search reads English: a question in English may find more."
    return sentence


def _best(result: SearchResult, places: Sequence[Mapping[str, Any]], graph: CodeGraph) -> str:
    """The best places by name."""
    best = places[0]
    lead = "Nothing fits the question well; nearest is" if result.weak else "The best match is"
    lines = [f"{lead} **{_name(best)}**{_kind(best)} {_at(best, graph)}{_says(best, graph, LONG)}"]
    # Beside the usual places for what is asked, others only share words with the question.
    usual = [place for place, found in zip(places, result.places, strict=False) if found.rule == "topic"]
    others = [place for place in usual or places if place is not best and place["source"] != "graph"]
    if others:
        lines += ["", "Also:", ""]
        for place in others[: NAMED - 1]:
            lines.append(f"- {_name(place)} {_at(place, graph)}{_says(place, graph, SHORT)}")
    return "\n".join(lines)


def _definitions(result: SearchResult, graph: CodeGraph) -> str:
    """Every definition of a bare name."""
    found = result.definitions
    lines = [f"**{code(result.question.bare)}** is defined in {counted(len(found), 'place')}:", ""]
    lines += [f"- {_definition(symbol, graph)}" for symbol in found[:DEFINITIONS]]
    if len(found) > DEFINITIONS:
        lines.append(f"- … and {len(found) - DEFINITIONS} more")
    return "\n".join(lines)


def _definition(row: SymbolRow, graph: CodeGraph) -> str:
    name = f"{code(row.qualified_name)}, {_article(row.kind)} {cite(row.path, row.start_line)}"
    return name + described(graph.symbol(row.id), SHORT)


def _name(place: Mapping[str, Any]) -> str:
    return code(place["symbol"] or place["path"].rsplit("/", 1)[-1])


def _kind(place: Mapping[str, Any]) -> str:
    return f", {_article(place['kind'])}" if place["symbol_id"] and place["kind"] != "code" else ""


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _at(place: Mapping[str, Any], graph: CodeGraph) -> str:
    """Where a place's symbol begins, even where a later part of it is shown."""
    symbol = graph.symbol(place["symbol_id"]) if place["symbol_id"] else None
    return cite(place["path"], symbol.start_line if symbol else place["start_line"])


def _says(place: Mapping[str, Any], graph: CodeGraph, longest: int) -> str:
    """The first sentence of a place's own documentation, behind a colon; a full stop where it has none."""
    symbol = graph.symbol(place["symbol_id"]) if place["symbol_id"] else None
    return described(symbol, longest) or "."


def _ties(places: Sequence[Mapping[str, Any]], graph: CodeGraph) -> str:
    """Edges between the places shown; where there are none, who calls the best one and what it calls."""
    by_id = {place["symbol_id"]: place for place in places if place["symbol_id"]}
    sentences = []
    for edge in _edges_among(by_id, graph):
        one, other = by_id[edge.source], by_id[edge.target]
        line = cite(one["path"], edge.line)
        sentences.append(f"{_name(one)} {verb(edge.kind, 'in')} {_name(other)} {line}.")
    return " ".join(dict.fromkeys(sentences[:TIES])) or _around(places[0])


def _edges_among(ids: Mapping[str, Any], graph: CodeGraph) -> Iterator[Edge]:
    """The most telling edge from each of some symbols to each other one."""
    for id in ids:
        best: dict[str, Edge] = {}
        for edge in graph.adjacency.out.get(id, ()):
            if edge.target in ids and edge.target != id and edge.kind in _TELLING:
                known = best.setdefault(edge.target, edge)
                if _TELLING.index(edge.kind) < _TELLING.index(known.kind):
                    best[edge.target] = edge
        yield from best.values()


def _around(place: Mapping[str, Any]) -> str:
    """Who uses a place and what it rests on, in one sentence; "" where nothing is known of that."""
    clauses = []
    for group in place["relations"]:
        if group["title"] in _AROUND:
            rows = [f"{code(row['name'])} {cite(row['path'], row['line'])}" for row in group["rows"][:2]]
            if group["total"] > len(rows):
                rows.append(f"{group['total'] - len(rows)} more")
            clauses.append(f"{_AROUND[group['title']]} {joined(rows)}")
    return f"{_name(place)} {'; it '.join(clauses[:CLAUSES])}." if clauses else ""


def _progress(coverage: Mapping[str, int]) -> str:
    chunks, embedded = coverage["chunks"], coverage["embedded"]
    if not chunks or embedded >= chunks:
        return ""
    share = int(100 * embedded / chunks)
    return f"*{share} % of the code is embedded so far: until it all is, answers lean on names and words.*"
