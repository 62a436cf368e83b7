"""The bytes of many files: GraphQL batches with a token, raw files without, REST where those fail.

Every blob's sha1 is checked against the tree's, so what arrives is what git holds,
whichever way it came.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeAlias
from urllib.parse import quote

from app.engine.source import failures
from app.engine.source.api import RAW, Api
from app.engine.source.snapshot import Entry, Snapshot
from app.engine.source.text import blob_sha
from app.shared.errors import AccessError, CancelledError, OfflineError, UserError

Content: TypeAlias = "bytes | UserError"
Result: TypeAlias = "tuple[Entry, Content]"
Fetch: TypeAlias = "Callable[[Entry], Awaitable[bytes]]"

# Sveltia CMS asks for 250 blobs a query; fewer keep an answer small and its loss cheap.
BATCH_FILES = 100
BATCH_BYTES = 2_000_000
# GraphQL cuts a text at 512,000 bytes, so larger blobs go by REST from the start.
GRAPHQL_LIMIT = 512_000
# raw.githubusercontent.com has a limiter of its own.
AT_ONCE = 8
# GraphQL queries or REST blobs under way: GitHub's guide asks for few.
QUERIES_AT_ONCE = 2


class Contents:
    """Fetches from one snapshot. `raw` is "" where the host has no raw file server."""

    def __init__(self, api: Api, raw: str, snapshot: Snapshot) -> None:
        self._api = api
        self._raw = raw
        self._snapshot = snapshot
        self._repo = f"{quote(snapshot.owner)}/{quote(snapshot.name)}"

    def stream(self, entries: Sequence[Entry]) -> AsyncIterator[Result]:
        """(entry, bytes or the error of this one file), as they come."""
        if self._api.token:
            return self._by_graphql(entries)
        one = self._raw_file if self._raw and not self._snapshot.private else self._blob
        return self._each(entries, one, AT_ONCE)

    async def _each(self, entries: Sequence[Entry], one: Fetch, at_once: int) -> AsyncIterator[Result]:
        """Each entry by a request of its own, `at_once` under way."""
        waiting = deque(entries)
        running: set[asyncio.Task[Result]] = set()
        try:
            while waiting or running:
                while waiting and len(running) < at_once:
                    running.add(asyncio.ensure_future(self._guarded(waiting.popleft(), one)))
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    yield task.result()
        finally:
            for task in running:
                task.cancel()

    async def _guarded(self, entry: Entry, one: Fetch) -> Result:
        """A file's failure is its own; what no file could survive is raised."""
        try:
            return entry, await one(entry)
        except (OfflineError, CancelledError, AccessError):
            raise
        except UserError as error:
            return entry, error

    async def _raw_file(self, entry: Entry) -> bytes:
        """From the raw server, which takes no token; by REST where that fails or differs."""
        url = f"{self._raw}/{self._repo}/{self._snapshot.commit}/{quote(entry.path)}"
        response = await self._api.request("GET", url, {})
        if response.status == 200 and blob_sha(response.body) == entry.sha:
            return response.body
        return await self._blob(entry)

    async def _blob(self, entry: Entry) -> bytes:
        """By REST, in the raw media type. Raises UserError where the bytes are not the blob's."""
        response = await self._api.rest(f"/repos/{self._repo}/git/blobs/{entry.sha}", RAW)
        if response.status in (404, 422):
            raise UserError("no-blob", f"GitHub did not have {entry.path} at this commit.")
        if response.status != 200:
            raise failures.from_response(response, f"{self._snapshot.owner}/{self._snapshot.name}", True)
        if blob_sha(response.body) != entry.sha:
            raise UserError("damaged", f"{entry.path} arrived damaged.")
        return response.body

    async def _by_graphql(self, entries: Sequence[Entry]) -> AsyncIterator[Result]:
        """Batches of texts; what comes cut, binary or not at all is asked for one by one by REST."""
        small = [entry for entry in entries if entry.size <= GRAPHQL_LIMIT]
        single = [entry for entry in entries if entry.size > GRAPHQL_LIMIT]
        batches = deque(_batches(small))
        running: set[asyncio.Task[tuple[list[Result], list[Entry], list[Entry]]]] = set()
        try:
            while batches or running:
                while batches and len(running) < QUERIES_AT_ONCE:
                    running.add(asyncio.ensure_future(self._query(batches.popleft())))
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    results, again, by_rest = task.result()
                    single += by_rest
                    if len(again) > 1:
                        middle = len(again) // 2
                        batches.extend([again[:middle], again[middle:]])
                    else:
                        single += again
                    for result in results:
                        yield result
        finally:
            for task in running:
                task.cancel()
        async for result in self._each(single, self._blob, QUERIES_AT_ONCE):
            yield result

    async def _query(self, batch: list[Entry]) -> tuple[list[Result], list[Entry], list[Entry]]:
        """One query: (had, to ask again in smaller batches, to ask by REST)."""
        fields = " ".join(
            f'b{i}: object(oid: "{entry.sha}") {{ ... on Blob {{ oid byteSize isBinary isTruncated text }} }}'
            for i, entry in enumerate(batch)
        )
        answer = await self._api.query(
            f"query ($owner: String!, $name: String!) "
            f"{{ repository(owner: $owner, name: $name) {{ {fields} }} }}",
            {"owner": self._snapshot.owner, "name": self._snapshot.name},
        )
        blobs = (answer.get("data") or {}).get("repository") or {}
        broken = {path[1] for error in answer.get("errors") or [] if len(path := error.get("path") or []) > 1}
        had: list[Result] = []
        again: list[Entry] = []
        by_rest: list[Entry] = []
        for i, entry in enumerate(batch):
            blob = blobs.get(f"b{i}")
            if not blob:
                # A query that brought nothing at all would only fail again by halves: REST knows why.
                (again if blobs or f"b{i}" in broken or answer.get("errors") else by_rest).append(entry)
                continue
            text = None if blob["isBinary"] or blob["isTruncated"] else blob["text"]
            data = text.encode("utf-8", "surrogatepass") if text is not None else b""
            # GraphQL drops a byte order mark and repairs broken UTF-8; the sha tells.
            if text is not None and blob_sha(data) == entry.sha:
                had.append((entry, data))
            else:
                by_rest.append(entry)
        return had, again, by_rest


def _batches(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Consecutive entries, at most BATCH_FILES and BATCH_BYTES a batch, each blob once a query."""
    batches: list[list[Entry]] = []
    size = 0
    for entry in entries:
        if not batches or len(batches[-1]) == BATCH_FILES or size + entry.size > BATCH_BYTES:
            batches.append([])
            size = 0
        batches[-1].append(entry)
        size += entry.size
    return batches
