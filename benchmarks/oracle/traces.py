"""The graph held against a package's own tests as they run: a lower bound on what it has of the calls.

Pairs of functions of the package are compared, the caller's with the called one. Where an overriding
method ran, the edge to the one that it overrides is right as well: it is all that the source says.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import CALLABLE_KINDS
from benchmarks.oracle import tracer
from benchmarks.oracle.kept import kept
from benchmarks.oracle.packages import Package, import_paths
from benchmarks.oracle.score import Definitions, Share
from benchmarks.oracle.tree import Tree
from tools.paths import ROOT

# What a checker of types cannot judge: it does not follow a function into a parameter.
FOLLOWED = "function-value"
_OPTIONS = ("-q", "-p", "no:cacheprovider", "--no-header", "--continue-on-collection-errors")


@dataclass
class Traced:
    """`called` is the share of the pairs that the graph has, by how one came to call the other; `values` the
    share of the edges by followed values that ran, of those on lines that called something."""

    called: defaultdict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    values: Share = field(default_factory=Share)
    causes: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)


def records(package: Package, tree: Tree) -> list[Sequence[Any]]:
    """What `tracer.py` writes of a package's tests, paths as in the tree."""
    inner = package.code + "/"
    found = kept(f"{tree.folder.name}-traces", (tracer.__file__,), lambda: _run(package))
    return [(inner + caller, line, inner + called, *rest) for caller, line, called, *rest in found]


def compare(tree: Tree, traced: Iterable[Sequence[Any]]) -> Traced:
    """How many of the pairs that ran are edges."""
    graph = tree.graph
    definitions = Definitions(graph, tree.texts)
    edges: defaultdict[str, set[str]] = defaultdict(set)
    overridden: defaultdict[str, list[str]] = defaultdict(list)
    for edge in graph.edges():
        if edge.kind == "calls":
            edges[edge.source] |= definitions.same(edge.target)
        elif edge.kind == "overrides":
            overridden[edge.source].append(edge.target)
    reasons = {(u.scope or path, u.name): u.reason for path, u in graph.unresolved()}
    result = Traced()
    pairs: dict[tuple[str, str], str] = {}
    lines: set[tuple[str, int]] = set()
    for path, line, called_path, first_line, name, how in traced:
        called = _defined(graph, called_path, first_line, name)
        if called:
            pair = (_around(graph, path, line), called)
            lines.add((pair[0], line))
            # One that is called anywhere is called.
            pairs[pair] = min(how, pairs.get(pair, how))
    for (caller, called), how in sorted(pairs.items()):
        accepted = _with_overridden(called, overridden)
        is_found = not accepted.isdisjoint(edges[caller])
        result.called[how].count(is_found)
        if not is_found and how == "call":
            result.causes[_cause(graph, reasons, caller, called)] += 1
            result.missed.append(f"{caller} -> {called}")
    for edge in graph.edges():
        if edge.rule == FOLLOWED and (edge.source, edge.line) in lines:
            result.values.count((edge.source, edge.target) in pairs)
    return result


def _run(package: Package) -> list[Any]:
    with tempfile.TemporaryDirectory() as temporary:
        out = Path(temporary) / "traces.json"
        paths = os.pathsep.join(map(str, [ROOT, *import_paths(package)]))
        code = str(package.folder / package.code)
        command = [sys.executable, "-P", "-m", tracer.__name__, code, str(out), *_OPTIONS, package.tests]
        subprocess.run(
            command,
            cwd=package.folder,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
        )
        return tracer.read(out)


def _defined(graph: CodeGraph, path: str, first_line: int, name: str) -> str:
    """The symbol of a function, which begins with its decorators; "" for what is none of ours."""
    found = [s.id for s in graph.symbols_of(path) if s.start_line == first_line and s.name == name]
    return found[0] if found else ""


def _around(graph: CodeGraph, path: str, line: int) -> str:
    """What a line stands in: its innermost symbol, or the file."""
    around = [s for s in graph.symbols_of(path) if s.start_line <= line <= s.end_line]
    return max(around, key=lambda s: s.start).id if around else path


def _with_overridden(method: str, overridden: defaultdict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [method]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting += overridden[current]
    return found


def _cause(graph: CodeGraph, reasons: Mapping[tuple[str, str], str], caller: str, called: str) -> str:
    symbol = graph.symbol(called)
    around = graph.symbol(symbol.parent) if symbol else None
    if symbol is None or (around is not None and around.kind in CALLABLE_KINDS and around.id != caller):
        return "a function made by another: a decorator's, a closure"
    return reasons.get((caller, symbol.name), "no call by that name")
