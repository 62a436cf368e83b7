"""C#: namespaces as files declare them; a file sees its own namespace and those around it."""

from __future__ import annotations

import re

from app.engine.graph.imports.base import Clause, ImportResolver, Language, Target
from app.engine.graph.model import FileSymbols, Import

_FAMILY = "c_sharp!"
_USING = re.compile(
    r"(?:global\s+)?using\s+(?P<static>static\s+)?(?:(?P<alias>\w+)\s*=\s*)?(?P<name>[\w.:]+)"
)


class CSharpImports(ImportResolver):
    def resolve(self, path: str, imported: Import) -> list[Target]:
        parts = imported.module.split(".")
        for size in range(len(parts), 0, -1):
            key = _FAMILY + ".".join(parts[:size])
            if self.tree.package_files(key):
                named = [imported.name] if imported.name not in ("", "*") else []
                return [Target(key, ".".join([*parts[size:], *named]) or imported.name)]
        return [Target(external=parts[0])]

    def implicit(self, path: str) -> list[str]:
        parts = self.tree.declared_package(path).split(".")
        return [_FAMILY + ".".join(parts[:size]) for size in range(len(parts), 0, -1)] + [_FAMILY]

    def autoload(self, path: str, name: str) -> list[Target]:
        parts = name.split(".")
        for size in range(len(parts) - 1, 0, -1):
            key = _FAMILY + ".".join(parts[:size])
            if self.tree.package_files(key):
                return [Target(key, ".".join(parts[size:]))]
        return []


class CSharp(Language):
    resolver = CSharpImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        match = _USING.match(" ".join(clause.statement.split()))
        if not match:
            return []
        name = match["name"].removeprefix("global::")
        if match["alias"]:
            module, _, last = name.rpartition(".")
            return [(module or last, last if module else "", match["alias"])]
        return [(name, "*", "")]

    def packages(self, file: FileSymbols) -> list[str]:
        return [_FAMILY + file.package]


LANGUAGE = CSharp
