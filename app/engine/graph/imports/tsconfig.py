"""`paths` and `baseUrl` of the tsconfig files in a tree, with what they extend."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.graph.imports.base import Tree, folder_of, joined
from app.engine.graph.imports.json_text import read_object


@dataclass(frozen=True, slots=True)
class _PathMap:
    """`base` is the folder bare names are looked for in, None without `baseUrl`; patterns are absolute."""

    base: str | None
    patterns: tuple[tuple[str, tuple[str, ...]], ...]


class PathMaps:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        # folder -> the map of its config; tsconfig.json counts before its variants (tsconfig.app.json).
        self._by_folder: dict[str, list[_PathMap]] = {}
        configs = [
            path for path in tree.configs if path.endswith(".json") and "config" in path.rpartition("/")[2]
        ]
        for path in sorted(configs, key=lambda p: (len(p), p)):
            found = self._read(path, frozenset())
            if found.base is not None or found.patterns:
                self._by_folder.setdefault(folder_of(path), []).append(found)

    def places(self, folder: str, module: str) -> list[str]:
        """Paths (endings open) where a bare module name may be, by the nearest config above a folder."""
        while True:
            maps = self._by_folder.get(folder)
            if maps:
                return [place for found in maps for place in _places(found, module)]
            if not folder:
                return []
            folder = folder_of(folder)

    def _read(self, path: str, seen: frozenset[str]) -> _PathMap:
        if path in seen or path not in self._tree.configs:
            return _PathMap(None, ())
        folder = folder_of(path)
        config = read_object(self._tree.configs[path])
        extends = config.get("extends", [])
        base: str | None = None
        patterns: tuple[tuple[str, tuple[str, ...]], ...] = ()
        for parent in extends if isinstance(extends, list) else [extends]:
            if isinstance(parent, str) and parent.startswith("."):
                place = joined(folder, parent) or ""
                for name in (place, f"{place}.json", f"{place}/tsconfig.json"):
                    if name in self._tree.configs:
                        inherited = self._read(name, seen | {path})
                        base = inherited.base if inherited.base is not None else base
                        patterns = inherited.patterns or patterns
                        break
        options = config.get("compilerOptions")
        if isinstance(options, dict):
            written = options.get("baseUrl")
            if isinstance(written, str):
                base = joined(folder, written)
            paths = options.get("paths")
            if isinstance(paths, dict):
                start = base if base is not None else folder
                patterns = tuple(
                    (pattern, tuple(joined(start, p) or "" for p in places if isinstance(p, str)))
                    for pattern, places in paths.items()
                    if isinstance(places, list)
                )
        return _PathMap(base, patterns)


def _places(found: _PathMap, module: str) -> list[str]:
    """The longest matching pattern's places, then the one under `baseUrl`."""
    places: list[str] = []
    best = -1
    for pattern, targets in found.patterns:
        prefix, star, suffix = pattern.partition("*")
        if star:
            fits = module.startswith(prefix) and module.endswith(suffix) and len(module) >= len(pattern) - 1
        else:
            fits = module == pattern
        if fits and len(prefix) > best:
            best = len(prefix)
            middle = module[len(prefix) : len(module) - len(suffix)] if star else ""
            places = [target.replace("*", middle, 1) for target in targets]
    if found.base is not None:
        places.append(f"{found.base}/{module}" if found.base else module)
    return places
