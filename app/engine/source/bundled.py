"""The sample repository that ships with the site, so a first answer needs neither token nor network.

``sample.json`` is made by the build: {owner, name, commit, files: [{path, sha, text}]}.
It offers what GitHub does: `resolve` and `contents`.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence

from app.engine.source.snapshot import Entry, Snapshot
from app.host.base import Network
from app.shared.errors import OfflineError

ADDRESS = "sample"


class Bundled:
    """The sample, read from the site itself."""

    def __init__(self, network: Network, site: str) -> None:
        self._network = network
        self._url = f"{site}sample.json"
        self._texts: dict[str, bytes] = {}

    async def resolve(self) -> Snapshot:
        """The sample's one snapshot. Raises OfflineError where the site does not serve it."""
        response = await self._network.request("GET", self._url)
        if response.status != 200:
            raise OfflineError(
                "no-sample", "The sample did not load.", "Reload the page while you are online."
            )
        sample = json.loads(response.body)
        self._texts = {file["path"]: file["text"].encode() for file in sample["files"]}
        entries = [
            Entry(path=file["path"], sha=file["sha"], size=len(self._texts[file["path"]]))
            for file in sample["files"]
        ]
        return Snapshot(
            host="sample",
            owner=sample["owner"],
            name=sample["name"],
            ref="main",
            commit=sample["commit"],
            entries=entries,
        )

    async def contents(
        self, entries: Sequence[Entry], cancelled: Callable[[], bool] = lambda: False
    ) -> AsyncIterator[tuple[Entry, bytes | Exception]]:
        """The bytes of each entry."""
        for entry in entries:
            if cancelled():
                return
            yield entry, self._texts[entry.path]
