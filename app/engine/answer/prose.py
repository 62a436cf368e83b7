"""What a README says first, as plain text: without badges, headings, markup and links."""

from __future__ import annotations

import re

from app.engine.answer.excerpt import shortened

# A paragraph of fewer words is a caption or a list of links.
FEWEST_WORDS = 8
LONGEST = 400

_FENCE = re.compile(r"^\s*(?:```|~~~)")
# Headings, lists, tables, quotes, directives and fields of Markdown and reStructuredText.
_NOT_PROSE = re.compile(r"^\s*(?:#|[-*+|>]\s|\d+[.)]\s|\.\.\s|:[\w-]+:|\[[^\]]+\]:|=====|-----|~~~~~|\+\+\+)")
_UNDERLINE = re.compile(r"^\s*([=\-~^\"*+#])\1{2,}\s*$")
_MARKUP = (
    (re.compile(r"`([^`<]+?)\s*<[^>`]+>`__?|:\w+:`([^`]+)`"), r"\1\2"),
    (re.compile(r"<!--.*?-->|<[^>]*>"), " "),
    (re.compile(r"!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])"), " "),
    (re.compile(r"\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])"), r"\1"),
    (re.compile(r"(\*\*|__|\*)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"&\w+;"), " "),
)


def first_paragraph(text: str) -> tuple[str, int] | None:
    """The first paragraph of prose, shortened, and the line it begins at; None where there is none."""
    start, fenced = 1, False
    block: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if _FENCE.match(line):
            fenced = not fenced
        if line.strip() and not fenced:
            start = start if block else number
            block.append(line)
            continue
        prose = _prose(block)
        if len(prose.split()) >= FEWEST_WORDS:
            return shortened(prose, LONGEST), start
        block = []
    return None


def _prose(block: list[str]) -> str:
    """A block of lines as plain text, "" where it is none."""
    if not block or _NOT_PROSE.match(block[0]) or any(_UNDERLINE.match(line) for line in block):
        return ""
    text = " ".join(block)
    for pattern, plain in _MARKUP:
        text = pattern.sub(plain, text)
    return " ".join(text.split())
