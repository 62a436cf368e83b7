"""Peak memory: of all of the browser's processes over the empty browser, and of the native process."""

from __future__ import annotations

from benchmarks.bench import Bench
from benchmarks.table import Row


def measure(bench: Bench) -> list[Row]:
    browser, native = bench.browser_memory, bench.native_memory
    note = f"PSS, as tools/memory.py counts; the empty browser had {browser.before / 1e6:,.0f} MB"
    return [
        Row(
            "memory",
            "MB at the peak, from opening to embedding",
            browser.grown / 1e6,
            native.peak / 1e6,
            note=note,
        )
    ]
