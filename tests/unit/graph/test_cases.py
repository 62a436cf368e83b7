"""Every case under benchmarks/cases/ has exactly the edges that are written there."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.oracle import cases
from tests.unit.graph.graph_trees import graph_of

CASES = [case for language in cases.languages() for case in cases.read(language)]


def _parameter(case: cases.Case) -> Any:
    """What is known to be wrong must fail, so that it is found once it no longer does."""
    marks = [pytest.mark.xfail(reason=case.known, strict=True)] if case.known else []
    return pytest.param(case, id=f"{case.language}: {case.name}", marks=marks)


@pytest.mark.parametrize("case", [_parameter(case) for case in CASES])
def test_a_case_has_exactly_its_edges(case: cases.Case) -> None:
    graph = graph_of(case.files)
    found = case.edges(graph)
    missing = sorted(case.exact - found.keys())
    wrong = sorted(f"{written} ({found[written].rule})" for written in found.keys() - case.exact)
    reasons = sorted(f"{path}:{u.line} {u.receiver}.{u.name}: {u.reason}" for path, u in graph.unresolved())
    assert (missing, wrong) == ([], []), reasons
    assert not case.trapped(graph)
