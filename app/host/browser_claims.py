"""Claims as the browser's own locks, which it takes from a tab that closes or crashes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import js
from pyodide.code import run_js

from app.host.base import Claims

# Locks belong to the whole origin, as the database does.
PREFIX = "understory "

# A lock is held until the promise settles that its callback returned; undefined is Python's None.
_take: Any = run_js("""(name) => new Promise((resolve, reject) => {
  const hold = (lock) => (lock ? new Promise((release) => resolve(release)) : resolve());
  navigator.locks.request(name, { ifAvailable: true }, hold).catch(reject);
})""")
# Granted as soon as nobody holds the lock for itself, and given back at once.
_pass: Any = run_js("""(name) => navigator.locks.request(name, { mode: "shared" }, () => {})""")


class BrowserClaims(Claims):
    """Where a page is not secure (plain http to another machine) there are no locks: a tab is alone then."""

    def __init__(self) -> None:
        self._alone = not hasattr(js.navigator, "locks")

    async def take(self, name: str) -> Callable[[], None] | None:
        return (lambda: None) if self._alone else await _take(PREFIX + name)

    async def held(self) -> set[str]:
        if self._alone:
            return set()
        names = [lock.name for lock in (await js.navigator.locks.query()).held]
        return {name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)}

    async def given_back(self, name: str) -> None:
        if not self._alone:
            await _pass(PREFIX + name)
