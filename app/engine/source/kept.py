"""Contents that need no fetching, because their text is kept already."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from app.engine.job import Job
from app.engine.source.snapshot import Entry

# Texts read from the store at one time.
GROUP = 64


async def contents(job: Job, entries: Sequence[Entry]) -> AsyncIterator[tuple[Entry, bytes | Exception]]:
    """The entries' bytes: from the kept texts where another run or branch brought them, else from the
    source. Kept texts come as UTF-8, whatever the file's own encoding."""
    missing = []
    for begin in range(0, len(entries), GROUP):
        group = entries[begin : begin + GROUP]
        kept = await job.host.store.get_texts([entry.sha for entry in group])
        for entry in group:
            if entry.sha in kept:
                yield entry, kept[entry.sha].encode()
            else:
                missing.append(entry)
    if missing:
        async for pair in job.source.contents(missing, job.is_cancelled):
            yield pair
