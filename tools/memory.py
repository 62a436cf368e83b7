"""The memory of a browser: all its processes together, sampled while something runs.

Counted is PSS, the proportional set size: a page that n processes share counts one n-th in each, so
the sum is what the machine gives. RSS would count the pages of Chromium's own program, which every
one of its processes maps, once a process.
"""

from __future__ import annotations

import threading
from pathlib import Path
from types import TracebackType


def tree_bytes(root: int) -> int:
    """PSS of a process and its descendants; 0 where /proc does not tell."""
    return sum(map(_proportional_bytes, _process_tree(root)))


class MemoryWatch:
    """Samples a process tree while its ``with`` block runs.

    `before` is what the tree had at the beginning, `peak` the most it had since, in bytes, 0 where
    /proc is missing.
    """

    def __init__(self, pid: int, interval: float = 0.5) -> None:
        self.before = self.peak = 0
        self._pid = pid
        self._interval = interval
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> MemoryWatch:
        self.before = self.peak = tree_bytes(self._pid)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def grown(self) -> int:
        """The peak over the beginning."""
        return self.peak - self.before

    def _run(self) -> None:
        while not self._stop.wait(self._interval):
            self.peak = max(self.peak, tree_bytes(self._pid))


def _process_tree(root: int) -> list[int]:
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


def _proportional_bytes(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
