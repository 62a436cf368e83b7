"""A device's models on CPython, which do what a test wrote down; the real ones need a browser."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

from app.host.device_models import BuiltIn, Fetching, KeptModel, NoModels, Written


class ScriptedModels(NoModels):
    """`says` are the parts of each answer, `comes` the steps of each download, an exception among them ends
    it. `asked` are the arguments of each answer, `closed` counts those that were closed early."""

    def __init__(
        self,
        files: Sequence[KeptModel] = (),
        says: Sequence[Written] = (),
        comes: Sequence[Fetching | Exception] = (),
        own: BuiltIn | None = None,
    ) -> None:
        self.files = list(files)
        self.says = says
        self.comes = comes
        self.own = own
        self.asked: list[tuple[str, list[dict[str, str]], int, int]] = []
        self.fetched: list[tuple[str, str]] = []
        self.stopped: list[str] = []
        self.closed = 0

    async def kept(self) -> list[KeptModel]:
        return self.files

    async def size(self, address: str) -> int:
        return 5

    async def fetch(self, address: str, name: str) -> str:
        self.fetched.append((address, name))
        return name

    async def progress(self, address: str) -> AsyncIterator[Fetching]:
        for step in self.comes:
            if isinstance(step, Exception):
                raise step
            yield step

    async def stop(self, address: str) -> None:
        self.stopped.append(address)

    async def forget(self, name: str) -> int:
        [size] = [file.bytes for file in self.files if file.name == name]
        self.files = [file for file in self.files if file.name != name]
        return size

    async def built_in(self) -> BuiltIn:
        return self.own or await super().built_in()

    async def write(
        self, name: str, messages: Sequence[Mapping[str, str]], limit: int, context: int
    ) -> AsyncGenerator[Written]:
        self.asked.append((name, [dict(message) for message in messages], limit, context))
        try:
            for written in self.says:
                yield written
        except GeneratorExit:
            self.closed += 1
            raise
