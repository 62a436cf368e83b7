"""One repository's way through an engine, as far as the benchmarks follow it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.shared import protocol
from tests.github.server import GitHubServer
from tools.drive import EngineClient, EngineError

Client = TypeVar("Client", bound=EngineClient)


@dataclass
class Run(Generic[Client]):
    """`rate` is in chunks a second after the first batch, which also loads the model; `report` is REPORT's,
    with the seconds of the stages in `timings`."""

    engine: Client
    repository: str
    rate: float
    report: dict[str, Any]

    @property
    def timings(self) -> dict[str, float]:
        return self.report["timings"]


def index(
    engine: Client, address: str, github: GitHubServer, token: str = "", chunks: int = 0
) -> Run[Client]:
    """Take a repository in, until so many chunks are embedded."""
    repository = engine.index(address, token=token, **github.endpoints)
    # (time, chunks embedded by then)
    marks: list[tuple[float, int]] = []
    cancelled = False

    def watch(event: dict[str, Any]) -> None:
        nonlocal cancelled
        if event["kind"] != protocol.PROGRESS or event["stage"] != "embed":
            return
        if event["done"]:
            marks.append((time.perf_counter(), event["done"]))
        if event["done"] >= chunks and not cancelled:
            cancelled = True
            engine.call(protocol.CANCEL, repository=repository)

    try:
        engine.wait(repository, on_event=watch)
    except EngineError as error:
        if error.record["type"] != "CancelledError":
            raise
    report = engine.call(protocol.REPORT, repository=repository)
    return Run(engine, repository, _rate(marks), report)


def _rate(marks: list[tuple[float, int]]) -> float:
    if len(marks) < 2:
        return 0.0
    (begin, before), (end, after) = marks[0], marks[-1]
    return (after - before) / (end - begin)
