"""Search by meaning: the question's vector against the vectors of the store."""

from __future__ import annotations

from collections.abc import Callable

from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.rows import Filters
from app.host.base import Host

# Filters act after the scan, which knows hashes only, so a filtered search looks this much deeper.
DEEPER = 20


async def search(
    host: Host,
    lexical: LexicalIndex,
    space: str,
    text: str,
    k: int,
    filters: Filters,
    timed: Callable[[str], None],
) -> list[tuple[int, float]]:
    """The k best (chunk id, cosine), best first: as much as is embedded now, nothing where nothing is.

    Chunks with equal code share a vector, so one hash may give several ids.
    `timed` is told when the question is embedded ("embed") and the scan is over ("dense").
    """
    vector = await host.embedder.query(text)
    timed("embed")
    hits = await host.store.scan(space, vector, k if filters == Filters() else k * DEEPER)
    ids = lexical.by_hash(hash for hash, _ in hits)
    pairs = [(id, cosine) for hash, cosine in hits for id in ids.get(hash, ())]
    if filters != Filters():
        rows = lexical.rows(id for id, _ in pairs)
        pairs = [(id, cosine) for id, cosine in pairs if filters.admit(rows[id])]
    timed("dense")
    return pairs[:k]
