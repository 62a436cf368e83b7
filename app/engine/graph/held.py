"""Functions that are reached through what holds them: an object that a function gives, a class, a constant.

An object that a function gives is named by where its members are: the file, and the scope it is written in.
"""

from __future__ import annotations

from collections.abc import Callable

from app.engine.graph.classes import Classes
from app.engine.graph.entity import Entity, missing
from app.engine.graph.index import Index
from app.engine.graph.model import Symbol
from app.engine.graph.names import Names
from app.engine.graph.types import HELD

_SEPARATOR = "\n"


def is_arrow(symbol: Symbol) -> bool:
    """JavaScript: a function that has no `this` of its own."""
    return symbol.signature.endswith("=>")


# What a variable was assigned, by file, scope and name.
Assigned = Callable[[str, str, str], Entity]


class Held:
    def __init__(self, index: Index, names: Names, classes: Classes, assigned: Assigned) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self._assigned = assigned

    def object(self, path: str, scope: str) -> Entity:
        """The object whose members are written in a scope."""
        return Entity("object", f"{path}{_SEPARATOR}{scope}")

    def place(self, value: Entity) -> tuple[str, str]:
        """(path, scope) of an object's members."""
        path, _, scope = value.value.partition(_SEPARATOR)
        return path, scope

    def member(self, value: Entity, name: str) -> Entity:
        """What an object, a class or a constant has under a name besides the members that it defines."""
        if value.kind == "object":
            path, scope = self.place(value)
            self._index.touched.add(path)
            methods = [s for s in self._index.named(path, scope, name) if s.kind == "method"]
            return (
                self._names.choice.of(methods, "class-member") if methods else self._kept(path, scope, name)
            )
        if value.kind == "module":
            value = self._names.whole(value)
        if value.kind == "variable":
            return self._kept(value.value.rpartition("::")[0], value.value, name)
        symbol = self._index.symbols.get(value.value)
        if value.kind not in ("symbol", "instance") or symbol is None:
            return missing("no such member")
        ids = self._classes.order(symbol.id)[0] if self._index.is_type(symbol) else [symbol.id]
        for id in ids:
            found = self._kept(self._index.symbols[id].path, id, name) if id in self._index.symbols else None
            if found is not None and found.found:
                return found
        return missing("no such member")

    def beside(self, path: str, scope: str, name: str) -> Entity:
        """CommonJS: what `this` has under a name in a method of the object that a module is set to."""
        index = self._index
        file = index.files[path]
        let_out = {i.name for i in file.imports if i.kind == "re-export" and not i.module}
        while scope and name in let_out:
            symbol = index.symbols.get(scope)
            scope = file.scopes.get(scope, "")
            if symbol is not None and symbol.kind == "method" and not scope and symbol.name in let_out:
                methods = [s for s in index.named(path, "", name) if s.kind == "method"]
                if len(methods) == 1 and not is_arrow(symbol):
                    return self._names.choice.of(methods, "self-member")
        return missing("self outside of a class")

    def is_holder(self, symbol: Symbol) -> bool:
        """Whether a constant is an object with something in it."""
        file = self._index.files[symbol.path]
        return symbol.id in self._index.children[symbol.path] or any(
            name.startswith(HELD) for name in file.types.get(symbol.id, ())
        )

    def _kept(self, path: str, scope: str, name: str) -> Entity:
        self._index.touched.add(path)
        return self._assigned(path, scope, HELD + name)
