"""What is around a scope: the type whose method it is in, and what `self` or `this` is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.graph import traits
from app.engine.graph.classes import Classes
from app.engine.graph.entity import Entity, missing
from app.engine.graph.held import is_arrow
from app.engine.graph.index import Index
from app.engine.graph.ruby_classes import self_of

if TYPE_CHECKING:
    from app.engine.graph.receivers import Receivers


class Enclosing:
    def __init__(self, index: Index, classes: Classes, receivers: Receivers) -> None:
        self._index = index
        self._classes = classes
        self._receivers = receivers

    def type_at(self, path: str, scope: str) -> str:
        """The type whose method a scope is in: the class around it, its receiver, or an object literal."""
        index = self._index
        file = index.files[path]
        language = traits.of(file.language)
        key = scope
        inside_callable = False
        while key:
            symbol = index.symbols.get(key)
            if symbol is None and language.extends and "this" in file.locals.get(key, ()):
                # It is written before the function that has it.
                known = file.types.get(key, {}).get("this", "")
                around = file.scopes.get(key, "")
                value = self._receivers.values.given(path, around, known) if known else missing("")
                return value.value if value.kind == "instance" else ""
            if symbol is not None:
                if index.is_type(symbol):
                    return symbol.id
                is_bound = not is_arrow(symbol)
                if symbol.receiver and is_bound and language.receiver_is_self:
                    return self._classes.owner(symbol)
                if symbol.kind == "constant" and inside_callable:
                    return symbol.id
                inside_callable |= symbol.kind == "method" and is_bound
            key = file.scopes.get(key, "")
        return ""

    def self_at(self, path: str, scope: str) -> str:
        """The type whose member `self` is, with `ITSELF` behind it where `self` is the type."""
        if traits.of(self._index.files[path].language).modules_are_types:
            return self_of(self._index, path, scope)
        return self.type_at(path, scope)

    def declared_self(self, path: str, scope: str, word: str) -> Entity:
        """What a parameter `this` says that a function is called on."""
        file = self._index.files[path]
        while scope:
            known = file.types.get(scope, {}).get(word)
            if known:
                return self._receivers.type_names.declared(path, scope, known, "annotated-type")
            symbol = self._index.symbols.get(scope)
            if symbol is not None and self._index.is_type(symbol):
                break
            scope = file.scopes.get(scope, "")
        return missing("self outside of a class")

    def variable_at(self, path: str, scope: str) -> str:
        """The variable that the function around a scope was put into, "" if it was into none."""
        while scope:
            symbol = self._index.symbols.get(scope)
            if symbol is not None and symbol.receiver and not is_arrow(symbol):
                return symbol.receiver
            scope = self._index.files[path].scopes.get(scope, "")
        return ""
