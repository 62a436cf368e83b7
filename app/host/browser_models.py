"""Models in a browser: their files, and answers by those in the tab or by the browser's own."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

from app.host.browser_answers import BrowserAnswers
from app.host.browser_built_in import BrowserBuiltIn
from app.host.browser_network import BrowserNetwork
from app.host.browser_told import ToldWorker
from app.host.device_models import BuiltIn, DeviceModels, Fetching, KeptModel, Written

REASON = "the file of a model, which you asked for"


class BrowserModels(DeviceModels):
    """`network` is told what the worker fetches: gigabytes go past Python, straight to the disk."""

    def __init__(self, base: str, network: BrowserNetwork, built_in: BrowserBuiltIn) -> None:
        self._files = ToldWorker(base, "models")
        self._answers = BrowserAnswers(base)
        self._network = network
        self._built_in = built_in

    async def kept(self) -> list[KeptModel]:
        return [
            KeptModel(
                row["name"],
                row["bytes"],
                row["total"],
                row["source"],
                row["whole"],
                row.get("context", 0),
                row.get("template", False),
            )
            for row in await self._files.call("list")
        ]

    async def size(self, address: str) -> int:
        found = await self._files.call("look", address)
        self._network.note(found["host"], REASON, 1, 0)
        return int(found["bytes"])

    async def fetch(self, address: str, name: str) -> str:
        return str(await self._files.call("fetch", address, name))

    async def progress(self, address: str) -> AsyncIterator[Fetching]:
        counted: dict[str, int] = {}
        while True:
            row = await self._files.call("next", address)
            for origin, size in row["hosts"].items():
                self._network.note(origin, REASON, origin not in counted, size - counted.get(origin, 0))
                counted[origin] = size
            yield Fetching(row["done"], row["total"])
            if row["finished"]:
                return

    async def stop(self, address: str) -> None:
        await self._files.call("stop", address)

    async def forget(self, name: str) -> int:
        await self._answers.let_go(name)
        return int(await self._files.call("forget", name))

    async def built_in(self) -> BuiltIn:
        return await self._built_in.standing()

    def write(
        self, name: str, messages: Sequence[Mapping[str, str]], limit: int, context: int
    ) -> AsyncGenerator[Written]:
        if not name:
            return self._built_in.write(messages, limit)
        return self._answers.write(name, messages, limit, context)
