"""Jupyter notebooks to chunks: the sources of their cells, cited by the lines of the raw file.

Outputs and metadata are left out: they are data, mostly encoded images. The
chunk's text is the cell's source (`Chunk.override`), its lines and offsets are
those of the JSON strings that hold it, so a citation opens the right place.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate

from app.engine.chunk.builder import Builder, code_budget
from app.engine.chunk.cuts import BLANK_LINE, Span, cut
from app.engine.chunk.documents import split_text
from app.engine.chunk.headers import header
from app.engine.chunk.lines import Lines
from app.engine.chunk.model import Chunk
from app.engine.chunk.tokens import TokenCounter

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)


@dataclass(slots=True)
class Cell:
    """A cell's source: JSON strings with their offsets in the raw file, brackets outside."""

    kind: str = ""
    strings: list[tuple[int, int, str]] = field(default_factory=list)

    @property
    def source(self) -> str:
        return "".join(text for _, _, text in self.strings)

    def raw_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the raw file of the strings that hold source[start:end]."""
        ends = list(accumulate(len(text) for _, _, text in self.strings))
        first = min(bisect_right(ends, start), len(ends) - 1)
        last = min(bisect_right(ends, max(start, end - 1)), len(ends) - 1)
        return self.strings[first][0], self.strings[last][1]


def split(path: str, text: str, counter: TokenCounter) -> list[Chunk]:
    """A chunk a cell, long cells cut at blank lines. Text that is no notebook is cut as text."""
    try:
        notebook = json.loads(text)
        is_notebook = isinstance(notebook, dict) and isinstance(notebook.get("cells"), list)
    except (ValueError, RecursionError):
        is_notebook = False
    if not is_notebook:
        return split_text(path, text, counter)
    raw = Lines(text, counter)
    builder = Builder(path, raw)
    title = ""
    for number, cell in enumerate(_cells(text), 1):
        source = cell.source
        if cell.kind == "markdown" and (heading := _HEADING.search(source)):
            title = heading[1].strip()
        lines = Lines(source, counter)
        symbol = f"cell {number}"
        top = header(path, title or symbol, "", counter)
        budget = code_budget(top, lines=lines)
        for span in cut(lines, 0, len(lines) - 1, budget, _cost(lines)):
            start, end = cell.raw_span(span.start, span.end)
            place = Span(raw.line_at(start), raw.line_at(end - 1), start, end)
            builder.add(place, "cell", symbol, "", top, symbol, override=source[span.start : span.end])
    return builder.finish()


def _cost(lines: Lines) -> Callable[[int], float]:
    """Cuts before a new paragraph or block of statements are best."""

    def cost(line: int) -> float:
        depth = min(0.02 * lines.indent(line), 0.3)
        return depth if lines.blank[line - 1] else BLANK_LINE / 2 + depth

    return cost


def _cells(text: str) -> Iterator[Cell]:
    """The notebook's cells in order. `text` is valid JSON."""
    # Keys and array marks from the top down to where the scan stands.
    path: list[str] = []
    key = ""
    cell = Cell()
    expects_key = False
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in "{[":
            path.append(key if token == "{" else key + "[]")
            expects_key, key = token == "{", ""
            if path == ["", "cells[]", ""]:
                cell = Cell()
        elif token in "}]":
            if path == ["", "cells[]", ""]:
                yield cell
            path.pop()
            expects_key = False
        elif token == ",":
            expects_key = not path[-1].endswith("[]")
            key = ""
        elif token == ":":
            expects_key = False
        elif expects_key:
            key = json.loads(token)
        elif token.startswith('"') and path[:3] == ["", "cells[]", ""]:
            if len(path) == 3 and key == "cell_type":
                cell.kind = json.loads(token)
            elif (len(path) == 3 and key == "source") or path[3:] == ["source[]"]:
                cell.strings.append((match.start(), match.end(), json.loads(token)))
