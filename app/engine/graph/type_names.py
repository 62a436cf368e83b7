"""What a written type stands for: a class of the repository, an instance of it, one that is wrapped, many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.graph import rules, traits, types
from app.engine.graph.classes import Classes
from app.engine.graph.entity import Entity, missing
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import Symbol
from app.engine.graph.names import Names

if TYPE_CHECKING:
    from app.engine.graph.receivers import Receivers

# Types that stand for the receiver's own.
OWN_TYPES = frozenset(("Self", "self", "static", "this"))
# Between file, scope and type of a function.
PARTED = "\n"
# How many assignments, results and fields are followed to learn one value's class.
RECEIVER_DEPTH = 12


class TypeNames:
    def __init__(self, index: Index, names: Names, classes: Classes, receivers: Receivers) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self._receivers = receivers

    def instance(self, entity: Entity, rule: str) -> Entity:
        """An instance of a type; a package outside stays what it is."""
        if entity.kind == "module":
            entity = self._names.whole(entity)
        if entity.kind == "symbol" and self._is_constructed(self._index.symbols[entity.value]):
            return Entity("instance", entity.value, rules.weaker(entity.rule, rule))
        return entity if entity.kind == "external" else missing("type of receiver not known")

    def cast(self, path: str, scope: str, written: str, depth: int) -> Entity:
        """What is said to be of a type, whatever it is."""
        return self.instance(self.named(path, scope, written, depth), "annotated-type")

    def _is_constructed(self, symbol: Symbol) -> bool:
        """Whether a symbol has instances: in JavaScript a function may be what a class is elsewhere."""
        family = traits.of(self._index.files[symbol.path].language).family
        return symbol.kind in TYPE_LIKE or (symbol.kind == "function" and family == "javascript")

    def named(self, path: str, key: str, name: str, depth: int) -> Entity:
        """The class that a type's name stands for; a variable of that name does not hide it."""
        if depth <= 0:
            return missing("type of receiver not known")
        head, _, last = name.rpartition(".")
        if name in OWN_TYPES:
            holder = self._receivers.enclosing.type_at(path, key)
            return Entity("symbol", holder) if holder else missing("self outside of a class")
        scope, bound = self.bound(path, key, name)
        if bound:
            if bound == types.UNBOUND:
                return missing("any type")
            return self.named(path, scope, bound, depth - 1)
        scope = key
        while True:
            found = self._classes.dotted(path, scope, head, last)
            if found.kind != "local" or not scope:
                return found
            scope = self._index.files[path].scopes.get(scope, "")

    def bound(self, path: str, scope: str, name: str) -> tuple[str, str]:
        """(scope around it, what bounds it) of a type parameter that a scope sees under a name."""
        file = self._index.files[path]
        while True:
            bound = file.types.get(scope, {}).get(f"<{name}>", "")
            around = file.scopes.get(scope, "")
            if bound or not scope:
                return around, bound
            scope = around

    def behind(self, symbol: Symbol) -> Symbol:
        """The class that another name of a type stands for, or the symbol itself."""
        if symbol.kind != "type" or not symbol.returns:
            return symbol
        around = self._classes.scope_around(symbol)
        value = self.declared(symbol.path, around, symbol.returns, "same-file")
        return self._index.symbols[value.value] if value.kind == "instance" else symbol

    def declared(self, path: str, key: str, written: str, rule: str, depth: int = RECEIVER_DEPTH) -> Entity:
        """An instance of a written type, perhaps a wrapped one or one of many."""
        if written.startswith("("):
            return Entity("function", PARTED.join((path, key, written)), rule)
        if not written:
            return missing("type of receiver not known")
        found = self.named(path, key, written.lstrip("?*%"), depth - 1)
        symbol = self._index.symbols.get(found.value)
        if symbol is not None and symbol.kind == "type" and symbol.returns and written[0] not in "?*%":
            around = self._classes.scope_around(symbol)
            value = self.declared(symbol.path, around, symbol.returns, rule, depth - 1)
        else:
            value = self.instance(found, rule)
        kind = {"?": "wrapped", "*": "many", "%": "mapped"}.get(written[0], "")
        return value._replace(kind=kind) if kind and value.kind == "instance" else value
