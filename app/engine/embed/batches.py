"""What to embed, in which order: the chunks that questions are most often about come first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from app.engine.chunk.model import Chunk
from app.engine.source.selection import priority
from app.host.base import Store

# Chunks handed to the embed worker at once: enough to sort by length, few enough for a lively count.
BATCH = 64
# Files whose texts are read from the store at once.
FILES = 24


async def batches(
    store: Store,
    rows: Sequence[Mapping[str, Any]],
    chunks: Mapping[str, Sequence[Chunk]],
    missing: set[str],
) -> AsyncIterator[list[tuple[str, str]]]:
    """Batches of (hash, text to embed) for every hash in `missing`, each once."""
    from app.engine.chunk.splitter import embed_text

    missing = set(missing)
    batch: list[tuple[str, str]] = []
    todo = [row for row in rows if any(chunk.hash in missing for chunk in chunks[row["path"]])]
    todo.sort(key=lambda row: priority(row["path"], row["role"]))
    for begin in range(0, len(todo), FILES):
        group = todo[begin : begin + FILES]
        texts = await store.get_texts([row["sha"] for row in group])
        for row in group:
            text = texts.get(row["sha"], "")
            for chunk in chunks[row["path"]]:
                if chunk.hash not in missing:
                    continue
                missing.discard(chunk.hash)
                batch.append((chunk.hash, embed_text(chunk, text)))
                if len(batch) == BATCH:
                    yield batch
                    batch = []
    if batch:
        yield batch
