"""Ruby: a class is a value with members of its own.

Here is who `self` is, what makes an instance, and what `super` calls; members are found by `classes.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.graph import traits
from app.engine.graph.entity import ITSELF, Entity, missing
from app.engine.graph.index import Index
from app.engine.graph.model import CALLABLE_KINDS

if TYPE_CHECKING:
    from app.engine.graph.classes import Classes
    from app.engine.graph.names import Names


def self_of(index: Index, path: str, scope: str) -> str:
    """The type whose instance `self` is in a scope, or the type and `ITSELF` where it is that."""
    level = ITSELF
    while scope:
        symbol = index.symbols.get(scope)
        if symbol is not None and index.is_type(symbol):
            return scope + level
        if symbol is not None and symbol.kind in CALLABLE_KINDS:
            level = ITSELF if symbol.receiver else ""
        scope = index.files[path].scopes.get(scope, "")
    return ""


class RubyClasses:
    def __init__(self, index: Index, names: Names, classes: Classes) -> None:
        self._index = index
        self._names = names
        self._classes = classes

    def makes(self, value: Entity, name: str) -> bool:
        """Whether a member of a class gives a new instance of it."""
        if value.kind != "symbol":
            return False
        symbol = self._index.symbols[value.value]
        maker = traits.of(self._index.files[symbol.path].language).maker
        return symbol.kind == "class" and name == maker and not self._names.inside(value, name).found

    def super_method(self, path: str, scope: str) -> Entity:
        """The method that `super` calls in a scope: the next one of its name."""
        own = self_of(self._index, path, scope)
        while scope and own:
            symbol = self._index.symbols.get(scope)
            if symbol is not None and symbol.kind in CALLABLE_KINDS:
                return self._classes.member(own, symbol.name, skip_own=True)
            scope = self._index.files[path].scopes.get(scope, "")
        return missing("super outside of a class")
