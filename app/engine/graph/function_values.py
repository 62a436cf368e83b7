"""Functions as values: followed from where they are named to where they are called.

A name may be given a function, an element of a list, what a call gives; a function may be handed to a
parameter that is called there. What was written in all these places (`flows.py`) is evaluated as far as
it is certain: what holds too many functions, or is computed in another way, gives none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.engine.graph import expressions, rules, traits
from app.engine.graph.classes import Classes
from app.engine.graph.entity import Entity
from app.engine.graph.flows import LANGUAGES
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import CALLABLE_KINDS, Flow, Reference, Symbol
from app.engine.graph.names import Names
from app.engine.graph.receivers import Receivers
from app.engine.graph.type_names import RECEIVER_DEPTH
from app.engine.graph.written_values import argument_for, elements_of, listed, parsed, place_of, taken_at

# How many steps a value is followed, and how many functions one call may reach.
_DEPTH = 8
_MOST = 8
# What a list or a dictionary begins with.
_FILLED = frozenset("[{")
# Methods of dictionaries that give one of what they hold.
_TAKING = frozenset(("get", "pop", "setdefault"))


class _Value(NamedTuple):
    """A function or class (`entity`), what a generator gives (`entity` with `is_generated`), or a list, tuple
    or dictionary that is written out (`node`, in a scope of a file)."""

    entity: Entity | None = None
    is_generated: bool = False
    path: str = ""
    scope: str = ""
    node: ast.expr | None = None


class Call(NamedTuple):
    """An edge to be: the symbol or file that calls, what is called, and the line."""

    source: str
    target: Entity
    line: int


class FunctionValues:
    """Call `forget` whenever the index has changed."""

    def __init__(self, index: Index, names: Names, classes: Classes, receivers: Receivers) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self._receivers = receivers
        # path -> (holder, name) -> what the name is given there; name is the kind for what functions give.
        self._flows: dict[str, dict[tuple[str, str], list[Flow]]] = {}
        # path -> name -> calls of that bare name, or of a field of that name of `self`.
        self._calls: dict[str, dict[str, list[Reference]]] = {}
        self._under_way: set[tuple[str, str, str]] = set()

    def forget(self) -> None:
        self._flows.clear()
        self._calls.clear()

    def called(self, path: str, scope: str, receiver: str, name: str) -> list[Entity]:
        """The functions that a called name may be, where it is none of a function."""
        if self._index.files[path].language not in LANGUAGES:
            return []
        return self._functions(self._read(path, scope, f"{receiver}.{name}" if receiver else name))

    def calls(self, path: str) -> Iterator[Call]:
        """The calls that a file brings about: of what is no name, and of what it hands to functions."""
        file = self._index.files[path]
        if file.language not in LANGUAGES:
            return
        for flow in file.flows:
            if flow.kind == "called":
                for function in self._functions(self._read(path, flow.scope, flow.value)):
                    yield Call(self._index.symbol_around(path, flow.scope) or path, function, flow.line)
            elif flow.kind == "passed":
                functions = self._functions(self._read(path, flow.scope, flow.value))
                if functions:
                    yield from self._hand(path, flow, functions, frozenset())
        yield from self._decorated(path)

    def _decorated(self, path: str) -> Iterator[Call]:
        """A decorator is handed what it decorates."""
        references = self._index.files[path].references
        called = {reference.start for reference in references if reference.kind == "call"}
        for reference in references:
            symbol = self._index.symbols.get(reference.scope)
            if reference.kind != "decorator" or symbol is None:
                continue
            text = f"{reference.receiver}.{reference.name}" if reference.receiver else reference.name
            around = self._classes.scope_around(symbol)
            decorators = self._read(path, around, text + ("()" if reference.start in called else ""))
            for decorator in self._functions(decorators):
                function = self._index.symbols[decorator.value]
                taken = taken_at(function, "0", is_bound=function.kind == "method")
                if taken:
                    decorated = [Entity("symbol", symbol.id, decorator.rule)]
                    yield from self._reach(function.path, function.id, taken, decorated, frozenset())

    def _hand(
        self, path: str, flow: Flow, functions: list[Entity], seen: frozenset[tuple[str, str]]
    ) -> Iterator[Call]:
        """The calls of what a call is handed, in what it calls."""
        node = parsed(flow.holder)
        for callee in self._functions(self._evaluate(path, flow.scope, node, _DEPTH)):
            symbol = self._index.symbols[callee.value]
            if symbol.kind in TYPE_LIKE:
                made = self._classes.constructor(symbol.id)
                if made.kind != "symbol":
                    continue
                symbol = self._index.symbols[made.value]
                is_bound = True
            else:
                is_bound = symbol.kind == "method" and not self._is_through_class(path, flow.scope, node)
            parameter = taken_at(symbol, flow.name, is_bound)
            if parameter:
                yield from self._reach(symbol.path, symbol.id, parameter, functions, seen)

    def _is_through_class(self, path: str, scope: str, node: ast.expr | None) -> bool:
        if not isinstance(node, ast.Attribute):
            return False
        receiver = expressions.compact(ast.unparse(node.value))
        value = self._receivers.values.value(path, scope, receiver, RECEIVER_DEPTH)
        return value.kind == "symbol"

    def _reach(
        self, path: str, key: str, name: str, functions: list[Entity], seen: frozenset[tuple[str, str]]
    ) -> Iterator[Call]:
        """The calls of a name that is bound in a scope, once it holds these functions."""
        if (key, name) in seen or len(seen) > _DEPTH:
            return
        seen |= {(key, name)}
        self._index.touched.add(path)
        for reference in self._calls_of(path).get(name, ()):
            if not reference.receiver and self._is_bound_at(
                path, reference.block or reference.scope, name, key
            ):
                for function in functions:
                    yield Call(reference.scope or path, function, reference.line)
        for flow in self._index.files[path].flows:
            if (
                flow.value != name
                or flow.kind not in ("bound", "passed")
                or not self._is_bound_at(path, flow.scope, name, key)
            ):
                continue
            holder = self._index.symbols.get(flow.holder)
            if flow.kind == "passed":
                yield from self._hand(path, flow, functions, seen)
            elif flow.kind == "bound" and holder is not None and holder.kind in TYPE_LIKE:
                yield from self._reach_field(holder, flow.name, functions)
            elif flow.kind == "bound":
                yield from self._reach(path, flow.holder, flow.name, functions, seen)

    def _reach_field(self, holder: Symbol, name: str, functions: list[Entity]) -> Iterator[Call]:
        if not self._given(holder.path, holder.id, name):
            return
        self_names = traits.of(self._index.files[holder.path].language).self_names
        for reference in self._calls_of(holder.path).get(name, ()):
            if reference.receiver in self_names:
                scope = reference.block or reference.scope
                if self._receivers.enclosing.type_at(holder.path, scope) == holder.id:
                    for function in functions:
                        yield Call(reference.scope, function, reference.line)

    def _is_bound_at(self, path: str, scope: str, name: str, key: str) -> bool:
        """Whether a scope sees a name as the one that another scope binds."""
        found, bound = self._names.lookup(path, scope, name)
        return found.kind == "local" and bound == key

    def _calls_of(self, path: str) -> dict[str, list[Reference]]:
        if path not in self._calls:
            calls: dict[str, list[Reference]] = {}
            for reference in self._index.files[path].references:
                if reference.kind == "call":
                    calls.setdefault(reference.name, []).append(reference)
            self._calls[path] = calls
        return self._calls[path]

    def _given(self, path: str, holder: str, name: str) -> list[Flow]:
        """What a name is given, or what a function gives."""
        self._index.touched.add(path)
        if path not in self._flows:
            flows: dict[tuple[str, str], list[Flow]] = {}
            for flow in self._index.files[path].flows if path in self._index.files else ():
                if flow.kind in ("bound", "returned", "yielded"):
                    flows.setdefault((flow.holder, flow.name or flow.kind), []).append(flow)
            self._flows[path] = flows
        found = self._flows[path].get((holder, name), [])
        owner = self._index.symbols.get(holder)
        if name and owner is not None and owner.kind in TYPE_LIKE:
            # A field that is set again holds one or the other, by what was tested before: neither is certain.
            whole = [flow for flow in found if flow.value[:1] not in _FILLED]
            return found if len(whole) < 2 else []
        return found

    def _functions(self, values: Iterable[_Value]) -> list[Entity]:
        """The functions and classes among some values; none where there are too many of them."""
        found = {
            value.entity.value: value.entity._replace(rule=rules.weaker(value.entity.rule, "function-value"))
            for value in values
            if value.entity is not None and not value.is_generated
        }
        return list(found.values()) if len(found) <= _MOST else []

    def _read(self, path: str, scope: str, text: str) -> list[_Value]:
        return self._evaluate(path, scope, parsed(text), _DEPTH)

    def _evaluate(self, path: str, scope: str, node: ast.expr | None, depth: int) -> list[_Value]:
        """What an expression in a scope of a file may be."""
        if node is None or depth <= 0:
            return []
        if isinstance(node, ast.Name):
            found, key = self._names.lookup(path, scope, node.id)
            return self._found(path, found, key, node.id, depth - 1)
        if isinstance(node, ast.Attribute):
            return self._attribute(path, scope, node, depth - 1)
        if isinstance(node, ast.Call):
            return self._result(path, scope, node, depth - 1)
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice):
                return self._evaluate(path, scope, node.value, depth - 1)
            values = self._evaluate(path, scope, node.value, depth - 1)
            return [one for value in values for one in self._at(value, node.slice, depth - 1)]
        if isinstance(node, ast.IfExp | ast.BoolOp):
            either = [node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
            return [value for one in either for value in self._evaluate(path, scope, one, depth - 1)]
        if isinstance(node, ast.NamedExpr | ast.Await):
            return self._evaluate(path, scope, node.value, depth - 1)
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            return [_Value(path=path, scope=scope, node=node)]
        return []

    def _found(self, path: str, found: Entity, key: str, name: str, depth: int) -> list[_Value]:
        """What a name means that was looked up."""
        if found.kind == "symbol":
            symbol = self._index.symbols[found.value]
            if symbol.kind == "constant":
                return self._bound(symbol.path, self._classes.scope_around(symbol), symbol.name, depth)
            is_function = symbol.kind in CALLABLE_KINDS or symbol.kind in TYPE_LIKE
            is_property = "property" in symbol.signature.partition("def ")[0]
            return [_Value(found)] if is_function and not is_property else []
        if found.kind == "local":
            return self._bound(path, key, name, depth)
        if found.kind == "variable":
            module, _, variable = found.value.rpartition("::")
            return self._bound(module, "", variable, depth)
        return []

    def _bound(self, path: str, holder: str, name: str, depth: int) -> list[_Value]:
        """All that a name is given in a scope."""
        asked = (path, holder, name)
        if asked in self._under_way:
            return []
        self._under_way.add(asked)
        try:
            found: list[_Value] = []
            for flow in self._given(path, holder, name):
                each = flow.value.startswith("*")
                values = self._evaluate(path, flow.scope, parsed(flow.value.removeprefix("*")), depth - 1)
                found += self._elements(values, depth - 1) if each else values
            return found
        finally:
            self._under_way.discard(asked)

    def _attribute(self, path: str, scope: str, node: ast.Attribute, depth: int) -> list[_Value]:
        receiver = expressions.compact(ast.unparse(node.value))
        value = self._receivers.values.value(path, scope, receiver, RECEIVER_DEPTH)
        found = self._receivers.of(value, node.attr)
        if found.kind in ("symbol", "variable"):
            return self._found(path, found, "", node.attr, depth)
        if value.kind == "module":
            return self._bound(value.value, "", node.attr, depth)
        if value.kind not in ("instance", "symbol") or self._index.symbols[value.value].kind not in TYPE_LIKE:
            return []
        for id in self._classes.order(value.value)[0]:
            given = self._bound(self._index.symbols[id].path, id, node.attr, depth)
            if given:
                return given
        return []

    def _result(self, path: str, scope: str, node: ast.Call, depth: int) -> list[_Value]:
        """What a call gives."""
        called = node.func
        if isinstance(called, ast.Attribute) and (
            called.attr in _TAKING or called.attr in ("values", "items")
        ):
            held = [
                v for v in self._evaluate(path, scope, called.value, depth) if isinstance(v.node, ast.Dict)
            ]
            if called.attr in _TAKING and node.args:
                return [one for value in held for one in self._at(value, node.args[0], depth)]
            return [value._replace(node=listed(value.node, called.attr)) for value in held]
        last = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
        if last == "partial" and node.args:
            return self._evaluate(path, scope, node.args[0], depth)
        found: list[_Value] = []
        for function in self._functions(self._evaluate(path, scope, called, depth)):
            symbol = self._index.symbols[function.value]
            if self._given(symbol.path, symbol.id, "yielded"):
                found.append(_Value(function, is_generated=True))
            for flow in self._given(symbol.path, symbol.id, "returned"):
                taken = argument_for(symbol, node, flow.value)
                given = self._given(symbol.path, symbol.id, flow.value)
                if taken is not None and not any(one.scope == symbol.id for one in given):
                    # What it is given it gives back.
                    found += self._evaluate(path, scope, taken, depth)
                else:
                    found += self._evaluate(symbol.path, flow.scope, parsed(flow.value), depth)
        return found

    def _elements(self, values: Iterable[_Value], depth: int) -> list[_Value]:
        """What some values hold, one after the other."""
        found: list[_Value] = []
        for value in values:
            if value.entity is not None and value.is_generated:
                symbol = self._index.symbols[value.entity.value]
                for flow in self._given(symbol.path, symbol.id, "yielded"):
                    found += self._evaluate(symbol.path, flow.scope, parsed(flow.value), depth)
            for element in elements_of(value.node):
                if isinstance(element, ast.Starred):
                    inner = self._evaluate(value.path, value.scope, element.value, depth)
                    found += self._elements(inner, depth - 1)
                else:
                    found += self._evaluate(value.path, value.scope, element, depth)
        return found

    def _at(self, value: _Value, key: ast.expr, depth: int) -> list[_Value]:
        """What a list or a dictionary holds under a key; all of it where the key is not known."""
        chosen: list[ast.expr] = []
        if isinstance(value.node, ast.Dict):
            for own, held in zip(value.node.keys, value.node.values, strict=True):
                if own is None:
                    inner = self._evaluate(value.path, value.scope, held, depth - 1)
                    return [one for other in inner for one in self._at(other, key, depth - 1)]
                if (
                    not (isinstance(own, ast.Constant) and isinstance(key, ast.Constant))
                    or own.value == key.value
                ):
                    chosen.append(held)
        else:
            chosen = elements_of(value.node)
            place = place_of(key)
            if place is not None and not any(isinstance(one, ast.Starred) for one in chosen):
                chosen = chosen[place : place + 1] if place >= 0 else chosen[place:][:1]
        return [one for node in chosen for one in self._evaluate(value.path, value.scope, node, depth)]
