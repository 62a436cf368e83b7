"""Names that are declared again in the scope they are in: from there on they mean something else.

The rest of the scope becomes a block of its own, so each use finds the declaration that it follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.engine.graph.model import CALLABLE_KINDS, Symbol
from app.engine.graph.scopes import Match, Scopes, Span

# Languages in which a local name is declared before it is used, and may hide what it was before.
LANGUAGES = frozenset(("java", "kotlin", "c_sharp"))
# What marks a name that is bound elsewhere than where it is written, or is no value's name.
_ELSEWHERE = frozenset(("local.within", "local.generic", "local.implicit", "local.receiver"))


def hiding(text: str, matches: Iterable[Match], scopes: Scopes, symbols: Iterable[Symbol]) -> Iterator[Span]:
    """The blocks in which a declaration hides an earlier one, or what is used above it from outside."""
    bodies = {s.id: s.body_start for s in symbols if s.kind in CALLABLE_KINDS}
    seen: set[tuple[str, str]] = set()
    for span in sorted({match["local"] for match in matches if _ELSEWHERE.isdisjoint(match)}):
        scope, block = scopes.at(span[0])
        key = block or scope
        if not block and scope not in bodies:
            continue
        name = text[span[0] : span[1]]
        start = int(block[1:]) if block else bodies[scope]
        if (key, name) in seen or text.find(name, start, span[0]) >= 0:
            yield span[0], scopes.ends[key], span[2], span[3]
        seen.add((key, name))
