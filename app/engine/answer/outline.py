"""What a file is for: what it defines, what it imports, and who imports it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from app.engine.answer.citations import cite
from app.engine.answer.markdown import code, counted, described, joined
from app.engine.graph.graph import CodeGraph
from app.engine.graph.queries import Neighbour, Queries

# Definitions listed, files named of those that import it or are imported, characters of documentation.
LISTED = 15
NAMED = 4
LONGEST = 100

_PLURALS = {"class": "classes"}


def outline(path: str, graph: CodeGraph) -> str:
    """Markdown with citations for one file; "" where the graph knows nothing of it."""
    parts = [_definitions(path, graph), _imports(path, graph)]
    return "\n\n".join(part for part in parts if part)


def _definitions(path: str, graph: CodeGraph) -> str:
    top = [symbol for symbol in graph.symbols_of(path) if not symbol.parent]
    if not top:
        return ""
    kinds = Counter(symbol.kind for symbol in top)
    amounts = joined([counted(number, kind, _PLURALS.get(kind, "")) for kind, number in kinds.most_common()])
    # Constants are listed only where nothing else is defined.
    listed = [symbol for symbol in top if symbol.kind != "constant"] or top
    rows = [
        f"- {code(symbol.name)} {cite(path, symbol.start_line)}{described(symbol, LONGEST)}"
        for symbol in listed[:LISTED]
    ]
    if len(listed) > LISTED:
        rows.append(f"- … and {len(listed) - LISTED} more")
    return "\n".join([f"**{code(path)}** defines {amounts}:", "", *rows])


def _imports(path: str, graph: CodeGraph) -> str:
    queries = Queries(graph.adjacency)
    importers, imported = _files(queries.importers(path)), _files(queries.imports(path))
    sentences = []
    if importers:
        sentences.append(f"It is imported by {_named(importers, graph, 'file')}.")
    if imported:
        sentences.append(f"It imports {_named(imported, graph, 'module')}.")
    return " ".join(sentences)


def _files(found: Sequence[Neighbour]) -> list[Neighbour]:
    """Whole files and packages, without the single names taken from them."""
    return [near for near in found if "::" not in near.id]


def _named(found: Sequence[Neighbour], graph: CodeGraph, noun: str) -> str:
    names = []
    for near in found[:NAMED]:
        node = graph.node(near.id)
        source = graph.node(near.edge.source)
        if node and source:
            names.append(f"{code(node.qualified_name)} {cite(source.path, max(1, near.line))}")
    if len(found) > NAMED:
        names.append(f"{len(found) - NAMED} more")
    return f"{counted(len(found), noun)}: {joined(names)}"
