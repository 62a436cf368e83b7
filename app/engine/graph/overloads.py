"""Which of several definitions of one name a call means, by what it hands over.

A definition fits if it takes as many arguments and none that it cannot take. Among those that fit, the
one whose types are closest is chosen; where several are as close, the choice is marked as a guess.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from app.engine.graph import arguments, imports, rules, traits
from app.engine.graph.classes import Classes
from app.engine.graph.closeness import closeness
from app.engine.graph.entity import Entity
from app.engine.graph.index import Index, namespace_key
from app.engine.graph.model import Reference, Symbol
from app.engine.graph.parameters import OVERLOADING, Parameter, parameters
from app.engine.graph.receivers import Receivers

# What `Foo.class` and `typeof(Foo)` are, beside their own class.
_CLASS_LITERALS = {
    "Class": frozenset(("Type", "AnnotatedElement", "GenericDeclaration", "Serializable")),
    "Type": frozenset(("MemberInfo", "IReflect")),
}
# What it costs a definition to leave a parameter to its default, or to gather arguments in one.
_DEFAULTED, _GATHERED = 0.1, 0.3


class _Fitting(NamedTuple):
    """A definition with the parameter that takes each argument; none where its header is not known."""

    symbol: Symbol
    taking: list[Parameter]
    cost: float

    @property
    def header(self) -> tuple[str, ...]:
        return tuple(parameter.type for parameter in self.taking)


class Overloads:
    def __init__(self, index: Index, classes: Classes, receivers: Receivers) -> None:
        self._index = index
        self._classes = classes
        self._receivers = receivers

    def function(self, path: str, scope: str, reference: Reference, found: Entity) -> Entity:
        """The function that a call means, given one of its name."""
        symbol = self._index.symbols[found.value]
        if self._language(symbol) not in OVERLOADING:
            return found
        return self._best(path, scope, reference, found, self._alternatives(path, symbol))

    def constructor(self, path: str, scope: str, reference: Reference, found: Entity) -> Entity:
        """What runs when an instance is made: one of the type's constructors, or the type by its header."""
        symbol = self._index.symbols[found.value]
        language = self._language(symbol)
        if language not in OVERLOADING:
            made = self._classes.constructor(symbol.id)
            return made._replace(rule=rules.weaker(found.rule, made.rule)) if made.found else found
        own = [s for s in self._classes.constructors(symbol.id) if s.id != reference.scope]
        if not own and language == "cpp" and reference.arguments not in ("", "()"):
            # What is handed over goes to a base's constructor: `using Base::Base`.
            ids = self._classes.order(symbol.id)[0]
            given = arguments.kinds(reference.arguments) or []
            own = next(filter(None, map(self._classes.constructors, ids)), [])
            # One that is not known may be an instance that is copied.
            own = [s for s in own if given != [arguments.UNKNOWN] and self._fit(s, given, reference)]
        if not own:
            return found
        # A constructor that names no parameters has those of the header (a record's).
        is_compact = any(parameters(made, language) is None for made in own)
        headed = [symbol] if parameters(symbol, language) and not is_compact else []
        rule = rules.weaker(found.rule, "class-member")
        return self._best(path, scope, reference, Entity("symbol", own[0].id, rule), [*own, *headed])

    def _alternatives(self, path: str, symbol: Symbol) -> list[Symbol]:
        """The functions of a symbol's name that the same call may mean, the nearest first."""
        index = self._index
        file = index.files[symbol.path]
        language = traits.of(file.language)
        holder = self._classes.owner(symbol) if symbol.receiver else symbol.parent
        around = index.symbols.get(holder)
        if symbol.receiver and (language.extends or around is None):
            found = [s for s in index.received(language.family, symbol.receiver) if s.name == symbol.name]
        elif around is not None and index.is_type(around):
            ids = self._classes.order(around.id)[0]
            found = [member for id in ids for member in self._classes.own_member(id, symbol.name)]
            if language.extends:
                # A member goes before an extension, but only where it takes what is handed over.
                names = [index.symbols[id].name for id in ids]
                found += self._receivers.extensions.seen(path, names, symbol.name)
        elif around is not None and around.kind == "module" and language.open_namespaces:
            found = index.in_package(namespace_key(language.family, around), symbol.name)
        else:
            found = list(index.named(symbol.path, symbol.parent, symbol.name))
            # Files of a C++ program each have names of their own at their top.
            if not symbol.parent and language.family != "c":
                for key in imports.language(file.language).packages(file):
                    found += index.in_package(key, symbol.name)
        return list({s.id: s for s in [*found, symbol] if s.kind in ("function", "method")}.values())

    def _best(
        self, path: str, scope: str, reference: Reference, found: Entity, candidates: list[Symbol]
    ) -> Entity:
        if len(candidates) < 2:
            return found
        guess = found._replace(rule=rules.weaker(found.rule, "overload"))
        given = arguments.kinds(reference.arguments)
        if given is None:
            return guess
        fitting = [fit for symbol in candidates if (fit := self._fit(symbol, given, reference))]
        if len(fitting) > 1:
            fitting = self._closest(path, scope, given, fitting)
        if not fitting:
            return guess
        # What a base class or a prototype declares alike is no other choice.
        alike = [fit.symbol for fit in fitting if fit.header == fitting[0].header]
        chosen = alike[0]
        if self._language(chosen) == "cpp":
            chosen = next((s for s in alike if s.body_start < s.body_end), chosen)
        return Entity("symbol", chosen.id, found.rule if len(alike) == len(fitting) else guess.rule)

    def _fit(self, symbol: Symbol, given: list[str], reference: Reference) -> _Fitting | None:
        """Whether a definition takes so many arguments."""
        declared = parameters(symbol, self._language(symbol))
        if declared is None:
            return _Fitting(symbol, [], 0)
        if self._is_extension_call(symbol, reference):
            declared = declared[1:]
        taking = declared[: len(given)]
        repeated = declared[-1] if declared and declared[-1].is_repeated else None
        missing = [p for p in declared[len(given) :] if not p.is_optional and not p.is_repeated]
        if missing or (len(given) > len(declared) and repeated is None):
            return None
        if repeated:
            taking = taking + [repeated] * (len(given) - len(declared))
        cost = _DEFAULTED * max(0, len(declared) - len(given)) + _GATHERED * (repeated is not None)
        return _Fitting(symbol, taking, cost)

    def _is_extension_call(self, symbol: Symbol, reference: Reference) -> bool:
        """C#: whether the first parameter is what stands before the dot."""
        holder = self._index.symbols.get(symbol.parent)
        before = reference.receiver.rpartition(".")[2]
        return bool(before and holder and "(this " in symbol.signature and before != holder.name)

    def _closest(self, path: str, scope: str, given: list[str], fitting: list[_Fitting]) -> list[_Fitting]:
        types = [self._type(path, scope, kind) for kind in given]
        scored = [(score, fit) for fit in fitting if (score := self._score(types, fit)) is not None]
        highest = max((score for score, _ in scored), default=0)
        return [fit for score, fit in scored if score == highest]

    def _score(self, types: list[tuple[str, Collection[str] | None]], fit: _Fitting) -> float | None:
        language = self._language(fit.symbol)
        total = -fit.cost
        for (given, bases), parameter in zip(types, fit.taking, strict=False):
            close = closeness(given, bases, parameter, language)
            if close is None:
                return None
            total += close
        return total

    def _type(self, path: str, scope: str, kind: str) -> tuple[str, Collection[str] | None]:
        """An argument's type by name, and the names of its bases where they are all known."""
        if kind == arguments.UNKNOWN or kind.startswith("'"):
            return kind.rstrip(arguments.UNKNOWN), ()
        if kind.startswith(":"):
            return kind[1:], _CLASS_LITERALS.get(kind[1:])
        name, id = self._receivers.type_of(path, scope, kind)
        if not id:
            return name, None
        ids, is_complete = self._classes.order(id)
        names = {self._index.symbols[base].name for base in ids}
        return name, names if is_complete else None

    def _language(self, symbol: Symbol) -> str:
        return self._index.files[symbol.path].language
