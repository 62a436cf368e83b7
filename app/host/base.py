"""What the engine needs from the machine it runs on, as abstract classes.

`browser.py` implements them over JavaScript workers, `cpython.py` over native
libraries, so every stage runs and is tested in both. Nothing else in the
engine imports `js` or `pyodide`.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from app.engine.parse.captures import Parsed
from app.host.device_models import DeviceModels
from app.shared.errors import OfflineError

Record = dict[str, Any]
# A key of an object store: a string or a list of strings.
Key = Any


@dataclass(slots=True)
class Response:
    """An HTTP answer; header names are lower case. `body` is the raw bytes, decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Stream(ABC):
    """An HTTP answer whose body is still coming; header names are lower case."""

    status: int
    headers: Mapping[str, str]

    @abstractmethod
    def __aiter__(self) -> AsyncIterator[bytes]:
        """The body's bytes as they come, decompressed. Raises OfflineError, code ``stream-cut``, where the
        connection breaks off; ends quietly once closed."""

    @abstractmethod
    def close(self) -> None:
        """End the connection, be the body read or not: the host is told that nobody listens."""


def redirected(url: str) -> OfflineError:
    """What `Network.stream` raises instead of following."""
    return OfflineError(
        "redirected",
        f"{urlsplit(url).netloc} sends the request on to another address, which was not followed.",
        "Give the address that it leads to; perhaps https in place of http.",
    )


def cut(url: str) -> OfflineError:
    """What a `Stream` raises that ends before its end."""
    return OfflineError(
        "stream-cut", f"{urlsplit(url).netloc} broke off in the middle of its answer.", "Try again."
    )


class Network(ABC):
    """The one door to the outside. It refuses hosts that were not allowed, and counts what it asked."""

    @abstractmethod
    def allow(self, origin: str, reason: str) -> None:
        """Admit an origin (``https://api.github.com``) with the reason the hosts panel shows."""

    @abstractmethod
    async def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Response:
        """One request, any status. Raises OfflineError when no answer came, CancelledError when stopped."""

    @abstractmethod
    async def stream(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Stream:
        """One request, any status, whose body is read as it comes; whoever asks closes it.

        Raises as `request`, and OfflineError, code ``redirected``, for a redirect: none is followed, since
        the headers may hold a key. A task that is cancelled while it waits ends the request.
        """

    @abstractmethod
    def contacted(self) -> list[Record]:
        """Every origin asked so far: {origin, reason, requests, bytes}."""


class Parser(ABC):
    @abstractmethod
    async def parse(self, jobs: Sequence[tuple[str, str]]) -> list[Parsed]:
        """Parse (language, text) pairs; one result each, in order. Never raises for a file's content."""

    def release(self) -> None:
        """Give back the memory that parsing took, as far as nothing is being parsed."""
        return


@dataclass(slots=True)
class EmbedReport:
    """What became of one batch: hashes whose vectors are stored, and (hash, reason) that failed."""

    done: list[str] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)


class Embedder(ABC):
    """Vectors go from here straight to the store; Python only holds their hashes."""

    @abstractmethod
    async def prepare(self, samples: Sequence[str]) -> Record:
        """Choose and load a backend: {model, backend, dtype, dimension, threads, rates}. Idempotent."""

    @abstractmethod
    async def embed(self, space: str, rows: Sequence[tuple[str, str]]) -> EmbedReport:
        """Embed (hash, text) pairs into a vector space of the store; returns when they are durable."""

    @abstractmethod
    async def query(self, text: str) -> Any:
        """The question's vector, opaque to the engine: it is only handed to `Store.scan`."""

    @abstractmethod
    async def stats(self) -> Record:
        """{chunks, failed, backend, dtype, ...}: what it has embedded so far, and how."""


