"""Every file's definitions, found by path, scope, package or receiver.

The index also keeps the book that makes updates small. While a file is being
resolved, each thing that was asked for is noted in `touched`: a path, a package
(``jvm!a.b``), a name in a package (``jvm!a.b!Foo``), a receiver's name (``rust*Foo``), an
owner's (``rust^Foo``), a method of interfaces (``go~Get``), what they embed (``go~^Reader``), a type that
many files define (``ruby%A.Foo``), or a module's place (``?a/b``).
A file is resolved again when one of its notes goes stale.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from app.engine.graph import imports, traits, types
from app.engine.graph.imports.base import SHARED, ImportResolver
from app.engine.graph.model import FileSymbols, Import, Reference, Symbol

_CLOSED_ENUM = re.compile(r"enum\s+(?:class|struct)\b")
_DEFAULTS = ("export default", "module.exports =", "exports = module.exports =")
# scope key -> name -> symbols, in the order of the file.
Children = dict[str, dict[str, list[Symbol]]]
TYPE_LIKE = frozenset(("class", "interface", "enum", "type"))


# The note of those who looked for paths in ways that no other note tells.
ANY_PATH = "?"


class Index:
    def __init__(self) -> None:
        self.files: dict[str, FileSymbols] = {}
        self.symbols: dict[str, Symbol] = {}
        self.children: dict[str, Children] = {}
        # path -> scope -> local name -> imports that bind it.
        self.bound: dict[str, dict[str, dict[str, list[Import]]]] = {}
        # path -> scope -> the names bound there that are no definitions.
        self.locals: dict[str, dict[str, frozenset[str]]] = {}
        # path -> its imports of everything.
        self.stars: dict[str, list[Import]] = {}
        # path -> the names that it says it lets out (`__all__`).
        self._listed: dict[str, frozenset[str]] = {}
        # path -> class id -> references in its header.
        self.bases: dict[str, dict[str, list[Reference]]] = {}
        self.paths: set[str] = set()
        self.folders: set[str] = set()
        self.configs: Mapping[str, str] = {}
        self.touched: set[str] = set()
        self._packages: dict[str, set[str]] = {}
        # note -> path -> the symbols that answer it.
        self._noted_symbols: dict[str, dict[str, list[Symbol]]] = {}
        # note -> path -> references that speak of a type from outside of it.
        self._noted_bases: dict[str, dict[str, list[Reference]]] = {}
        self._resolvers: dict[str, ImportResolver] = {}

    def place(self, paths: Iterable[str], configs: Mapping[str, str]) -> set[str]:
        """Tell which paths the repository has, whether indexed or not, and the texts of its config files.
        Returns the notes that this makes stale."""
        before = self.paths | self.folders
        self.paths = set(paths)
        self.folders = {""}
        for path in self.paths:
            folder = path.rpartition("/")[0]
            while folder not in self.folders:
                self.folders.add(folder)
                folder = folder.rpartition("/")[0]
        self.configs = configs
        self._resolvers.clear()
        changed = before ^ (self.paths | self.folders)
        if not changed:
            return set()
        # A module's place is its path without an ending, or its folder.
        places = {place.rpartition(".")[0] or place for place in changed} | changed
        return {ANY_PATH, *(f"?{place.removesuffix('/__init__').removesuffix('/mod')}" for place in places)}

    def put(self, file: FileSymbols) -> set[str]:
        """Add or replace a file; returns the notes that this makes stale."""
        before = self._packages_of(file.path)
        stale = self.remove(file.path) - before
        self.files[file.path] = file
        language = traits.of(file.language)
        children: Children = {}
        for symbol in file.symbols:
            self.symbols[symbol.id] = symbol
            around = self.symbols.get(symbol.parent)
            if symbol.receiver and (around is None or not self.is_type(around)):
                # It is reached through its type alone, wherever it is written.
                continue
            scope = file.scopes.get(symbol.id, "")
            if language.modules_are_types and symbol.kind == "method":
                # A method that is written in a block of its class (`Struct.new do`) is the class's.
                scope = symbol.parent
            children.setdefault(scope, {}).setdefault(symbol.name, []).append(symbol)
            is_listed = language.open_enums and around is not None and around.kind == "enum"
            if around is not None and is_listed and not _CLOSED_ENUM.match(around.signature):
                outer = file.scopes.get(around.id, "")
                children.setdefault(outer, {}).setdefault(symbol.name, []).append(symbol)
            if around is not None and "companion object" in around.signature:
                # Kotlin: what a companion holds is a member of the class around it as well.
                children.setdefault(file.scopes.get(scope, ""), {}).setdefault(symbol.name, []).append(symbol)
        self.children[file.path] = children
        bound: dict[str, dict[str, list[Import]]] = {}
        for imported in file.imports:
            if imported.alias:
                bound.setdefault(imported.scope, {}).setdefault(imported.alias, []).append(imported)
        self.bound[file.path] = bound
        self.locals[file.path] = {scope: frozenset(names) for scope, names in file.locals.items()}
        self.stars[file.path] = [imported for imported in file.imports if imported.name == "*"]
        self._listed[file.path] = frozenset(i.alias for i in file.imports if i.kind == "re-export")
        bases: dict[str, list[Reference]] = {}
        for reference in file.references:
            # What a block includes is the block's: a class of a test framework, not the one around it.
            is_base = reference.kind in ("inherits", "implements") and not reference.block
            if is_base and (not reference.owner or reference.owner in language.mixing):
                bases.setdefault(reference.scope, []).append(reference)
        self.bases[file.path] = bases
        after = self._packages_of(file.path)
        for key in after:
            self._packages.setdefault(key, set()).add(file.path)
        noted = self._noted(file.path)
        for note, symbols in noted.items():
            self._noted_symbols.setdefault(note, {})[file.path] = symbols
        owned = self._owned(file.path)
        for note, references in owned.items():
            self._noted_bases.setdefault(note, {})[file.path] = references
        return stale | noted.keys() | owned.keys() | (before ^ after)

    def remove(self, path: str) -> set[str]:
        """Forget a file; returns the notes that this makes stale."""
        file = self.files.get(path)
        if file is None:
            return {path}
        packages = self._packages_of(path)
        noted = self._noted(path)
        for key in packages:
            self._packages[key].discard(path)
        for note in noted:
            self._noted_symbols[note].pop(path, None)
        owned = self._owned(path)
        for note in owned:
            self._noted_bases[note].pop(path, None)
        for symbol in file.symbols:
            self.symbols.pop(symbol.id, None)
        for kept in (
            self.files,
            self.children,
            self.bound,
            self.locals,
            self.stars,
            self._listed,
            self.bases,
        ):
            del kept[path]
        return {path} | noted.keys() | owned.keys() | packages

    def resolver(self, path: str) -> ImportResolver:
        """The import resolver for a file's language."""
        return self.resolver_of(self.files[path].language)

    def resolver_of(self, language: str) -> ImportResolver:
        family = traits.of(language).family
        if family not in self._resolvers:
            self._resolvers[family] = imports.language(language).resolver(self)
        return self._resolvers[family]

    def imports_of(self, path: str) -> list[Import]:
        """A file's imports, and those that others make for it."""
        resolver = self.resolver(path)
        if not resolver.shared_in or not self.package_files(resolver.shared_in):
            return self.files[path].imports
        others = [other for other in resolver.shared(path) if other != path]
        # Which files share theirs goes by the projects of the tree.
        self.touched |= {ANY_PATH, *others}
        shared = (i for other in others for i in self.files[other].imports if i.kind == SHARED)
        return [*self.files[path].imports, *shared]

    def symbol_around(self, path: str, key: str) -> str:
        """The id of the symbol that a scope is or stands in, "" at file level."""
        while key and key not in self.symbols:
            key = self.files[path].scopes.get(key, "")
        return key

    def modules_around(self, path: str, scope: str) -> list[str]:
        """The names of the modules that are written inside of a file around a scope, the outermost first."""
        found = []
        while scope:
            symbol = self.symbols.get(scope)
            if symbol is not None and symbol.kind == "module":
                found.append(symbol.name)
            scope = self.files[path].scopes.get(scope, "")
        return found[::-1]

    def has_module(self, path: str, name: str) -> bool:
        """Whether a module of a name is written inside of a file."""
        self.touched.add(path)
        return any(symbol.kind == "module" for symbol in self.named(path, "", name))

    def package_files(self, key: str) -> list[str]:
        """The files that add to a package, sorted."""
        self.touched.add(key)
        return sorted(self._packages.get(key, ()))

    def in_package(self, key: str, name: str) -> list[Symbol]:
        """What a package's files define under a name at their top."""
        return self._under(f"{key}!{name}")

    def declared_package(self, path: str) -> str:
        self.touched.add(path)
        file = self.files.get(path)
        return file.package if file else ""

    def extensions(self, key: str, name: str) -> list[Symbol]:
        """What a package's files define at their top as members of other types: to be imported by name."""
        return self._under(f"{key}!.{name}")

    def received(self, family: str, name: str) -> list[Symbol]:
        """Methods written outside the type of this name, which is all that is known of it."""
        return self._under(f"{family}*{name}")

    def asking_for(self, family: str, name: str) -> list[Symbol]:
        """Interfaces that ask for a method of this name above all, where types do not say what they are."""
        return self._under(f"{family}~{name}")

    def embedding(self, family: str, name: str) -> list[Symbol]:
        """Interfaces that build on one of this name, where types need not say which they satisfy."""
        return self._under(f"{family}~^{name}")

    def bases_from_outside(self, family: str, name: str) -> list[tuple[str, Reference]]:
        """(path, reference) of bases that are given to a type of this name apart from its definition."""
        note = f"{family}^{name}"
        self.touched.add(note)
        found = self._noted_bases.get(note, {})
        return [(path, reference) for path in sorted(found) for reference in found[path]]

    def named(self, path: str, scope: str, name: str) -> list[Symbol]:
        """Symbols of a name directly in a scope."""
        return self.children.get(path, {}).get(scope, {}).get(name, [])

    def is_type(self, symbol: Symbol) -> bool:
        """Whether a symbol has members that are inherited: a type, or a module of Ruby."""
        return symbol.kind in TYPE_LIKE or (
            symbol.kind == "module" and traits.of(self.files[symbol.path].language).modules_are_types
        )

    def parts(self, symbol: Symbol) -> list[Symbol]:
        """All definitions that make a type together, the given one first."""
        key = self.open_key(symbol)
        return [symbol, *(part for part in self._under(key) if part is not symbol)] if key else [symbol]

    def open_members(self, symbol: Symbol, name: str) -> list[Symbol]:
        """What all definitions that make a type together have under a name, where all types are such."""
        key = self.open_key(symbol)
        return self._under(f"{key}!{name}") if key else self.named(symbol.path, symbol.id, name)

    def open_key(self, symbol: Symbol) -> str:
        """The note of a type that other files may add to, "" for any other symbol."""
        file = self.files[symbol.path]
        language = traits.of(file.language)
        if not self.is_type(symbol) or not language.opened_by:
            return ""
        if language.opened_by.isdisjoint(("", *symbol.signature.split())):
            return ""
        package = "" if self._stands_in_module(symbol) or not file.package else f"{file.package}."
        return f"{language.family}%{package}{symbol.qualified_name}"

    def exports_default(self, path: str) -> list[Symbol]:
        """What `export default` stands before, or `module.exports` is set to."""
        top = self.children[path].get("", {}).values()
        return [s for symbols in top for s in symbols if s.signature.startswith(_DEFAULTS)]

    def has_exports(self, path: str) -> bool:
        """Whether a module says what it exports; a script or CommonJS module may not."""
        file = self.files[path]
        return any(s.exported for s in file.symbols) or any(i.kind == "re-export" for i in file.imports)

    def lets_out(self, module: str, name: str) -> bool:
        """Whether `import *` of a module brings a name. Python's say which do, or hide those with a `_`."""
        file = self.files.get(module)
        if file is None or traits.of(file.language).family != "python":
            return True
        listed = self._listed[module]
        return name in listed if listed else not name.startswith("_")

    def _under(self, note: str) -> list[Symbol]:
        self.touched.add(note)
        found = self._noted_symbols.get(note)
        return [symbol for path in sorted(found) for symbol in found[path]] if found else []

    def _stands_in_module(self, symbol: Symbol) -> bool:
        while symbol.parent:
            symbol = self.symbols[symbol.parent]
            if symbol.kind == "module":
                return True
        return False

    def _packages_of(self, path: str) -> set[str]:
        """The packages that a file adds to, the namespaces among them that it writes as blocks."""
        file = self.files.get(path)
        if file is None:
            return set()
        language = traits.of(file.language)
        blocks = [s for s in file.symbols if s.kind == "module"] if language.open_namespaces else []
        inner = {key for block in blocks for key in namespace_keys(language.family, block)}
        return inner.union(imports.language(file.language).packages(file))

    def _owned(self, path: str) -> dict[str, list[Reference]]:
        file = self.files[path]
        language = traits.of(file.language)
        owned: dict[str, list[Reference]] = {}
        for reference in file.references:
            if reference.owner and reference.owner not in language.mixing:
                owned.setdefault(f"{language.family}^{reference.owner}", []).append(reference)
        return owned

    def _noted(self, path: str) -> dict[str, list[Symbol]]:
        """A file's symbols under the notes by which other files ask for them."""
        file = self.files[path]
        noted: dict[str, list[Symbol]] = {path: []}
        for key in set(imports.language(file.language).packages(file)):
            for name, symbols in self.children[path].get("", {}).items():
                noted.setdefault(f"{key}!{name}", []).extend(symbols)
        language = traits.of(file.language)
        family = language.family
        for symbol in file.symbols:
            if language.extends and symbol.receiver and not symbol.parent:
                for key in self._packages_of(path):
                    noted.setdefault(f"{key}!.{symbol.name}", []).append(symbol)
            if symbol.kind == "module" and language.open_namespaces:
                for name, symbols in self.children[path].get(symbol.id, {}).items():
                    noted.setdefault(f"{namespace_key(family, symbol)}!{name}", []).extend(symbols)
            key = self.open_key(symbol)
            if key:
                noted.setdefault(key, []).append(symbol)
            if key and language.modules_are_types:
                for name, symbols in self.children[path].get(symbol.id, {}).items():
                    noted.setdefault(f"{key}!{name}", []).extend(symbols)
            if language.satisfies and symbol.kind == "interface":
                # A type that has all methods has this one, and its name is likely to be rare.
                names = self.children[path].get(symbol.id, {})
                if names:
                    noted.setdefault(f"{family}~{max(names, key=len)}", []).append(symbol)
                for base in symbol.bases:
                    noted.setdefault(f"{family}~^{base.rpartition('.')[2]}", []).append(symbol)
            if symbol.receiver:
                noted.setdefault(f"{family}*{symbol.receiver.rpartition('.')[2]}", []).append(symbol)
        return noted


def namespace_key(family: str, namespace: Symbol) -> str:
    """The package key of a namespace that many files may open."""
    return namespace_keys(family, namespace)[0]


def namespace_keys(family: str, namespace: Symbol) -> list[str]:
    """Its key, and those of the namespaces around it that are opened with it (`namespace a::b`)."""
    parts = types.dotted(namespace.qualified_name).split(".")
    around = len(types.dotted(namespace.name).split("."))
    return [f"{family}!{'.'.join(parts[: len(parts) - up])}" for up in range(around)]
