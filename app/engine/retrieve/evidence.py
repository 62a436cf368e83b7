"""What the two searches say of a chunk, as one number: its own score in each, and its file's best.

Scores are added, not ranks: a chunk that is far nearer in meaning than the next one is worth more than a
rank more. The unit is that of log-odds, so a difference of 1 is about as much as 0.09 of cosine. The weights
were fitted on questions with known answers, each time leaving a package out.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.retrieve.fuse import Fused
from app.engine.retrieve.rows import ChunkRow

# For a cosine of 1: the chunk's, and the best one of its file.
MEANING = 11.0
FILE_MEANING = 5.0
# For the best text score of all: the chunk's, and the best one of its file.
WORDS = 1.7
FILE_WORDS = 1.4


class Evidence:
    """Of one search. A chunk that only one of the lists holds has the other's least."""

    def __init__(self, fused: Mapping[int, Fused], rows: Mapping[int, ChunkRow]) -> None:
        self._fused = fused
        cosines = [entry.scores["dense"] for entry in fused.values() if "dense" in entry.scores]
        self._least = min(cosines, default=0.0)
        self._most = max((entry.scores.get("lexical", 0.0) for entry in fused.values()), default=0.0)
        self._files: dict[str, tuple[float, float]] = {}
        for id, row in rows.items():
            meaning, words = self._own(id)
            best = self._files.get(row.path, (meaning, words))
            self._files[row.path] = max(meaning, best[0]), max(words, best[1])

    def of(self, row: ChunkRow) -> float:
        """How much speaks for a chunk."""
        meaning, words = self._own(row.id)
        file_meaning, file_words = self._files[row.path]
        return MEANING * meaning + FILE_MEANING * file_meaning + WORDS * words + FILE_WORDS * file_words

    def _own(self, id: int) -> tuple[float, float]:
        """(cosine, text score as a share of the best)."""
        scores = self._fused[id].scores if id in self._fused else {}
        words = scores.get("lexical", 0.0) / self._most if self._most else 0.0
        return scores.get("dense", self._least), words
