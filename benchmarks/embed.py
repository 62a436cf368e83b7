"""Embedding: chunks a second, the store's writes included, after the model is loaded."""

from __future__ import annotations

from benchmarks.bench import CHUNKS, Bench
from benchmarks.table import Row


def measure(bench: Bench) -> list[Row]:
    browser, native = bench.browser_run, bench.native_run
    note = f"the first {CHUNKS} of {browser.report['chunks']:,} chunks; the rest was cancelled"
    return [Row("embed", "chunks/s", browser.rate, native.rate, note=note)]
