"""The lines above a chunk's code that say where it stands; they are embedded with it.

    app/engine/store/keeper.py
    Keeper
    async def save_files(self, files)

Path, what encloses the chunk, and the signature where the code does not show
it. Together at most `LIMIT` tokens, so that the code keeps the window.
"""

from __future__ import annotations

import re

from app.engine.chunk.tokens import TokenCounter

LIMIT = 40
_PATH_LIMIT = 18
_SCOPE_LIMIT = 12

_WORD = re.compile(r"\s*(?:\w+|[^\w\s])")


def header(path: str, scope: str, signature: str, counter: TokenCounter, separator: str = ".") -> str:
    """The header of a chunk. Long paths and scopes lose their first parts, long signatures their ends."""
    lines = [_last_parts(path, "/", _PATH_LIMIT, counter)]
    left = LIMIT - counter.count(lines[0])
    if scope:
        lines.append(_last_parts(scope, separator, _SCOPE_LIMIT if signature else left, counter))
        left -= counter.count(lines[-1])
    if signature:
        lines.append(_beginning(signature, left, counter))
    return "\n".join(line for line in lines if line)


def _last_parts(text: str, separator: str, limit: int, counter: TokenCounter) -> str:
    """A text, or as many of its last parts as the limit allows: the innermost name says most."""
    if counter.count(text) <= limit:
        return " ".join(text.split())
    parts = text.split(separator)
    cost = counter.count(separator)
    first = len(parts) - 1
    used = counter.count(parts[first])
    while first and (used := used + cost + counter.count(parts[first - 1])) <= limit:
        first -= 1
    return _beginning(separator.join(parts[first:]), limit, counter)


def _beginning(text: str, limit: int, counter: TokenCounter) -> str:
    """The beginning of a text that costs at most `limit` tokens, cut between words and on one line."""
    if counter.count(text) <= limit:
        return " ".join(text.split())
    end = used = 0
    for match in _WORD.finditer(text):
        used += counter.count(match.group())
        if used > limit:
            break
        end = match.end()
    return " ".join(text[:end].split())
