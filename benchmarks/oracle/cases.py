"""Small programs with the edges that they have and those that they must not have, written by hand.

``benchmarks/cases/<language>.txt`` holds a language's cases, one after the other:

    @@ case A method is called on a field
    @@ file store/store.go
    package store
    @@ exact calls imports
    calls main.go::main -> store/store.go::Store.Get :7
    @@ never
    calls main.go::main -> other/other.go::Other.Get

`exact` names kinds of edges, and lists all that there are of them, each with the line it stands on.
`never` lists the traps: what a guess by bare name would join. What leads outside of the case is not listed.
`@@ known` with one sentence says why a case is still wrong: its test must fail, and it counts as wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import EDGE_KINDS, Edge
from app.engine.graph.resolve import EXTERNAL

FOLDER = Path(__file__).parents[1] / "cases"
_EDGE = re.compile(r"(?P<kind>[\w-]+) (?P<source>.+?) -> (?P<target>.+?)(?: :(?P<line>\d+))?\Z")


class CaseError(Exception):
    """A case that is not written as it should be; the message says which and where."""


@dataclass(slots=True)
class Case:
    """One program. `files` are path -> text; edges are written ``kind source -> target :line``."""

    language: str
    name: str
    files: dict[str, str] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()
    exact: set[str] = field(default_factory=set)
    never: set[str] = field(default_factory=set)
    # Why the graph is still wrong here, "" where it is right.
    known: str = ""

    def edges(self, graph: CodeGraph) -> dict[str, Edge]:
        """The edges of the case's kinds that a graph has, as they are written here."""
        return {
            f"{edge.kind} {edge.source} -> {edge.target} :{edge.line}": edge
            for edge in graph.edges()
            if edge.kind in self.kinds and not edge.target.startswith(EXTERNAL)
        }

    def trapped(self, graph: CodeGraph) -> set[str]:
        """The edges that must not be and are there all the same."""
        return self.never & {f"{edge.kind} {edge.source} -> {edge.target}" for edge in graph.edges()}


def languages() -> list[str]:
    """The languages that have cases."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def read(language: str) -> list[Case]:
    """All cases of a language, in the order they are written. Raises CaseError."""
    cases = list(_parsed(language, (FOLDER / f"{language}.txt").read_text(encoding="utf-8")))
    names = [case.name for case in cases]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise CaseError(f"{language}: more than one case is named {', '.join(sorted(repeated))}")
    return cases


def _parsed(language: str, text: str) -> Iterator[Case]:
    for written in text.split("@@ case ")[1:]:
        name, _, body = written.partition("\n")
        case = Case(language, name.strip())
        for section in ("\n" + body).split("\n@@ ")[1:]:
            head, _, lines = section.partition("\n")
            word, _, rest = head.partition(" ")
            if word == "file":
                case.files[rest.strip()] = lines + "\n"
            elif word == "exact":
                case.kinds = tuple(rest.split())
                case.exact = set(_edges(case, lines, is_exact=True))
            elif word == "never":
                case.never = set(_edges(case, lines, is_exact=False))
            elif word == "known" and rest.strip():
                case.known = rest.strip()
            else:
                raise CaseError(f"{language}, {case.name}: what is a section {word!r}?")
        if not case.files or not case.kinds:
            raise CaseError(f"{language}, {case.name}: it needs files, and the kinds of edges that it lists")
        yield case


def _edges(case: Case, lines: str, is_exact: bool) -> Iterator[str]:
    for line in filter(None, map(str.strip, lines.split("\n"))):
        match = _EDGE.match(line)
        if not match or match["kind"] not in EDGE_KINDS or bool(match["line"]) is not is_exact:
            raise CaseError(f"{case.language}, {case.name}: not an edge: {line}")
        if is_exact and match["kind"] not in case.kinds:
            raise CaseError(f"{case.language}, {case.name}: {match['kind']} is not among its kinds: {line}")
        yield line
