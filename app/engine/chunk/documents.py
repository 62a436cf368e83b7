"""Documents to chunks: Markdown and reStructuredText by heading, other text by paragraph or block.

The same promises as for code: every non-blank line is in a chunk, chunks do not
overlap, and each fits the model's window.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.engine.chunk.builder import Builder, code_budget
from app.engine.chunk.cuts import ANY_LINE, cut
from app.engine.chunk.headers import header
from app.engine.chunk.lines import Lines
from app.engine.chunk.model import Chunk
from app.engine.chunk.tokens import TokenCounter

MARKDOWN = frozenset(("md", "mdx", "markdown", "mdown", "mkd"))
RESTRUCTURED = frozenset(("rst", "rest"))

# Sections are joined with those below them up to this size, so that a title is never a chunk alone.
JOINED_TOKENS = 128
_SHORT_TOKENS = 48

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\r?")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*\r?")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_BLOCK = re.compile(r" {0,3}(?:[-*+>|]|\d+[.)]\s|    |\t)")
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*")

# A cut before a paragraph costs nothing at the margin and more the deeper it is indented.
_COLUMN_COST = 0.1
_DEEPEST_COST = 0.5


@dataclass(slots=True)
class Section:
    """Lines first..last from 0, under the headings `titles`, outermost first."""

    first: int
    last: int
    titles: tuple[str, ...]


def split_markdown(path: str, text: str, counter: TokenCounter) -> list[Chunk]:
    """A chunk a section, its headings as the symbol (``Guide > Install``); long ones cut at paragraphs."""
    lines = Lines(text, counter)
    return _split_sections(path, lines, _sections(lines, _markdown_headings(lines.lines)))


def split_restructured(path: str, text: str, counter: TokenCounter) -> list[Chunk]:
    """As `split_markdown`, by underlined (and overlined) titles."""
    lines = Lines(text, counter)
    return _split_sections(path, lines, _sections(lines, _restructured_headings(lines.lines)))


def split_text(path: str, text: str, counter: TokenCounter) -> list[Chunk]:
    """Text without a known structure: cut at blank lines and at the margin, which suits JSON, YAML and TOML
    as well as prose and code of unknown languages."""
    lines = Lines(text, counter)
    builder = Builder(path, lines)
    top = header(path, "", "", counter)
    for span in cut(lines, 0, len(lines) - 1, code_budget(top, lines=lines), _Paragraphs(lines).cost):
        builder.add(span, "text", "", "", top, "")
    return builder.finish()


class _Paragraphs:
    """Cuts before paragraphs are free, before other lines dear; both grow with the indentation."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def cost(self, line: int) -> float:
        lines = self._lines
        depth = min(_COLUMN_COST * lines.indent(line), _DEEPEST_COST)
        if lines.blank[line - 1] or lines.lines[line].startswith("["):
            return depth
        # An outdented line begins a new block of JSON or YAML, unless it only closes the one before.
        begins = lines.lines[line].lstrip()[:1] not in "]})" and lines.indent(line) <= lines.indent(line - 1)
        return (ANY_LINE / 4 if begins else ANY_LINE / 2) + depth


def _split_sections(path: str, lines: Lines, sections: list[Section]) -> list[Chunk]:
    builder = Builder(path, lines)
    for number, section in enumerate(_join(lines, sections)):
        symbol = " > ".join(section.titles)
        top = header(path, symbol, "", lines.counter, " > ")
        budget = code_budget(top, lines=lines)
        for span in cut(lines, section.first, section.last, budget, _Paragraphs(lines).cost):
            builder.add(span, "section" if symbol else "text", symbol, "", top, str(number))
    return builder.finish()


def _join(lines: Lines, sections: list[Section]) -> Iterator[Section]:
    """A short section takes in the sections below it, and a short one joins its short sibling."""
    joined: Section | None = None
    for section in sections:
        if joined is not None:
            together = lines.tokens(joined.first, section.last)
            short = lines.tokens(joined.first, joined.last) <= _SHORT_TOKENS
            around = section.titles[: len(joined.titles)] == joined.titles or (
                section.titles[:-1] == joined.titles[:-1]
                and lines.tokens(section.first, section.last) <= _SHORT_TOKENS
            )
            if short and around and together <= JOINED_TOKENS:
                joined = Section(joined.first, section.last, joined.titles or section.titles)
                continue
            yield joined
        joined = section
    if joined is not None:
        yield joined


def _sections(lines: Lines, headings: Iterator[tuple[int, int, str]]) -> list[Section]:
    """Sections between (line, level, title) headings; what is above the first has no title."""
    sections = [Section(0, len(lines) - 1, ())]
    open_titles: list[tuple[int, str]] = []
    for line, level, title in headings:
        while open_titles and open_titles[-1][0] >= level:
            open_titles.pop()
        open_titles.append((level, title))
        sections[-1].last = line - 1
        sections.append(Section(line, len(lines) - 1, tuple(t for _, t in open_titles if t)))
    trimmed = []
    for section in sections:
        first, last = lines.trim(section.first, section.last)
        if first <= last:
            trimmed.append(Section(first, last, section.titles))
    return trimmed


def _markdown_headings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """ATX and setext headings outside of fenced code and front matter."""
    fence = ""
    body = _after_front_matter(lines)
    for number in range(body, len(lines)):
        line = lines[number]
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
            continue
        if mark and not (mark[1][0] == "`" and "`" in mark[2]):
            fence = mark[1]
        elif heading := _ATX.fullmatch(line):
            yield number, len(heading[1]), (heading[2] or "").strip()
        elif number > body and (under := _SETEXT.fullmatch(line)) and _is_paragraph(lines, number - 1, body):
            yield number - 1, 1 if under[1][0] == "=" else 2, lines[number - 1].strip()


def _is_paragraph(lines: list[str], number: int, body: int) -> bool:
    """Whether a line is text that an underline makes a heading: one line, no list, table or heading."""
    line = lines[number]
    if not line.strip() or _BLOCK.match(line) or _ATX.fullmatch(line) or _FENCE.match(line):
        return False
    return number == body or not lines[number - 1].strip() or bool(_ATX.fullmatch(lines[number - 1]))


def _after_front_matter(lines: list[str]) -> int:
    """The line after ``---`` or ``+++`` front matter at the top, 0 where there is none."""
    mark = lines[0].strip()
    if mark in ("---", "+++"):
        for number in range(1, len(lines)):
            if lines[number].strip() == mark:
                return number + 1
    return 0


def _restructured_headings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Titles with an underline as long as they are. Levels are in the order their adornments are met."""
    levels: list[str] = []
    for number in range(1, len(lines)):
        title, under = lines[number - 1].strip(), _ADORNMENT.fullmatch(lines[number])
        if not under or not title or len(lines[number].rstrip()) < len(title) or _ADORNMENT.fullmatch(title):
            continue
        over = number > 1 and lines[number - 2].strip() == lines[number].strip()
        if not over and (lines[number - 1][:1].isspace() or (number > 1 and lines[number - 2].strip())):
            continue
        style = under[1] * (2 if over else 1)
        if style not in levels:
            levels.append(style)
        yield number - (2 if over else 1), levels.index(style) + 1, title
