"""Rust: what a path begins with that is no name, and macros, which have names of their own."""

from __future__ import annotations

import re

from app.engine.graph import rules, traits
from app.engine.graph.entity import Entity, missing
from app.engine.graph.imports.rust import MACROS, is_macro
from app.engine.graph.index import Index
from app.engine.graph.names import Names

_LEAD = re.compile(r"(?:self::|(?:crate|super)(?:::|\.|\Z))+")


class RustPaths:
    def __init__(self, index: Index, names: Names) -> None:
        self._index = index
        self._names = names

    def lead(self, path: str, scope: str, written: str) -> tuple[Entity, str] | None:
        """The module that a path's first words lead to (`super::super::f`), and the rest of the path."""
        match = _LEAD.match(written)
        if match is None or traits.of(self._index.files[path].language).family != "rust":
            return None
        words = re.findall(r"\w+", match.group())
        target = self._index.resolver(path).start(path, scope, words)
        found = self._names.at(path, target) if target else missing("module not found")
        return found._replace(rule=rules.weaker(found.rule, "import")), written[match.end() :]

    def macro(self, path: str, scope: str, name: str) -> Entity:
        """A macro of the file, an imported one, or the one of the crate."""
        index = self._index
        while True:
            symbols = [s for s in index.named(path, scope, name) if is_macro(s)]
            if symbols:
                return self._names.choice.of(symbols[-1:])
            bound = index.bound[path].get(scope, {}).get(name)
            if bound:
                return self._names.follow(path, bound[-1])
            if not scope:
                break
            scope = index.files[path].scopes.get(scope, "")
        crate = index.resolver(path).start(path, "", ["crate"])
        near = [
            symbol
            for symbol in index.in_package(MACROS, name)
            if is_macro(symbol) and index.resolver(path).start(symbol.path, "", ["crate"]) == crate
        ]
        return (
            self._names.choice.of(near, "same-package") if len(near) == 1 else missing("not defined in scope")
        )
