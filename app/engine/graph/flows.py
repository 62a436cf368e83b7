"""The ways that functions take as values in one file: what names are given, what functions give and take.

They are kept as written; `function_values.py` follows them. Read for the languages whose query tells of
them by `@flow`, with the value as `@flow`:

    @flow.name      the name that it is bound to, with `@flow.key` where it is put under a key of that,
                    `@flow.element` where it is put into it, `@flow.each` where it is gone through,
                    `@flow.first` and its like where it is one of several, `@flow.self` where the name
                    is a field's, `@flow.default` where it is a parameter's default
    @flow.callee    what is called with it, with `@flow.arguments`, and `@flow.keyword`
    @flow.returned, @flow.yielded, @flow.called    beside it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from app.engine.graph.arguments import handed_over
from app.engine.graph.model import CALLABLE_KINDS, FileSymbols, Flow, Symbol
from app.engine.graph.scopes import Match, Scopes, Span, words

LANGUAGES = frozenset(("python",))
# So many arguments as there are in what is starred come before.
_STARRED = re.compile(r"[(,]\s*\*")
# What is longer is no table of functions that anyone reads.
_LIMIT = 1000


def read_flows(
    file: FileSymbols, text: str, scopes: Scopes, named: Mapping[int, str], matches: Iterable[Match]
) -> list[Flow]:
    """What the matches of one file tell, in the order of their lines."""
    reader = _Reader(file, text, scopes, named)
    found = dict.fromkeys(flow for match in matches if (flow := reader.flow(match)))
    return sorted(found, key=lambda flow: flow.line)


class _Reader:
    def __init__(self, file: FileSymbols, text: str, scopes: Scopes, named: Mapping[int, str]) -> None:
        self._symbols = {symbol.id: symbol for symbol in file.symbols}
        self._text = text
        self._scopes = scopes
        self._named = named

    def flow(self, match: Match) -> Flow | None:
        start, end, row, _ = match["flow"]
        if end - start > _LIMIT:
            return None
        value = " ".join(self._text[start:end].split())
        scope = self._key(match["flow"])
        if "flow.callee" in match:
            return self._passed(match, value, scope)
        for kind in ("returned", "yielded"):
            if f"flow.{kind}" in match:
                symbol = self._scopes.at(start)[0]
                return Flow(kind, "", value, symbol, scope, row + 1)
        if "flow.called" in match:
            return Flow("called", "", value, "", scope, row + 1)
        return self._bound(match, value, scope)

    def _passed(self, match: Match, value: str, scope: str) -> Flow | None:
        if "flow.keyword" in match:
            name = words(self._text, match["flow.keyword"])
        else:
            start, offset = match["flow.arguments"][0], match["flow"][0]
            place = handed_over(self._text, start, offset, 0)
            if place is None or _STARRED.search(self._text, start, offset):
                return None
            name = str(place[0])
        callee = words(self._text, match["flow.callee"])
        line = match["flow"][2] + 1
        return Flow("passed", name, value, callee, scope, line) if len(callee) <= _LIMIT else None

    def _bound(self, match: Match, value: str, scope: str) -> Flow | None:
        name = match["flow.name"]
        holder = self._key(name)
        if self._named.get(name[0]) == holder:
            # A definition's own name is bound around it.
            holder = self._scopes.parents.get(holder, "")
        if "flow.self" in match:
            around = self._class_around(self._scopes.at(name[0])[0])
            if around is None:
                return None
            holder = around.id
        if "flow.default" in match:
            scope = self._scopes.parents.get(scope, "")
        if "flow.key" in match:
            value = f"{{{words(self._text, match['flow.key'])}: {value}}}"
        for place in ("first", "second", "third"):
            if f"flow.{place}" in match:
                value = f"({value})[{('first', 'second', 'third').index(place)}]"
        if "flow.element" in match:
            value = f"[{value}]"
        if "flow.each" in match:
            value = f"*{value}"
        return Flow("bound", words(self._text, name), value, holder, scope, name[2] + 1)

    def _class_around(self, id: str) -> Symbol | None:
        symbol = self._symbols.get(id)
        while symbol is not None and symbol.kind in CALLABLE_KINDS:
            symbol = self._symbols.get(symbol.parent)
        return symbol

    def _key(self, span: Span) -> str:
        scope, block = self._scopes.at(span[0])
        return block or scope
