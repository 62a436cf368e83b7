"""The browser's own language model. A page alone can ask it: static/built-in.js does, for this tab."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing

from app.host.browser_answers import answer
from app.host.browser_told import ToldPage
from app.host.device_models import (
    AVAILABLE,
    DOWNLOADABLE,
    DOWNLOADING,
    LENGTH,
    UNAVAILABLE,
    BuiltIn,
    Written,
)

_REASONS = {
    UNAVAILABLE: "This browser has no model of its own, or none that runs on this device.",
    DOWNLOADABLE: "The browser has to fetch its model first.",
    DOWNLOADING: "The browser is fetching its model.",
    AVAILABLE: "",
}
# A page that does not answer by then, in seconds, is none that knows this.
PATIENCE = 10


class BrowserBuiltIn:
    """`tab` is the name under which this tab's page answers."""

    def __init__(self, base: str, tab: str) -> None:
        self._page = ToldPage(base, f"understory model {tab}")

    async def standing(self) -> BuiltIn:
        """Whether it can be asked. A session is made and left for it, which is how it tells its context."""
        try:
            found = await asyncio.wait_for(self._page.call("standing"), PATIENCE)
        except TimeoutError:
            return BuiltIn(UNAVAILABLE, "The page does not answer for its browser.")
        return BuiltIn(found["state"], _REASONS[found["state"]], int(found["context"]))

    async def write(self, messages: Sequence[Mapping[str, str]], limit: int) -> AsyncGenerator[Written]:
        """The model has no limit of its own: it is stopped after so many parts, each a token or more."""
        parts = 0
        async with aclosing(answer(self._page, messages, limit)) as writing:
            async for written in writing:
                yield written
                parts += 1
                if parts == limit and not written.finish:
                    yield Written("", LENGTH)
                    return
