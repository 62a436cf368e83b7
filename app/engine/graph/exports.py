"""What a module offers under a name: its own definitions, what it gives on, what it takes everything from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.graph import rules, traits
from app.engine.graph.entity import Entity, missing
from app.engine.graph.imports.base import SHARED, Target
from app.engine.graph.index import Index
from app.engine.graph.model import Import, Symbol
from app.engine.graph.remembered import Remembered

if TYPE_CHECKING:
    from app.engine.graph.names import Names

# (module, name) of the re-exports that were followed so far.
Seen = frozenset[tuple[str, str]]
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++")


class Exports:
    def __init__(self, index: Index, names: Names) -> None:
        self._index = index
        self._names = names
        # (module, name) -> what it offers.
        self._known: Remembered[tuple[str, str], Entity] = Remembered(index, lambda: names.is_settled())

    def forget(self) -> None:
        """Call it whenever the index has changed."""
        self._known.forget()

    def let_out(self, module: Symbol, name: str) -> Entity:
        """What a module that is written inside of a file takes from elsewhere."""
        if traits.of(self._index.files[module.path].language).imports_are_members:
            for imported in self._index.bound[module.path].get(module.id, {}).get(name, ()):
                found = self._names.follow(module.path, imported)
                if found.found:
                    return found._replace(rule=rules.weaker(found.rule, "re-export"))
        return missing("no such member")

    def of(self, module: str, name: str, seen: Seen = frozenset()) -> Entity:
        """What a module offers under a name, re-exports followed to their definition."""
        if seen:
            return self._export(module, name, seen)
        return self._known.ask((module, name), lambda: self._export(module, name, seen))

    def _export(self, module: str, name: str, seen: Seen) -> Entity:
        if (module, name) in seen:
            return missing("circular re-export")
        seen |= {(module, name)}
        index = self._index
        if "!" in module:
            symbols = index.in_package(module, name)
            return self._names.choice.of(symbols, "import") if symbols else missing("not in package")
        index.touched.add(module)
        if module in index.files:
            found = self._export_of_file(module, name, seen)
            if found.found:
                return found
        else:
            found = missing("module not indexed" if module in index.paths else "not in module")
        inner = self._submodule(module, name)
        return Entity("module", inner, "import") if inner else found

    def _export_of_file(self, path: str, name: str, seen: Seen) -> Entity:
        index = self._index
        file = index.files[path]
        language = traits.of(file.language)
        symbols = index.named(path, "", name)
        public = [s for s in symbols if s.exported]
        if language.family != "javascript":
            public = symbols
        elif name == "default":
            public = index.exports_default(path)
        elif symbols and not public and not index.has_exports(path):
            public = symbols
        if public:
            return self._names.choice.of(public, "import")
        for imported in index.bound[path].get("", {}).get(name, ()):
            found = self._reexport(path, imported, seen, language.imports_are_members)
            if found is not None and found.found:
                return found._replace(rule=rules.weaker(found.rule, "re-export"))
        for imported in index.stars[path] if name != "default" else ():
            if imported.kind == "re-export" or language.imports_are_members:
                for target in index.resolver(path).resolve(path, imported):
                    found = self.from_star(path, target, name, seen)
                    if found.found and found.kind != "external":
                        return found
        if name == "default" and not index.has_exports(path):
            return Entity("module", path, "import")
        if name in index.locals[path].get("", ()):
            return Entity("variable", f"{path}::{name}", "import")
        return missing("not in module")

    def _reexport(self, path: str, imported: Import, seen: Seen, members: bool) -> Entity | None:
        if imported.kind == "re-export" and not imported.module:
            return self.own(path, imported.name, seen)
        if imported.kind == "re-export" or members:
            return self._names.follow(path, imported, seen)
        return None

    def own(self, path: str, name: str, seen: Seen) -> Entity:
        """A name of the file's own top level, whether it is exported or not."""
        symbols = self._index.named(path, "", name)
        if symbols:
            return self._names.choice.of(symbols, "import")
        for imported in self._index.bound[path].get("", {}).get(name, ()):
            if binds(imported, traits.of(self._index.files[path].language)):
                return self._names.follow(path, imported, seen)
        if name in self._index.locals[path].get("", ()):
            defined = self._defined(path, name)
            return defined if defined.found else Entity("variable", f"{path}::{name}", "import")
        return missing("not in module")

    def from_star(self, path: str, target: Target, name: str, seen: Seen) -> Entity:
        """A name from `import *` of a target, which may say what it lets out."""
        if target.external:
            return missing("outside")
        if target.name and target.name != "*":
            return self._names.inside(self._names.at(path, Target(target.module, target.name), seen), name)
        if not self._index.lets_out(target.module, name):
            return missing("not let out")
        return self.of(target.module, name, seen)

    def _submodule(self, module: str, name: str) -> str:
        """A folder stands for a module in Python alone, so it needs no file to tell its language."""
        index = self._index
        folder = module.rpartition("/")[0]
        own = module.rpartition(".")[0]
        index.touched |= {f"?{folder}/{name}" if folder else f"?{name}", f"?{own}/{name}"}
        if module in index.files:
            return index.resolver(module).submodule(module, name)
        return index.resolver_of("python").submodule(module, name) if module.endswith("/") else ""

    def _defined(self, path: str, name: str) -> Entity:
        """The one variable that a header of C declares, which another file defines."""
        if traits.of(self._index.files[path].language).family != "c" or not path.endswith(_HEADERS):
            return missing("not defined")
        found = [s for s in self._index.in_package("c!", name) if s.kind == "constant" and not s.parent]
        return self._names.choice.of(found, "import") if len(found) == 1 else missing("not defined")


def binds(imported: Import, language: traits.Traits) -> bool:
    """`export {a} from` and `__all__` bind nothing in their own file; Rust's `pub use` does."""
    return imported.kind in ("import", SHARED) or (bool(imported.module) and language.imports_are_members)
