"""What a function is handed that is an argument of a call: the called function's header says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.graph import elements, expressions
from app.engine.graph.classes import Classes
from app.engine.graph.ecmascript_types import function_type
from app.engine.graph.entity import Entity, missing
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import Symbol
from app.engine.graph.names import Names

if TYPE_CHECKING:
    from app.engine.graph.receivers import Receivers

_UNKNOWN = missing("type of receiver not known")


class Callbacks:
    def __init__(self, index: Index, names: Names, classes: Classes, receivers: Receivers) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self._receivers = receivers

    def handed(self, path: str, scope: str, known: str, depth: int) -> Entity:
        """The value that ``f@0.1`` speaks of, see `types.py`."""
        if depth <= 0:
            return _UNKNOWN
        callee, _, places = known.rpartition("@")
        argument, _, parameter = places.partition(".")
        *before, last = expressions.steps(callee.removeprefix("new "))
        if before:
            receiver = ("new " if callee.startswith("new ") else "") + expressions.written(before)
            value = self._receivers.value(path, scope, receiver, depth)
            if value.kind in ("many", "wrapped"):
                return elements.handed(value, last.name) if places == "0.0" else _UNKNOWN
            called = self._receivers.member(path, scope, receiver, last.name, depth)
        else:
            called = self._names.lookup(path, scope, last.name)[0]
        if called.kind != "symbol":
            return _UNKNOWN
        for function in self._functions(called.value):
            found = self._taken(function, f"({argument})", int(parameter), depth)
            if found.found:
                return found
        return _UNKNOWN

    def _functions(self, id: str) -> list[Symbol]:
        """A function with its overloads, or the constructors of a class."""
        symbol = self._index.symbols[id]
        if symbol.kind in TYPE_LIKE:
            made = self._classes.constructor(id)
            if made.kind != "symbol":
                return []
            symbol = self._index.symbols[made.value]
        scope = self._classes.scope_around(symbol)
        return self._index.named(symbol.path, scope, symbol.name) or [symbol]

    def _taken(self, function: Symbol, argument: str, parameter: int, depth: int) -> Entity:
        """What a function hands to a parameter of the function that it takes at a place."""
        path, scope = function.path, function.id
        self._index.touched.add(path)
        known = self._index.files[path].types.get(scope, {}).get(argument, "")
        if known and not known.startswith("("):
            found = self._receivers.type_named(path, scope, known, depth)
            named = self._index.symbols.get(found.value)
            if named is None or named.kind != "type":
                return _UNKNOWN
            path, scope, known = named.path, self._classes.scope_around(named), named.returns
        if not known.startswith("("):
            return _UNKNOWN
        taken, _ = function_type(known)
        written = taken[parameter] if parameter < len(taken) else ""
        return self._receivers.declared(path, scope, written, "handed-type", depth)
