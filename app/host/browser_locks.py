"""Names that one tab can have at a time, as Web Locks: the browser gives back those of a tab that ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyodide.code import run_js

# Locks are the whole origin's.
_PREFIX = "understory "

# The lock is held until its promise resolves, which what this gives does; undefined is Python's None.
_request: Any = run_js("""(name) => new Promise((granted, failed) => {
  const hold = (lock) => lock ? new Promise(granted) : granted(undefined);
  navigator.locks.request(name, { ifAvailable: true }, hold).catch(failed);
})""")
_held: Any = run_js("""async () => (await navigator.locks.query()).held.map(({ name }) => name)""")


async def claim(name: str) -> Callable[[], None] | None:
    """See `Host.claim`."""
    release = await _request(_PREFIX + name)
    return None if release is None else lambda: release(None)


async def claimed() -> set[str]:
    """See `Host.claimed`."""
    names: list[str] = (await _held()).to_py()
    return {name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX)}
