"""Coming back: a stored repository answers without a network, and the address field takes input."""

from __future__ import annotations

import time
from urllib.parse import quote

from benchmarks.bench import Bench
from benchmarks.corpus import QUESTIONS
from benchmarks.table import Row
from tools.drive import Driver

RUNS = 3


def measure(bench: Bench) -> list[Row]:
    run = bench.browser_run
    driver = run.engine
    driver.wait_until_kept()
    context, asked = driver.page.context, len(bench.site.requests)
    context.set_offline(True)  # which does not hold for the browser's own look for a newer service worker
    fragment = f"#/r/{quote(run.repository, safe='')}"
    answers = [_until_answered(driver, fragment, question) for question in list(QUESTIONS)[:RUNS]]
    fields = [_until_usable(driver) for _ in range(RUNS)]
    if needed := set(bench.site.requests[asked:]) - {"/service-worker.js"}:
        raise RuntimeError(f"The page needs a network for {', '.join(sorted(needed))}.")
    context.set_offline(False)
    driver.open()
    return [
        Row("reopen", "s from load to answer, offline", answers),
        Row("reopen", "s until the address field takes input, warm", fields),
    ]


def _until_answered(driver: Driver, fragment: str, question: str) -> float:
    page = driver.page
    started = _load(driver, fragment)
    page.locator("#question").fill(question)
    page.locator("#question").press("Enter")
    turn = page.locator("article.turn").filter(has=page.get_by_role("heading", name=question, exact=True))
    turn.locator(".summary").wait_for()
    return time.perf_counter() - started


def _until_usable(driver: Driver) -> float:
    started = _load(driver, "")
    driver.page.locator("#address").fill("owner/name")
    return time.perf_counter() - started


def _load(driver: Driver, fragment: str) -> float:
    """Load the page anew; the time at which that began."""
    driver.page.goto("about:blank")
    started = time.perf_counter()
    driver.page.goto(driver.base + fragment, wait_until="commit")
    return started
