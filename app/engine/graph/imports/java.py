"""Java, Kotlin and Scala: packages as files declare them, static and wildcard imports, the own package."""

from __future__ import annotations

import re

from app.engine.graph.imports.base import Clause, ImportResolver, Language, Target
from app.engine.graph.imports.jvm_names import BUILT_IN
from app.engine.graph.model import FileSymbols, Import

_FAMILY = "jvm!"
_WILDCARDS = frozenset(("*", "_", "given"))
_GROUP = re.compile(
    r"(?P<module>[\w.`]+)\.\{(?P<names>[^}]*)\}|(?P<plain>[\w.`*]+)(?:\s+as\s+(?P<alias>[\w`]+))?"
)
_RENAMED = re.compile(r"\s*([\w`*]+)\s*(?:(?:=>|\bas\b)\s*([\w`]+))?\s*$")


class JvmImports(ImportResolver):
    def resolve(self, path: str, imported: Import) -> list[Target]:
        parts = imported.module.split(".")
        for size in range(len(parts), 0, -1):
            key = _FAMILY + ".".join(parts[:size])
            if self.tree.package_files(key):
                rest = parts[size:]
                if imported.name and imported.name != "*":
                    rest = [*rest, imported.name]
                return [Target(key, ".".join(rest) or imported.name)]
        return [Target(external=_package(parts))]

    def implicit(self, path: str) -> list[str]:
        parts = self.tree.declared_package(path).split(".")
        # Scala sees the packages around its own; Java and Kotlin see their own alone.
        sizes = range(len(parts), 0, -1) if path.endswith((".scala", ".sc")) else (len(parts),)
        return [_FAMILY + ".".join(parts[:size]) for size in sizes]

    def autoload(self, path: str, name: str) -> list[Target]:
        """A full name written out (`a.b.C`)."""
        parts = name.split(".")
        for size in range(len(parts) - 1, 0, -1):
            key = _FAMILY + ".".join(parts[:size])
            if self.tree.package_files(key):
                return [Target(key, ".".join(parts[size:]))]
        return []


class Jvm(Language):
    resolver = JvmImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        text = re.sub(r"^\s*import\s+(?:static\s+)?", "", clause.statement).strip().rstrip(";").strip()
        found: list[tuple[str, str, str]] = []
        for match in _GROUP.finditer(" ".join(text.split())):
            if match["plain"]:
                module, _, name = match["plain"].replace("`", "").rpartition(".")
                found.append(_bound(module, name, match["alias"] or ""))
                continue
            for written in match["names"].split(","):
                renamed = _RENAMED.match(written)
                if renamed and renamed[2] != "_":
                    found.append(_bound(match["module"], renamed[1], renamed[2] or ""))
        return [entry for entry in found if entry[0]]

    def is_builtin(self, name: str) -> bool:
        return name in BUILT_IN[self.name]

    def packages(self, file: FileSymbols) -> list[str]:
        return [_FAMILY + file.package]


def _bound(module: str, name: str, alias: str) -> tuple[str, str, str]:
    if name in _WILDCARDS:
        return module, "*", ""
    return module, name, alias or name


def _package(parts: list[str]) -> str:
    """The package part of a name: what stands before its first capital, three steps at most."""
    lower = [part for part in parts if not part[:1].isupper()]
    return ".".join((lower or parts)[:3])


LANGUAGE = Jvm
