"""Parsing with symbols, chunks, text index and storing: a second branch, whose texts are stored."""

from __future__ import annotations

from benchmarks.bench import WHOLE, Bench
from benchmarks.corpus import AGAIN
from benchmarks.run import Client, Run, index
from benchmarks.table import Row


def measure(bench: Bench) -> list[Row]:
    return [
        Row(
            "parse",
            "MB/s to symbols, chunks and index, stored",
            _rate(bench.browser_run, bench),
            _rate(bench.native_run, bench),
        )
    ]


def _rate(first: Run[Client], bench: Bench) -> float:
    run = index(first.engine, f"{WHOLE}/tree/{AGAIN}", bench.github)
    size = first.engine.call("open", repository=run.repository)["repository"]["bytes"]
    return size / 1e6 / run.timings["parse"]
