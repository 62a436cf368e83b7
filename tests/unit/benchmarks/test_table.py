"""The benchmarks' table: figures of several runs, ratios, and a page's width."""

from __future__ import annotations

import pytest

from benchmarks.oracle.score import Share
from benchmarks.table import WIDTH, Accuracy, AnyRow, Row, median, p95, render


def test_a_row_of_many_runs_tells_their_median_and_the_value_that_nineteen_of_twenty_do_not_exceed() -> None:
    values = [float(n) for n in range(20, 0, -1)]
    assert (median(values), p95(values)) == (10.5, 19.0)
    assert p95(3.0) == 3.0
    (line,) = Row("ask", "ms", values, [2.0], tail=True).lines()
    assert "10.5 / 19.0" in line


def test_the_ratio_is_the_browser_s_figure_over_the_native_one() -> None:
    assert Row("embed", "chunks/s", 20.0, 80.0).ratio == pytest.approx(0.25)
    assert Row("reopen", "s", [1.0, 2.0]).ratio is None
    assert Row("growth", "s", None, 4.0).ratio is None


def test_the_table_fits_a_hundred_columns_whatever_its_notes_say() -> None:
    rows = [
        Row("fetch", "files/s, raw host, without a token", 123_456.0, 1_234_567.0),
        Row("first answer", "s from Enter", 3.2, None, note="word " * 60),
    ]
    lines = render(rows).split("\n")
    assert max(map(len, lines)) == WIDTH
    assert "123,456" in render(rows)


def test_a_record_keeps_every_value_and_leaves_out_the_side_that_has_none() -> None:
    record = Row("reopen", "s", [1.0, 3.0]).record()
    assert record["browser"] == {"median": 2.0, "p95": 3.0, "values": [1.0, 3.0]}
    assert "native" not in record


def test_what_is_right_is_told_below_a_head_of_its_own() -> None:
    rows: list[AnyRow] = [
        Row("graph", "s", 1.0),
        Accuracy("python", "calls", Share(3, 4), None),
        Accuracy("python", "imports", Share(), Share(1, 2), note="misses: none"),
    ]
    _, _, graph, head, _, calls, imports, note = render(rows).split("\n")
    assert graph.startswith("graph") and head.split() == ["precision", "recall"]
    assert calls.split()[2:] == ["0.750", "of", "4", "-"]
    assert imports.split()[2:] == ["-", "0.500", "of", "2"]
    assert note.strip() == "misses: none"
    assert rows[1].record()["precision"] == {"good": 3, "all": 4, "value": 0.75}
