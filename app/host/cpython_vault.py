"""A vault in memory: it ends with the process, so nothing of it needs to be encrypted."""

from __future__ import annotations

from app.host.base import Vault


class MemoryVault(Vault):
    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    async def keep(self, name: str, text: str) -> None:
        self._kept[name] = text

    async def read(self, name: str) -> str | None:
        return self._kept.get(name)

    async def forget(self, name: str) -> None:
        self._kept.pop(name, None)

    async def names(self) -> list[str]:
        return sorted(self._kept)
