"""Drives the built site in a real browser: what `ask`, the benchmarks and the browser tests share."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

# Seconds until the engine of a cold page answers: Pyodide starts in 2-3 s on an idle machine.
ENGINE_PATIENCE = 120.0

_READY = """() => document.querySelector('script[type="py"][worker]')
  ?.xworker?.sync?.call !== undefined"""

_CALL = """async ([method, payload]) => {
  const script = document.querySelector('script[type="py"][worker]');
  const engine = await script.xworker.ready;
  return await script.xworker.sync.call(method, payload);
}"""

# A service worker is active once it has kept all that it keeps ahead.
_KEPT = "() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"


class EngineError(Exception):
    """An error record that the engine answered with: its sentences, and the engine's stack as a note."""

    def __init__(self, record: dict[str, Any]) -> None:
        super().__init__(f"{record['message']} {record['hint']}".strip())
        self.add_note(record["stack"])
        self.record = record


class EngineClient(ABC):
    """An engine by the methods of app/shared/protocol.py, wherever it runs."""

    def __init__(self) -> None:
        self._since = 0

    @abstractmethod
    def call(self, method: str, **payload: Any) -> Any:
        """One method of the protocol. Raises EngineError."""

    def index(self, address: str, **options: Any) -> str:
        """Start a repository's job; its id."""
        self._since = self.call("events", since=-1)["next"] if self._since == 0 else self._since
        return self.call("index", address=address, **options)["job"]

    def wait(
        self,
        repository: str,
        patience: float = 3600.0,
        on_event: Callable[[dict[str, Any]], None] = lambda event: None,
    ) -> float:
        """Wait for a job's end; its seconds. Raises EngineError where it failed."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            told = self.call("events", since=self._since)
            self._since = told["next"]
            for event in told["events"]:
                if event["repository"] != repository:
                    continue
                on_event(event)
                if event["kind"] == "failed":
                    raise EngineError(event["error"])
                if event["kind"] == "finished":
                    return event["seconds"]
        raise TimeoutError(f"{repository} was not indexed within {patience:.0f} s")


class Driver(EngineClient):
    """Calls the engine of an open page, beside the person's own interface."""

    def __init__(self, page: Page, base: str) -> None:
        super().__init__()
        self.page = page
        self.base = base

    def open(self, patience: float = ENGINE_PATIENCE) -> dict[str, Any]:
        """Load the site and wait for its engine; the shelf as HELLO tells it."""
        self.page.goto(self.base)
        self.page.wait_for_function(
            _READY,
            timeout=patience * 1000,
        )
        return self.call("hello", base=self.base)

    def call(self, method: str, **payload: Any) -> Any:
        answer = json.loads(self.page.evaluate(_CALL, [method, json.dumps(payload)]))
        if "error" in answer:
            raise EngineError(answer["error"])
        return answer["result"]

    def wait_until_kept(self, patience: float = ENGINE_PATIENCE) -> None:
        """Wait until the service worker holds the site, so that the page needs no network."""
        self.page.wait_for_function(_KEPT, timeout=patience * 1000)
