"""Which symbol, and which lambda or block in it, an offset of a file stands in."""

from __future__ import annotations

from bisect import bisect_right

from app.engine.graph.model import Symbol

# A capture: (start, end, start row, end row).
Span = tuple[int, int, int, int]
# What one match captures, by name.
Match = dict[str, Span]


def words(text: str, span: Span) -> str:
    """What is captured, on one line."""
    return " ".join(text[span[0] : span[1]].split())


def captured(text: str, match: Match, name: str) -> str:
    """What a match captures under a name, on one line; "" for nothing."""
    span = match.get(name)
    return words(text, span) if span else ""


def written(text: str, match: Match, name: str) -> str:
    """As it is written: on one line a comment would end later than it does."""
    span = match.get(name)
    return text[span[0] : span[1]] if span else ""


class Scopes:
    """Which symbol and which lambda or block an offset stands in, innermost first."""

    def __init__(self, symbols: list[Symbol], blocks: list[Span]) -> None:
        self.parents: dict[str, str] = {}
        self.ends: dict[str, int] = {}
        self._symbols = {s.id: s for s in symbols}
        spans: list[tuple[int, int, int, str]] = [(s.start, -s.end, 0, s.id) for s in symbols]
        spans += [(start, -end, 1, f"@{start}") for start, end, _, _ in blocks]
        # Borders at which the answer changes, with the (symbol, block) that holds from there on.
        self._borders: list[int] = [-1]
        self._answers: list[tuple[str, str]] = [("", "")]
        stack: list[tuple[int, str, str]] = []
        for start, minus_end, is_block, key in sorted(spans):
            self._close(stack, start)
            begun, holder = self._symbols.get(key), self._symbols.get(stack[-1][1]) if stack else None
            if begun and holder and begun.kind == "type" and is_behind(start, holder):
                self._close(stack, start, stack[-1][0])
            if stack and -minus_end > stack[-1][0]:
                continue
            symbol, block = (stack[-1][1], stack[-1][2]) if stack else ("", "")
            around = block or symbol
            if around == key:
                continue
            self.parents[key] = around
            self.ends[key] = -minus_end
            answer = (symbol, key) if is_block else (key, "")
            stack.append((-minus_end, *answer))
            self._border(start, answer)
        self._close(stack, None)

    def at(self, offset: int) -> tuple[str, str]:
        """(symbol id, block key) around an offset, "" where there is none."""
        return self._answers[bisect_right(self._borders, offset) - 1]

    def symbol_at(self, offset: int) -> Symbol | None:
        return self._symbols.get(self.at(offset)[0])

    def _close(self, stack: list[tuple[int, str, str]], until: int | None, up_to: int = 0) -> None:
        """End what ends before an offset; what ends at `up_to` ends there as well."""
        while stack and (until is None or stack[-1][0] <= max(until, up_to)):
            end = stack.pop()[0]
            self._border(
                end if until is None else min(end, until), (stack[-1][1], stack[-1][2]) if stack else ("", "")
            )

    def _border(self, offset: int, answer: tuple[str, str]) -> None:
        if self._borders[-1] == offset:
            self._answers[-1] = answer
        else:
            self._borders.append(offset)
            self._answers.append(answer)


def is_behind(offset: int, symbol: Symbol) -> bool:
    """Whether an offset comes after a definition's body: ``typedef struct a {...} b;`` defines b apart."""
    return symbol.body_start < symbol.body_end <= offset
