"""Search by meaning: the question's vector against the vectors of the store."""

from __future__ import annotations

from collections.abc import Callable

from app.engine.retrieve.filters import Filters
from app.engine.retrieve.lexical import LexicalIndex
from app.host.base import Host


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
    Filters act after the scan, which knows hashes only: what they admit may lie anywhere in it.
    `timed` is told when the question is embedded ("embed") and the scan is over ("dense").
    """
    vector = await host.embedder.query(text)
    timed("embed")
    hits = await host.store.scan(space, vector, lexical.count() if filters else k)
    ids = lexical.admitted(filters) if filters else lexical.by_hash(hash for hash, _ in hits)
    pairs = [(id, cosine) for hash, cosine in hits for id in ids.get(hash, ())]
    timed("dense")
    return pairs[:k]
