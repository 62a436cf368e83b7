"""An oracle's answers against a graph: what counts as right, wrong, missed and not judged."""

from __future__ import annotations

from typing import Any

from benchmarks.oracle.score import Score, Share, score
from tests.unit.graph.graph_trees import graph_of

SHAPES = """\
class Shape:
    def __init__(self):
        pass


class Square(Shape):
    def area(self):
        return 1


def make():
    return Square()
"""
MAIN = """\
from shapes import Square, make
import shapes

Square()
make()
len(make())
unknown().area()
"""


def call(line: int, name: str, *targets: list[Any], outside: bool = False) -> dict[str, Any]:
    return {
        "path": "main.py",
        "line": line,
        "name": name,
        "kind": "call",
        "targets": list(targets),
        "outside": outside,
    }


def imported(line: int, name: str, *targets: list[Any]) -> dict[str, Any]:
    return {**call(line, name, *targets), "kind": "import"}


def scored(*answers: dict[str, Any], files: dict[str, str] | None = None) -> dict[str, Score]:
    texts = {"shapes.py": SHAPES, "main.py": MAIN} | (files or {})
    return score(graph_of(texts), texts, answers)


def test_a_class_and_the_constructor_that_runs_for_it_are_the_same() -> None:
    own = scored(call(4, "Square", ["shapes.py", 6]))["call"]
    inherited = scored(call(4, "Square", ["shapes.py", 2]))["call"]
    assert own.recall == inherited.recall == Share(1, 1)


def test_an_edge_to_another_target_is_wrong_and_missed() -> None:
    compared = scored(call(5, "make", ["shapes.py", 7]))["call"]
    assert compared.recall == Share(0, 1)
    assert compared.causes == {"edge to another target": 1}
    assert "main.py:5 -> shapes.py::make (import)" in compared.wrong
    assert compared.missed == ["main.py:5 make -> shapes.py:7 (edge to another target)"]


def test_no_edge_is_judged_on_a_line_with_a_call_that_the_oracle_does_not_know() -> None:
    known = [call(4, "Square", ["shapes.py", 6]), call(5, "make", ["shapes.py", 11])]
    whole = scored(*known, call(6, "len", outside=True), call(6, "make", ["shapes.py", 11]))["call"]
    assert whole.precision == Share(3, 3)
    part = scored(*known, call(6, "len"), call(6, "make", ["shapes.py", 11]))["call"]
    assert (part.precision, part.recall) == (Share(2, 2), Share(3, 3))


def test_an_edge_where_the_oracle_sees_nothing_is_wrong() -> None:
    compared = scored(call(4, "Square", ["shapes.py", 6]))["call"]
    assert compared.precision == Share(1, 3)


def test_a_missed_call_tells_why_it_was_not_joined() -> None:
    compared = scored(call(7, "area", ["shapes.py", 7]))["call"]
    assert compared.recall == Share(0, 1)
    assert list(compared.causes) != ["no reference of ours"]
    assert scored(call(7, "area", ["lost.py", 3]))["call"].causes == {"not a symbol of ours": 1}


def test_files_without_answers_are_not_judged() -> None:
    assert scored()["call"].precision == Share()


def test_a_constant_that_is_called_is_owed_no_edge() -> None:
    files = {"shapes.py": "MAKE = len\n", "main.py": "from shapes import MAKE\nMAKE()\n"}
    assert scored(call(2, "MAKE", ["shapes.py", 1]), files=files)["call"].recall == Share()


def test_imports_lead_to_files_and_to_the_definitions_in_them() -> None:
    module = ["shapes.py", 0]
    compared = scored(
        imported(1, "shapes", module),
        imported(1, "Square", ["shapes.py", 6]),
        imported(1, "make", ["shapes.py", 11]),
        imported(2, "shapes", module),
    )["import"]
    assert (compared.precision, compared.recall) == (Share(4, 4), Share(4, 4))
    assert compared.rules["import-path"] == Share(2, 2)


def test_an_imported_variable_that_is_no_symbol_stands_for_its_file() -> None:
    files = {"shapes.py": "count = 1\n", "main.py": "from shapes import count\n"}
    answers = [imported(1, "shapes", ["shapes.py", 0]), imported(1, "count", ["shapes.py", 1])]
    compared = scored(*answers, files=files)["import"]
    assert (compared.precision, compared.recall) == (Share(1, 1), Share(2, 2))


def test_scores_add_up() -> None:
    total = Score()
    for _ in range(2):
        total += scored(call(5, "make", ["shapes.py", 7]))["call"]
    assert (total.recall, total.causes["edge to another target"]) == (Share(0, 2), 2)
    assert total.rules["import"].all == 4
