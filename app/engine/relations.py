"""What the graph says of a symbol or a file when a person asks for more than its neighbours.

callers, callees      to any depth, by distance
neighbourhood         all that is tied to a symbol by use, by distance
implementations       what implements an interface, or overrides a method
impact                what a change may touch: code, tests, and what calls a method that it overrides
path                  the surest chain of uses between two symbols, whichever way there is one
unresolved            a file's references that lead nowhere known, with the reason
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Edge
from app.engine.graph.queries import Neighbour, Queries
from app.engine.neighbours import node_of, row_of
from app.engine.opened import Opened
from app.shared import protocol
from app.shared.errors import InternalError, UserError

Group = dict[str, Any]

# Rows of a group before the rest is only counted.
ROWS = 300
# Steps beyond which nearly everything is tied to everything.
DEEPEST = 6


def relations(opened: Opened, symbol: str, query: str, depth: int, to: str) -> dict[str, Any]:
    """What RELATIONS in app/shared/protocol.py answers. Raises UserError for an unknown symbol."""
    graph = opened.graph
    for id in (symbol, to) if query == protocol.PATH else (symbol,):
        node_of(graph, id)
    steps = min(max(depth, 1), DEEPEST)
    if query == protocol.PATH:
        groups = _path(graph, symbol, to)
    elif query == protocol.IMPACT:
        groups = _impact(opened, symbol, steps)
    elif query in _WALKS:
        walk, step = _WALKS[query]
        groups = _by_distance(graph, walk(Queries(graph.adjacency), symbol, steps), step)
    else:
        raise InternalError("unknown-query", f"The engine has no query {query!r}.")
    return {"query": query, "groups": groups}


def _impact(opened: Opened, id: str, depth: int) -> list[Group]:
    """A change to a symbol is one to all that is defined in it."""
    graph, queries = opened.graph, Queries(opened.graph.adjacency)
    node = graph.node(id)
    inside = [s.id for s in graph.symbols_of(node.path) if s.id.startswith(f"{id}.")] if node else []
    changed = [id, *inside]
    sure = queries.impact(changed, _role(opened), depth)
    known = {*changed, *(near.id for near in (*sure.code, *sure.tests))}
    # Who calls a method by the name it has in a base may reach this one.
    above = {e.target for one in changed for e in graph.adjacency.out.get(one, ()) if e.kind == "overrides"}
    through = queries.impact(sorted(above), _role(opened), depth, ("calls",))
    perhaps = [near for near in (*through.code, *through.tests) if near.id not in known]
    return _filled(
        _group("Code that rests on it", [_step(graph, near) for near in sure.code]),
        _group("Tests that rest on it", [_step(graph, near) for near in sure.tests]),
        _group("Perhaps, by calling what it overrides", [_step(graph, near) for near in perhaps]),
    )


# What is walked to a depth, and what a step of it is called.
_WALKS: dict[str, tuple[Callable[[Queries, str, int], list[Neighbour]], str]] = {
    protocol.CALLERS: (Queries.callers, "call"),
    protocol.CALLEES: (Queries.callees, "call"),
    protocol.NEIGHBOURHOOD: (Queries.neighbourhood, "step"),
    protocol.IMPLEMENTATIONS: (Queries.implementations, "step"),
}


def _path(graph: CodeGraph, first: str, second: str) -> list[Group]:
    queries = Queries(graph.adjacency)
    for start, end in ((first, second), (second, first)):
        edges = queries.path_between(start, end)
        if edges:
            rows = [_row(graph, edge, edge.target, hop) for hop, edge in enumerate(edges, 1)]
            return [_group(f"From {_name(graph, start)} to {_name(graph, end)}", rows)]
    return []


def unresolved(opened: Opened, path: str) -> dict[str, Any]:
    """What UNRESOLVED answers. Raises UserError for an unknown file."""
    if path not in opened.rows:
        raise UserError("no-such-file", f"{path} is not in this repository.")
    by_reason: dict[str, list[dict[str, Any]]] = {}
    for reference in opened.graph.unresolved_of(path):
        row = {
            "name": f"{reference.receiver}.{reference.name}" if reference.receiver else reference.name,
            "kind": reference.kind,
            "scope": _name(opened.graph, reference.scope),
            "line": reference.line,
        }
        by_reason.setdefault(reference.reason, []).append(row)
    # What the language itself gives is no riddle.
    ordered = sorted(by_reason.items(), key=lambda entry: (entry[0] == "built in", -len(entry[1])))
    return {"groups": [_group(reason, rows) for reason, rows in ordered]}


def _role(opened: Opened) -> Callable[[str], str]:
    """The role of the file that a node is in."""

    def role(id: str) -> str:
        node = opened.graph.node(id)
        row = opened.rows.get(node.path) if node else None
        return str(row["role"]) if row else ""

    return role


def _by_distance(graph: CodeGraph, found: Iterable[Neighbour], step: str) -> list[Group]:
    rows: dict[int, list[dict[str, Any]]] = {}
    for near in found:
        rows.setdefault(near.hop, []).append(_step(graph, near))
    titles = {1: "Directly"} | {hop: f"{hop} {step}s away" for hop in rows if hop > 1}
    return [_group(titles[hop], rows[hop]) for hop in sorted(rows)]


def _step(graph: CodeGraph, near: Neighbour) -> dict[str, Any]:
    return _row(graph, near.edge, near.id, near.hop)


def _row(graph: CodeGraph, edge: Edge, id: str, hop: int) -> dict[str, Any]:
    """A node by the edge that leads to it, which stands in its source's file. `via` is its other end."""
    return {
        **row_of(graph, edge, id),
        "kind": edge.kind,
        "hop": hop,
        "via": _name(graph, edge.source if id == edge.target else edge.target) if hop > 1 else "",
    }


def _name(graph: CodeGraph, id: str) -> str:
    node = graph.node(id)
    return node.qualified_name if node else id


def _group(title: str, rows: Sequence[dict[str, Any]]) -> Group:
    return {"title": title, "total": len(rows), "rows": list(rows[:ROWS])}


def _filled(*groups: Group) -> list[Group]:
    return [group for group in groups if group["rows"]]
