"""Go: a package is a folder, found by the module paths of the `go.mod` files above."""

from __future__ import annotations

import re

from app.engine.graph.imports.base import (
    Clause,
    ImportResolver,
    Language,
    Target,
    Tree,
    folder_of,
    joined,
    unquoted,
)
from app.engine.graph.model import FileSymbols, Import

_FAMILY = "go!"
_MODULE = re.compile(r"^\s*module\s+\"?([^\s\"]+)", re.MULTILINE)
_REPLACE = re.compile(r"^\s*(?:replace\s+)?([^\s()]+)(?:\s+v\S+)?\s*=>\s*(\.\.?/\S*)", re.MULTILINE)
_VERSION = re.compile(r"v\d+$")


class GoImports(ImportResolver):
    names_itself = True

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        # module path -> folder
        self._modules: dict[str, str] = {}
        for path in sorted(tree.configs, reverse=True):
            if path.rpartition("/")[2] != "go.mod":
                continue
            folder = folder_of(path)
            for name, place in _REPLACE.findall(tree.configs[path]):
                local = joined(folder, place)
                if local is not None:
                    self._modules.setdefault(name, local)
            declared = _MODULE.search(tree.configs[path])
            if declared:
                self._modules[declared[1]] = folder

    def resolve(self, path: str, imported: Import) -> list[Target]:
        module = imported.module
        name = module
        while name:
            folder = self._modules.get(name)
            if folder is not None:
                place = joined(folder, module[len(name) :])
                key = f"{_FAMILY}{place}"
                return [Target(key, imported.name)] if self.tree.package_files(key) else []
            name = folder_of(name)
        parts = module.split("/")
        return [Target(external="/".join(parts[:3]) if "." in parts[0] else module)]

    def bind(self, path: str, imported: Import) -> Target | None:
        own = self.own_name(path, imported)
        return super().bind(path, imported) if own in ("", imported.alias) else None

    def own_name(self, path: str, imported: Import) -> str:
        if imported.name or imported.alias != _default_name(imported.module):
            return ""
        found = self.resolve(path, imported)
        files = self.tree.package_files(found[0].module) if found and found[0].module else []
        return self.tree.declared_package(files[0]) if files else ""

    def implicit(self, path: str) -> list[str]:
        own = _key(path, self.tree.declared_package(path))
        return [own]


class Go(Language):
    resolver = GoImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        module = unquoted(clause.module)
        if clause.everything or clause.alias == ".":
            return [(module, "*", "")]
        if clause.alias:
            return [(module, "", "" if clause.alias == "_" else clause.alias)]
        return [(module, "", _default_name(module))]

    def packages(self, file: FileSymbols) -> list[str]:
        return [_key(file.path, file.package)]


def _key(path: str, package: str) -> str:
    """An external test package shares the folder of what it tests and none of its names."""
    return _FAMILY + folder_of(path) + ("_test" if package.endswith("_test") else "")


def _default_name(module: str) -> str:
    """The name a package most likely has: its path's last part, without a version."""
    parts = [part for part in module.split("/") if part]
    if len(parts) > 1 and _VERSION.match(parts[-1]):
        parts.pop()
    last = re.sub(r"\.v\d+$", "", parts[-1]) if parts else ""
    return last.removeprefix("go-").removesuffix("-go").removesuffix(".go").replace("-", "_")


LANGUAGE = Go
