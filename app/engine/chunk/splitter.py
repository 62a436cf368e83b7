"""Source code to chunks: one a function, method, class header, type or constant, and the code between.

Every non-blank line is in exactly one chunk (in several only where one line is
longer than the model's window). `regions` says what a line belongs to; here
scraps are attached to their neighbours, short neighbours are joined, and what
is longer than the window is cut at statements.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from app.engine.chunk.builder import WINDOW, Builder, code_budget
from app.engine.chunk.cuts import ANY_LINE, BLANK_LINE, cut
from app.engine.chunk.headers import header
from app.engine.chunk.lines import Lines
from app.engine.chunk.model import Chunk
from app.engine.chunk.regions import Region, comment_lines, regions
from app.engine.chunk.tokens import TokenCounter
from app.engine.graph.model import FileSymbols, Symbol

# A symbol of more tokens gives its nested definitions chunks of their own; leaves room for a header.
OPEN_TOKENS = WINDOW - 26
# What stands between definitions and is no longer than this is a scrap: `impl A {`, `#endif`, `}`.
SCRAP_TOKENS = 8
# So is what takes a line or two and no more than this: `namespace Shop.Orders`, `template <typename T>`.
_SCRAP_LINES, _SCRAP_LINES_TOKENS = 2, 24
# Neighbours are joined up to this size; larger chunks blur what a question is about.
JOINED_TOKENS = 128
# How long a neighbour may be to be joined: one-line functions yes, real ones stand alone.
_SHORT_TOKENS = {"constant": 96, "type": 96}
_SHORT_OTHERS = 32
# ... or as long as this where it takes two lines at most.
_SHORT_LINES, _SHORT_LINES_TOKENS = 2, 64
# Only what is alike is joined; what stands between definitions goes with either.
_ALIKE = {"constant": "value", "type": "value", "function": "callable", "method": "callable"}

# A line that closes something, perhaps saying what.
_CLOSERS = re.compile(r"\s*(?:[\])}]|end\b)(?:[\s\])};,]|\bend\b|//[^\n]*)*")
_WORD = re.compile(r"\w")
# What each column of indentation adds to the cost of a cut before a statement, and the most it adds.
_COLUMN_COST = 0.02
_DEEPEST_COST = 0.5


def split(path: str, language: str, text: str, symbols: FileSymbols, counter: TokenCounter) -> list[Chunk]:
    """The chunks of a source file, in the order of their lines. Never raises for any content."""
    lines = Lines(text, counter)
    builder = Builder(path, lines)
    boundaries = _Boundaries(lines, symbols)
    seen: set[str] = set()
    for number, group in enumerate(_join(lines, _attach(lines, regions(lines, symbols, OPEN_TOKENS)))):
        first, last = group[0].first, group[-1].last
        owner = _dominant(lines, group)
        if owner is None:
            kind, symbol, symbol_id, series = "code", "", "", f"code {number}"
            plain = signed = header(path, "", "", counter)
        else:
            kind, symbol, symbol_id, series = owner.kind, owner.qualified_name, owner.id, owner.id
            plain = signed = header(path, _scope(owner), "", counter)
        budget = code_budget(plain, lines=lines)
        if owner and (series in seen or lines.tokens(first, last) > budget):
            signed = header(path, _scope(owner), owner.signature, counter)
            budget = code_budget(plain, signed, lines=lines)
        for span in cut(lines, first, last, budget, boundaries.cost(first, last)):
            builder.add(span, kind, symbol, symbol_id, signed if series in seen else plain, series)
            seen.add(series)
    return builder.finish()


def embed_text(chunk: Chunk, text: str) -> str:
    """What is embedded for a chunk, given its file's text: header, newline, code."""
    return f"{chunk.header}\n{chunk.code(text)}"


