"""A symbol's neighbours in groups that a person asks for: who calls it, what it calls, its bases."""

from __future__ import annotations

from typing import Any

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Edge, Node
from app.engine.opened import Opened
from app.shared.errors import UserError

# (edge kind, direction seen from the symbol) -> the group's title, in the order they are shown.
GROUPS = {
    ("calls", "in"): "Called by",
    ("calls", "out"): "Calls",
    ("inherits", "out"): "Inherits from",
    ("inherits", "in"): "Inherited by",
    ("implements", "out"): "Implements",
    ("implements", "in"): "Implemented by",
    ("overrides", "out"): "Overrides",
    ("overrides", "in"): "Overridden by",
    ("uses-type", "in"): "Used as a type by",
    ("uses-type", "out"): "Uses the types",
    ("decorates", "in"): "Decorated by",
    ("decorates", "out"): "Decorates",
    ("references", "in"): "Referenced by",
    ("references", "out"): "References",
    ("imports", "in"): "Imported by",
    ("imports", "out"): "Imports",
}


def neighbours(opened: Opened, id: str) -> dict[str, Any]:
    """{symbol, groups: [{title, rows: [{id, name, path, line, rule, confidence}]}]}; `line` is where
    the edge stands. Raises UserError for an unknown id."""
    graph = opened.graph
    node = node_of(graph, id)
    groups: dict[str, dict[str, dict[str, Any]]] = {title: {} for title in GROUPS.values()}
    for edge in graph.adjacency.into.get(id, ()):
        if title := GROUPS.get((edge.kind, "in")):
            groups[title].setdefault(edge.source, row_of(graph, edge, edge.source))
    for edge in graph.adjacency.out.get(id, ()):
        if title := GROUPS.get((edge.kind, "out")):
            groups[title].setdefault(edge.target, row_of(graph, edge, edge.target))
    return {
        "symbol": {"id": id, "kind": node.kind, "name": node.qualified_name, "path": node.path},
        "groups": [{"title": title, "rows": list(rows.values())} for title, rows in groups.items() if rows],
    }


def node_of(graph: CodeGraph, id: str) -> Node:
    """The node of an id. Raises UserError for an unknown one."""
    node = graph.node(id)
    if node is None:
        raise UserError("no-such-symbol", f"{id} is not in this repository.")
    return node


def row_of(graph: CodeGraph, edge: Edge, id: str) -> dict[str, Any]:
    """The node at the other end of an edge. The edge's line stands in its source's file."""
    node, source = graph.node(id), graph.node(edge.source)
    return {
        "id": id,
        "name": node.qualified_name if node else id,
        "path": source.path if source else "",
        "line": edge.line,
        "rule": edge.rule,
        "confidence": edge.confidence,
    }
