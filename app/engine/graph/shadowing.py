"""Names that are declared again in the scope they are in: from there on they mean something else.

The rest of the scope becomes a block of its own, so each use finds the declaration that it follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from app.engine.graph.model import CALLABLE_KINDS, Symbol
from app.engine.graph.scopes import Match, Scopes, Span

# Languages in which a local name is declared before it is used, and may hide what it was before.
LANGUAGES = frozenset(("java", "kotlin", "c_sharp", "go", "rust"))
# Those in which it is bound once its value is known: `let x = x.next()`.
_LATE = frozenset(("go", "rust"))
_VALUES = ("local.value", "local.unwrapped")
# What marks a name that is bound elsewhere than where it is written, or is no value's name.
_ELSEWHERE = frozenset(("local.within", "local.generic", "local.implicit", "local.receiver"))


def hiding(
    language: str, text: str, matches: list[Match], scopes: Scopes, symbols: Iterable[Symbol]
) -> Iterator[Span]:
    """The blocks in which a declaration hides an earlier one, or what is used above it from outside."""
    if language in _LATE:
        yield from _hiding_late(language, text, matches, scopes, symbols)
        return
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


def _hiding_late(
    language: str, text: str, matches: list[Match], scopes: Scopes, symbols: Iterable[Symbol]
) -> Iterator[Span]:
    """The blocks in which a name is bound that means something else above. Marks the matches with them."""
    bodies = {s.id: s.body_start for s in symbols if s.kind in CALLABLE_KINDS}
    defined = {symbol.name for symbol in symbols}
    seen: set[tuple[str, str]] = set()
    for match in sorted(matches, key=lambda match: match["local"]):
        value = next((match[kind] for kind in _VALUES if kind in match), None)
        if not _ELSEWHERE.isdisjoint(match) or (value is not None and value[0] < match["local"][0]):
            continue
        scope, block = scopes.at(match["local"][0])
        key = block or scope
        name = text[match["local"][0] : match["local"][1]]
        # Go knows one variable of a name in a scope, whatever it is given.
        is_again = (key, name) in seen and language == "rust"
        start = int(block[1:]) if block else bodies.get(scope, 0)
        above = value[0] if value is not None and name not in defined else start
        if value is None or not key:
            pass
        elif is_again or re.search(rf"\b{name}\b", _without(text, match, above, value)):
            rest = (value[1], scopes.ends[key], value[3], value[3])
            match["local.within"] = rest
            yield rest
        seen.add((key, name))


def _without(text: str, match: Match, start: int, value: Span) -> str:
    """What stands from an offset to a value's end, but for the name that is bound."""
    return text[start : match["local"][0]] + text[max(start, match["local"][1]) : value[1]]
