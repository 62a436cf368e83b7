"""From bytes to stored files: decode, parse, chunk and keep, while the next ones are fetched.

Fetching runs ahead of parsing by a bounded queue, so memory stays flat
whatever the size of the repository.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from app.engine.chunk.chunker import chunk_file
from app.engine.graph import file_record
from app.engine.graph.model import FileSymbols
from app.engine.graph.symbols import extract
from app.engine.job import Job
from app.engine.parse.captures import Parsed
from app.engine.parse.languages import language_of
from app.engine.parse.mending import parse_files
from app.engine.progress import Meter
from app.engine.source.kept import contents
from app.engine.source.plan import file_row
from app.engine.source.selection import decide_content
from app.engine.source.snapshot import Entry
from app.engine.source.text import decode
from app.engine.store.keeper import chunk_to_list

# A batch goes to the parse worker at so many files or characters, whichever comes first.
BATCH_FILES = 32
BATCH_CHARACTERS = 256_000
# Fetched files that may wait for the parser.
AHEAD = 64


@dataclass(slots=True)
class Taken:
    """A file on its way in: decoded, not yet parsed."""

    entry: Entry
    text: str
    language: str


@dataclass(slots=True)
class End:
    """The queue's end, with what fetching ended by, if that was an error."""

    error: Exception | None = None


# A queue of fetched files: (entry, its bytes or why there are none).
Fetched: TypeAlias = "asyncio.Queue[tuple[Entry, bytes | Exception] | End]"


async def ingest(job: Job, entries: Sequence[Entry]) -> None:
    """Take every entry in. A file that cannot be taken is stored with its reason; only a
    failure of the whole source (offline, access, full disk) raises."""
    fetched: Fetched = asyncio.Queue(AHEAD)
    fetching, parsing = job.meter("fetch", len(entries)), job.meter("parse", len(entries))

    async def fetch() -> None:
        end = End()
        try:
            async for entry, content in contents(job, entries):
                fetching.add(size=len(content) if isinstance(content, bytes) else 0)
                await fetched.put((entry, content))
        except Exception as error:
            # Raised where the queue is drained: Pyodide reports a task that fails while nobody awaits it.
            end.error = error
        finally:
            job.timings["fetch"] = fetching.seconds
        await fetched.put(end)

    fetcher = asyncio.ensure_future(fetch())
    try:
        await _take(job, fetched, parsing)
    finally:
        fetcher.cancel()
        job.host.parser.release()
        job.timings["parse"] = parsing.seconds


async def _take(job: Job, fetched: Fetched, meter: Meter) -> None:
    """Drain the queue until its end. What came while a batch was parsed is the next batch. Raises what
    fetching ended by, once all that had come is kept."""
    batch: list[Taken] = []
    while not isinstance(item := await fetched.get(), End):
        entry, content = item
        taken = await _accept(job, entry, content, meter)
        if taken:
            batch.append(taken)
        full = len(batch) >= BATCH_FILES or sum(len(t.text) for t in batch) >= BATCH_CHARACTERS
        if batch and (full or fetched.empty()):
            await _keep(job, batch, meter)
            batch = []
        job.check()
    if batch:
        await _keep(job, batch, meter)
    if item.error:
        raise item.error


async def _accept(job: Job, entry: Entry, content: bytes | Exception, meter: Meter) -> Taken | None:
    """Decode one file, or store why it is left out."""
    if isinstance(content, bytes):
        reason = decide_content(entry.path, content, job.settings)
        if not reason:
            text = decode(content)
            return Taken(entry, text, language_of(entry.path, text))
        row = file_row(job.id, entry, "skipped", reason) | {"by_content": True}
    else:
        row = file_row(job.id, entry, "failed", str(content))
    await job.opened.skip([row])
    meter.add()
    return None


async def _keep(job: Job, batch: list[Taken], meter: Meter) -> None:
    """Parse, chunk and store a batch; each file is then answered from at once."""
    with_grammar = [taken for taken in batch if taken.language]
    results = await parse_files(job.host.parser, [(taken.language, taken.text) for taken in with_grammar])
    parsed = dict(zip((taken.entry.path for taken in with_grammar), results, strict=True))
    await job.host.store.put_texts({taken.entry.sha: taken.text for taken in batch})
    files = []
    for taken in batch:
        path = taken.entry.path
        result = parsed.get(path) or Parsed("ok")
        symbols = (
            extract(path, taken.language, taken.text, result) if taken.language else FileSymbols(path, "")
        )
        chunks = chunk_file(path, taken.language, taken.text, result, symbols, job.opened.counter)
        row = file_row(job.id, taken.entry, "indexed", result.message, taken.language)
        row["parse"] = result.status
        nodes = job.opened.keeper.record(
            path,
            {
                "sha": taken.entry.sha,
                "symbols": file_record.to_record(symbols),
                "chunks": [chunk_to_list(chunk) for chunk in chunks],
            },
        )
        files.append((row, nodes))
        job.opened.add(row, taken.text, symbols, chunks)
        await job.host.sleep(0)  # a question goes first
    await job.opened.keeper.save_files(files)
    meter.add(len(batch), sum(len(taken.text) for taken in batch))
