"""Python: modules found from every root that the tree shows, `__init__` re-exports, `__all__`."""

from __future__ import annotations

import builtins
import re
import sys

from app.engine.graph.imports.base import Clause, ImportResolver, Language, Target, Tree, folder_of
from app.engine.graph.model import Import, Symbol

_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
# Folders under a project whose packages are imported by their own name.
_SOURCE_FOLDERS = ("src", "lib", "python")
# Packages in these are samples: they are seen from inside, never from the rest of the tree.
_SAMPLES = frozenset(
    ("test", "tests", "testing", "fixtures", "testdata", "data", "examples", "docs", "_vendor")
)
_ALL = re.compile(r"^__all__\s*(?::[^=\n]+)?(\+?=)\s*([\[(])([^\])]*)[\])](.*)$", re.MULTILINE)
_ALL_OTHER = re.compile(r"^__all__\s*(?:\+=\s*[^\[(\s]|\.|(?::[^=\n]+)?=\s*[^\[(\s])", re.MULTILINE)
_MODULE_NAMES = frozenset(("__file__", "__name__", "__path__", "__doc__", "__class__"))
_STRING = re.compile(r"""["']([A-Za-z_]\w*)["']""")


class PythonImports(ImportResolver):
    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._roots = self._find_roots()
        self._found: dict[tuple[str, str], str] = {}

    def resolve(self, path: str, imported: Import) -> list[Target]:
        if not imported.module:
            return [Target(path, imported.name)]
        if imported.module.startswith("."):
            module = self._relative(path, imported.module)
            if not module:
                return []
        else:
            module = self.module(path, imported.module)
            if not module:
                top = imported.module.partition(".")[0]
                # A package that is here, with a module in it that is not, is no package from outside.
                return [] if self.module(path, top) else [Target(external=top)]
        return [Target(module, imported.name)]

    def bind(self, path: str, imported: Import) -> Target | None:
        top, dot, _ = imported.module.partition(".")
        if dot and top and not imported.name and imported.alias == top:
            module = self.module(path, top)
            return Target(module) if module else Target(external=top)
        return super().bind(path, imported)

    def submodule(self, module: str, name: str) -> str:
        if module.endswith("/"):
            return self._at(module + name)
        folder, _, file = module.rpartition("/")
        if file not in ("__init__.py", "__init__.pyi"):
            return ""
        return self._at(f"{folder}/{name}" if folder else name)

    def module(self, path: str, dotted: str) -> str:
        """The module of an absolute name as seen from a file, "" if it is not in the repository."""
        key = (folder_of(path), dotted)
        if key not in self._found:
            self._found[key] = self._absolute(path, dotted)
        return self._found[key]

    def _absolute(self, path: str, dotted: str) -> str:
        relative = dotted.replace(".", "/")
        top = dotted.partition(".")[0]
        is_standard = top in sys.stdlib_module_names
        folder = folder_of(path)
        for root in self._ancestors(folder):
            if not self._at(_under(root, top)):
                continue
            if is_standard and f"{_under(root, top)}/__init__.py" not in self.tree.paths:
                continue
            if root == folder and self._is_package(root) and root:
                # Inside a package a sibling is no top-level module, unless the package is a root as well.
                continue
            return self._at(_under(root, relative))
        if is_standard:
            return ""
        places = [root for root in self._roots if self._at(_under(root, top))]
        if len(places) > 1:
            places = [root for root in places if self._at(_under(root, relative))][:2]
        return self._at(_under(places[0], relative)) if len(places) == 1 else ""

    def _relative(self, path: str, module: str) -> str:
        rest = module.lstrip(".")
        folder = folder_of(path)
        for _ in range(len(module) - len(rest) - 1):
            if not folder:
                return ""
            folder = folder_of(folder)
        return self._at(_under(folder, rest.replace(".", "/")))

    def _at(self, place: str) -> str:
        """The module at a path without its ending: a file, a package, or a folder that holds modules."""
        paths = self.tree.paths
        for ending in ("/__init__.py", ".py", "/__init__.pyi", ".pyi"):
            if place + ending in paths:
                return place + ending
        if not place:
            return "__init__.py" if "__init__.py" in paths else "/"
        return place + "/" if place in self._folders_with_modules else ""

    def _is_package(self, folder: str) -> bool:
        return _under(folder, "__init__.py") in self.tree.paths

    def _ancestors(self, folder: str) -> list[str]:
        """The folder itself and those above it, nearest first: Python puts a script's own folder first."""
        found = [folder]
        while folder:
            folder = folder_of(folder)
            found.append(folder)
        return found

    def _find_roots(self) -> list[str]:
        """Folders whose packages the whole repository may import, besides those above the importing file."""
        self._folders_with_modules: set[str] = set()
        packages: set[str] = set()
        roots: set[str] = set()
        for path in self.tree.paths:
            folder, _, name = path.rpartition("/")
            if name.endswith((".py", ".pyi")):
                inner = folder
                while inner and inner not in self._folders_with_modules:
                    self._folders_with_modules.add(inner)
                    inner = folder_of(inner)
                if name == "__init__.py":
                    packages.add(folder)
            if name in _PROJECT_FILES and not _is_sample(folder):
                roots.update([folder, *(_under(folder, source) for source in _SOURCE_FOLDERS)])
        for folder in packages:
            parent = folder_of(folder)
            if parent not in packages and not _is_sample(parent):
                roots.add(parent)
        return sorted(root for root in roots if root in self.tree.folders)


class Python(Language):
    resolver = PythonImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        module = "".join(clause.module.split())
        if clause.everything:
            return [(module, "*", "")]
        if clause.name:
            return [(module, clause.name, clause.alias or clause.name)]
        return [(module, "", clause.alias or module.partition(".")[0])]

    def further(self, text: str) -> list[Import]:
        """The names in a literal `__all__`; one that is put together is left unread."""
        if "__all__" not in text or _ALL_OTHER.search(text):
            return []
        found = []
        for match in _ALL.finditer(text):
            if match.group(4).strip().startswith(("+", "[")):
                return []
            for name in _STRING.finditer(match.group(3)):
                line = text.count("\n", 0, match.start(3) + name.start()) + 1
                found.append(Import("", name.group(1), name.group(1), line, "re-export"))
        return found

    def is_builtin(self, name: str) -> bool:
        return hasattr(builtins, name) or name in _MODULE_NAMES

    def exported(self, symbol: Symbol, text: str) -> bool:
        return not symbol.name.startswith("_") or symbol.name.endswith("__")


def _under(folder: str, relative: str) -> str:
    return f"{folder}/{relative}".strip("/") if folder else relative


def _is_sample(folder: str) -> bool:
    return any(part in _SAMPLES for part in folder.split("/"))


LANGUAGE = Python
