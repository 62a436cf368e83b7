"""The memory of a browser: all its processes together, sampled while something runs."""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType


def process_tree(root: int) -> list[int]:
    """A process and its descendants, from /proc."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                # The command may hold spaces and parentheses; the fields follow its last one.
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                parents[int(entry.name)] = int(fields[1])
            except OSError:
                continue  # it ended while we looked
    tree, fresh = [root], [root]
    while fresh:
        fresh = [pid for pid, parent in parents.items() if parent in fresh]
        tree += fresh
    return tree


def proportional_bytes(pid: int) -> int:
    """A process's share of memory (PSS: shared pages split among those who share them)."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


class MemoryWatch:
    """Samples a process tree in the background; `peak` and `last` are bytes, 0 where /proc is missing."""

    def __init__(self, pid: int, interval: float = 0.5) -> None:
        self.peak = self.last = 0
        self._pid = pid
        self._interval = interval
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> MemoryWatch:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(self._interval):
            self.last = sum(proportional_bytes(pid) for pid in process_tree(self._pid))
            self.peak = max(self.peak, self.last)
