"""What a function is handed that is an argument of a call, or in an object that is: headers say it."""

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
        """The value that ``f@0.1`` or ``f@0.do.1`` speaks of, see `types.py`."""
        if depth <= 0:
            return _UNKNOWN
        callee, _, places = known.rpartition("@")
        *before, last = expressions.steps(callee.removeprefix("new "))
        if before:
            receiver = ("new " if callee.startswith("new ") else "") + expressions.written(before)
            value = self._receivers.values.value(path, scope, receiver, depth)
            if value.kind in ("many", "wrapped"):
                return elements.handed(value, last.name) if places == "0.0" else _UNKNOWN
            called = self._receivers.member(path, scope, receiver, last.name, depth)
        else:
            called = self._names.lookup(path, scope, last.name)[0]
        symbol = self._index.symbols.get(called.value)
        if called.kind == "symbol" and symbol is not None and symbol.kind != "constant":
            functions = self._functions(symbol)
        else:
            # A value that is called by what its interface says.
            value = self._receivers.values.value(path, scope, callee, depth)
            functions = [self._index.symbols[value.value]] if value.kind == "instance" else []
        argument, *member, parameter = places.split(".")
        for function in functions:
            written = self._takes(function, argument)
            if member:
                found = self._of_member(function, written, member[0], parameter, depth)
            else:
                found = self._of_function(function.path, function.id, written, parameter, depth)
            if found.found:
                return found
        return _UNKNOWN

    def _functions(self, symbol: Symbol) -> list[Symbol]:
        """A function with its overloads, or the constructors of a class."""
        if symbol.kind in TYPE_LIKE:
            made = self._classes.constructor(symbol.id)
            if made.kind != "symbol":
                return []
            symbol = self._index.symbols[made.value]
        scope = self._classes.scope_around(symbol)
        return self._index.named(symbol.path, scope, symbol.name) or [symbol]

    def _takes(self, function: Symbol, place: str) -> str:
        """What the header of a function, or of an interface that is called, says of a parameter."""
        self._index.touched.add(function.path)
        return self._index.files[function.path].types.get(function.id, {}).get(f"({place})", "")

    def _of_function(self, path: str, scope: str, known: str, place: str, depth: int) -> Entity:
        """What a function of a known type takes at a place."""
        if known.startswith("("):
            taken, _ = function_type(known)
            written = taken[int(place)] if int(place) < len(taken) else ""
            return self._receivers.type_names.declared(path, scope, written, "handed-type", depth)
        found = self._receivers.type_names.named(path, scope, known, depth) if known else _UNKNOWN
        named = self._index.symbols.get(found.value)
        if found.kind != "symbol" or named is None or depth <= 0:
            return _UNKNOWN
        if named.returns:
            around = self._classes.scope_around(named)
            return self._of_function(named.path, around, named.returns, place, depth - 1)
        written = self._takes(named, place)
        return self._receivers.type_names.declared(named.path, named.id, written, "handed-type", depth)

    def _of_member(self, function: Symbol, written: str, name: str, place: str, depth: int) -> Entity:
        """What a member takes of an object that a function takes."""
        given = self._receivers.type_names.declared(function.path, function.id, written, "handed-type", depth)
        if given.kind != "instance":
            return _UNKNOWN
        member = self._names.inside(given, name)
        if member.kind == "symbol":
            taking = self._index.symbols[member.value]
            taken = self._takes(taking, place)
            return self._receivers.type_names.declared(taking.path, taking.id, taken, "handed-type", depth)
        for id in self._classes.order(given.value)[0]:
            owner = self._index.symbols[id]
            known = self._index.files[owner.path].types.get(id, {}).get(name, "")
            if known:
                return self._of_function(owner.path, id, known, place, depth)
        return _UNKNOWN
