"""The words of an extractive answer: what was found and how it hangs together, as Markdown with citations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.answer.citations import cite
from app.engine.answer.excerpt import first_sentence
from app.engine.graph.graph import CodeGraph
from app.engine.retrieve import structure
from app.engine.retrieve.expand import VERBS, Related
from app.engine.retrieve.searcher import SearchResult

# Rows of a structure question's answer that are listed; the places below show more.
LISTED = 12
# Places that are named.
NAMED = 3

_TICKED = re.compile(r"``([^`]+)``|`([^`]+)`")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")

# relation -> (what stands before the list, what stands where there is none); {x} is the target.
_LEADS = {
    structure.CALLERS: ("{x} is called by", "No call of {x} was found in this repository."),
    structure.CALLEES: ("{x} calls", "{x} calls nothing that is defined or imported here."),
    structure.DERIVED: ("{x} is extended or implemented by", "Nothing here extends or implements {x}."),
    structure.BASES: ("{x} inherits from", "{x} inherits from nothing that is known here."),
    structure.USES: ("{x} is used by", "No use of {x} was found in this repository."),
    structure.IMPORTERS: ("{x} is imported by", "Nothing here imports {x}."),
    structure.IMPORTS: ("{x} imports", "{x} imports nothing."),
    structure.IMPACT: ("A change of {x} may touch", "Nothing here rests on {x}, as far as the graph tells."),
    structure.MEMBERS: ("{x} holds", "{x} holds no members that are known here."),
}


def summarise(
    result: SearchResult, places: Sequence[Mapping[str, Any]], graph: CodeGraph, coverage: Mapping[str, int]
) -> str:
    """Markdown for a search's result. `places` are those of the Answer record, best first."""
    parts = []
    if result.related is not None:
        parts.append(_structure(result.related, graph))
    elif not places:
        parts.append("Nothing in this repository matches the question.")
    else:
        parts.append(_found(places, graph, weak=result.weak))
        parts.append(_ties(places, graph))
    parts.append(_progress(coverage))
    return "\n\n".join(part for part in parts if part)


def plain(text: str) -> str:
    """A text of the repository as Markdown that shows it as it is; only inline code stays code."""
    parts = _TICKED.split(" ".join(text.split()))
    # Between the plain runs, split() gives the two groups of each match, one of them None.
    return "".join(
        _SPECIAL.sub(r"\\\1", part or "") if i % 3 == 0 else code(part) if part else ""
        for i, part in enumerate(parts)
    )


def code(name: str) -> str:
    """A name as inline code."""
    return f"`{name.replace('`', '')}`"


def _name(place: Mapping[str, Any]) -> str:
    return code(place["symbol"] or place["path"].rsplit("/", 1)[-1])


def _at(place: Mapping[str, Any]) -> str:
    return cite(place["path"], place["start_line"])


def _says(place: Mapping[str, Any], graph: CodeGraph, longest: int) -> str:
    """The first sentence of a place's own documentation, behind a colon; a full stop where it has none."""
    symbol = graph.symbol(place["symbol_id"]) if place["symbol_id"] else None
    said = first_sentence(symbol.doc, longest) if symbol else ""
    return f": {plain(said)}" if said else "."


def _found(places: Sequence[Mapping[str, Any]], graph: CodeGraph, weak: bool) -> str:
    best = places[0]
    lead = "Nothing fits the question well; nearest is" if weak else "The best match is"
    kind = f", a {best['kind']}" if best["symbol"] and best["kind"] not in ("code", "section", "text") else ""
    lines = [f"{lead} **{_name(best)}**{kind} {_at(best)}{_says(best, graph, 160)}"]
    others = [place for place in places[1:] if place["source"] != "graph"][: NAMED - 1]
    if others:
        lines += ["", "Also:", ""]
        lines += [f"- {_name(place)} {_at(place)}{_says(place, graph, 100)}" for place in others]
    return "\n".join(lines)


def _ties(places: Sequence[Mapping[str, Any]], graph: CodeGraph) -> str:
    """Edges between the places shown; where there are none, who calls the best one and what it calls."""
    by_id = {place["symbol_id"]: place for place in places if place["symbol_id"]}
    sentences = []
    for id, place in by_id.items():
        for edge in graph.adjacency.out.get(id, ()):
            verb = VERBS.get((edge.kind, "in"))
            if (
                verb
                and edge.target in by_id
                and edge.target != id
                and edge.kind not in ("contains", "defines")
            ):
                other = by_id[edge.target]
                sentences.append(f"{_name(place)} {verb} {_name(other)} {cite(place['path'], edge.line)}.")
    if not sentences:
        for group in places[0]["relations"]:
            if group["title"] in ("Called by", "Calls", "Inherits from", "Implemented by", "Inherited by"):
                rows = group["rows"][:2]
                named = " and ".join(f"{code(row['name'])} {cite(row['path'], row['line'])}" for row in rows)
                more = group["total"] - len(rows)
                sentences.append(f"{group['title']} {named}" + (f" and {more} more." if more else "."))
    return " ".join(dict.fromkeys(sentences[:4]))


def _structure(related: Related, graph: CodeGraph) -> str:
    target = related.targets[0]
    name = f"**{code(target.qualified_name)}**"
    if target.start_line:
        name += f" {cite(target.path, target.start_line)}"
    lead, none = _LEADS[related.structure.relation]
    if not related.ties:
        lines = [none.format(x=name)]
    else:
        lines = [f"{lead.format(x=name)} ({len(related.ties)}):", ""]
        for tie in related.ties[:LISTED]:
            verb = f" {tie.verb} {code(tie.of.qualified_name)}" if tie.neighbour.hop > 1 else ""
            where = f" {cite(tie.path, tie.line)}" if tie.path and tie.line else ""
            unsure = "" if tie.neighbour.confidence >= 0.8 else " (unsure)"
            lines.append(f"- {code(tie.node.qualified_name)}{verb}{where}{unsure}")
        if len(related.ties) > LISTED:
            lines.append(f"- … and {len(related.ties) - LISTED} more")
    if len(related.targets) > 1:
        others = ", ".join(cite(node.path, max(1, node.start_line)) for node in related.targets[1:])
        lines += ["", f"The name means several things; {others} are counted too."]
    if related.structure.relation in (structure.CALLERS, structure.USES, structure.IMPACT):
        open_ends = sum(1 for _, reference in graph.unresolved() if reference.name == target.name)
        if open_ends:
            lines += [
                "",
                f"{open_ends} more references by that name could not be resolved; they are not counted.",
            ]
    return "\n".join(lines)


def _progress(coverage: Mapping[str, int]) -> str:
    chunks, embedded = coverage["chunks"], coverage["embedded"]
    if not chunks or embedded >= chunks:
        return ""
    share = int(100 * embedded / chunks)
    return f"*{share} % of the code is embedded so far: until it all is, answers lean on names and words.*"