class _Boundaries:
    """What a cut before each line costs: nothing before an outer statement, more the deeper it stands."""

    def __init__(self, lines: Lines, symbols: FileSymbols) -> None:
        self._lines = lines
        comments = comment_lines(lines, symbols.comments)
        starts = {
            line
            for offset in symbols.statements
            if not lines.text[lines.starts[line := lines.line_at(offset)] : offset].strip()
        }
        # A comment goes with the statement under it.
        self._starts = {line for line in starts | comments if line - 1 not in comments}
        # A long one is cut behind a line of it that says nothing.
        self._paragraphs = {line + 1 for line in comments if not _WORD.search(lines.lines[line])}

    def cost(self, first: int, last: int) -> Callable[[int], float]:
        """The cost function for cuts inside the lines first..last; deep is what is deep among them."""
        lines, starts = self._lines, self._starts
        inside = [lines.indent(line) for line in range(first + 1, last + 1) if line in starts]
        base = min(inside, default=0)

        def cost(line: int) -> float:
            if line in starts:
                return min(_COLUMN_COST * (lines.indent(line) - base), _DEEPEST_COST)
            is_paragraph = lines.blank[line - 1] or line in self._paragraphs
            return BLANK_LINE if is_paragraph else ANY_LINE

        return cost


def _attach(lines: Lines, found: list[Region]) -> list[Region]:
    """Give scraps to their neighbours: what only closes to the region above, the rest to the one below."""
    attached: list[Region] = []
    pending: Region | None = None
    for region in found:
        if pending is not None:
            if _fits(lines, region, pending.first, region.last):
                region = replace(region, first=pending.first)
            else:
                attached.append(pending)
            pending = None
        tokens = lines.tokens(region.first, region.last)
        if region.gap and attached and tokens <= _SHORT_OTHERS and _only_closes(lines, region):
            attached[-1].last = region.last
        elif region.gap and _is_scrap(region, tokens):
            pending = region
        else:
            attached.append(region)
    if pending is not None:
        if attached and _fits(lines, attached[-1], attached[-1].first, pending.last):
            attached[-1].last = pending.last
        else:
            attached.append(pending)
    return attached


def _is_scrap(region: Region, tokens: int) -> bool:
    return tokens <= (_SCRAP_LINES_TOKENS if region.length <= _SCRAP_LINES else SCRAP_TOKENS)


def _fits(lines: Lines, region: Region, first: int, last: int) -> bool:
    """Whether a region may grow to these lines without being cut for it."""
    return lines.tokens(first, last) <= OPEN_TOKENS or lines.tokens(region.first, region.last) > OPEN_TOKENS


def _only_closes(lines: Lines, region: Region) -> bool:
    code = lines.text[lines.starts[region.first] : lines.end(region.last)]
    return _CLOSERS.fullmatch(code) is not None


def _join(lines: Lines, found: list[Region]) -> Iterator[list[Region]]:
    """Group short neighbours that are alike and members of the same thing; others are groups of one."""
    group: list[Region] = []
    used = 0
    for region in found:
        tokens = lines.tokens(region.first, region.last)
        short = _is_short(region, tokens)
        if group and not (short and used + tokens <= JOINED_TOKENS and _belongs(group, region)):
            yield group
            group, used = [], 0
        group.append(region)
        used += tokens if short else JOINED_TOKENS + 1
    if group:
        yield group


def _belongs(group: list[Region], region: Region) -> bool:
    """Whether a short region may join a group. A class's header takes any of its members in."""
    if region.level != group[0].level:
        return False
    return group[0].opens or len({_likeness(r) for r in (*group, region) if not r.gap}) <= 1


def _likeness(region: Region) -> str:
    kind = region.owner.kind if region.owner else ""
    return _ALIKE.get(kind, kind)


def _is_short(region: Region, tokens: int) -> bool:
    kind = region.owner.kind if region.owner else ""
    limit = _SHORT_TOKENS.get(kind, _SHORT_OTHERS)
    return tokens <= (max(limit, _SHORT_LINES_TOKENS) if region.length <= _SHORT_LINES else limit)


def _dominant(lines: Lines, group: list[Region]) -> Symbol | None:
    """The symbol that a group is named after: a class whose header is in it, else its longest."""
    if group[0].opens or len(group) == 1:
        return group[0].owner
    named = [region for region in group if region.owner and region.owner.kind != "module"]
    longest = max(named or group, key=lambda region: lines.tokens(region.first, region.last))
    return longest.owner


def _scope(symbol: Symbol) -> str:
    """What encloses a symbol: its qualified name without its own."""
    return symbol.qualified_name.removesuffix(symbol.name).rstrip(".")
