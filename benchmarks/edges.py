"""How right the graph's edges are: held against other tools, against programs as they run, and against
small programs whose edges are written beside them. Needs no browser.

A package that is held out is one that nobody looked into while the rules were made.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from app.engine.graph import rules
from benchmarks.bench import Bench
from benchmarks.oracle import cases, python_oracle, traces, typescript_oracle
from benchmarks.oracle.packages import PACKAGES, Package
from benchmarks.oracle.score import Score, Share, score
from benchmarks.oracle.traces import FOLLOWED, Traced
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
    python, typescript = list(_python(trees)), list(_typescript())
    traced = {package: _trace(package, trees[package.name]) for package in PACKAGES if package.tests}
    by_hand = {language: _by_hand(language) for language in cases.languages()}
    measured: list[Mapping[str, Share]] = [
        one.rules for compared in (*python, *typescript) for one in compared.scores.values()
    ]
    measured += [found.rules for found in by_hand.values()]
    measured += [{FOLLOWED: found.values} for found in traced.values()]
    return [
        *_rows("python", python),
        *(row for package, found in traced.items() for row in _traced(package, found)),
        *_rows("typescript", typescript),
        *(
            Accuracy(language, "edges of cases made by hand", found.precision, found.recall)
            for language, found in by_hand.items()
        ),
        *_trusted(measured),
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


def _trace(package: Package, tree: Tree) -> Traced:
    return traces.compare(tree, traces.records(package, tree))


def _traced(package: Package, traced: Traced) -> Iterator[Accuracy]:
    """Recall, and a lower bound on the precision of followed values: what did not run may be right."""
    others = (f"{how} {share}" for how, share in sorted(traced.called.items()) if how != "call")
    note = f"{', '.join(others)}; misses: {_told(traced.causes.most_common(_CAUSES))}"
    name = _named(package.name, package.held_out)
    yield Accuracy("python", f"calls as tests run: {name}", None, traced.called["call"], note)
    yield Accuracy("python", f"followed values as tests run: {name}", traced.values, None)


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


def _by_hand(language: str) -> Score:
    """The cases of a language, which the tests demand to be right as a whole."""
    total = Score()
    for case in cases.read(language):
        found = case.edges(graph_of(case.files))
        for written, edge in found.items():
            total.precision.count(written in case.exact)
            total.rules[edge.rule].count(written in case.exact)
        total.recall += Share(len(found.keys() & case.exact), len(case.exact))
    return total


def _trusted(measured: Iterable[Mapping[str, Share]]) -> Iterator[Accuracy]:
    """Each rule's precision over all that is above, beside the confidence that its edges carry."""
    total: defaultdict[str, Share] = defaultdict(Share)
    for by_rule in measured:
        for rule, share in by_rule.items():
            total[rule] += share
    for rule, confidence in rules.CONFIDENCE.items():
        share = total[rule]
        note = f"(good + 1) / (all + 2) is {(share.good + 1) / (share.all + 2):.3f}" if share.all else ""
        yield Accuracy("trust", f"the rule {rule}, trusted at {confidence:.3f}", share, None, note)


def _named(name: str, is_held_out: bool) -> str:
    return f"{name}, held out" if is_held_out else name


def _told(causes: list[tuple[str, int]]) -> str:
    return ", ".join(f"{count} {cause}" for cause, count in causes) or "none"