class Store(ABC):
    """Object stores of the database ``understory``; see app/engine/store/records.py for their records."""

    @abstractmethod
    async def open(self) -> Record:
        """Open or migrate: {version}. Raises StorageError in words for blocked, newer or unreadable data."""

    @abstractmethod
    async def get(self, store: str, key: Key) -> Record | None: ...

    @abstractmethod
    async def get_all(self, store: str, prefix: Key | None = None) -> list[Record]:
        """All records in key order, or those whose list key begins with `prefix` (a list); of whatever
        format, as `get`."""

    @abstractmethod
    async def write(self, operations: Sequence[Record]) -> None:
        """One transaction, all or nothing: {op: put, store, record}, {op: delete, store, key},
        {op: delete_prefix, store, key}. Raises StorageError(code="quota") on a full disk,
        StorageError(code="unknown-format") for a record of another format than this version's."""

    @abstractmethod
    async def put_texts(self, texts: Mapping[str, str]) -> None:
        """Keep texts by blob sha, compressed."""

    @abstractmethod
    async def get_texts(self, shas: Sequence[str]) -> dict[str, str]:
        """Those of the texts that are kept."""

    @abstractmethod
    async def put_bytes(self, store: str, key: str, data: bytes) -> None: ...

    @abstractmethod
    async def get_bytes(self, store: str, key: str) -> bytes | None: ...

    @abstractmethod
    async def vectors(self, space: str) -> list[str]:
        """The hashes whose vectors are kept in a space."""

    @abstractmethod
    async def activate(self, space: str, hashes: Sequence[str]) -> None:
        """The hashes a scan may return from now on; others stay stored and are left out."""

    @abstractmethod
    async def scan(self, space: str, vector: Any, k: int) -> list[tuple[str, float]]:
        """The k best active (hash, cosine), best first, by a cursor over packed blocks."""

    @abstractmethod
    async def drop_space(self, space: str) -> None: ...

    @abstractmethod
    async def estimate(self) -> Record:
        """{usage, database, quota, persisted} in bytes: `usage` counts the site's own files too where
        the browser keeps them, `quota` is 0 where it does not say."""


class Vault(ABC):
    """Secrets that outlive the session, such as keys: encrypted wherever they lie on a disk."""

    @abstractmethod
    async def keep(self, name: str, text: str) -> None:
        """Keep a secret in place of an earlier one. Raises StorageError, code ``no-vault``, where the
        machine cannot encrypt."""

    @abstractmethod
    async def read(self, name: str) -> str | None:
        """A secret, or None where none is kept that can still be read."""

    @abstractmethod
    async def forget(self, name: str) -> None:
        """Delete a secret, if it is there."""

    @abstractmethod
    async def names(self) -> list[str]:
        """Under which names something is kept, sorted."""


class Claims(ABC):
    """Which tab works on what. A name has one holder among all tabs, and loses it with its tab."""

    @abstractmethod
    async def take(self, name: str) -> Callable[[], None] | None:
        """Claim a name: what gives it back, or None where it is held already."""

    @abstractmethod
    async def held(self) -> set[str]:
        """The names that are held, by this tab or another one."""

    @abstractmethod
    async def given_back(self, name: str) -> None:
        """Returns once nobody holds the name."""


class Host(ABC):
    """Everything above, plus the clock."""

    network: Network
    parser: Parser
    embedder: Embedder
    store: Store
    vault: Vault
    models: DeviceModels
    claims: Claims

    def __init__(self) -> None:
        # The loop holds tasks weakly; this keeps them to their end.
        self._tasks: set[asyncio.Future[None]] = set()

    @abstractmethod
    def now(self) -> float:
        """Milliseconds from an arbitrary start, monotonic."""

    async def sleep(self, seconds: float) -> None:
        """Let others work for so long; 0 is one turn."""
        await asyncio.sleep(seconds)

    def spawn(self, work: Awaitable[None], failed: Callable[[Exception], None]) -> None:
        """Run in the background; an exception goes to `failed`, never into the void."""

        async def guarded() -> None:
            try:
                await work
            except Exception as error:
                failed(error)

        task = asyncio.ensure_future(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    @abstractmethod
    def asset(self, name: str) -> bytes:
        """A file that ships with the engine (``vocab.txt``)."""
