"""Counts, rate and remaining time of one stage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# Milliseconds between two reports of a stage: often enough to feel alive, seldom enough to cost nothing.
INTERVAL = 200.0
# Weight of the newest interval in the smoothed rate.
SMOOTHING = 0.3


class Meter:
    """Counts what is done and reports it: {stage, done, total, bytes, rate, remaining}.

    `rate` is per second, smoothed over recent intervals; `remaining` is seconds, -1 while unknown.
    `done` is what was there before, and counts for no rate.
    """

    def __init__(
        self, stage: str, total: int, now: Callable[[], float], report: Callable[..., None], done: int = 0
    ) -> None:
        self.stage = stage
        self.total = total
        self.done = done
        self.bytes = 0
        self._now = now
        self._report = report
        self._started = self._reported = now()
        self._before = done
        self._rate = 0.0
        self.report()

    def add(self, count: int = 1, size: int = 0) -> None:
        """Count `count` more done, `size` bytes more."""
        self.done += count
        self.bytes += size
        if self._now() - self._reported >= INTERVAL or self.done >= self.total:
            self.report()

    def report(self) -> None:
        """Send what stands now."""
        now = self._now()
        passed = (now - self._reported) / 1000
        if passed > 0 and self.done > self._before:
            fresh = (self.done - self._before) / passed
            self._rate = fresh if not self._rate else SMOOTHING * fresh + (1 - SMOOTHING) * self._rate
        self._reported, self._before = now, self.done
        left = self.total - self.done
        fields: dict[str, Any] = {
            "stage": self.stage,
            "done": self.done,
            "total": self.total,
            "bytes": self.bytes,
            "rate": round(self._rate, 1),
            "remaining": 0 if left <= 0 else round(left / self._rate, 1) if self._rate else -1,
        }
        self._report(**fields)

    @property
    def seconds(self) -> float:
        """Seconds since the stage began."""
        return (self._now() - self._started) / 1000
