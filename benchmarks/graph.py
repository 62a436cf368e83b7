"""Joining the files into a graph, and how the stages before embedding grow with their input."""

from __future__ import annotations

from benchmarks.bench import Bench
from benchmarks.native import NativeEngine
from benchmarks.run import index
from benchmarks.table import Row
from tests.github.server import GitHubServer

TIMES = (1, 2, 4, 8)


def measure(bench: Bench) -> list[Row]:
    browser, native = bench.browser_run, bench.native_run
    edges = sum(browser.report["edges"].values())
    note = f"{browser.report['nodes']:,} nodes, {edges:,} edges; {native.report['nodes']:,} native nodes"
    rows = [
        Row("graph", "s to resolve all edges", browser.timings["graph"], native.timings["graph"], note=note)
    ]
    return rows + _growth(bench)


def _growth(bench: Bench) -> list[Row]:
    """Native seconds a copy of the input, over those with one copy: above 1 a stage grows faster than it."""
    seconds = {times: _stages(bench, times) for times in TIMES}
    rows = []
    for stage, once in seconds[1].items():
        growth = "  ".join(f"{times}x {seconds[times][stage] / times / once:.2f}" for times in TIMES)
        note = f"native time a copy, of 1 to 8 copies of 1.3 MB: {growth}"
        rows.append(Row("growth", f"{stage}: s for 8 copies, native", None, seconds[8][stage], note=note))
    return rows


def _stages(bench: Bench, times: int) -> dict[str, float]:
    name = f"bench/times-{times}"
    with GitHubServer({name: bench.corpus.multiplied(times)}) as github, NativeEngine() as native:
        timings = index(native, name, github).timings
    # Fetching is what parsing waits for, so the two are one here.
    return {"parse": timings["parse"], "graph": timings["graph"]}
