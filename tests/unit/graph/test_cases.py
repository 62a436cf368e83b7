"""Every case under benchmarks/cases/ has exactly the edges that are written there."""

from __future__ import annotations

import pytest

from benchmarks.oracle import cases
from tests.unit.graph.graph_trees import graph_of

CASES = [case for language in cases.languages() for case in cases.read(language)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.language}: {case.name}")
def test_a_case_has_exactly_its_edges(case: cases.Case) -> None:
    graph = graph_of(case.files)
    found = case.edges(graph)
    missing = sorted(case.exact - found.keys())
    wrong = sorted(f"{written} ({found[written].rule})" for written in found.keys() - case.exact)
    reasons = sorted(f"{path}:{u.line} {u.receiver}.{u.name}: {u.reason}" for path, u in graph.unresolved())
    assert (missing, wrong) == ([], []), reasons
    assert not case.trapped(graph)
