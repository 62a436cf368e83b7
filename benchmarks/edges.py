"""How right the graph's edges are: held against other tools, against programs as they run, and against
small programs whose edges are written beside them. Needs no browser.

A package that is held out is one that nobody looked into while the rules were made.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench import Bench
from benchmarks.oracle import cases, python_oracle, traces, typescript_oracle
from benchmarks.oracle.packages import PACKAGES
from benchmarks.oracle.score import Score, Share, score
from benchmarks.oracle.tree import Tree, read_tree
from benchmarks.table import Accuracy
from tests.unit.graph.graph_trees import graph_of

_KINDS = {"call": "calls", "import": "imports"}
# Of the causes of misses, so many are told.
_CAUSES = 8


class _Compared(NamedTuple):
    name: str
    is_held_out: bool
    scores: dict[str, Score]


def measure(_bench: Bench) -> list[Accuracy]:
    trees = {package.name: read_tree(package.folder) for package in PACKAGES}
    return [
        *_rows("python", list(_python(trees))),
        *_traced(trees),
        *_rows("typescript", list(_typescript())),
        *_by_hand(),
    ]


def _python(trees: dict[str, Tree]) -> Iterator[_Compared]:
    for package in PACKAGES:
        tree = trees[package.name]
        answers = python_oracle.answers(package, tree)
        yield _Compared(package.name, package.held_out, score(tree.graph, tree.texts, answers))


def _typescript() -> Iterator[_Compared]:
    for project in typescript_oracle.PROJECTS:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary) / "project"
            project.write(folder)
            tree = read_tree(folder)
            answers = typescript_oracle.answers(folder)
            yield _Compared(project.name, project.is_held_out, score(tree.graph, tree.texts, answers))


def _traced(trees: dict[str, Tree]) -> Iterator[Accuracy]:
    """Recall, and a lower bound on the precision of followed values: what did not run may be right."""
    for package in PACKAGES:
        if package.tests:
            tree = trees[package.name]
            traced = traces.compare(tree, traces.records(package, tree))
            others = (f"{how} {share}" for how, share in sorted(traced.called.items()) if how != "call")
            note = f"{', '.join(others)}; misses: {_told(traced.causes.most_common(_CAUSES))}"
            name = f"calls as tests run: {_named(package.name, package.held_out)}"
            yield Accuracy("python", name, None, traced.called["call"], note)
            name = f"followed values as tests run: {_named(package.name, package.held_out)}"
            yield Accuracy("python", name, traced.values, None)


def _rows(language: str, compared: list[_Compared]) -> Iterator[Accuracy]:
    for kind, kinds in _KINDS.items():
        for name, is_held_out, scores in compared:
            found = scores[kind]
            yield Accuracy(language, f"{kinds}: {_named(name, is_held_out)}", found.precision, found.recall)
        for is_held_out in (False, True):
            total = Score()
            for one in compared:
                if one.is_held_out is is_held_out:
                    total += one.scores[kind]
            possible = f"; possible edges, counted apart: {total.possible}" if total.possible.all else ""
            note = f"misses: {_told(total.causes.most_common(_CAUSES))}{possible}"
            which = "all held out" if is_held_out else "all that rules were made with"
            yield Accuracy(language, f"{kinds}: {which}", total.precision, total.recall, note)
        yield from _by_rule(language, kind, compared)


def _by_rule(language: str, kind: str, compared: list[_Compared]) -> Iterator[Accuracy]:
    total = Score()
    for one in compared:
        total += one.scores[kind]
    for rule, share in sorted(total.rules.items(), key=lambda item: -item[1].all):
        yield Accuracy(language, f"{_KINDS[kind]} by the rule {rule}", share, None)


def _by_hand() -> Iterator[Accuracy]:
    """The cases of each language, which the tests demand to be right as a whole."""
    for language in cases.languages():
        precision, recall = Share(), Share()
        for case in cases.read(language):
            found = case.edges(graph_of(case.files)).keys()
            precision += Share(len(found & case.exact), len(found))
            recall += Share(len(found & case.exact), len(case.exact))
        yield Accuracy(language, "edges of cases made by hand", precision, recall)


def _named(name: str, is_held_out: bool) -> str:
    return f"{name}, held out" if is_held_out else name


def _told(causes: list[tuple[str, int]]) -> str:
    return ", ".join(f"{count} {cause}" for cause, count in causes) or "none"
