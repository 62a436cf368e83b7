"""The packages that a tree itself holds: workspaces, a package's own name, `exports` and `imports` maps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from app.engine.graph.imports.base import Tree, common_depth, folder_of, joined
from app.engine.graph.imports.json_text import read_object

# Conditions in the order they are tried: sources before what is built of them.
_CONDITIONS = ("source", "development", "types", "import", "module", "node", "browser", "default", "require")
_MAINS = ("source", "module", "types", "typings", "main", "browser")
# Folders that a build writes; in a repository their sources are beside them.
_BUILT = frozenset(("dist", "lib", "build", "out", "esm", "cjs", "es", "types", "umd"))


class Packages:
    def __init__(self, tree: Tree) -> None:
        # folder -> its package.json
        self._manifests = {
            folder_of(path): read_object(text)
            for path, text in tree.configs.items()
            if path.rpartition("/")[2] == "package.json"
        }
        self._by_name: dict[str, list[str]] = {}
        for folder, manifest in sorted(self._manifests.items()):
            if isinstance(manifest.get("name"), str):
                self._by_name.setdefault(manifest["name"], []).append(folder)

    def places(self, folder: str, module: str) -> list[str] | None:
        """Where a bare name may be (endings open); None if it is a package from outside."""
        if module.startswith("#"):
            owner = self._owner(folder)
            mapped = self._manifests.get(owner, {}).get("imports")
            return list(self._mapped(owner, mapped, module)) if isinstance(mapped, dict) else []
        parts = module.split("/")
        size = 2 if module.startswith("@") else 1
        name, rest = "/".join(parts[:size]), "/".join(parts[size:])
        folders = self._by_name.get(name)
        if not folders:
            return None
        # Two packages of one name (a template, a fixture): the nearest is meant.
        place = max(folders, key=lambda f: (common_depth(f, folder), -len(f)))
        return list(self._entries(place, rest))

    def mains(self, folder: str) -> list[str]:
        """Where a folder's package.json says that it begins."""
        return list(self._entries(folder, "")) if folder in self._manifests else []

    def _owner(self, folder: str) -> str:
        while folder and folder not in self._manifests:
            folder = folder_of(folder)
        return folder

    def _entries(self, folder: str, rest: str) -> Iterator[str]:
        manifest = self._manifests[folder]
        exports = manifest.get("exports")
        key = f"./{rest}" if rest else "."
        if isinstance(exports, str) and not rest:
            yield from _with_source(folder, exports)
        elif isinstance(exports, dict):
            if not any(name.startswith(".") for name in exports):
                exports = {".": exports}
            yield from self._mapped(folder, exports, key)
        if not rest:
            for field in _MAINS:
                if isinstance(manifest.get(field), str):
                    yield from _with_source(folder, manifest[field])
            for place in ("src/index", "index", "src/main", "lib/index"):
                yield joined(folder, place) or ""
        else:
            yield joined(folder, rest) or ""
            yield joined(folder, f"src/{rest}") or ""

    def _mapped(self, folder: str, table: dict[str, Any], key: str) -> Iterator[str]:
        """The places that an `exports` or `imports` table gives for a key, its most exact pattern first."""
        exact = table.get(key)
        if exact is not None:
            for written in _leaves(exact):
                yield from _with_source(folder, written)
            return
        patterns = sorted((name for name in table if "*" in name), key=lambda n: -len(n.partition("*")[0]))
        for pattern in patterns:
            prefix, _, suffix = pattern.partition("*")
            if key.startswith(prefix) and key.endswith(suffix) and len(key) > len(prefix) + len(suffix) - 1:
                middle = key[len(prefix) : len(key) - len(suffix)]
                for written in _leaves(table[pattern]):
                    yield from _with_source(folder, written.replace("*", middle))
                return


def _leaves(value: Any) -> Iterator[str]:
    """The paths in a conditional value, best condition first."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    elif isinstance(value, dict):
        ordered = [name for name in _CONDITIONS if name in value]
        for name in [*ordered, *(n for n in value if n not in _CONDITIONS)]:
            yield from _leaves(value[name])


def _with_source(folder: str, written: str) -> Iterator[str]:
    """A written path, and the source it is built from: `dist/index.js` of `src/index`."""
    place = joined(folder, written)
    if place is None:
        return
    yield place
    start = len(folder) + 1 if folder else 0
    parts = place[start:].split("/")
    while len(parts) > 1 and parts[0] in _BUILT:
        parts = parts[1:]
        stem = "/".join(parts)
        for ending in (".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".jsx"):
            if stem.endswith(ending):
                stem = stem[: -len(ending)]
                break
        for source in ("src/", ""):
            found = joined(folder, source + stem)
            if found is not None:
                yield found
