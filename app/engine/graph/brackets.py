"""Brackets in code: where one closes, and lists cut at their own commas. Strings and comments are no code."""

from __future__ import annotations

import re

# A list is looked for so far and no further, which keeps reading linear.
_LIMIT = 4000
# Commas in here part types: `new HashMap<String, Integer>(4)`, `Map<K, V> map`. Arrows are no brackets.
_GENERIC = re.compile(r"(?<=[\w>])<[\w\s,.?<>\[\]&:@*()-]*?>(?=\s*[\w({.:\[)>,&*?\])]|\s+=)")
# An apostrophe behind `&` or `<` begins a lifetime of Rust, not a string; a slash behind an operator
# begins a regular expression, not a division.
_QUOTED = re.compile(
    r'"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<![\w&<])\'(?:[^\'\\\n]|\\.)*\''
    r"|//[^\n]*|/\*(?s:.*?)\*/"
    r"|(?:(?<=[(,=:\[!&|?{};])|(?<=[(,=:\[!&|?{};]\s))/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/"
)


def quoted_end(text: str, at: int) -> int:
    """The offset behind the string or comment that begins at an offset, -1 where none does."""
    quoted = _QUOTED.match(text, at)
    return quoted.end() if quoted else -1


def closing(text: str, at: int) -> int:
    """The offset at which the bracket at an offset closes, -1 if it does not close near."""
    depth = 0
    i = at
    end = min(len(text), at + _LIMIT)
    while i < end:
        c = text[i]
        skipped = quoted_end(text, i) if c in "\"'`/" else -1
        if skipped > 0:
            i = skipped
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                return i
        i += 1
    return -1


def split_list(text: str, at: int) -> tuple[list[str], int] | None:
    """The items of the bracketed list that opens at an offset, and the offset behind it; None if it does
    not close near."""
    items: list[str] = []
    depth = 0
    start = i = at + 1
    end = min(len(text), at + _LIMIT)
    while i < end:
        c = text[i]
        skipped = quoted_end(text, i) if c in "\"'`/" else -1
        generic = _GENERIC.match(text, i) if c == "<" else None
        if skipped > 0 or generic:
            i = generic.end() if generic else skipped
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}" and depth:
            depth -= 1
        elif c in ")]}":
            items.append(text[start:i].strip())
            return [item for item in items if item], i + 1
        elif c == "," and depth == 0:
            items.append(text[start:i].strip())
            start = i + 1
        i += 1
    return None
