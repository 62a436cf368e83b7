"""Questions to a repository that is partly embedded: milliseconds by stage."""

from __future__ import annotations

from benchmarks.bench import Bench
from benchmarks.corpus import QUESTIONS
from benchmarks.run import Client, Run
from benchmarks.table import Row

# Places among which an answer's file counts as found.
FIRST = 5
ALL = "all of it"


def measure(bench: Bench) -> list[Row]:
    browser, native = _answers(bench.browser_run), _answers(bench.native_run)
    rows = [
        Row("ask", f"ms, {stage}: median / p95", _times(browser, stage), _times(native, stage), tail=True)
        for stage in [*browser[0]["timings_ms"], ALL]
    ]
    note = "both sides have to agree; how good the ranking is, is not measured here"
    found = f"of {len(QUESTIONS)}: a file that answers is in the first {FIRST}"
    return [*rows, Row("ask", found, _found(browser), _found(native), note=note)]


def _answers(run: Run[Client]) -> list[dict]:
    def ask(question: str) -> dict:
        return run.engine.call("ask", repository=run.repository, question=question)

    # The first question meets cold caches and compilers; a session has it once.
    ask(next(iter(QUESTIONS)))
    return [ask(question) for question in QUESTIONS]


def _times(answers: list[dict], stage: str) -> list[float]:
    timings = [answer["timings_ms"] for answer in answers]
    return [sum(ms.values()) if stage == ALL else ms.get(stage, 0.0) for ms in timings]


def _found(answers: list[dict]) -> int:
    return sum(
        any(place["path"] == QUESTIONS[answer["question"]] for place in answer["ranked"][:FIRST])
        for answer in answers
    )
