"""The documentation of a symbol: its docstring, or the comment block directly above it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence

_QUOTES = re.compile(r'^[rRbBuUfF]{0,2}("""|\'\'\'|"|\')(.*)\1$', re.DOTALL)
_LINE_MARK = re.compile(r"^\s*(?:///?!?|//!|#+!?|--|;+)\s?")
_BLOCK_MARK = re.compile(r"^\s*\*(?!/)\s?")


def docstring(literal: str) -> str:
    """The words of a string literal, without quotes and common indentation."""
    match = _QUOTES.match(literal.strip())
    return inspect.cleandoc(match.group(2) if match else literal)


def comment_words(comment: str) -> str:
    """The words of one comment, without its markers."""
    text = comment.strip()
    if text.startswith("/*"):
        text = text[2:].removesuffix("*/").lstrip("*!")
        return "\n".join(_BLOCK_MARK.sub("", line).strip() for line in text.split("\n")).strip()
    return "\n".join(_LINE_MARK.sub("", line).rstrip() for line in text.split("\n")).strip()


class CommentBlocks:
    """Comments by the row they end on. `comments` are (start, end, start row, end row) in code points."""

    def __init__(self, text: str, comments: Sequence[tuple[int, int, int, int]]) -> None:
        self._text = text
        self._ending: Mapping[int, tuple[int, int, int, int]] = {c[3]: c for c in comments}

    def above(self, start: int, row: int) -> str:
        """The block whose last line is directly above `row`; comments after code on their line are none."""
        if not self._ending or not self._begins_line(start):
            return ""
        found: list[str] = []
        row -= 1
        while True:
            comment = self._ending.get(row)
            if comment is None:
                attribute = self._attribute_above(start)
                if not found and attribute >= 0:
                    start = attribute
                    row -= 1
                    continue
                break
            if not self._begins_line(comment[0]):
                break
            found.append(comment_words(self._text[comment[0] : comment[1]]))
            start = comment[0]
            row = comment[2] - 1
        return "\n".join(reversed(found)).strip()

    def _begins_line(self, offset: int) -> bool:
        return not self._text[self._text.rfind("\n", 0, offset) + 1 : offset].strip()

    def _attribute_above(self, start: int) -> int:
        """Where the line above begins if it is a Rust attribute (they part a comment and its item), or -1."""
        line_end = self._text.rfind("\n", 0, start)
        line_start = self._text.rfind("\n", 0, line_end) + 1 if line_end > 0 else 0
        return (
            line_start if line_end > 0 and self._text[line_start:line_end].lstrip().startswith("#[") else -1
        )
