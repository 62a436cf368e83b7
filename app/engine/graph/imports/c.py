"""C and C++: an include is looked for beside its file, then under the tree's include folders."""

from __future__ import annotations

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
            return [Target(_FAMILY + imported.module.removeprefix(_NAMESPACE), imported.name)]
        is_system = imported.module.startswith("<")
        name = imported.module.strip('<>"')
        if not is_system:
            beside = joined(folder_of(path), name)
            if beside is not None and beside in self.tree.paths:
                return [Target(beside, imported.name)]
        found = self._included(path, name)
        if found:
            return [Target(found, imported.name)]
        return [Target(external=name.partition("/")[0])] if is_system or "/" not in name else []

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
        # `using namespace a`, `using a::f`, `namespace b = a`: a namespace, not a file.
        module = _NAMESPACE + module.replace("::", ".").strip(".")
        if clause.everything:
            return [(module, "*", "")]
        return [(module, clause.name, clause.alias or clause.name)]

    def packages(self, file: FileSymbols) -> list[str]:
        """All files of a program share what they define outside of namespaces."""
        return [_FAMILY]


LANGUAGE = C
