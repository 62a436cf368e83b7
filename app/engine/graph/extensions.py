"""Functions that are called as members of a type apart from which they are written (Kotlin, C#)."""

from __future__ import annotations

from collections.abc import Iterable

from app.engine.graph import traits
from app.engine.graph.entity import Entity, missing
from app.engine.graph.index import Index
from app.engine.graph.model import Symbol
from app.engine.graph.names import Names


class Extensions:
    def __init__(self, index: Index, names: Names) -> None:
        self._index = index
        self._names = names

    def named(self, path: str, types: Iterable[str], name: str) -> Entity:
        """The function of a name that a file may call on a value of the first of these types that has one."""
        symbols = self.seen(path, types, name)
        return self._names.choice.of(symbols, "extension") if symbols else missing("no such member")

    def seen(self, path: str, types: Iterable[str], name: str) -> list[Symbol]:
        """All such functions of the first type that has any."""
        family = traits.of(self._index.files[path].language).family
        for type_ in types:
            received = self._index.received(family, type_)
            symbols = [s for s in received if s.name == name and self._is_seen(path, s)]
            if symbols:
                return symbols
        return []

    def _is_seen(self, path: str, extension: Symbol) -> bool:
        """Whether a function is of a file's own package, or one that it imports."""
        index = self._index
        file, home = index.files[path], index.files[extension.path].package
        holder = index.symbols.get(extension.parent)
        if holder is not None and file.language == "kotlin":
            home = f"{home}.{holder.qualified_name}"
        elif f"{file.package}.".startswith(f"{home}."):
            return True
        return extension.path == path or any(
            imported.module.removesuffix(".Companion") == home and imported.name in (extension.name, "*")
            for imported in index.imports_of(path)
        )
