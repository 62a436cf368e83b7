"""C#: namespaces as files declare them; a file sees its own namespace and those around it."""

from __future__ import annotations

import re

from app.engine.graph.imports.base import (
    SHARED,
    Clause,
    ImportResolver,
    Language,
    Target,
    Tree,
    folder_of,
)
from app.engine.graph.model import FileSymbols, Import

_FAMILY = "c_sharp!"
# The files with a `global using`.
_SHARED = _FAMILY + "global::"
_SHARED_USING = re.compile(r"^[ \t]*global\s+using\s+(?:static\s+)?(?P<name>[\w.]+)\s*;", re.MULTILINE)
_USING = re.compile(
    r"(?P<shared>global\s+)?using\s+(?P<static>static\s+)?(?:(?P<alias>\w+)\s*=\s*)?(?P<name>[\w.:]+)"
)


class CSharpImports(ImportResolver):
    shared_in = _SHARED

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._projects: set[str] | None = None

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

    def shared(self, path: str) -> list[str]:
        project = self._project(path)
        return [p for p in self.tree.package_files(_SHARED) if self._project(p) == project]

    def _project(self, path: str) -> str:
        """The folder of the project that a file is of, "" where none is told."""
        if self._projects is None:
            self._projects = {folder_of(p) for p in self.tree.paths if p.endswith(".csproj")}
        folder = folder_of(path)
        while folder and folder not in self._projects:
            folder = folder_of(folder)
        return folder


class CSharp(Language):
    resolver = CSharpImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        match = _USING.match(" ".join(clause.statement.split()))
        if not match or match["shared"]:
            return []
        name = match["name"].removeprefix("global::")
        if match["alias"]:
            module, _, last = name.rpartition(".")
            return [(module or last, last if module else "", match["alias"])]
        return [(name, "*", "")]

    def further(self, text: str) -> list[Import]:
        """`global using`, which holds for all files of a project."""
        if "global" not in text:
            return []
        return [
            Import(match["name"], "*", "", text.count("\n", 0, match.start()) + 1, SHARED)
            for match in _SHARED_USING.finditer(text)
        ]

    def packages(self, file: FileSymbols) -> list[str]:
        shares = any(imported.kind == SHARED for imported in file.imports)
        return [_FAMILY + file.package, *([_SHARED] if shares else [])]


LANGUAGE = CSharp
