"""PHP: namespaces as files declare them, `use` in all its forms, `require` of a path."""

from __future__ import annotations

import re

from app.engine.graph.imports.base import Clause, ImportResolver, Language, Target, folder_of, joined
from app.engine.graph.model import FileSymbols, Import, Symbol

_FAMILY = "php!"
_USE = re.compile(r"^use\s+(?:function\s+|const\s+)?(.*)$", re.DOTALL)
_GROUP = re.compile(r"^([\w\\]+)\\\{(.*)\}$", re.DOTALL)
_PATH = re.compile(r"""(__DIR__|dirname\s*\([^)]*\))?\s*\.?\s*["']([^"']+)["']""")


class PhpImports(ImportResolver):
    def resolve(self, path: str, imported: Import) -> list[Target]:
        if imported.name == "*":
            place = joined(folder_of(path), imported.module.lstrip("/"))
            for found in (place, imported.module.lstrip("/")):
                if found is not None and found in self.tree.paths:
                    return [Target(found, "*")]
            return []
        key = _FAMILY + imported.module
        if self.tree.package_files(key):
            return [Target(key, imported.name)]
        whole = f"{key}.{imported.name}" if imported.module else _FAMILY + imported.name
        if self.tree.package_files(whole):
            return [Target(whole)]
        return [Target(external=(imported.module or imported.name).partition(".")[0])]

    def implicit(self, path: str) -> list[str]:
        own = _FAMILY + self.tree.declared_package(path)
        return [own] if own == _FAMILY else [own, _FAMILY]

    def reaches(self, path: str, module: str, symbol: Symbol) -> bool:
        """Functions and constants fall back to the global ones, classes do not."""
        is_own = module == _FAMILY + self.tree.declared_package(path)
        return is_own or symbol.kind in ("function", "constant")

    def absolute(self, path: str, name: str) -> list[Target]:
        """A full name (`\\A\\B\\C`), which may go on with members."""
        parts = name.split(".")
        found = []
        for depth in range(len(parts) - 1, -1, -1):
            key = _FAMILY + ".".join(parts[:depth])
            if self.tree.package_files(key):
                found.append(Target(key, ".".join(parts[depth:])))
        return found

    def autoload(self, path: str, name: str) -> list[Target]:
        """A name that begins in the file's own namespace, which may be called `namespace`."""
        own = self.tree.declared_package(path)
        head, _, rest = name.partition(".")
        if head == "namespace":
            return self.absolute(path, f"{own}.{rest}".strip(".")) if rest else [Target(_FAMILY + own)]
        return self.absolute(path, f"{own}.{name}".strip(".")) if rest else []


class Php(Language):
    resolver = PhpImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        text = " ".join(clause.statement.split()).rstrip("; ")
        use = _USE.match(text)
        if not use:
            path = _PATH.search(text)
            return [(path[2], "*", "")] if path else []
        found = []
        group = _GROUP.match(use[1].strip())
        prefix, names = (group[1] + "\\", group[2]) if group else ("", use[1])
        for written in names.split(","):
            name, _, alias = re.sub(r"^\s*(?:function|const)\s+", "", written).strip().partition(" as ")
            if name:
                module, _, last = (prefix + name).strip("\\ ").replace("\\", ".").rpartition(".")
                found.append((module, last, alias.strip() or last))
        return found

    def packages(self, file: FileSymbols) -> list[str]:
        return [_FAMILY + file.package]


LANGUAGE = Php
