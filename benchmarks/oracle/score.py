"""An oracle's answers held against the graph: precision and recall of its calls and of its imports.

An oracle is another tool that tells where a name leads. It answers for every call and for everything that
is imported, each answer a record that goes through JSON:

    {"path", "line", "name", "kind": "call" or "import", "targets": [[path, line], ...], "outside": bool}

`line` is where the callee's last identifier stands, or where the import statement begins. An import gives
a record for its module and one for each name that it takes from there. `targets` are where the names of
definitions of the repository stand, line 0 being a file as a whole. `outside`: it leads out of the
repository, to a package or a builtin. With neither, the oracle does not know. All lines count from 1.

Sites and edges meet by their line. On a line with a site that the oracle does not know, no edge is judged.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.engine.graph import traits
from app.engine.graph.graph import CodeGraph
from app.engine.graph.index import TYPE_LIKE
from app.engine.graph.model import CALLABLE_KINDS, Edge, Symbol
from app.engine.graph.resolve import EXTERNAL
from app.engine.parse.languages import language_of

# Edges below are guesses that are told as such, and counted apart.
POSSIBLE = 0.5
KINDS = {"call": frozenset(("calls",)), "import": frozenset(("imports", "re-exports"))}
_DEFINES = CALLABLE_KINDS | TYPE_LIKE

Answer = Mapping[str, Any]
Place = tuple[str, int]


@dataclass
class Share:
    """So many of all."""

    good: int = 0
    all: int = 0

    def count(self, is_good: bool) -> None:
        self.good += is_good
        self.all += 1

    def __iadd__(self, other: Share) -> Share:
        self.good += other.good
        self.all += other.all
        return self

    @property
    def value(self) -> float | None:
        """None of nothing."""
        return self.good / self.all if self.all else None

    def __str__(self) -> str:
        return f"{self.good / self.all:.3f} of {self.all:,}" if self.all else "-"


@dataclass
class Score:
    """How the edges of one kind compare. `rules` and `possible` are shares of precision, `causes` why a site
    is missed; `wrong` and `missed` tell each as a line of text."""

    precision: Share = field(default_factory=Share)
    recall: Share = field(default_factory=Share)
    possible: Share = field(default_factory=Share)
    rules: defaultdict[str, Share] = field(default_factory=lambda: defaultdict(Share))
    causes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def __iadd__(self, other: Score) -> Score:
        self.precision += other.precision
        self.recall += other.recall
        self.possible += other.possible
        for rule, share in other.rules.items():
            self.rules[rule] += share
        self.causes += other.causes
        self.wrong += other.wrong
        self.missed += other.missed
        return self


def score(graph: CodeGraph, texts: Mapping[str, str], answers: Iterable[Answer]) -> dict[str, Score]:
    """Kind of site -> how the graph of these texts does. Files without answers are not judged."""
    by_kind: dict[str, list[Answer]] = {kind: [] for kind in KINDS}
    for answer in answers:
        by_kind[answer["kind"]].append(answer)
    definitions = Definitions(graph, texts)
    return {kind: _Comparison(graph, definitions, kind, found).score for kind, found in by_kind.items()}


class Definitions:
    """The graph's symbols by the lines on which their names are defined, and what stands for the same."""

    def __init__(self, graph: CodeGraph, texts: Mapping[str, str]) -> None:
        self._graph = graph
        self._at: defaultdict[Place, list[Symbol]] = defaultdict(list)
        self._bases: defaultdict[str, list[str]] = defaultdict(list)
        self._same: dict[str, frozenset[str]] = {}
        for path, text in texts.items():
            for symbol in graph.symbols_of(path):
                for line in _lines_of_name(symbol, text):
                    self._at[path, line].append(symbol)
        for edge in graph.edges():
            if edge.kind == "inherits":
                self._bases[edge.source].append(edge.target)

    def at(self, place: Place) -> list[Symbol]:
        return self._at.get(place, [])

    def same(self, id: str) -> frozenset[str]:
        """What runs where a symbol is called: of a class the constructor, its own or an inherited one."""
        if id not in self._same:
            self._same[id] = self._runs(id)
        return self._same[id]

    def _runs(self, id: str) -> frozenset[str]:
        waiting: list[str] = [id]
        seen: set[str] = set()
        while waiting:
            current = waiting.pop(0)
            symbol = self._graph.symbol(current)
            if symbol is None or current in seen or symbol.kind not in TYPE_LIKE:
                continue
            seen.add(current)
            names = traits.of(language_of(symbol.path)).constructors
            made = {
                member.id
                for member in self._graph.symbols_of(symbol.path)
                if member.parent == current and member.name in {name or symbol.name for name in names}
            }
            if made:
                return frozenset(made)
            waiting += self._bases[current]
        return frozenset((id,))


