"""Which of several definitions of a name is meant, as the language would choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.graph import rules, traits
from app.engine.graph.entity import Entity, missing
from app.engine.graph.imports.base import common_depth
from app.engine.graph.index import Index, namespace_key
from app.engine.graph.model import Symbol
from app.engine.graph.parameters import OVERLOADING

if TYPE_CHECKING:
    from app.engine.graph.names import Names


class Choice:
    def __init__(self, index: Index, names: Names) -> None:
        self._index = index
        self._names = names

    def of(self, symbols: list[Symbol], rule: str = "same-file") -> Entity:
        """One of several definitions of a name in one scope, as the language would choose."""
        first = symbols[0]
        self._index.touched.add(first.path)
        language = traits.of(self._index.files[first.path].language)
        if language.family == "c" and not any(s.body_start < s.body_end for s in symbols):
            symbols = self._definitions(first) or symbols
            first = symbols[0]
        if len(symbols) == 1:
            return Entity("symbol", first.id, rule)
        # A property and its setter are one thing; so are a declaration and its definition.
        if first.signature.startswith(("@property", "@cached_property", "@functools.cached_property")):
            return Entity("symbol", first.id, rule)
        key = self._index.open_key(first)
        if key and all(self._index.open_key(s) == key for s in symbols):
            return Entity("symbol", min(symbols, key=_precedence).id, rule)
        bodied = [s for s in symbols if s.body_start < s.body_end and "@overload" not in s.signature]
        if len(bodied) == 1:
            return Entity("symbol", bodied[0].id, rule)
        # Rust: what a type has by itself comes before what it has by a trait.
        candidates = [s for s in bodied if not (s.receiver and s.bases)] or bodied or symbols
        if len(candidates) == 1 and language.family == "rust":
            return Entity("symbol", candidates[0].id, rule)
        if language.family == "rust" and all(s.receiver and s.bases for s in candidates):
            # `From` of several types: what is handed over would tell, the first is no guess.
            return missing("one of several by a trait")
        chosen = candidates[-1] if language.last_wins else candidates[0]
        if chosen.kind in ("function", "method") and self._index.files[chosen.path].language in OVERLOADING:
            # A call's arguments tell which one is meant: see `overloads.py`.
            return Entity("symbol", chosen.id, rule)
        return Entity("symbol", chosen.id, rules.weaker(rule, "redefined"))

    def _definitions(self, prototype: Symbol) -> list[Symbol]:
        """The function of a program that a C prototype declares, or the overloads of it."""
        parent = self._index.symbols.get(prototype.parent)
        if prototype.kind != "function" or (parent is not None and parent.kind != "module"):
            return []
        key = namespace_key("c", parent) if parent else "c!"
        found = self._index.in_package(key, prototype.name)
        if parent:
            # Written outside of its namespace: `void a::f() {}`.
            received = self._index.received("c", parent.name)
            found = found + [s for s in received if s.name == prototype.name and self._opens(s, key)]
        bodied = [s for s in found if s.body_start < s.body_end and not s.signature.startswith("static ")]
        # Of several programs' functions, those of the file that is nearest.
        nearest = max((common_depth(s.path, prototype.path) for s in bodied), default=0)
        bodied = [s for s in bodied if common_depth(s.path, prototype.path) == nearest]
        return bodied if len({s.path for s in bodied}) == 1 else []

    def _opens(self, function: Symbol, key: str) -> bool:
        """Whether a function's receiver is a namespace of this key."""
        owner = self._index.symbols.get(self._names.owner(function))
        return owner is not None and owner.kind == "module" and namespace_key("c", owner) == key


def _precedence(part: Symbol) -> int:
    """Of the definitions of one type: what is declared for all platforms, a class, the object of its name."""
    words = part.signature.split()
    return 0 if "expect" in words else 2 if "object" in words else 1
