"""Text of a repository as Markdown that shows it as it is: whatever it holds, it formats nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.engine.answer.excerpt import first_sentence
from app.engine.graph.model import Symbol

_TICKED = re.compile(r"``([^`]+)``|`([^`]+)`")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")
# What begins a list or a heading at the start of a line.
_OPENING = re.compile(r"^(\d+)([.)])|^([-+=])")


def plain(text: str) -> str:
    """One line of Markdown; only inline code stays code."""
    parts = _TICKED.split(" ".join(text.split()))
    # Between the plain runs, split() gives the two groups of each match, one of them None.
    line = "".join(
        _SPECIAL.sub(r"\\\1", part or "") if i % 3 == 0 else code(part) if part else ""
        for i, part in enumerate(parts)
    )
    return _OPENING.sub(lambda match: f"{match[1] or ''}\\{match[2] or match[3]}", line)


def code(name: str) -> str:
    """A name as inline code."""
    return f"`{' '.join(name.replace('`', '').split())}`"


def joined(words: Sequence[str], conjunction: str = "and") -> str:
    """Words as an English list: "a", "a and b", "a, b and c"; "" for none."""
    before, last = ", ".join(words[:-1]), "".join(words[-1:])
    return f"{before} {conjunction} {last}" if before else last


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 caller", "12,345 callers"."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def described(symbol: Symbol | None, longest: int) -> str:
    """The first sentence of a symbol's documentation behind a colon, "" where it has none."""
    said = first_sentence(symbol.doc, longest) if symbol else ""
    return f": {plain(said)}" if said else ""