class _Comparison:
    def __init__(
        self, graph: CodeGraph, definitions: Definitions, kind: str, answers: Sequence[Answer]
    ) -> None:
        self.score = Score()
        self._graph = graph
        self._definitions = definitions
        self._kind = kind
        sites: defaultdict[Place, list[Answer]] = defaultdict(list)
        for answer in answers:
            sites[answer["path"], answer["line"]].append(answer)
        judged = {path for path, _ in sites}
        edges: defaultdict[Place, list[Edge]] = defaultdict(list)
        for edge in graph.edges():
            path = edge.source.partition("::")[0]
            if edge.kind in KINDS[kind] and path in judged:
                edges[path, edge.line].append(edge)
        self._reasons: dict[tuple[str, int, str], str] = {
            (path, u.line, u.name): u.reason for path, u in graph.unresolved()
        }
        for place in sorted(sites.keys() | edges.keys()):
            self._line(place, sites.get(place, []), edges.get(place, []))

    def _line(self, place: Place, sites: list[Answer], edges: list[Edge]) -> None:
        if all(site["targets"] or site["outside"] for site in sites):
            accepted = {id for site in sites for id in self._accepted(site)}
            is_outside = any(site["outside"] for site in sites)
            for edge in edges:
                if edge.target.startswith(EXTERNAL):
                    # Precision is that of what leads to a place that can be opened.
                    self.score.rules[edge.rule].count(is_outside)
                else:
                    self._judge(place, edge, bool(self._same(edge.target) & accepted))
        for site in sites:
            if site["targets"]:
                self._look_for(place, site, [edge for edge in edges if edge.confidence >= POSSIBLE])

    def _judge(self, place: Place, edge: Edge, is_right: bool) -> None:
        if edge.confidence < POSSIBLE:
            self.score.possible.count(is_right)
            return
        self.score.precision.count(is_right)
        self.score.rules[edge.rule].count(is_right)
        if not is_right:
            self.score.wrong.append(f"{place[0]}:{place[1]} -> {edge.target} ({edge.rule})")

    def _look_for(self, place: Place, site: Answer, edges: list[Edge]) -> None:
        accepted = self._accepted(site)
        if self._kind == "call" and not self._is_owed(site):
            return
        is_found = any(self._same(edge.target) & accepted for edge in edges)
        self.score.recall.count(is_found)
        if is_found:
            return
        cause = self._cause(place, site, edges)
        self.score.causes[cause] += 1
        targets = ", ".join(f"{path}:{line}" for path, line in site["targets"])
        self.score.missed.append(f"{place[0]}:{place[1]} {site['name']} -> {targets} ({cause})")

    def _cause(self, place: Place, site: Answer, edges: list[Edge]) -> str:
        if not any(not line or self._definitions.at((path, line)) for path, line in site["targets"]):
            return "not a symbol of ours"
        reason = self._reasons.get((*place, site["name"]))
        if reason:
            return reason
        if any(edge.target.startswith(EXTERNAL) for edge in edges):
            return "taken for something outside"
        return "edge to another target" if edges else "no reference of ours"

    def _accepted(self, site: Answer) -> set[str]:
        """The ids that an edge for a site may lead to."""
        accepted: set[str] = set()
        for path, line in site["targets"]:
            symbols = self._definitions.at((path, line)) if line else []
            for symbol in symbols:
                accepted |= self._same(symbol.id)
            # What is imported may be a variable, which is no symbol: then its file is all there is to join.
            if not symbols and self._kind == "import":
                accepted.add(path)
        return accepted

    def _is_owed(self, site: Answer) -> bool:
        """Whether a call leads to a function or class, not to a value that is kept in a constant."""
        found = [symbol for path, line in site["targets"] for symbol in self._definitions.at((path, line))]
        return not found or any(symbol.kind in _DEFINES for symbol in found)

    def _same(self, id: str) -> frozenset[str]:
        return self._definitions.same(id) if self._kind == "call" else frozenset((id,))


def _lines_of_name(symbol: Symbol, text: str) -> Iterator[int]:
    """The lines of a symbol's head on which its name stands; decorators may have it as well."""
    head = text[symbol.start : symbol.body_start] or text[symbol.start : symbol.end]
    word = re.compile(rf"(?<![\w$]){re.escape(symbol.name)}(?![\w$])")
    for offset, line in enumerate(head.split("\n")):
        if word.search(line):
            yield symbol.start_line + offset
