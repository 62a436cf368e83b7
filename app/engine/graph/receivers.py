"""What stands before the dot: a module, a class, or a value whose class the code tells.

A value's class is read from an annotation, from the constructor call it was
assigned, from a function's declared result, or from a field of such a kind. It is
never guessed from the names of the methods that are called on it.
"""

from __future__ import annotations

import re
from itertools import takewhile

from app.engine.graph import elements, expressions, rules, traits, types
from app.engine.graph.callbacks import Callbacks
from app.engine.graph.classes import Classes
from app.engine.graph.ecmascript_types import function_type
from app.engine.graph.entity import ITSELF, Entity, missing
from app.engine.graph.extensions import Extensions
from app.engine.graph.held import Held, is_arrow
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import Symbol
from app.engine.graph.names import ROOT, Names
from app.engine.graph.ruby_classes import RubyClasses, self_of

_CAST = re.compile(r"\(\(([\w.:]+)\)\s*\S.*\)\Z|\(.*\sas[?!]?\s+([\w.:]+)\)\Z", re.DOTALL)
# `(a plus b)` where a function stands between what it is called on and what it takes.
_INFIX = re.compile(r"\(([\w.()?!]+)\s+([A-Za-z_]\w*)\s+[^\s()]+(?:\(\))?\)\Z")
# What these give is a string, whatever they are called on.
_TEXT_RESULTS = {"toString": "String", "ToString": "string", "c_str": "char*"}
# Rust: `<Foo as Bar>::f`
_CHOSEN_TRAIT = re.compile(r"<(.+?) as ([\w:]+).*>\Z")
_QUALIFIER = re.compile(r"(?:\w|::|\\)+\Z")
# Types that stand for the receiver's own.
_OWN_TYPES = frozenset(("Self", "self", "static", "this"))
# What gives the value that is wrapped, and what leaves it wrapped.
_UNWRAPPING = frozenset(
    "? unwrap expect unwrap_or unwrap_or_else unwrap_or_default get getOrElse getOrThrow orElse orElseGet "
    "orElseThrow GetAwaiter Result".split()
)
_STILL_WRAPPED = frozenset("ConfigureAwait catch finally ok ok_or ok_or_else map_err as_ref as_mut".split())
# What a call hands to a function, see `callbacks.py`.
_HANDED = re.compile(r"@\d+\.(?:[\w$]+\.)?\d+\Z")
# Between file, scope and type of a function.
_PARTED = "\n"
# How many assignments, results and fields are followed to learn one value's class.
RECEIVER_DEPTH = 12


