"""Ruby: `require_relative`, `require` under the tree's load folders, constants that load by their name."""

from __future__ import annotations

import re

from app.engine.graph.imports.base import (
    Clause,
    ImportResolver,
    Language,
    Target,
    Tree,
    common_depth,
    folder_of,
    joined,
    unquoted,
)
from app.engine.graph.model import FileSymbols, Import

_FAMILY = "ruby!"
_REQUIRED = re.compile(
    r"""\b(require_relative|require|load|autoload)\b[\s(]*(?::\w+\s*,\s*)?["']([^"']+)["']"""
)


class RubyImports(ImportResolver):
    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._named: dict[str, list[str]] = {}
        for path in sorted(tree.paths):
            if path.endswith(".rb"):
                self._named.setdefault(path.rpartition("/")[2], []).append(path)

    def resolve(self, path: str, imported: Import) -> list[Target]:
        name = imported.module.removesuffix(".rb") + ".rb"
        if imported.module.startswith("."):
            place = joined(folder_of(path), name)
            return [Target(place, "*")] if place is not None and place in self.tree.paths else []
        fitting = [
            p for p in self._named.get(name.rpartition("/")[2], ()) if p == name or p.endswith("/lib/" + name)
        ]
        fitting = fitting or [p for p in self._named.get(name.rpartition("/")[2], ()) if p == "lib/" + name]
        if fitting:
            return [Target(max(fitting, key=lambda p: common_depth(p, path)), "*")]
        return [Target(external=imported.module.partition("/")[0])]

    def absolute(self, path: str, name: str) -> list[Target]:
        return [Target(_FAMILY, name)]

    def autoload(self, path: str, name: str) -> list[Target]:
        """A constant is global: any file of the tree may define it."""
        head = name.partition(".")[0]
        return [Target(_FAMILY, name)] if head[:1].isupper() else []


class Ruby(Language):
    resolver = RubyImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        match = _REQUIRED.search(clause.statement)
        if not match:
            module = unquoted(clause.module)
            return [(module, "*", "")] if module else []
        is_relative = match[1] == "require_relative" and not match[2].startswith(".")
        return [(f"./{match[2]}" if is_relative else match[2], "*", "")]

    def packages(self, file: FileSymbols) -> list[str]:
        return [_FAMILY]


LANGUAGE = Ruby
