"""The bytes of many files: GraphQL batches with a token, raw files without, REST where those fail.

Every blob's sha1 is checked against the tree's, so what arrives is what git holds,
whichever way it came.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import quote

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
# A query that fails as a whole is halved down to so many files, in case it asked for too much.
SMALL_BATCH = 10
# GraphQL cuts a text at 512,000 bytes, so larger blobs go by REST from the start.
GRAPHQL_LIMIT = 512_000
# raw.githubusercontent.com has a limiter of its own.
AT_ONCE = 8
# GraphQL queries or REST blobs under way: GitHub's guide asks for few.
QUERIES_AT_ONCE = 2
# A file's failure is its own, but for these, which no other file would survive either.
FATAL = (OfflineError, CancelledError, AccessError)


@dataclass(slots=True)
class Batch:
    """What came of one query. `failed`: no blob could be asked for at all; `again`: those that an
    error took; `by_rest`: those that GraphQL cannot carry byte by byte, or does not have."""

    entries: list[Entry]
    had: list[Result] = field(default_factory=list)
    again: list[Entry] = field(default_factory=list)
    by_rest: list[Entry] = field(default_factory=list)
    failed: bool = False


class Contents:
    """Fetches from one snapshot. `raw` is "" where the host has no raw file server."""

    def __init__(self, api: Api, raw: str, snapshot: Snapshot) -> None:
        self._api = api
        self._raw = raw
        self._snapshot = snapshot
        self._subject = f"{snapshot.owner}/{snapshot.name}"

    async def stream(self, entries: Sequence[Entry]) -> AsyncIterator[Result]:
        """(entry, bytes or the error of this one file), as they come; equal files are fetched once."""
        equal: dict[str, list[Entry]] = {}
        for entry in entries:
            equal.setdefault(entry.sha, []).append(entry)
        async for first, content in self._fetch([same[0] for same in equal.values()]):
            for entry in equal[first.sha]:
                yield entry, content

    def _fetch(self, entries: Sequence[Entry]) -> AsyncIterator[Result]:
        if self._api.token:
            return self._by_graphql(entries)
        return self._each(entries, self._raw_file if self._raw else self._blob, AT_ONCE)

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
                    entry, content = task.result()
                    if isinstance(content, FATAL):
                        raise content
                    yield entry, content
        finally:
            _cancel(running)

    async def _guarded(self, entry: Entry, one: Fetch) -> Result:
        try:
            return entry, await one(entry)
        except UserError as error:
            return entry, error

    async def _raw_file(self, entry: Entry) -> bytes:
        """From the raw server, which takes no token; by REST where that fails or differs."""
        path = quote(f"{self._subject}/{self._snapshot.commit}/{entry.path}")
        try:
            response = await self._api.request("GET", f"{self._raw}/{path}", {})
        except OfflineError:
            return await self._blob(entry)
        if response.status == 200 and blob_sha(response.body) == entry.sha:
            return response.body
        return await self._blob(entry)

    async def _blob(self, entry: Entry) -> bytes:
        """By REST, in the raw media type. Raises UserError where the bytes are not the blob's."""
        response = await self._api.rest(f"/repos/{quote(self._subject)}/git/blobs/{entry.sha}", RAW)
        if response.status in (404, 422):
            raise UserError("no-blob", "GitHub did not have this file at this commit.")
        if response.status != 200:
            raise self._api.failure(response, self._subject)
        if blob_sha(response.body) != entry.sha:
            raise UserError("damaged", "This file arrived damaged.")
        return response.body

    async def _by_graphql(self, entries: Sequence[Entry]) -> AsyncIterator[Result]:
        """Batches of texts; what comes cut, binary or not at all is asked for one by one by REST."""
        single = [entry for entry in entries if entry.size > GRAPHQL_LIMIT]
        waiting = deque(_batches(entry for entry in entries if entry.size <= GRAPHQL_LIMIT))
        running: set[asyncio.Task[Batch]] = set()
        try:
            while waiting or running:
                while waiting and len(running) < QUERIES_AT_ONCE:
                    running.add(asyncio.ensure_future(self._query(waiting.popleft())))
                done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                self._api.check()
                for task in done:
                    batch = task.result()
                    for result in batch.had:
                        yield result
                    single += batch.by_rest
                    if batch.failed and len(batch.entries) <= SMALL_BATCH:
                        # It was not too much that was asked: this GraphQL has no answers for us.
                        single += [entry for left in (batch.entries, *waiting) for entry in left]
                        waiting.clear()
                        continue
                    again = batch.entries if batch.failed else batch.again
                    if len(again) > 1:
                        middle = len(again) // 2
                        # Next, so that a GraphQL without answers is found out before all are halved.
                        waiting.extendleft([again[middle:], again[:middle]])
                    else:
                        single += again
        finally:
            _cancel(running)
        async for result in self._each(single, self._blob, QUERIES_AT_ONCE):
            yield result

    async def _query(self, entries: list[Entry]) -> Batch:
        """One query."""
        fields = " ".join(
            f'b{i}: object(oid: "{entry.sha}") {{ ... on Blob {{ oid byteSize isBinary isTruncated text }} }}'
            for i, entry in enumerate(entries)
        )
        text = (
            "query ($owner: String!, $name: String!) "
            f"{{ repository(owner: $owner, name: $name) {{ {fields} }} }}"
        )
        variables = {"owner": self._snapshot.owner, "name": self._snapshot.name}
        try:
            answer = await self._api.query(text, variables, self._subject)
        except UserError:
            # REST has the files, or tells why not.
            return Batch(entries, failed=True)
        blobs = (answer.get("data") or {}).get("repository")
        if not blobs:
            return Batch(entries, failed=True)
        return _sorted(entries, blobs, partial=bool(answer.get("errors")))


def _sorted(entries: list[Entry], blobs: dict[str, Any], partial: bool) -> Batch:
    """A batch from the blobs that came, by the names ``b0``, ``b1``, ...; `partial`: errors took some."""
    batch = Batch(entries)
    for i, entry in enumerate(entries):
        blob = blobs.get(f"b{i}")
        if not blob:
            (batch.again if partial else batch.by_rest).append(entry)
            continue
        text = None if blob["isBinary"] or blob["isTruncated"] else blob["text"]
        data = (text or "").encode("utf-8", "surrogatepass")
        # GraphQL drops a byte order mark and repairs broken UTF-8; the sha tells.
        if text is not None and blob_sha(data) == entry.sha:
            batch.had.append((entry, data))
        else:
            batch.by_rest.append(entry)
    return batch


def _batches(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Consecutive entries, at most BATCH_FILES and BATCH_BYTES a batch."""
    batches: list[list[Entry]] = []
    size = 0
    for entry in entries:
        if not batches or len(batches[-1]) == BATCH_FILES or size + entry.size > BATCH_BYTES:
            batches.append([])
            size = 0
        batches[-1].append(entry)
        size += entry.size
    return batches


def _cancel(tasks: Iterable[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
