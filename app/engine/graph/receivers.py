"""What stands before the dot, and what behind it: members of values, of types, of modules."""

from __future__ import annotations

import re

from app.engine.graph import rules, traits, types
from app.engine.graph.classes import Classes
from app.engine.graph.enclosing import Enclosing
from app.engine.graph.entity import ITSELF, Entity, missing
from app.engine.graph.extensions import Extensions
from app.engine.graph.held import Held
from app.engine.graph.index import Index
from app.engine.graph.names import ROOT, Names
from app.engine.graph.ruby_classes import RubyClasses
from app.engine.graph.type_names import RECEIVER_DEPTH, TypeNames
from app.engine.graph.values import Values, head_of

# What these give is a string, whatever they are called on.
_TEXT_RESULTS = {"toString": "String", "ToString": "string", "c_str": "char*"}
# Rust: `<Foo as Bar>::f`
_CHOSEN_TRAIT = re.compile(r"<(.+?) as ([\w:]+).*>\Z")
_QUALIFIER = re.compile(r"(?:\w|::|\\)+\Z")


class Receivers:
    def __init__(self, index: Index, names: Names, classes: Classes) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self._held = Held(index, names, classes, self.called_variable)
        self.ruby = RubyClasses(index, names, classes)
        self.extensions = Extensions(index, names)
        self.enclosing = Enclosing(index, classes, self)
        self.type_names = TypeNames(index, names, classes, self)
        self.values = Values(index, names, classes, self._held, self)
        names.receiver = self.enclosing.type_at
        # Names that are being followed now: two may be assigned to each other (`a.f = b.f`, `b.f = a.f`).
        self._followed: set[tuple[str, str, str]] = set()

    def member(self, path: str, scope: str, receiver: str, name: str, depth: int = RECEIVER_DEPTH) -> Entity:
        """What `receiver.name` is, seen from a scope of a file."""
        language = traits.of(self._index.files[path].language)
        chosen = _CHOSEN_TRAIT.match(receiver)
        if chosen:
            return self._of_trait(path, scope, chosen[1], chosen[2], name)
        if receiver in (ROOT, "\\"):
            return self._names.lookup(path, ROOT, name)[0]
        if receiver in language.super_names and not language.modules_are_types:
            holder = self.enclosing.type_at(path, scope)
            if not holder:
                return missing("super outside of a class")
            found = self._classes.member(holder, name, skip_own=True)
            return found._replace(rule=rules.weaker(found.rule, "super-member")) if found.found else found
        if receiver in language.self_names:
            declared = self.enclosing.declared_self(path, scope, receiver)
            if declared.found:
                return self.of(declared, name)
            holder = self.enclosing.self_at(path, scope)
            if holder:
                return self._of_self(holder, name)
            variable = self.enclosing.variable_at(path, scope)
            if variable:
                return self.of(Entity("variable", f"{path}::{variable}"), name)
            beside = self._held.beside(path, scope, name)
            if beside.found:
                return beside
        value = self.values.value(path, scope, receiver, depth)
        if value.kind == "missing" and _QUALIFIER.match(receiver):
            # A function of a namespace, which is nothing by itself.
            parts = types.dotted(receiver).split(".")
            whole = self._names.qualified(path, [*parts, name], receiver.startswith(("::", "\\")))
            if whole.found:
                return whole
        return self.member_of(path, scope, value, name, receiver)

    def member_of(self, path: str, scope: str, value: Entity, name: str, receiver: str = "") -> Entity:
        """A member of a value, or a function that is written apart from it."""
        found = self.of(value, name)
        extends = traits.of(self._index.files[path].language).extends
        if extends and (not found.found or found.kind == "external"):
            types_ = self._types_of(path, scope, value, receiver)
            extension = self.extensions.named(path, types_, name)
            return extension if extension.found else found
        return found

    def own_extension(self, path: str, scope: str, name: str) -> Entity:
        """A function written apart from the type whose method a scope is in, called on that type's `this`."""
        holder = self.enclosing.type_at(path, scope)
        if not holder:
            return missing("no such member")
        return self.extensions.named(path, self._types_of(path, scope, Entity("instance", holder), ""), name)

    def of(self, value: Entity, name: str) -> Entity:
        """A member of something that is known."""
        if value.kind == "missing":
            return value
        if value.kind == "variable":
            assigned = self._names.assigned(value, name)
            return assigned if assigned.found else self._held.member(value, name)
        if value.kind in ("local", "field", "wrapped", "many", "mapped", "several", "function", "text"):
            return missing("type of receiver not known")
        if value.kind == "symbol":
            value = value._replace(value=self.type_names.behind(self._index.symbols[value.value]).id)
        found = self._names.inside(value, name) if value.kind != "object" else missing("no such member")
        if not found.found:
            held = self._held.member(value, name)
            return held if held.found else found
        own = "module-member" if value.kind == "module" else found.rule
        return found._replace(rule=rules.weaker(value.rule, rules.weaker(own, found.rule)))

    def _types_of(self, path: str, scope: str, value: Entity, receiver: str) -> list[str]:
        """The names of a value's types, also where they are not of the repository."""
        if value.kind == "instance":
            return [self._index.symbols[id].name for id in self._classes.order(value.value)[0]]
        if value.kind == "text":
            return ["String", "string"]
        return [self._written(path, scope, receiver).rpartition(".")[2]] if receiver else []

    def called_variable(self, path: str, scope: str, name: str) -> Entity:
        """The function or class that a local name was assigned (`run = self.step`), when it is called."""
        table = self._index.files[path].types.get(scope, {})
        known = table.get(f"{name}()") or table.get(name, "")
        if not known.startswith("=") or "|" in known or head_of(known) == name:
            return missing("a local value")
        key = (path, scope, name)
        if key in self._followed:
            return missing("a local value")
        self._followed.add(key)
        try:
            head, _, last = known[1:].rpartition(".")
            found = self.member(path, scope, head, last) if head else self._names.lookup(path, scope, last)[0]
        finally:
            self._followed.discard(key)
        if found.kind not in ("symbol", "external"):
            return missing("a local value")
        return found._replace(rule=rules.weaker(found.rule, "alias"))

    def called_instance(self, path: str, scope: str, receiver: str, name: str) -> Entity:
        """The method that runs when a value is called as a function is (`__call__`)."""
        method = traits.of(self._index.files[path].language).call_method
        value = (
            self.values.value(path, scope, f"{receiver}.{name}" if receiver else name, RECEIVER_DEPTH)
            if method
            else None
        )
        if value is not None and value.kind == "symbol":
            # A field that holds a class or a function: `made: type[Foo]`.
            return value
        if value is None or value.kind != "instance":
            return missing("an instance is called")
        return self.of(value, method)

    def _of_trait(self, path: str, scope: str, type_: str, trait: str, name: str) -> Entity:
        """The method that a type has by a trait, or the trait's own."""
        owner = self.type_names.named(path, scope, types.dotted(type_), RECEIVER_DEPTH)
        wanted = self.type_names.named(path, scope, types.dotted(trait), RECEIVER_DEPTH)
        last = types.dotted(trait).rpartition(".")[2]
        members = self._classes.own_member(owner.value, name) if owner.kind == "symbol" else []
        written = [
            method for method in members if method.bases and method.bases[0].rpartition(".")[2] == last
        ]
        if len(written) == 1:
            return Entity("symbol", written[0].id, "class-member")
        return self._names.inside(wanted, name) if wanted.found else wanted

    def type_of(self, path: str, scope: str, known: str) -> tuple[str, str]:
        """(name, id) of the type that a value as in `types.py` has; "" for what is not known or not here."""
        expression = known.removeprefix("=")
        if not known.startswith("=") and not known.endswith("()"):
            expression = f"new {known}()"
        value = self.values.value(path, scope, expression, RECEIVER_DEPTH)
        if value.kind == "instance":
            return self._index.symbols[value.value].name, value.value
        return known if expression.startswith("new ") else self._written(path, scope, expression), ""

    def _written(self, path: str, scope: str, expression: str) -> str:
        """The type that is written at a variable or a function, also where it is not of the repository."""
        head, _, last = types.dotted(expression.removesuffix("()")).rpartition(".")
        found, key = (
            (self.member(path, scope, head, last), "") if head else self._names.lookup(path, scope, last)
        )
        if expression.endswith("()"):
            if last in _TEXT_RESULTS:
                return _TEXT_RESULTS[last]
            return self._index.symbols[found.value].returns if found.kind == "symbol" else ""
        if found.kind == "field":
            key, _, last = found.value.rpartition("::")
            path = self._index.symbols[key].path
        elif found.kind == "symbol":
            symbol = self._index.symbols[found.value]
            path, key, last = symbol.path, self._classes.scope_around(symbol), symbol.name
        known = self._index.files[path].types.get(key, {}).get(last, "")
        return "" if known.startswith("=") or known.endswith("()") or "|" in known else known

    def _of_self(self, holder: str, name: str) -> Entity:
        symbol = self._index.symbols[holder.removesuffix(ITSELF)]
        if not self._index.is_type(symbol):
            return self._names.inside(Entity("symbol", holder), name)
        found = self._classes.member(holder, name)
        if found.rule == "class-member":
            return found._replace(rule="self-member")
        return found