class Receivers:
    def __init__(self, index: Index, names: Names, classes: Classes) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self.ruby = RubyClasses(index, names, classes)
        # (path, scope, expression) -> what it is, and the notes that this rests on.
        self._values: dict[tuple[str, str, str], tuple[Entity, frozenset[str]]] = {}
        self.extensions = Extensions(index, names)
        names.receiver = self.enclosing_type
        self._callbacks = Callbacks(index, names, classes, self)
        self._held = Held(index, names, classes, self.called_variable)

    def member(self, path: str, scope: str, receiver: str, name: str, depth: int = RECEIVER_DEPTH) -> Entity:
        """What `receiver.name` is, seen from a scope of a file."""
        language = traits.of(self._index.files[path].language)
        chosen = _CHOSEN_TRAIT.match(receiver)
        if chosen:
            return self._of_trait(path, scope, chosen[1], chosen[2], name)
        if receiver in (ROOT, "\\"):
            return self._names.lookup(path, ROOT, name)[0]
        if receiver in language.super_names and not language.modules_are_types:
            holder = self.enclosing_type(path, scope)
            if not holder:
                return missing("super outside of a class")
            found = self._classes.member(holder, name, skip_own=True)
            return found._replace(rule=rules.weaker(found.rule, "super-member")) if found.found else found
        if receiver in language.self_names:
            declared = self._declared_self(path, scope, receiver)
            if declared.found:
                return self.of(declared, name)
            holder = self._self(path, scope)
            if holder:
                return self._of_self(holder, name)
            variable = self._enclosing_variable(path, scope)
            if variable:
                return self.of(Entity("variable", f"{path}::{variable}"), name)
            beside = self._held.beside(path, scope, name)
            if beside.found:
                return beside
        value = self.value(path, scope, receiver, depth)
        if value.kind == "missing" and _QUALIFIER.match(receiver):
            # A function of a namespace, which is nothing by itself.
            parts = types.dotted(receiver).split(".")
            whole = self._names.qualified(path, [*parts, name], receiver.startswith(("::", "\\")))
            if whole.found:
                return whole
        return self._member(path, scope, value, name, receiver)

    def _member(self, path: str, scope: str, value: Entity, name: str, receiver: str = "") -> Entity:
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
        holder = self.enclosing_type(path, scope)
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
            value = value._replace(value=self.behind(self._index.symbols[value.value]).id)
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
        if not known.startswith("=") or "|" in known or _head_of(known) == name:
            return missing("a local value")
        head, _, last = known[1:].rpartition(".")
        if head:
            found = self.member(path, scope, head, last)
        else:
            found = self._names.lookup(path, scope, last)[0]
        if found.kind not in ("symbol", "external"):
            return missing("a local value")
        return found._replace(rule=rules.weaker(found.rule, "alias"))

    def called_instance(self, path: str, scope: str, receiver: str, name: str) -> Entity:
        """The method that runs when a value is called as a function is (`__call__`)."""
        method = traits.of(self._index.files[path].language).call_method
        value = (
            self.value(path, scope, f"{receiver}.{name}" if receiver else name, RECEIVER_DEPTH)
            if method
            else None
        )
        if value is not None and value.kind == "symbol":
            # A field that holds a class or a function: `made: type[Foo]`.
            return value
        if value is None or value.kind != "instance":
            return missing("an instance is called")
        return self.of(value, method)

    def enclosing_type(self, path: str, scope: str) -> str:
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
                value = self._given(path, around, known, RECEIVER_DEPTH) if known else missing("")
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

    def _is_rust(self, value: Entity) -> bool:
        return value.kind in ("instance", "many") and self._language(value) == "rust"

    def _of_trait(self, path: str, scope: str, type_: str, trait: str, name: str) -> Entity:
        """The method that a type has by a trait, or the trait's own."""
        owner = self.type_named(path, scope, types.dotted(type_), RECEIVER_DEPTH)
        wanted = self.type_named(path, scope, types.dotted(trait), RECEIVER_DEPTH)
        last = types.dotted(trait).rpartition(".")[2]
        members = self._classes.own_member(owner.value, name) if owner.kind == "symbol" else []
        written = [
            method for method in members if method.bases and method.bases[0].rpartition(".")[2] == last
        ]
        if len(written) == 1:
            return Entity("symbol", written[0].id, "class-member")
        return self._names.inside(wanted, name) if wanted.found else wanted

    def _self(self, path: str, scope: str) -> str:
        """The type whose member `self` is, with `ITSELF` behind it where `self` is the type."""
        if traits.of(self._index.files[path].language).modules_are_types:
            return self_of(self._index, path, scope)
        return self.enclosing_type(path, scope)

    def _declared_self(self, path: str, scope: str, word: str) -> Entity:
        """What a parameter `this` says that a function is called on."""
        file = self._index.files[path]
        while scope:
            known = file.types.get(scope, {}).get(word)
            if known:
                return self.declared(path, scope, known, "annotated-type", RECEIVER_DEPTH)
            symbol = self._index.symbols.get(scope)
            if symbol is not None and self._index.is_type(symbol):
                break
            scope = file.scopes.get(scope, "")
        return missing("self outside of a class")

    def _enclosing_variable(self, path: str, scope: str) -> str:
        """The variable that the function around a scope was put into, "" if it was into none."""
        while scope:
            symbol = self._index.symbols.get(scope)
            if symbol is not None and symbol.receiver and not is_arrow(symbol):
                return symbol.receiver
            scope = self._index.files[path].scopes.get(scope, "")
        return ""

    def forget(self) -> None:
        """Call it whenever the index has changed."""
        self._values.clear()

    def value(self, path: str, scope: str, expression: str, depth: int) -> Entity:
        """What an expression is: a chain of names, calls and fields, from left to right."""
        if depth < RECEIVER_DEPTH:
            return self._value(path, scope, expression, depth)
        asked = (path, scope, expression)
        if asked not in self._values:
            outer, self._index.touched = self._index.touched, set()
            found = self._value(path, scope, expression, depth)
            notes, self._index.touched = frozenset(self._index.touched), outer
            self._values[asked] = (found, notes)
        found, notes = self._values[asked]
        self._index.touched |= notes
        return found

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
            made = self.type_named(path, scope, name, depth - 1)
            return self.instance(made, "class-member"), rest
        return self._result(path, scope, name, depth - 1), rest

    def _in_brackets(self, path: str, scope: str, expression: str, depth: int) -> Entity:
        """``((Foo) x)`` and ``(x as Foo)`` are what they are cast to, other brackets what is in them."""
        cast = _CAST.match(expression)
        if cast:
            written = types.dotted(cast[1] or cast[2])
            return self.instance(self.type_named(path, scope, written, depth), "annotated-type")
        infix = _INFIX.match(expression)
        if infix and traits.of(self._index.files[path].language).calls_between:
            return self.value(path, scope, f"{infix[1]}.{infix[2]}()", depth)
        return self.value(path, scope, expression[1:-1].strip(), depth)

    def _step(self, path: str, scope: str, value: Entity, step: expressions.Step, depth: int) -> Entity:
        if step.name[0] == "(":
            # Go: `x.(*Foo)` is a Foo, whatever x is.
            written = types.dotted(step.name.strip("()*& "))
            return self.instance(self.type_named(path, scope, written, depth - 1), "annotated-type")
        if value.kind == "wrapped":
            if step.name in _UNWRAPPING:
                return value._replace(kind="instance")
            return value if step.name in _STILL_WRAPPED else missing("type of receiver not known")
        if step.name == expressions.UNWRAPPED or not value.found:
            return value
        if step.name.isdigit():
            return self._place(value, int(step.name), depth)
        if value.kind in ("many", "mapped") or step.name == expressions.ELEMENT:
            return elements.step(value, step.name, self._is_rust(value))
        if not step.is_called:
            return self._field(value, step.name, depth)
        if self.ruby.makes(value, step.name):
            return self.instance(value, "assigned-type")
        called = self._member(path, scope, value, step.name)
        if not called.found and step.name == "clone" and self._is_rust(value):
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

    def type_of(self, path: str, scope: str, known: str) -> tuple[str, str]:
        """(name, id) of the type that a value as in `types.py` has; "" for what is not known or not here."""
        expression = known.removeprefix("=")
        if not known.startswith("=") and not known.endswith("()"):
            expression = f"new {known}()"
        value = self.value(path, scope, expression, RECEIVER_DEPTH)
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

    def instance(self, entity: Entity, rule: str) -> Entity:
        """An instance of a type; a package outside stays what it is."""
        if entity.kind == "module":
            entity = self._names.whole(entity)
        if entity.kind == "symbol" and self._is_constructed(self._index.symbols[entity.value]):
            return Entity("instance", entity.value, rules.weaker(entity.rule, rule))
        return entity if entity.kind == "external" else missing("type of receiver not known")

    def _is_constructed(self, symbol: Symbol) -> bool:
        """Whether a symbol has instances: in JavaScript a function may be what a class is elsewhere."""
        family = traits.of(self._index.files[symbol.path].language).family
        return symbol.kind in TYPE_LIKE or (symbol.kind == "function" and family == "javascript")

    def _of_self(self, holder: str, name: str) -> Entity:
        symbol = self._index.symbols[holder.removesuffix(ITSELF)]
        if not self._index.is_type(symbol):
            return self._names.inside(Entity("symbol", holder), name)
        found = self._classes.member(holder, name)
        if found.rule == "class-member":
            return found._replace(rule="self-member")
        return found

    def _chain(self, path: str, scope: str, parts: list[str], depth: int) -> Entity:
        language = traits.of(self._index.files[path].language)
        if parts[0] in language.self_names:
            value = self._declared_self(path, scope, parts[0])
            if not value.found:
                holder = self._self(path, scope)
                variable = self._enclosing_variable(path, scope) if not holder else ""
                if variable and len(parts) == 1:
                    return Entity("variable", f"{path}::{variable}")
                if not holder:
                    return missing("self outside of a class")
                id = holder.removesuffix(ITSELF)
                is_instance = id == holder and self._index.is_type(self._index.symbols[id])
                value = Entity("instance" if is_instance else "symbol", id, "self-member")
        elif parts[0].startswith("@"):
            # Ruby: a variable of the instance.
            holder = self._self(path, scope)
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
            return self.instance(value, "self-member")
        if self.ruby.makes(value, name):
            return self.instance(value, "assigned-type")
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
            return self.declared(symbol.path, symbol.id, known, "returned-type", depth - 1)
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
        given = sorted(known.split("|"), key=lambda value: _head_of(value) == name) if known else []
        for value in given:
            if _head_of(value) != name:
                other = self._given(path, key, value, depth)
            elif found.found and len(given) > 1:
                other = found
                for step in expressions.steps(value.lstrip("="))[1:]:
                    other = self._step(path, key, other, step, depth - 1)
            elif key.startswith("@") and len(given) == 1:
                # A block's name that is given what has its name outside: `function () use ($x)`.
                other = self._given(path, self._index.files[path].scopes[key], value, depth)
            else:
                # Its own name is an outer one: following it here would go in circles.
                return unknown
            if not other.found or (found.found and (other.kind, other.value) != (found.kind, found.value)):
                return unknown
            found = other._replace(rule=rules.weaker(other.rule, found.rule)) if found.found else other
        return found

    def _given(self, path: str, key: str, known: str, depth: int) -> Entity:
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
        return self.declared(path, key, known, "annotated-type", depth)

    def type_named(self, path: str, key: str, name: str, depth: int) -> Entity:
        """The class that a type's name stands for; a variable of that name does not hide it."""
        if depth <= 0:
            return missing("type of receiver not known")
        head, _, last = name.rpartition(".")
        if name in _OWN_TYPES:
            holder = self.enclosing_type(path, key)
            return Entity("symbol", holder) if holder else missing("self outside of a class")
        scope, bound = self.bound(path, key, name)
        if bound:
            if bound == types.UNBOUND:
                return missing("any type")
            return self.type_named(path, scope, bound, depth - 1)
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

    def _result(self, path: str, key: str, name: str, depth: int) -> Entity:
        """What a call gives: an instance of the class called, or a function's declared result."""
        if depth <= 0:
            return missing("type of receiver not known")
        head, _, last = name.rpartition(".")
        made = self.made(path, key, head, last, depth - 1)
        if made.found:
            return self.instance(made, "assigned-type")
        if head:
            called = self.member(path, key, head, last, depth - 1)
        else:
            called = self._names.whole(self._names.lookup(path, key, last)[0])
        if called.kind == "missing" and head:
            value = self.value(path, key, head, depth - 1)
            if value.kind in ("many", "mapped", "wrapped") or (last == "clone" and self._is_rust(value)):
                return self._step(path, key, value, expressions.Step(last, True), depth)
            field = self._field(value, last, depth) if value.kind == "instance" else called
            if field.kind == "symbol":
                # A field that holds a class or a function.
                return self._given_by(field, missing(""), depth)
        given = self._given_by_value(path, key, name, called, depth - 1)
        if given.found:
            return given
        if called.kind != "symbol":
            holder = self.enclosing_type(path, key) if not head else ""
            value = Entity("instance", holder) if holder else self.value(path, key, head, depth - 1)
            return called if called.kind == "external" else self._component(value, last, depth)
        receiver = missing("")
        if head and self._index.symbols[called.value].returns in _OWN_TYPES:
            receiver = self.value(path, key, head, depth - 1)
            if receiver.kind == "symbol":
                receiver = self.instance(receiver, "class-member")
        return self._given_by(called, receiver, depth)

    def _given_by_value(self, path: str, key: str, name: str, called: Entity, depth: int) -> Entity:
        """What it gives to call a value whose interface says that it is called as a function is."""
        is_value = called.kind in ("local", "missing", "variable") or (
            called.kind == "symbol" and self._index.symbols[called.value].kind == "constant"
        )
        value = self.value(path, key, name, depth) if is_value else called
        if value.kind == "function":
            path, key, known = value.value.split(_PARTED)
            return self.declared(path, key, function_type(known)[1], "returned-type", depth)
        if value.kind != "instance":
            return missing("type of receiver not known")
        interface = self._index.symbols[value.value]
        given = self._typed(interface.path, interface.id, types.RESULT, depth)
        return given._replace(rule=rules.weaker(given.rule, "returned-type")) if given.found else given

    def made(self, path: str, scope: str, receiver: str, name: str, depth: int = RECEIVER_DEPTH) -> Entity:
        """The class that makes an instance of itself: by `Foo.new`, or by `new` in what Foo has itself."""
        if not name or name != traits.of(self._index.files[path].language).maker:
            return missing("no such member")
        own = self._self(path, scope) if not receiver else ""
        if own.endswith(ITSELF):
            value = Entity("symbol", own.removesuffix(ITSELF))
        else:
            value = self.value(path, scope, receiver, depth)
        return value if self.ruby.makes(value, name) else missing("no such member")

    def _language(self, value: Entity) -> str:
        """The language of the type that a value is, or is an instance of."""
        return self._index.files[self._index.symbols[value.value].path].language

    def _given_by(self, called: Entity, receiver: Entity, depth: int) -> Entity:
        """What calling a class or a function gives, on a receiver whose own type it may give back."""
        symbol = self.behind(self._index.symbols[called.value])
        around = self._index.symbols.get(symbol.parent)
        if symbol.kind == "constant" and around is not None and around.kind == "enum":
            # Rust: a variant is made of values.
            return Entity("instance", around.id, rules.weaker(called.rule, "assigned-type"))
        if symbol.kind in TYPE_LIKE:
            return Entity("instance", symbol.id, rules.weaker(called.rule, "assigned-type"))
        if receiver.kind == "instance" and symbol.returns in _OWN_TYPES:
            return receiver._replace(rule=rules.weaker(receiver.rule, "returned-type"))
        return self._returned(symbol, depth)

    def behind(self, symbol: Symbol) -> Symbol:
        """The class that another name of a type stands for, or the symbol itself."""
        if symbol.kind != "type" or not symbol.returns:
            return symbol
        around = self._classes.scope_around(symbol)
        value = self.declared(symbol.path, around, symbol.returns, "same-file", RECEIVER_DEPTH)
        return self._index.symbols[value.value] if value.kind == "instance" else symbol

    def _returned(self, symbol: Symbol, depth: int) -> Entity:
        if "," in symbol.returns:
            return Entity("several", symbol.id, "returned-type")
        if symbol.returns or depth <= 0:
            return self.declared(symbol.path, symbol.id, symbol.returns, "returned-type", depth)
        found = self._typed(symbol.path, symbol.id, types.RESULT, depth - 1)
        return found._replace(rule=rules.weaker(found.rule, "returned-type")) if found.found else found

    def declared(self, path: str, key: str, written: str, rule: str, depth: int) -> Entity:
        """An instance of a written type, perhaps a wrapped one or one of many."""
        if written.startswith("("):
            return Entity("function", _PARTED.join((path, key, written)), rule)
        if not written:
            return missing("type of receiver not known")
        found = self.type_named(path, key, written.lstrip("?*%"), depth - 1)
        symbol = self._index.symbols.get(found.value)
        if symbol is not None and symbol.kind == "type" and symbol.returns and written[0] not in "?*%":
            around = self._classes.scope_around(symbol)
            value = self.declared(symbol.path, around, symbol.returns, rule, depth - 1)
        else:
            value = self.instance(found, rule)
        kind = {"?": "wrapped", "*": "many", "%": "mapped"}.get(written[0], "")
        return value._replace(kind=kind) if kind and value.kind == "instance" else value


def _is_property(symbol: Symbol) -> bool:
    """Whether a method is read as a field is: it takes nothing, not even brackets (C#, Scala)."""
    return symbol.kind == "method" and bool(symbol.returns) and "(" not in symbol.signature


def _head_of(known: str) -> str:
    """The name that an assigned value begins with, "" for a written type."""
    is_value = known.startswith("=") or known.endswith("()")
    return re.split(r"[^\w$]", known.lstrip("="))[0] if is_value else ""
