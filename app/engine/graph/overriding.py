"""Which methods of its bases a method takes the place of.

The nearest method of its name on each way up counts, and of several overloads the one that takes the same.
What is private or static is not overridden, and some languages say at a method that it overrides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.engine.graph import rules, traits
from app.engine.graph.classes import Classes
from app.engine.graph.entity import ITSELF, Entity
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import CALLABLE_KINDS, SELF, Symbol
from app.engine.graph.names import Names
from app.engine.graph.parameters import OVERLOADING, parameters, written_for
from app.engine.graph.satisfaction import Satisfaction

_ARGUMENTS = re.compile(r"<[^<>]*>|[?&\s]")
_TYPE_PARAMETERS = re.compile(r"<([^()]*)>")


class Overriding:
    def __init__(self, index: Index, names: Names, classes: Classes, satisfaction: Satisfaction) -> None:
        self._index = index
        self._names = names
        self._classes = classes
        self._satisfaction = satisfaction

    def overridden(self, method: Symbol) -> Iterator[Entity]:
        """The methods that one overrides, each with the rule that tells."""
        holder = method.parent or (self._classes.owner(method) if method.receiver else "")
        around = self._index.symbols.get(holder)
        if around is None or around.kind not in TYPE_LIKE or self._is_apart(method):
            return
        level = ITSELF if method.receiver == SELF else ""
        for part in self._classes.parts(around):
            for base in self._classes.bases(part.id + level):
                if base.kind == "symbol" and self._is_for(method, base.value):
                    found = self._nearest(method, base.value)
                    if found is not None:
                        yield found._replace(rule=rules.weaker(found.rule, "override"))

        if traits.of(self._index.files[method.path].language).satisfies and around.kind != "interface":
            for interface in self._satisfaction.interfaces(holder):
                found = self._nearest(method, interface)
                if found is not None:
                    yield found._replace(rule="override")

    def _is_for(self, method: Symbol, base: str) -> bool:
        """Rust: whether a method is written in an `impl` of a trait."""
        is_rust = self._index.files[method.path].language == "rust" and method.receiver
        return not is_rust or self._index.symbols[base].name in [b.rpartition(".")[2] for b in method.bases]

    def _nearest(self, method: Symbol, base: str) -> Entity | None:
        for id in self._classes.order(base)[0]:
            members = [
                member
                for member in self._classes.own_member(id, method.name)
                if member.kind in CALLABLE_KINDS
                and self._fits(method, member, self._index.symbols[id.removesuffix(ITSELF)])
            ]
            if members:
                return self._names.choice.of(members, "inherited-member")
        return None

    def _fits(self, method: Symbol, member: Symbol, holder: Symbol) -> bool:
        language = self._index.files[method.path].language
        mark = traits.of(language).overrides_say
        if self._is_apart(member) or (
            mark and mark not in _modifiers(method) and not (language == "c_sharp" and _is_open(holder))
        ):
            return False
        if language == "c_sharp" and _is_open(holder) and not self._is_meant(method, holder):
            return False
        if language not in OVERLOADING or self._index.files[member.path].language not in OVERLOADING:
            return True
        mine, theirs = (parameters(s, self._index.files[s.path].language) for s in (method, member))
        if mine is None or theirs is None:
            return True
        free = set(re.findall(r"\w+", " ".join(_type_parameters(s) for s in (holder, member))))
        return len(mine) == len(theirs) and all(
            _plain(own.type) == _plain(other.type) or _plain(other.type).strip("[]*.") in free
            for own, other in zip(mine, theirs, strict=True)
        )

    def _is_meant(self, method: Symbol, interface: Symbol) -> bool:
        """C#: whether a method is for an interface, where one of its name is written for that alone."""
        mine = written_for(method)
        if mine:
            return mine == interface.name
        alike = self._index.named(method.path, method.parent, method.name)
        return interface.name not in map(written_for, alike)

    def _is_apart(self, method: Symbol) -> bool:
        """Whether a method is neither overridden nor overrides."""
        if self._index.files[method.path].language not in OVERLOADING:
            return False
        return not _modifiers(method).isdisjoint(("private", "static", "new"))


def _modifiers(method: Symbol) -> set[str]:
    return set(method.signature.partition("(")[0].split()[:-1])


def _is_open(holder: Symbol) -> bool:
    """Whether what a type declares is there to be overridden without more ado."""
    return holder.kind == "interface"


def _type_parameters(symbol: Symbol) -> str:
    found = _TYPE_PARAMETERS.search(symbol.signature)
    return found[1] if found else ""


def _plain(written: str) -> str:
    """A parameter's type without its arguments: `List<T>` and `List<String>` are alike."""
    before = ""
    while before != written:
        before, written = written, _ARGUMENTS.sub("", written)
    return written
