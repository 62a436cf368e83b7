"""The finder: symbols and files by a part of their name, best first."""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator, Mapping
from typing import Any

from app.engine.graph.model import FileSymbols

# A word of a name starts at its front, behind a separator, or at a capital after a small letter.
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def score(text: str, name: str) -> float:
    """How well `text` names `name`, 0 for not at all: equal, prefix, start of a word, inside,
    initials of words (``gsr`` for getStoredRow); shorter names first among equals."""
    needle, hay = text.lower(), name.lower()
    brevity = 1 / (10 + len(name))
    if hay == needle:
        return 5
    if hay.startswith(needle):
        return 4 + brevity
    at = hay.find(needle)
    if at > 0:
        return (3 if not name[at - 1].isalnum() or name[at].isupper() else 2) + brevity
    initials = "".join(word[0] for word in _WORD.findall(name)).lower()
    return 1 + brevity if len(needle) > 1 and initials.startswith(needle) else 0


def find(
    symbols: Mapping[str, FileSymbols], rows: Mapping[str, Any], text: str, limit: int
) -> list[dict[str, Any]]:
    """Hits {kind, name, qualified_name, path, line, id}, best first, at most `limit`."""
    text = text.strip()
    if not text:
        return []
    best = heapq.nsmallest(
        limit,
        _candidates(symbols, rows, text),
        key=lambda pair: (-pair[0], pair[1]["path"], pair[1]["line"]),
    )
    return [hit for _, hit in best]


def _candidates(
    symbols: Mapping[str, FileSymbols], rows: Mapping[str, Any], text: str
) -> Iterator[tuple[float, dict[str, Any]]]:
    for path, file in symbols.items():
        for symbol in file.symbols:
            worth = max(score(text, symbol.name), 0.9 * score(text, symbol.qualified_name))
            if worth:
                yield (
                    worth,
                    {
                        "kind": symbol.kind,
                        "name": symbol.name,
                        "qualified_name": symbol.qualified_name,
                        "path": path,
                        "line": symbol.start_line,
                        "id": symbol.id,
                    },
                )
    for path, row in rows.items():
        if row["state"] == "indexed":
            name = path.rsplit("/", 1)[-1]
            # A symbol goes before a file whose name fits as well.
            worth = 0.95 * max(score(text, name), 0.9 * score(text, path))
            if worth:
                hit = {
                    "kind": "file",
                    "name": name,
                    "qualified_name": path,
                    "path": path,
                    "line": 1,
                    "id": path,
                }
                yield worth, hit
