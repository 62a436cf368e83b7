"""Which lines belong to which symbol: a file's lines painted with its definitions.

Painting goes from the outside in, so a line belongs to the innermost definition
that is a chunk of its own, and every line belongs to exactly one region.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.engine.chunk.lines import Lines
from app.engine.graph.model import FileSymbols, Symbol

# Definitions that hold members; the file itself is one.
CONTAINERS = frozenset(("class", "module"))
# Kinds that stand for themselves inside another definition. Fields stay with their class.
MEMBERS = frozenset(("function", "method", "class", "interface", "enum", "type", "module"))
# A definition inside a function that must be split anyway, or one without a body, gets a chunk of its own
# from so many tokens on.
NESTED_TOKENS = 32
# Decorators and attributes that a grammar places beside the definition.
_ATTRIBUTES = ("@", "#[")


@dataclass(slots=True)
class Region:
    """A run of lines (from 0, inclusive) of one owner: a symbol, or None for the file itself.

    `parent` is the owner's enclosing symbol. `opens` marks the first run of a symbol that has
    members of its own (a class's header), `gap` what stands between members: of the file, of a
    module, or after the first run of a symbol.
    """

    first: int
    last: int
    owner: Symbol | None
    parent: Symbol | None
    opens: bool
    gap: bool

    @property
    def length(self) -> int:
        """In lines."""
        return self.last - self.first + 1

    @property
    def level(self) -> str:
        """id of the symbol whose members this region is among, "" for the file."""
        around = self.owner if self.opens or self.gap else self.parent
        return around.id if around else ""


def regions(lines: Lines, symbols: FileSymbols, window: int) -> list[Region]:
    """The file's regions in order, blank lines at their ends left out.

    A symbol of more than `window` tokens is opened: its nested definitions become regions.
    """
    comments = comment_lines(lines, symbols.comments)
    owners: list[int] = [-1] * len(lines)
    chosen: list[tuple[Symbol, int]] = []
    for symbol, parent, first, last in _choose(lines, symbols, comments, window):
        owners[first : last + 1] = [len(chosen)] * (last + 1 - first)
        chosen.append((symbol, parent))
    return _runs(lines, owners, chosen)


def comment_lines(lines: Lines, comments: list[tuple[int, int]]) -> set[int]:
    """The lines that hold nothing but a comment or a part of one."""
    found: set[int] = set()
    for start, end in comments:
        first, last = lines.line_at(start), lines.line_at(max(start, end - 1))
        before = lines.text[lines.starts[first] : start]
        after = lines.text[end : lines.end(last)]
        if not before.strip() and not after.strip():
            found.update(range(first, last + 1))
    return found


def _choose(
    lines: Lines, symbols: FileSymbols, comments: set[int], window: int
) -> Iterator[tuple[Symbol, int, int, int]]:
    """Yield (symbol, index of the chosen one around it or -1, first line, last line), outermost first."""
    count = 0
    # (end offset, index of the chosen symbol or -1, that symbol, whether it is opened, its first line)
    stack: list[tuple[int, int, Symbol | None, bool, int]] = [(len(lines.text) + 1, -1, None, True, -1)]
    floor = 0
    for symbol in sorted(symbols.symbols, key=lambda s: (s.start, -s.end)):
        while len(stack) > 1 and symbol.end > stack[-1][0]:
            stack.pop()
        _, index, around, opened, top = stack[-1]
        if not opened:
            continue
        start, last = lines.line_at(symbol.start), lines.line_at(max(symbol.start, symbol.end - 1))
        first = _with_lead(lines, start, max(floor, top + 1), comments)
        opens = symbol.kind in CONTAINERS or lines.tokens(start, last) > window
        # What a callback defines for itself is a part of the code around it, unless it is long.
        is_local = symbols.scopes.get(symbol.id, "").startswith("@")
        tokens = lines.tokens(first, last)
        if (
            start <= top
            or (is_local and tokens <= NESTED_TOKENS)
            or not _stands_alone(symbol, around, tokens)
        ):
            # Its own members may still stand for themselves, under what is around it.
            if opens:
                stack.append((symbol.end, index, around, True, max(top, start)))
            continue
        yield symbol, index, first, last
        floor = start + 1 if opens else last + 1
        stack.append((symbol.end, count, symbol, opens, start))
        count += 1


def _stands_alone(symbol: Symbol, around: Symbol | None, tokens: int) -> bool:
    """Whether a symbol is a region of its own inside the chosen one around it."""
    if around is None or around.kind == "module":
        return True
    if symbol.kind not in MEMBERS:
        return False
    # A bare prototype says more beside the others than alone.
    has_body = symbol.body_start < symbol.body_end
    return tokens > NESTED_TOKENS or (has_body and around.kind in ("class", "interface", "enum"))


def _with_lead(lines: Lines, first: int, floor: int, comments: set[int]) -> int:
    """The first line of the comments and attributes directly above a definition."""
    while first > floor and (
        first - 1 in comments or lines.lines[first - 1].lstrip().startswith(_ATTRIBUTES)
    ):
        first -= 1
    return first


def _runs(lines: Lines, owners: list[int], chosen: list[tuple[Symbol, int]]) -> list[Region]:
    """Runs of equal owners. Blank lines never begin or end one."""
    runs: list[tuple[int, int, int]] = []
    for line, owner in enumerate(owners):
        if lines.blank[line]:
            continue
        if runs and runs[-1][2] == owner:
            runs[-1] = (runs[-1][0], line, owner)
        else:
            runs.append((line, line, owner))
    parents = {parent for _, parent in chosen}
    found: list[Region] = []
    met: set[int] = set()
    for first, last, owner in runs:
        symbol, parent = chosen[owner] if owner >= 0 else (None, -1)
        enclosing = chosen[parent][0] if parent >= 0 else None
        gap = symbol is None or symbol.kind == "module" or owner in met
        found.append(Region(first, last, symbol, enclosing, owner in parents and not gap, gap))
        met.add(owner)
    return found
