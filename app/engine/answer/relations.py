"""How a place hangs together with the rest: rows of the graph around its symbol, in titled groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Edge

# (edge kind, direction seen from the symbol) -> title, in the order they are shown.
TITLES = {
    ("defines", "in"): "Defined in",
    ("calls", "in"): "Called by",
    ("calls", "out"): "Calls",
    ("inherits", "out"): "Inherits from",
    ("inherits", "in"): "Inherited by",
    ("implements", "out"): "Implements",
    ("implements", "in"): "Implemented by",
    ("overrides", "out"): "Overrides",
    ("overrides", "in"): "Overridden by",
    ("uses-type", "in"): "Used as a type by",
    ("decorates", "in"): "Decorates",
    ("references", "in"): "Referenced by",
}
# Rows shown of a group; a popular function has hundreds.
ROWS = 8


def relations(
    graph: CodeGraph, id: str, admits: Callable[[str], bool] = lambda path: True
) -> list[dict[str, Any]]:
    """[{title, total, rows: [{name, symbol_id, path, line, rule, confidence}]}] of a symbol, surest first.

    `line` of `path` is where the relation stands in the source, which has to be admitted; `total` counts
    rows beyond those shown too.
    """
    groups: dict[str, dict[str, dict[str, Any]]] = {title: {} for title in TITLES.values()}
    if id:
        for edge in graph.adjacency.into.get(id, ()):
            _add(groups, graph, edge, edge.source, "in")
        for edge in graph.adjacency.out.get(id, ()):
            _add(groups, graph, edge, edge.target, "out")
    found = {title: [row for row in rows.values() if admits(row["path"])] for title, rows in groups.items()}
    return [
        {
            "title": title,
            "total": len(rows),
            "rows": sorted(rows, key=lambda row: -row["confidence"])[:ROWS],
        }
        for title, rows in found.items()
        if rows
    ]


def _add(
    groups: dict[str, dict[str, dict[str, Any]]], graph: CodeGraph, edge: Edge, other: str, direction: str
) -> None:
    title = TITLES.get((edge.kind, direction))
    node, source = graph.node(other), graph.node(edge.source)
    if title is None or node is None or source is None or other in groups[title]:
        return
    # Packages outside have no lines to open; an enclosing symbol is opened where it begins.
    line = node.start_line if title == "Defined in" else edge.line
    groups[title][other] = {
        "name": node.qualified_name,
        "symbol_id": other,
        "path": source.path,
        "line": max(1, line),
        "rule": edge.rule,
        "confidence": edge.confidence,
    }
