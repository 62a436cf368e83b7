"""What every language's import module offers; see `imports/__init__.py` for how it is found.

A module is a file's path, a folder's path with a slash at its end (a package
without a file of its own), or a package's key ``family!name``.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from app.engine.graph.model import FileSymbols, Import, Symbol

# The kind of an import that holds for other files as well.
SHARED = "shared-import"


@dataclass(frozen=True, slots=True)
class Clause:
    """One import statement's captures as written, "" where the grammar tells nothing."""

    statement: str
    module: str
    name: str
    alias: str
    everything: bool
    reexport: bool


class Target(NamedTuple):
    """What an import leads to: a module, a (dotted) name in it, or a package outside the repository."""

    module: str = ""
    name: str = ""
    external: str = ""


class Tree(Protocol):
    """What a resolver may ask of the repository. Asking for a package is noted: the answer may change."""

    @property
    def paths(self) -> AbstractSet[str]: ...

    @property
    def folders(self) -> AbstractSet[str]: ...

    @property
    def configs(self) -> Mapping[str, str]: ...

    def modules_around(self, path: str, scope: str) -> list[str]:
        """The names of the modules that are written inside of a file around a scope, the outermost first."""

    def has_module(self, path: str, name: str) -> bool:
        """Whether a module of a name is written inside of a file."""

    def package_files(self, key: str) -> list[str]:
        """The files that declare a package, sorted."""

    def declared_package(self, path: str) -> str:
        """The package a file declares, "" if none."""


class ImportResolver:
    """Finds what imports name in one repository. This default finds nothing."""

    # The package of the files that have imports of the kind `SHARED`, "" where a language has none such.
    shared_in = ""
    # Whether `autoload` goes by the paths of the tree, not by what files declare.
    loads_by_path = False

    # Whether a package says itself under which name it is imported, see `own_name`.
    names_itself = False

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def resolve(self, path: str, imported: Import) -> list[Target]:
        """Where an import in `path` leads; empty if it should be in the repository and is not."""
        return []

    def bind(self, path: str, imported: Import) -> Target | None:
        """What the import's local name stands for, where that is not what it leads to."""
        found = self.resolve(path, imported)
        return found[0] if found else None

    def start(self, path: str, scope: str, words: list[str]) -> Target | None:
        """The module in which a path begins with words like Rust's `crate`, seen from a scope."""
        return None

    def submodule(self, module: str, name: str) -> str:
        """A module inside a package's folder, "" if there is none."""
        return ""

    def implicit(self, path: str) -> list[str]:
        """Modules whose names are in scope without an import."""
        return []

    def own_name(self, path: str, imported: Import) -> str:
        """The name that a package of the repository goes by where it is imported under no other."""
        return ""

    def shared(self, path: str) -> list[str]:
        """Other files, whose imports of the kind `SHARED` hold for a file as well."""
        return []

    def reaches(self, path: str, module: str, symbol: Symbol) -> bool:
        """Whether an implicit module lets a file see a symbol of it."""
        return True

    def absolute(self, path: str, name: str) -> list[Target]:
        """Where a name is defined that is said to be at the top of all (`::f`)."""
        return []

    def autoload(self, path: str, name: str) -> list[Target]:
        """Where a name that nothing binds is defined by convention."""
        return []


class Language:
    """The default: an import means what its captures say, and is looked for nowhere."""

    resolver: type[ImportResolver] = ImportResolver

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        """(module, name, alias) of every name that a statement binds, as `Import` defines them."""
        module = unquoted(clause.module)
        if clause.everything:
            return [(module, "", clause.alias) if clause.alias else (module, "*", "")]
        return [(module, clause.name, clause.alias or clause.name)]

    def further(self, text: str) -> list[Import]:
        """Imports and re-exports that are no import statements (`module.exports = ...`)."""
        return []

    def exported(self, symbol: Symbol, text: str) -> bool:
        """Whether other modules may see a symbol."""
        return True

    def is_builtin(self, name: str) -> bool:
        """Whether the language itself gives a name to every file."""
        return False

    def packages(self, file: FileSymbols) -> list[str]:
        """Keys of the packages whose names a file adds to."""
        return []


def unquoted(text: str) -> str:
    """A module's name without the quotes or brackets it is written in."""
    return text.strip().strip("\"'`<>").strip()


def folder_of(path: str) -> str:
    """The folder of a path, "" for the top."""
    return path.rpartition("/")[0]


def joined(folder: str, relative: str) -> str | None:
    """A path relative to a folder, normalised; None if it leaves the repository."""
    parts = folder.split("/") if folder else []
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def common_depth(first: str, second: str) -> int:
    """How many leading folders two paths share."""
    depth = 0
    for a, b in zip(first.split("/"), second.split("/"), strict=False):
        if a != b:
            break
        depth += 1
    return depth
