"""C and C++: an include is looked for beside its file, then under the tree's include folders."""

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
)
from app.engine.graph.model import FileSymbols, Import

_FAMILY = "c!"
_NAMESPACE = "namespace "
# `using namespace a`, `using a::f`, `namespace b = a`: a namespace, not a file.
_USING = re.compile(
    r"(?:using\s+(?P<all>namespace\s+)?(?:typename\s+)?|namespace\s+(?P<alias>\w+)\s*=\s*)(?P<name>[\w:]+)"
)
# Headers that come with the language: a file of that name is meant by quotes alone.
_STANDARD = frozenset(
    f"{name}.h"
    for name in (
        "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign "
        "stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar "
        "wchar wctype"
    ).split()
)
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inc", ".inl", ".ipp", ".tpp", ".cuh", ".c", ".cc", ".cpp")


class CImports(ImportResolver):
    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        # file name -> paths
        self._named: dict[str, list[str]] = {}
        for path in sorted(tree.paths):
            if path.endswith(_HEADERS):
                self._named.setdefault(path.rpartition("/")[2], []).append(path)

    def resolve(self, path: str, imported: Import) -> list[Target]:
        if imported.module.startswith(_NAMESPACE):
            return self._namespaced(path, imported)
        is_system = imported.module.startswith("<")
        name = imported.module.strip('<>"')
        if not is_system:
            beside = joined(folder_of(path), name)
            if beside is not None and beside in self.tree.paths:
                return [Target(beside, imported.name)]
        found = "" if is_system and name in _STANDARD else self._included(path, name)
        if found:
            return [Target(found, imported.name)]
        return [Target(external=name.partition("/")[0])] if is_system or "/" not in name else []

    def _namespaced(self, path: str, imported: Import) -> list[Target]:
        """A namespace, or a name of one, as it is seen from the namespaces around."""
        name = imported.module.removeprefix(_NAMESPACE)
        around = self.tree.modules_around(path, imported.scope)
        for depth in range(len(around), -1, -1):
            key = _FAMILY + ".".join([*around[:depth], name]).replace("::", ".")
            if self.tree.package_files(key):
                return [Target(key, imported.name)]
        return [Target(external=name.partition(".")[0])]

    def absolute(self, path: str, name: str) -> list[Target]:
        """`::f`: what the file sees at its top, its own or included."""
        return [Target(path, name)]

    def autoload(self, path: str, name: str) -> list[Target]:
        """What a namespace has that no block opens alone (`namespace a::b`)."""
        namespace, _, last = name.rpartition(".")
        return [Target(_FAMILY + namespace, last)] if namespace else []

    def _included(self, path: str, name: str) -> str:
        """The one file that some include folder has under a name; the nearest if there are several."""
        ending = "/" + name
        fitting = [p for p in self._named.get(name.rpartition("/")[2], ()) if p == name or p.endswith(ending)]
        if len(fitting) > 1:
            best = max(common_depth(p, path) for p in fitting)
            fitting = [p for p in fitting if common_depth(p, path) == best]
        return fitting[0] if len(fitting) == 1 else ""


class C(Language):
    resolver = CImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        module = clause.module.strip()
        if clause.statement.startswith("#"):
            return [(module.strip('"'), "*", "")] if module else []
        using = _USING.match(clause.statement)
        if not using:
            return []
        name = using["name"].replace("::", ".").strip(".")
        if using["alias"]:
            return [(_NAMESPACE + name, "", using["alias"])]
        if using["all"]:
            return [(_NAMESPACE + name, "*", "")]
        namespace, _, last = name.rpartition(".")
        return [(_NAMESPACE + namespace, last, last)] if namespace else []

    def packages(self, file: FileSymbols) -> list[str]:
        """All files of a program share what they define outside of namespaces."""
        return [_FAMILY]


LANGUAGE = C
