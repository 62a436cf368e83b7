"""What stands before the dot: a module, a class, or a value whose class the code tells.

A value's class is read from an annotation, from the constructor call it was
assigned, from a function's declared result, or from a field of such a kind. It is
never guessed from the names of the methods that are called on it.
"""

from __future__ import annotations

import re

from app.engine.graph import rules, traits, types
from app.engine.graph.classes import Classes
from app.engine.graph.entity import Entity, missing
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import Symbol
from app.engine.graph.names import Names

_CHAIN = re.compile(r"[@$]?[A-Za-z_][\w$]*(?:\.[A-Za-z_$][\w$]*)*\Z")
_CALL_AT_END = re.compile(r"(.*?)(?:<[^<>()]*>)?\((.*)\)\Z", re.DOTALL)
# How many assignments, results and fields are followed to learn one value's class.
_DEPTH = 6


class Receivers:
    def __init__(self, index: Index, names: Names, classes: Classes) -> None:
        self._index = index
        self._names = names
        self._classes = classes

    def member(self, path: str, scope: str, receiver: str, name: str, depth: int = _DEPTH) -> Entity:
        """What `receiver.name` is, seen from a scope of a file."""
        language = traits.of(self._index.files[path].language)
        if receiver in language.super_names or receiver.startswith("super("):
            holder = self.enclosing_type(path, scope)
            if not holder:
                return missing("super outside of a class")
            found = self._classes.member(holder, name, skip_own=True)
            return found._replace(rule=rules.weaker(found.rule, "super-member")) if found.found else found
        if receiver in language.self_names:
            holder = self.enclosing_type(path, scope)
            if holder:
                return self._of_self(holder, name)
        return self.of(self.value(path, scope, receiver, depth), name)

    def of(self, value: Entity, name: str) -> Entity:
        """A member of something that is known."""
        if value.kind == "missing":
            return value
        if value.kind in ("local", "variable", "field"):
            return missing("type of receiver not known")
        found = self._names.inside(value, name)
        if not found.found:
            return found
        own = "module-member" if value.kind == "module" else found.rule
        return found._replace(rule=rules.weaker(value.rule, rules.weaker(own, found.rule)))

    def called_variable(self, path: str, scope: str, name: str) -> Entity:
        """The function or class that a local name was assigned (`run = self.step`), when it is called."""
        known = self._index.files[path].types.get(scope, {}).get(name, "")
        if not known.startswith("=") or known[1:].partition(".")[0] == name:
            return missing("a local value")
        head, _, last = known[1:].rpartition(".")
        if head:
            found = self.member(path, scope, head, last)
        else:
            found = self._names.lookup(path, scope, last)[0]
        if found.kind not in ("symbol", "external"):
            return missing("a local value")
        return found._replace(rule=rules.weaker(found.rule, "alias"))

    def enclosing_type(self, path: str, scope: str) -> str:
        """The type whose method a scope is in: the class around it, its receiver, or an object literal."""
        index = self._index
        file = index.files[path]
        key = scope
        inside_callable = False
        while key:
            symbol = index.symbols.get(key)
            if symbol is not None:
                if symbol.kind in TYPE_LIKE:
                    return symbol.id
                if symbol.receiver:
                    return self._classes.owner(symbol)
                if symbol.kind == "constant" and inside_callable:
                    return symbol.id
                inside_callable |= symbol.kind == "method"
            key = file.scopes.get(key, "")
        return ""

    def value(self, path: str, scope: str, expression: str, depth: int) -> Entity:
        """What an expression is: a dotted name, or a whole call of one."""
        if depth <= 0:
            return missing("type of receiver not known")
        text = types.dotted(expression) if "(" not in expression else expression.strip()
        if _CHAIN.match(text):
            return self._chain(path, scope, text.split("."), depth)
        called = _CALL_AT_END.match(text) if len(text) < 300 else None
        if called and types.closes(text, len(called.group(1).rstrip())):
            name = called.group(1).strip()
            if name.startswith("new "):
                return self.instance(
                    self._type(path, scope, types.dotted(name[4:]), depth - 1), "class-member"
                )
            return self._result(path, scope, types.dotted(name), depth - 1)
        return missing("receiver is an expression")

    def instance(self, entity: Entity, rule: str) -> Entity:
        """An instance of a type; a package outside stays what it is."""
        if entity.kind == "symbol" and self._index.symbols[entity.value].kind in TYPE_LIKE:
            return Entity("instance", entity.value, rules.weaker(entity.rule, rule))
        return entity if entity.kind == "external" else missing("type of receiver not known")

    def _of_self(self, holder: str, name: str) -> Entity:
        symbol = self._index.symbols[holder]
        if symbol.kind not in TYPE_LIKE:
            return self._names.inside(Entity("symbol", holder), name)
        found = self._classes.member(holder, name)
        if found.rule == "class-member":
            return found._replace(rule="self-member")
        return found

    def _chain(self, path: str, scope: str, parts: list[str], depth: int) -> Entity:
        language = traits.of(self._index.files[path].language)
        if parts[0] in language.self_names:
            holder = self.enclosing_type(path, scope)
            if not holder:
                return missing("self outside of a class")
            kind = "instance" if self._index.symbols[holder].kind in TYPE_LIKE else "symbol"
            value = Entity(kind, holder, "self-member")
        else:
            found, key = self._names.lookup(path, scope, parts[0])
            value = self._known(path, key, parts[0], found, depth)
            if not value.found and len(parts) > 1 and found.kind == "missing":
                whole = self._names.qualified(path, parts)
                if whole.found:
                    return whole
        for part in parts[1:]:
            if not value.found:
                return value
            value = self._field(value, part, depth)
        return value

    def _known(self, path: str, key: str, name: str, found: Entity, depth: int) -> Entity:
        """A looked-up name as a value: its type, where it is a variable."""
        if found.kind == "local":
            value = self._typed(path, key, name, depth)
            return value if value.found else found
        if found.kind == "variable":
            module, _, variable = found.value.rpartition("::")
            value = self._typed(module, "", variable, depth)
            return value if value.found else found
        if found.kind == "field":
            owner, _, field = found.value.rpartition("::")
            value = self._typed(self._index.symbols[owner].path, owner, field, depth)
            return value._replace(rule="field-type") if value.found else found
        if found.kind == "symbol":
            return self._of_symbol(self._index.symbols[found.value], found, depth)
        return found

    def _of_symbol(self, symbol: Symbol, found: Entity, depth: int) -> Entity:
        if symbol.kind != "constant":
            return found
        if symbol.id in self._index.children[symbol.path]:
            return found
        scope = self._classes.scope_around(symbol)
        value = self._typed(symbol.path, scope, symbol.name, depth)
        return value if value.found else Entity("local", symbol.name)

    def _field(self, value: Entity, name: str, depth: int) -> Entity:
        """A step of a chain: a field's type, a property's result, a nested class, a submodule."""
        if value.kind in ("instance", "symbol") and self._index.symbols[value.value].kind in TYPE_LIKE:
            for id in self._classes.order(value.value)[0]:
                owner = self._index.symbols[id]
                if name in self._index.files[owner.path].types.get(id, ()):
                    return self._typed(owner.path, id, name, depth)._replace(rule="field-type")
        found = self._names.inside(value, name)
        if value.kind == "instance" and not found.found:
            return missing("type of field not known")
        if found.kind == "symbol":
            symbol = self._index.symbols[found.value]
            if symbol.kind == "method" and symbol.signature.startswith("@"):
                return self._returned(symbol, depth)
            return self._of_symbol(symbol, found, depth)
        if found.kind == "variable":
            return self._known(value.value, "", name, found, depth)
        return found

    def _typed(self, path: str, key: str, name: str, depth: int) -> Entity:
        """The value of a variable whose type is noted in a scope."""
        self._index.touched.add(path)
        known = self._index.files[path].types.get(key, {}).get(name, "")
        if not known:
            return missing("type of receiver not known")
        if known.startswith("="):
            # Its own name on the right is an outer one: following it here would go in circles.
            if known[1:].partition(".")[0] == name:
                return missing("type of receiver not known")
            found = self.value(path, key, known[1:], depth - 1)
            return found._replace(rule=rules.weaker(found.rule, "alias")) if found.found else found
        if known.endswith("()"):
            return self._result(path, key, known[:-2], depth - 1)
        return self.instance(self._type(path, key, known, depth - 1), "annotated-type")

    def _type(self, path: str, key: str, name: str, depth: int) -> Entity:
        """The class that a type's name stands for; a variable of that name does not hide it."""
        if depth <= 0:
            return missing("type of receiver not known")
        head, _, last = name.rpartition(".")
        if name in ("Self", "self", "static", "this"):
            holder = self.enclosing_type(path, key)
            return Entity("symbol", holder) if holder else missing("self outside of a class")
        scope = key
        while True:
            found = self._classes.dotted(path, scope, head, last)
            if found.kind != "local" or not scope:
                return found
            scope = self._index.files[path].scopes.get(scope, "")

    def _result(self, path: str, key: str, name: str, depth: int) -> Entity:
        """What a call gives: an instance of the class called, or a function's declared result."""
        if depth <= 0:
            return missing("type of receiver not known")
        head, _, last = name.rpartition(".")
        if head:
            called = self.member(path, key, head, last, depth - 1)
        else:
            called = self._names.lookup(path, key, last)[0]
        if called.kind == "external":
            return called
        if called.kind != "symbol":
            return missing("type of receiver not known")
        symbol = self._index.symbols[called.value]
        if symbol.kind in TYPE_LIKE:
            return Entity("instance", symbol.id, rules.weaker(called.rule, "assigned-type"))
        return self._returned(symbol, depth)

    def _returned(self, symbol: Symbol, depth: int) -> Entity:
        language = self._index.files[symbol.path].language
        written = types.of_result(symbol.signature, symbol.name, language)
        if not written:
            return missing("type of receiver not known")
        return self.instance(self._type(symbol.path, symbol.id, written, depth - 1), "returned-type")
