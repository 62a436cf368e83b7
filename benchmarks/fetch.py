"""Fetching from a server on this machine: files that are recorded and not parsed, by both ways."""

from __future__ import annotations

from benchmarks.bench import GENERATED, TOKEN, Bench
from benchmarks.corpus import AGAIN
from benchmarks.native import NativeEngine
from benchmarks.run import index
from benchmarks.table import Row
from tools.drive import EngineClient

WAYS = {
    "raw host, without a token": (GENERATED, ""),
    # Another branch, so that nothing is known of its files yet.
    "GraphQL, with a token": (f"{GENERATED}/tree/{AGAIN}", TOKEN),
}


def measure(bench: Bench) -> list[Row]:
    with bench.visit() as driver, NativeEngine() as native:
        browser_rates, native_rates = _rates(driver, bench), _rates(native, bench)
    return [Row("fetch", f"files/s, {way}", browser_rates[way], native_rates[way]) for way in WAYS]


def _rates(engine: EngineClient, bench: Bench) -> dict[str, float]:
    rates = {}
    for way, (address, token) in WAYS.items():
        run = index(engine, address, bench.github, token)
        by_content = [file for file in run.report["skipped"] if "says so itself" in file["reason"]]
        rates[way] = len(by_content) / run.timings["fetch"]
    return rates
