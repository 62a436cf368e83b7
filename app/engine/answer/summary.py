"""The words of an extractive answer: what was found and how it hangs together, as Markdown with citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.engine.answer.citations import cite
from app.engine.answer.excerpt import first_sentence
from app.engine.answer.markdown import code, joined, plain
from app.engine.answer.structured import structured
from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Edge
from app.engine.retrieve.searcher import SearchResult
from app.engine.retrieve.verbs import verb

# Places that are named, sentences on how they hang together, characters of their documentation.
NAMED = 4
TIES = 4
LONG = 200
SHORT = 120

# Of two edges between the same places the first of these kinds says more.
_TELLING = ("calls", "inherits", "implements", "overrides", "decorates", "uses-type", "references")


def summarise(
    result: SearchResult, places: Sequence[Mapping[str, Any]], graph: CodeGraph, coverage: Mapping[str, int]
) -> str:
    """Markdown for a search's result. `places` are those of the Answer record, best first."""
    parts = []
    if result.related is not None:
        parts.append(structured(result.related))
    if result.related is None or not result.related.definitions:
        parts += _found(places, graph, weak=result.weak)
    parts.append(_progress(coverage))
    return "\n\n".join(part for part in parts if part)


def _found(places: Sequence[Mapping[str, Any]], graph: CodeGraph, weak: bool) -> list[str]:
    """The best places by name, and what ties them together."""
    if not places:
        return ["Nothing in this repository matches the question."]
    best = places[0]
    lead = "Nothing fits the question well; nearest is" if weak else "The best match is"
    lines = [f"{lead} **{_name(best)}**{_kind(best)} {_at(best)}{_says(best, graph, LONG)}"]
    others = [place for place in places[1:] if place["source"] != "graph"][: NAMED - 1]
    if others:
        lines += ["", "Also:", ""]
        lines += [f"- {_name(place)} {_at(place)}{_says(place, graph, SHORT)}" for place in others]
    return ["\n".join(lines), "" if weak else _ties(places, graph)]


def _name(place: Mapping[str, Any]) -> str:
    return code(place["symbol"] or place["path"].rsplit("/", 1)[-1])


def _kind(place: Mapping[str, Any]) -> str:
    kind = place["kind"]
    if not place["symbol_id"] or kind == "code":
        return ""
    return f", {'an' if kind[0] in 'aeiou' else 'a'} {kind},"


def _at(place: Mapping[str, Any]) -> str:
    return cite(place["path"], place["start_line"])


def _says(place: Mapping[str, Any], graph: CodeGraph, longest: int) -> str:
    """The first sentence of a place's own documentation, behind a colon; a full stop where it has none."""
    symbol = graph.symbol(place["symbol_id"]) if place["symbol_id"] else None
    said = first_sentence(symbol.doc, longest) if symbol else ""
    return f": {plain(said)}" if said else "."


def _ties(places: Sequence[Mapping[str, Any]], graph: CodeGraph) -> str:
    """Edges between the places shown; where there are none, who calls the best one and what it calls."""
    by_id = {place["symbol_id"]: place for place in places if place["symbol_id"]}
    sentences = []
    for edge in _edges_among(by_id, graph):
        one, other = by_id[edge.source], by_id[edge.target]
        line = cite(one["path"], edge.line)
        sentences.append(f"{_name(one)} {verb(edge.kind, 'in')} {_name(other)} {line}.")
    return " ".join(dict.fromkeys(sentences[:TIES])) or " ".join(_around(places[0]))


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


def _around(place: Mapping[str, Any]) -> Iterator[str]:
    """Who calls a place and what it calls, a sentence a relation."""
    for group in place["relations"]:
        if group["title"] in ("Called by", "Calls", "Inherits from", "Implemented by", "Inherited by"):
            rows = [f"{code(row['name'])} {cite(row['path'], row['line'])}" for row in group["rows"][:2]]
            more = group["total"] - len(rows)
            yield f"{group['title']} {joined(rows + ([f'{more} more'] if more else []))}."


def _progress(coverage: Mapping[str, int]) -> str:
    chunks, embedded = coverage["chunks"], coverage["embedded"]
    if not chunks or embedded >= chunks:
        return ""
    share = int(100 * embedded / chunks)
    return f"*{share} % of the code is embedded so far: until it all is, answers lean on names and words.*"
