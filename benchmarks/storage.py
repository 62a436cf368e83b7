"""What a repository takes in the browser's database (the site's own files are not counted)."""

from __future__ import annotations

from benchmarks.bench import CHUNKS, Bench
from benchmarks.table import Row


def measure(bench: Bench) -> list[Row]:
    browser, native = bench.browser_run.report["memory"], bench.native_run.report["memory"]
    note = f"IndexedDB, with the vectors of {CHUNKS} chunks; native: the records' JSON, texts packed"
    return [
        Row(
            "storage",
            "MB stored",
            browser["indexeddb_bytes"] / 1e6,
            native["indexeddb_bytes"] / 1e6,
            note=note,
        )
    ]
