"""From Enter in the address field to the first useful answer, asked again until it comes."""

from __future__ import annotations

import time

from playwright.sync_api import Page

from benchmarks.bench import WHOLE, Bench
from benchmarks.corpus import QUESTIONS
from benchmarks.native import NativeEngine
from benchmarks.table import Row

QUESTION, FILE = next(iter(QUESTIONS.items()))


def measure(bench: Bench) -> list[Row]:
    with bench.visit() as driver:
        browser = _through_the_page(driver.page, bench)
    with NativeEngine() as native:
        native_seconds = _through_the_engine(native, bench)
    note = f"useful: it shows {FILE}; indexing goes on meanwhile"
    return [Row("first answer", "s from Enter", browser, native_seconds, note=note)]


def _through_the_page(page: Page, bench: Bench) -> float:
    page.evaluate("for (const fold of document.querySelectorAll('form details')) fold.open = true")
    for field, value in bench.github.endpoints.items():
        page.locator(f"#{field}").fill(value)
    page.locator("#address").fill(WHOLE)
    started = time.perf_counter()
    page.locator("#address").press("Enter")
    turn = 0
    while True:
        page.locator("#question").fill(QUESTION)
        page.locator("#question").press("Enter")
        answer = page.locator(f"#turn-{turn}")
        answer.locator(".summary").wait_for()
        if answer.locator(f'.card [data-path="{FILE}"]').count():
            return time.perf_counter() - started
        turn += 1


def _through_the_engine(engine: NativeEngine, bench: Bench) -> float:
    started = time.perf_counter()
    repository = engine.index(WHOLE, **bench.github.endpoints)
    while True:
        answer = engine.call("ask", repository=repository, question=QUESTION)
        if any(place["path"] == FILE for place in answer["places"]):
            return time.perf_counter() - started
