"""Search by words: the question's own, and for less the other words that developers have for the same."""

from __future__ import annotations

from collections import defaultdict

from app.engine.retrieve.filters import NO_FILTERS, Filters
from app.engine.retrieve.kin import kin
from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.tokens import question_words

# What another word is worth beside one that the question says.
KIN = 0.3
# Chunks that are looked at for other words, as a multiple of those asked for.
WIDER = 2


def search(
    lexical: LexicalIndex, text: str, k: int, filters: Filters = NO_FILTERS
) -> list[tuple[int, float]]:
    """The k best (chunk id, score), best first."""
    scores: defaultdict[int, float] = defaultdict(float, lexical.search(text, k, filters))
    others = kin(question_words(text))
    for id, score in lexical.any_of(others, WIDER * k, filters):
        scores[id] += KIN * score
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:k]
