"""A chunk: a run of a file's lines that is embedded, searched and cited as one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Chunk:
    """Lines from 1, inclusive; offsets in code points, end exclusive.

    `kind` is the symbol's kind, or ``code`` (between definitions), ``section``
    (Markdown), ``text``, ``cell`` (a notebook's). `header` names path, enclosing class and
    signature, and is embedded before the code. `part` is (k, n), (1, 1) for a whole symbol.
    `hash` is the identity of its embedding: sha1 of kind, symbol and code, without the path,
    so a rename costs no embedding.
    """

    path: str
    start_line: int
    end_line: int
    start: int
    end: int
    kind: str
    symbol: str
    symbol_id: str
    header: str
    hash: str
    tokens: int
    part: tuple[int, int] = (1, 1)
    # Text of the chunk where it is not text[start:end] (a notebook's cell), else "".
    override: str = ""

    def code(self, text: str) -> str:
        """The chunk's own lines, given the file's whole text."""
        return self.override or text[self.start : self.end]
