"""What the tests of fetching share: a repository of awkward files, and the source over the stand-in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from app.engine.source.address import parse_address
from app.engine.source.contents import Content
from app.engine.source.github import GitHub
from app.engine.source.snapshot import Snapshot
from app.host.base import Network
from app.host.cpython_network import CPythonNetwork
from tests.github.server import GitHubServer

TOKEN = "github_pat_test"
FILES = {
    "README.md": b"# Hello\n",
    "src/a.py": b"def a():\n    return 1\n",
    "src/deep/b.py": b"def b():\r\n    return 2\r\n",
    "src/deep/copy.py": b"def a():\n    return 1\n",
    "bom.py": b"\xef\xbb\xbfx = 1\n",
    "latin1.txt": "Gr\u00fc\u00dfe".encode("latin-1"),
    "utf16.txt": "wide".encode("utf-16"),
    "surrogate.txt": b"half \xed\xa0\x80 a pair\n",
    "binary.dat": b"\0\1\2",
    "empty.txt": b"",
    "long.txt": b"0123456789abcde\n" * 40_000,
    "name with space & ü#?.txt": b"odd\n",
}
# GraphQL carries all but those byte by byte: BOM, foreign, broken, binary and long ones go by REST.
BY_REST = {"bom.py", "latin1.txt", "utf16.txt", "surrogate.txt", "binary.dat", "long.txt"}


class Clock:
    """A clock that sleeping moves."""

    def __init__(self, time: float = 0.0) -> None:
        self.time = time
        self.naps: list[float] = []
        # (reason, until) of each wait that was told.
        self.waits: list[tuple[str, float]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        await asyncio.sleep(0)
        self.time += seconds


def source(
    server: GitHubServer, token: str = "", clock: Clock | None = None, network: Network | None = None
) -> GitHub:
    """The product's source, its three bases the stand-in's."""
    clock = clock or Clock()
    return GitHub(
        network or CPythonNetwork(),
        sleep=clock.sleep,
        now=clock.now,
        token=token,
        **server.endpoints,
        on_wait=lambda reason, until: clock.waits.append((reason, until)),
    )


def resolve(github: GitHub, address: str = "o/r") -> Snapshot:
    return asyncio.run(github.resolve(parse_address(address)))


def take(
    github: GitHub, address: str = "o/r", cancelled: Callable[[], bool] = lambda: False
) -> tuple[Snapshot, dict[str, Content]]:
    """(snapshot, contents by path) of an address."""

    async def taken() -> tuple[Snapshot, dict[str, Content]]:
        snapshot = await github.resolve(parse_address(address))
        contents = github.contents(snapshot.entries, cancelled)
        return snapshot, {entry.path: content async for entry, content in contents}

    return asyncio.run(taken())
