"""JavaScript and TypeScript: relative paths, `tsconfig` paths, packages of the workspace, CommonJS."""

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
from app.engine.graph.imports.node_packages import Packages
from app.engine.graph.imports.tsconfig import PathMaps
from app.engine.graph.model import Import, Symbol

EXTENSIONS = (
    *(".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"),
    *(".d.ts", ".d.mts", ".d.cts", ".json", ".vue", ".svelte"),
)
# TypeScript names the file that will be written, not the one that is there.
_WRITTEN = {
    ".js": (".ts", ".tsx", ".d.ts", ".jsx"),
    ".jsx": (".tsx",),
    ".mjs": (".mts", ".d.mts"),
    ".cjs": (".cts",),
}
# The language's own names, and those that browsers and Node add.
_GLOBALS = """
AbortController Array ArrayBuffer AsyncIterable Atomics Awaited BigInt Blob Boolean Buffer DataView Date
Element Error Event EventTarget Exclude Extract Float32Array Float64Array FormData Function HTMLElement
Headers Infinity Int32Array Int8Array Intl Iterable Iterator JSON Map Math NaN Node NonNullable Number
Object Omit Parameters Partial Pick Promise Proxy RangeError ReadonlyArray Readonly Record ReferenceError
Reflect RegExp Request Required Response ReturnType Set String Symbol SyntaxError TextDecoder TextEncoder
TypeError URL URLSearchParams Uint16Array Uint32Array Uint8Array WeakMap WeakRef WeakSet WebAssembly
WebSocket Worker alert atob btoa clearInterval clearTimeout console decodeURIComponent document
encodeURIComponent fetch globalThis isFinite isNaN navigator parseFloat parseInt performance process
queueMicrotask requestAnimationFrame require setImmediate setInterval setTimeout structuredClone window
"""
_BUILT_IN = frozenset(_GLOBALS.split())
_KEPT_EXPORTS = re.compile(
    r"^[ \t]*(?:var|let|const)\s+([\w$]+)\s*=\s*(?:exports\s*=\s*)?module\.exports\s*=", re.MULTILINE
)
_SUFFIXES = re.compile(r"[?#].*$")


class JavaScriptImports(ImportResolver):
    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._maps = PathMaps(tree)
        self._packages = Packages(tree)
        self._found: dict[tuple[str, str], Target | None] = {}

    def resolve(self, path: str, imported: Import) -> list[Target]:
        if not imported.module:
            return [Target(path, imported.name)]
        key = (folder_of(path), imported.module)
        if key not in self._found:
            self._found[key] = self._module(*key)
        target = self._found[key]
        if target is None:
            return []
        return [target if target.external else Target(target.module, imported.name)]

    def _module(self, folder: str, module: str) -> Target | None:
        # `./icon.svg?raw` and its like: the bundler reads what is behind the mark.
        module = _SUFFIXES.sub("", module) if not module.startswith("#") else module
        if module.startswith("."):
            return self._target(joined(folder, module))
        if module.startswith("/"):
            return self._target(module.strip("/"))
        for place in self._maps.places(folder, module):
            found = self.file(place)
            if found:
                return Target(found)
        inside = self._packages.places(folder, module)
        if inside is None:
            return Target(external=package_name(module))
        for place in inside:
            found = self.file(place)
            if found:
                return Target(found)
        return None

    def _target(self, place: str | None) -> Target | None:
        found = self.file(place) if place is not None else ""
        return Target(found) if found else None

    def file(self, place: str) -> str:
        """The file that a path without certain ending means, "" if there is none."""
        paths = self.tree.paths
        if place in paths:
            return place
        stem, dot, ending = place.rpartition(".")
        for other in _WRITTEN.get(dot + ending, ()):
            if stem + other in paths:
                return stem + other
        for extension in EXTENSIONS:
            if place + extension in paths:
                return place + extension
        if place in self.tree.folders:
            for main in self._packages.mains(place):
                found = self.file(main) if main != place else ""
                if found:
                    return found
            prefix = f"{place}/index" if place else "index"
            for extension in EXTENSIONS:
                if prefix + extension in paths:
                    return prefix + extension
        return ""


class JavaScript(Language):
    resolver = JavaScriptImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        module = unquoted(clause.module)
        alias = clause.alias
        if clause.reexport and not clause.everything:
            # `module.exports = f` and TypeScript's `export = f` make f what the module is.
            is_whole = alias == "=" or (alias == "exports" and clause.statement.startswith("module.exports"))
            return [(module, clause.name, "default" if is_whole else alias or clause.name)]
        if clause.everything:
            return [(module, "", alias) if alias else (module, "*", "")]
        if clause.name:
            return [(module, clause.name, alias or clause.name)]
        is_default = alias and clause.statement.startswith("import") and "require" not in clause.statement
        return [(module, "default" if is_default else "", alias)]

    def further(self, text: str) -> list[Import]:
        """`const app = module.exports = ...`: the variable is what the module is."""
        return [
            Import("", match[1], "default", text.count("\n", 0, match.start()) + 1, "re-export")
            for match in _KEPT_EXPORTS.finditer(text)
        ]

    def is_builtin(self, name: str) -> bool:
        return name in _BUILT_IN

    def exported(self, symbol: Symbol, text: str) -> bool:
        return text.startswith(("export", "module.exports"), symbol.start)


def package_name(module: str) -> str:
    """`@scope/name` or `name` of an import's path; Node's own modules keep their name."""
    parts = module.removeprefix("node:").split("/")
    return "/".join(parts[:2]) if module.startswith("@") else parts[0]


LANGUAGE = JavaScript
