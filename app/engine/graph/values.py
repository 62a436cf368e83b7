"""What an expression is: a module, a class, or a value whose class the code tells.

A value's class is read from an annotation, from the constructor call it was
assigned, from a function's declared result, or from a field of such a kind. It is
never guessed from the names of the methods that are called on it.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from app.engine.graph import elements, expressions, rules, traits, types
from app.engine.graph.callbacks import Callbacks
from app.engine.graph.classes import Classes
from app.engine.graph.ecmascript_types import function_type
from app.engine.graph.entity import ITSELF, Entity, missing
from app.engine.graph.held import Held
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import Symbol
from app.engine.graph.names import ROOT, Names
from app.engine.graph.remembered import Remembered
from app.engine.graph.type_names import OWN_TYPES, PARTED, RECEIVER_DEPTH

if TYPE_CHECKING:
    from app.engine.graph.receivers import Receivers

_CAST = re.compile(r"\(\(([\w.:]+)\)\s*\S.*\)\Z|\(.*\sas[?!]?\s+([\w.:]+)\)\Z", re.DOTALL)
# `(a plus b)` where a function stands between what it is called on and what it takes.
_INFIX = re.compile(r"\(([\w.()?!]+)\s+([A-Za-z_]\w*)\s+[^\s()]+(?:\(\))?\)\Z")
# What gives the value that is wrapped, and what leaves it wrapped.
_UNWRAPPING = frozenset(
    "? unwrap expect unwrap_or unwrap_or_else unwrap_or_default get getOrElse getOrThrow orElse orElseGet "
    "orElseThrow GetAwaiter Result".split()
)
_STILL_WRAPPED = frozenset("ConfigureAwait catch finally ok ok_or ok_or_else map_err as_ref as_mut".split())
# What a call hands to a function, see `callbacks.py`.
_HANDED = re.compile(r"@\d+\.(?:[\w$]+\.)?\d+\Z")


class Values:
    def __init__(
        self, index: Index, names: Names, classes: Classes, held: Held, receivers: Receivers
    ) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self._held = held
        self._receivers = receivers
        self._enclosing = receivers.enclosing
        self._type_names = receivers.type_names
        self._ruby = receivers.ruby
        self._callbacks = Callbacks(index, names, classes, receivers)
        # (path, scope, expression) -> what it is.
        self._remembered: Remembered[tuple[str, str, str], Entity] = Remembered(index)

    def is_rust(self, value: Entity) -> bool:
        return value.kind in ("instance", "many") and self._language(value) == "rust"

    def forget(self) -> None:
        """Call it whenever the index has changed."""
        self._remembered.forget()

    def value(self, path: str, scope: str, expression: str, depth: int) -> Entity:
        """What an expression is: a chain of names, calls and fields, from left to right."""
        if depth < RECEIVER_DEPTH:
            return self._value(path, scope, expression, depth)
        asked = (path, scope, expression)
        return self._remembered.ask(asked, lambda: self._value(path, scope, expression, depth))

    def _value(self, path: str, scope: str, expression: str, depth: int) -> Entity:
        if depth <= 0:
            return missing("type of receiver not known")
        is_new = expression.startswith("new ")
        whole = expression.removeprefix("new ") if is_new else expression
        lead = self._classes.paths.lead(path, scope, whole)
        if lead is not None:
            value, whole = lead
            for step in expressions.steps(whole):
                value = self._step(path, scope, value, step, depth)
            return value
        if whole.startswith(("::", "\\")):
            scope, whole = ROOT, whole.lstrip(":\\")
        chain = expressions.steps(whole)
        if not chain:
            return missing("receiver is an expression")
        value, rest = self._head(path, scope, chain, is_new, depth)
        for step in rest:
            value = self._step(path, scope, value, step, depth)
        return value

    def _head(
        self, path: str, scope: str, chain: list[expressions.Step], is_new: bool, depth: int
    ) -> tuple[Entity, list[expressions.Step]]:
        """What a chain is up to its first call, and the steps behind it."""
        if chain[0].name == expressions.TEXT:
            return Entity("text", ""), chain[1:]
        if chain[0].name[0] == "(":
            return self._in_brackets(path, scope, chain[0].name, depth - 1), chain[1:]
        names = [step.name for step in takewhile(lambda step: step.name[0] not in "?([", chain)]
        calls = [i for i, step in enumerate(chain[: len(names)]) if step.is_called]
        if not calls:
            return self._chain(path, scope, names, depth), chain[len(names) :]
        name = ".".join(names[: calls[0] + 1])
        rest = chain[calls[0] + 1 :]
        if is_new:
            made = self._type_names.named(path, scope, name, depth - 1)
            return self._type_names.instance(made, "class-member"), rest
        return self._result(path, scope, name, depth - 1), rest

    def _in_brackets(self, path: str, scope: str, expression: str, depth: int) -> Entity:
        """``((Foo) x)`` and ``(x as Foo)`` are what they are cast to, other brackets what is in them."""
        cast = _CAST.match(expression)
        if cast:
            written = types.dotted(cast[1] or cast[2])
            return self._type_names.cast(path, scope, written, depth)
        infix = _INFIX.match(expression)
        if infix and traits.of(self._index.files[path].language).calls_between:
            return self.value(path, scope, f"{infix[1]}.{infix[2]}()", depth)
        return self.value(path, scope, expression[1:-1].strip(), depth)

    def _step(self, path: str, scope: str, value: Entity, step: expressions.Step, depth: int) -> Entity:
        if step.name[0] == "(":
            # Go: `x.(*Foo)` is a Foo, whatever x is.
            written = types.dotted(step.name.strip("()*& "))
            return self._type_names.cast(path, scope, written, depth - 1)
        if value.kind == "wrapped":
            if step.name in _UNWRAPPING:
                return value._replace(kind="instance")
            return value if step.name in _STILL_WRAPPED else missing("type of receiver not known")
        if step.name == expressions.UNWRAPPED or not value.found:
            return value
        if step.name.isdigit():
            return self._place(value, int(step.name), depth)
        if value.kind in ("many", "mapped") or step.name == expressions.ELEMENT:
            return elements.step(value, step.name, self.is_rust(value))
        if not step.is_called:
            return self._field(value, step.name, depth)
        if self._ruby.makes(value, step.name):
            return self._type_names.instance(value, "assigned-type")
        called = self._receivers.member_of(path, scope, value, step.name)
        if not called.found and step.name == "clone" and self.is_rust(value):
            # Derived, or of what is around it: a clone is of the same type.
            return value
        if called.kind != "symbol":
            return called if called.kind == "external" else self._component(value, step.name, depth)
        return self._given_by(called, value, depth - 1)

    def _component(self, value: Entity, name: str, depth: int) -> Entity:
        """What a record of Java gives by a method that it need not write."""
        if value.kind == "instance" and "record" in self._index.symbols[value.value].signature.split():
            return self._field(value, name, depth)
        return missing("type of receiver not known")

    def _chain(self, path: str, scope: str, parts: list[str], depth: int) -> Entity:
        language = traits.of(self._index.files[path].language)
        if parts[0] in language.self_names:
            value = self._enclosing.declared_self(path, scope, parts[0])
            if not value.found:
                holder = self._enclosing.self_at(path, scope)
                variable = self._enclosing.variable_at(path, scope) if not holder else ""
                if variable and len(parts) == 1:
                    return Entity("variable", f"{path}::{variable}")
                if not holder:
                    return missing("self outside of a class")
                id = holder.removesuffix(ITSELF)
                is_instance = id == holder and self._index.is_type(self._index.symbols[id])
                value = Entity("instance" if is_instance else "symbol", id, "self-member")
        elif parts[0].startswith("@"):
            # Ruby: a variable of the instance.
            holder = self._enclosing.self_at(path, scope)
            if not holder or holder.endswith(ITSELF):
                return missing("type of field not known")
            value = self._field(Entity("instance", holder, "self-member"), parts[0], depth)
        else:
            found, key = self._names.lookup(path, scope, parts[0])
            value = self._known(path, key, parts[0], found, depth)
            if not value.found and len(parts) > 1 and found.kind == "missing":
                whole = self._names.qualified(path, parts, scope == ROOT)
                if whole.found:
                    return whole
        for part in parts[1:]:
            if not value.found:
                return value
            value = (
                self._place(value, int(part), depth) if part.isdigit() else self._field(value, part, depth)
            )
        return value

    def _known(self, path: str, key: str, name: str, found: Entity, depth: int) -> Entity:
        """A looked-up name as a value: its type, where it is a variable."""
        if found.kind == "local":
            value = self._typed(path, key, name, depth)
            if not value.found and not key:
                return Entity("variable", f"{path}::{name}")
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
        if _is_property(symbol):
            return self._returned(symbol, depth)
        if symbol.kind != "constant":
            return found
        parent = self._index.symbols.get(symbol.parent)
        if parent is not None and parent.kind == "enum":
            return Entity("instance", parent.id, found.rule)
        if self._held.is_holder(symbol):
            return found
        scope = self._classes.scope_around(symbol)
        value = self._typed(symbol.path, scope, symbol.name, depth)
        return value if value.found else Entity("local", symbol.name)

    def _field(self, value: Entity, name: str, depth: int) -> Entity:
        """A step of a chain: a field's type, a property's result, a nested class, a submodule."""
        if value.kind == "function":
            return missing("type of field not known")
        if value.kind == "object":
            path, scope = self._held.place(value)
            return self._typed(path, scope, types.HELD + name, depth)
        if name == "this" and value.kind == "symbol":
            # The instance of a class around (`Outer.this`).
            return self._type_names.instance(value, "self-member")
        if self._ruby.makes(value, name):
            return self._type_names.instance(value, "assigned-type")
        if value.kind == "symbol" and name.startswith("$"):
            # PHP: a property that the class itself has.
            name = name.removeprefix("$")
        if value.kind in ("instance", "symbol") and self._index.symbols[value.value].kind in TYPE_LIKE:
            owners = [self._index.symbols[id] for id in self._classes.order(value.value)[0]]
            if name.startswith("@"):
                owners = [part for owner in owners for part in self._index.parts(owner)]
            for owner in owners:
                if name in self._index.files[owner.path].types.get(owner.id, ()):
                    return self._typed(owner.path, owner.id, name, depth)._replace(rule="field-type")
        found = self._names.inside(value, name)
        if value.kind == "instance" and not found.found:
            # What a value is an instance of, in Python and in Ruby.
            if name == "class" and self._language(value) == "ruby":
                return value._replace(kind="symbol")
            return value if name == "__class__" else missing("type of field not known")
        if found.kind == "symbol":
            symbol = self._index.symbols[found.value]
            if symbol.kind == "method" and (symbol.signature.startswith("@") or _is_property(symbol)):
                return self._returned(symbol, depth)
            return self._of_symbol(symbol, found, depth)
        if found.kind == "variable":
            return self._known(value.value, "", name, found, depth)
        return found

    def _place(self, value: Entity, place: int, depth: int) -> Entity:
        """One of several results, or a field that has no name."""
        if value.kind == "several":
            symbol = self._index.symbols[value.value]
            written = symbol.returns.split(",")
            known = written[place] if place < len(written) else ""
            return self._type_names.declared(symbol.path, symbol.id, known, "returned-type", depth - 1)
        if value.kind == "instance" and self._language(value) == "rust":
            return self._field(value, str(place), depth)
        if value.kind in ("instance", "many", "mapped") and self._language(value) == "python":
            # What it gives when it is gone through, which is known of none of its places.
            return missing("type of receiver not known")
        # Go: `v, ok := x.(Foo)` takes the first value of one.
        return value if place == 0 else missing("type of receiver not known")

    def _typed(self, path: str, key: str, name: str, depth: int) -> Entity:
        """The value of a variable whose type is noted in a scope."""
        self._index.touched.add(path)
        known = self._index.files[path].types.get(key, {}).get(name, "")
        unknown = missing("type of receiver not known")
        found = unknown
        # `url = url.join(x)`: what it is of its own is asked once the other values are known.
        given = sorted(known.split("|"), key=lambda value: head_of(value) == name) if known else []
        for value in given:
            if head_of(value) != name:
                other = self.given(path, key, value, depth)
            elif found.found and len(given) > 1:
                other = found
                for step in expressions.steps(value.lstrip("="))[1:]:
                    other = self._step(path, key, other, step, depth - 1)
            elif key.startswith("@") and len(given) == 1:
                # A block's name that is given what has its name outside: `function () use ($x)`.
                other = self.given(path, self._index.files[path].scopes[key], value, depth)
            else:
                # Its own name is an outer one: following it here would go in circles.
                return unknown
            if not other.found or (found.found and (other.kind, other.value) != (found.kind, found.value)):
                return unknown
            found = other._replace(rule=rules.weaker(other.rule, found.rule)) if found.found else other
        return found

    def given(self, path: str, key: str, known: str, depth: int = RECEIVER_DEPTH) -> Entity:
        """The value that one assignment or annotation tells."""
        if known.startswith("{"):
            return self._held.object(path, known[1:-1])
        if _HANDED.search(known):
            return self._callbacks.handed(path, key, known.lstrip("="), depth - 1)
        if known.startswith("="):
            found = self.value(path, key, known[1:], depth - 1)
            return found._replace(rule=rules.weaker(found.rule, "alias")) if found.found else found
        if known.endswith("()"):
            return self.value(path, key, known, depth - 1)
        return self._type_names.declared(path, key, known, "annotated-type", depth)

    def _result(self, path: str, key: str, name: str, depth: int) -> Entity:
        """What a call gives: an instance of the class called, or a function's declared result."""
        if depth <= 0:
            return missing("type of receiver not known")
        head, _, last = name.rpartition(".")
        made = self.made(path, key, head, last, depth - 1)
        if made.found:
            return self._type_names.instance(made, "assigned-type")
        if head:
            called = self._receivers.member(path, key, head, last, depth - 1)
        else:
            called = self._names.whole(self._names.lookup(path, key, last)[0])
        if called.kind == "missing" and head:
            value = self.value(path, key, head, depth - 1)
            if value.kind in ("many", "mapped", "wrapped") or (last == "clone" and self.is_rust(value)):
                return self._step(path, key, value, expressions.Step(last, True), depth)
            field = self._field(value, last, depth) if value.kind == "instance" else called
            if field.kind == "symbol":
                # A field that holds a class or a function.
                return self._given_by(field, missing(""), depth)
        given = self._given_by_value(path, key, name, called, depth - 1)
        if given.found:
            return given
        if called.kind != "symbol":
            holder = self._enclosing.type_at(path, key) if not head else ""
            value = Entity("instance", holder) if holder else self.value(path, key, head, depth - 1)
            return called if called.kind == "external" else self._component(value, last, depth)
        receiver = missing("")
        if head and self._index.symbols[called.value].returns in OWN_TYPES:
            receiver = self.value(path, key, head, depth - 1)
            if receiver.kind == "symbol":
                receiver = self._type_names.instance(receiver, "class-member")
        return self._given_by(called, receiver, depth)

    def _given_by_value(self, path: str, key: str, name: str, called: Entity, depth: int) -> Entity:
        """What it gives to call a value whose interface says that it is called as a function is."""
        is_value = called.kind in ("local", "missing", "variable") or (
            called.kind == "symbol" and self._index.symbols[called.value].kind == "constant"
        )
        value = self.value(path, key, name, depth) if is_value else called
        if value.kind == "function":
            path, key, known = value.value.split(PARTED)
            return self._type_names.declared(path, key, function_type(known)[1], "returned-type", depth)
        if value.kind != "instance":
            return missing("type of receiver not known")
        interface = self._index.symbols[value.value]
        given = self._typed(interface.path, interface.id, types.RESULT, depth)
        return given._replace(rule=rules.weaker(given.rule, "returned-type")) if given.found else given

    def made(self, path: str, scope: str, receiver: str, name: str, depth: int = RECEIVER_DEPTH) -> Entity:
        """The class that makes an instance of itself: by `Foo.new`, or by `new` in what Foo has itself."""
        if not name or name != traits.of(self._index.files[path].language).maker:
            return missing("no such member")
        own = self._enclosing.self_at(path, scope) if not receiver else ""
        if own.endswith(ITSELF):
            value = Entity("symbol", own.removesuffix(ITSELF))
        else:
            value = self.value(path, scope, receiver, depth)
        return value if self._ruby.makes(value, name) else missing("no such member")

    def _language(self, value: Entity) -> str:
        """The language of the type that a value is, or is an instance of."""
        return self._index.files[self._index.symbols[value.value].path].language

    def _given_by(self, called: Entity, receiver: Entity, depth: int) -> Entity:
        """What calling a class or a function gives, on a receiver whose own type it may give back."""
        symbol = self._type_names.behind(self._index.symbols[called.value])
        around = self._index.symbols.get(symbol.parent)
        if symbol.kind == "constant" and around is not None and around.kind == "enum":
            # Rust: a variant is made of values.
            return Entity("instance", around.id, rules.weaker(called.rule, "assigned-type"))
        if symbol.kind in TYPE_LIKE:
            return Entity("instance", symbol.id, rules.weaker(called.rule, "assigned-type"))
        if receiver.kind == "instance" and symbol.returns in OWN_TYPES:
            return receiver._replace(rule=rules.weaker(receiver.rule, "returned-type"))
        return self._returned(symbol, depth)

    def _returned(self, symbol: Symbol, depth: int) -> Entity:
        if "," in symbol.returns:
            return Entity("several", symbol.id, "returned-type")
        if symbol.returns or depth <= 0:
            return self._type_names.declared(symbol.path, symbol.id, symbol.returns, "returned-type", depth)
        found = self._typed(symbol.path, symbol.id, types.RESULT, depth - 1)
        return found._replace(rule=rules.weaker(found.rule, "returned-type")) if found.found else found


def _is_property(symbol: Symbol) -> bool:
    """Whether a method is read as a field is: it takes nothing, not even brackets (C#, Scala)."""
    return symbol.kind == "method" and bool(symbol.returns) and "(" not in symbol.signature


def head_of(known: str) -> str:
    """The name that an assigned value begins with, "" for a written type."""
    is_value = known.startswith("=") or known.endswith("()")
    return re.split(r"[^\w$]", known.lstrip("="))[0] if is_value else ""
