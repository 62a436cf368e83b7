"""The code graph of one repository: built once, changed file by file, loaded back without resolving.

    graph = CodeGraph("owner/name")
    graph.build(files, configs, all_paths)          # or, in small steps between awaits:
    graph.place(all_paths, configs)
    for file in files: graph.put(file)
    for path in graph.stale(): graph.link(path)

`edges_of(path)` is what the store keeps of a file, `load` takes it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.engine.graph import rules
from app.engine.graph.adjacency import Adjacency
from app.engine.graph.imports.base import Target
from app.engine.graph.index import Index
from app.engine.graph.model import Edge, FileSymbols, Node, Symbol, Unresolved
from app.engine.graph.resolve import EXTERNAL, FileEdges, Linker

Record = dict[str, Any]


class CodeGraph:
    """`repository` names the root node. Paths are relative to the repository, with "/" between."""

    def __init__(self, repository: str) -> None:
        self.repository = repository
        self.adjacency = Adjacency()
        self._index = Index()
        self._linker = Linker(self._index)
        self._linked: dict[str, FileEdges] = {}
        self._targets: dict[str, list[list[Target]]] = {}
        # note -> the paths whose edges rest on it.
        self._resting: dict[str, set[str]] = {}
        self._stale: dict[str, None] = {}
        self._recheck_imports = False

    def build(
        self, files: Mapping[str, FileSymbols], configs: Mapping[str, str], all_paths: Iterable[str]
    ) -> None:
        """Everything at once. `configs` holds the texts of the files that `imports.is_config` picks."""
        self.place(all_paths, configs)
        for path in sorted(files):
            self.put(files[path])
        for path in self.stale():
            self.link(path)

    def place(self, all_paths: Iterable[str], configs: Mapping[str, str]) -> None:
        """Tell the paths of the whole repository (indexed or not) and its config files' texts."""
        self._invalidate(self._index.place(all_paths, configs))
        self._linker.forget()
        self._recheck_imports = True

    def put(self, file: FileSymbols) -> None:
        """Add or replace a file's symbols; `stale` then tells what to link."""
        self._invalidate(self._index.put(file))
        self._linker.forget()
        self._stale[file.path] = None

    def remove(self, path: str) -> None:
        """Forget a file and its edges. Call `place` as well when it left the repository."""
        self._invalidate(self._index.remove(path))
        self._linker.forget()
        self._unlink(path)
        self._stale.pop(path, None)
        self._targets.pop(path, None)

    def stale(self) -> list[str]:
        """The files whose edges are missing or may have changed, sorted. Each is to be linked."""
        if self._recheck_imports:
            self._recheck_imports = False
            led = [path for path in self._linked if path in self._targets and path in self._index.files]
            moved = {path for path in led if self._linker.targets(path) != self._targets[path]}
            self._stale.update(dict.fromkeys(moved))
            # Those who looked through its imports were led elsewhere as well.
            self._invalidate(moved)
        return sorted(self._stale)

    def dependents(self, path: str) -> list[str]:
        """The other files whose edges rest on a file, sorted: those that a change in it may touch."""
        return sorted(self._resting.get(path, set()) - {path})

    def link(self, path: str) -> FileEdges:
        """Resolve one file and put its edges in place of the old ones."""
        self._targets[path] = self._linker.targets(path)
        linked = self._linker.link(path)
        self._unlink(path)
        self._keep(path, linked)
        self._stale.pop(path, None)
        return linked

    def edges_of(self, path: str) -> Record:
        """{edges, unresolved, notes, targets} of one file as plain lists, for its record in the store."""
        linked = self._linked[path]
        return {
            "edges": [[e.source, e.target, e.kind, e.line, e.rule, e.confidence] for e in linked.edges],
            "unresolved": [
                [u.scope, u.kind, u.name, u.receiver, u.line, u.reason] for u in linked.unresolved
            ],
            "notes": sorted(linked.notes),
            "targets": [[list(target) for target in targets] for targets in self._targets[path]],
        }

    def load(self, file: FileSymbols, record: Record) -> None:
        """Take a file and its `edges_of` back from the store. Call `place` before the first."""
        self._index.put(file)
        self._linker.forget()
        self._targets[file.path] = [[Target(*target) for target in targets] for targets in record["targets"]]
        linked = FileEdges(
            [Edge(*row) for row in record["edges"]],
            [Unresolved(*row) for row in record["unresolved"]],
            frozenset(record["notes"]),
        )
        self._unlink(file.path)
        self._keep(file.path, linked)

    def symbol(self, id: str) -> Symbol | None:
        return self._index.symbols.get(id)

    def symbols_of(self, path: str) -> list[Symbol]:
        """The symbols of a file in the order they begin; empty for a file without."""
        file = self._index.files.get(path)
        return file.symbols if file else []

    def node(self, id: str) -> Node | None:
        """The node of an id, whatever its kind, or None."""
        symbol = self._index.symbols.get(id)
        if symbol is not None:
            return Node(
                id,
                symbol.kind,
                symbol.name,
                symbol.qualified_name,
                symbol.path,
                symbol.start_line,
                symbol.end_line,
            )
        if id.startswith(EXTERNAL):
            name = id.rpartition(":")[2] if id.count(":") == 2 else id.split(":", 2)[2]
            return Node(id, "external", name, name, "", 0, 0)
        name = id.rpartition("/")[2]
        if id in self._index.paths or id in self._index.files:
            return Node(id, "file", name, id, id, 1, 0)
        if id == self.repository:
            return Node(id, "repository", name, id, "", 0, 0)
        return Node(id, "folder", name, id, id, 0, 0) if id and id in self._index.folders else None

    def nodes(self) -> Iterator[Node]:
        """Every node: the tree's, the symbols', and the packages outside that are used."""
        ids: dict[str, None] = {self.repository: None}
        ids.update(dict.fromkeys(sorted(f for f in self._index.folders if f)))
        ids.update(dict.fromkeys(sorted(self._index.paths | self._index.files.keys())))
        for path in sorted(self._index.files):
            ids.update(dict.fromkeys(s.id for s in self._index.files[path].symbols))
        ids.update(dict.fromkeys(sorted(id for id in self.adjacency.into if id.startswith(EXTERNAL))))
        for id in ids:
            node = self.node(id)
            if node is not None:
                yield node

    def edges(self) -> Iterator[Edge]:
        """Every edge: what contains what, each file's in the order of paths, what files cause in others."""
        yield from self._containment()
        told: dict[Edge, None] = {}
        for path in sorted(self._linked):
            told.update(dict.fromkeys(_told(path, self._linked[path].edges)))
        for path in sorted(self._linked):
            yield from (edge for edge in self._linked[path].edges if edge not in told)
        yield from told

    def node_count(self) -> int:
        return sum(1 for _ in self.nodes())

    def edge_count(self) -> int:
        return sum(1 for _ in self.edges())

    def unresolved(self) -> Iterator[tuple[str, Unresolved]]:
        """(path, reference) of everything that was not joined."""
        for path in sorted(self._linked):
            for reference in self._linked[path].unresolved:
                yield path, reference

    def unresolved_of(self, path: str) -> list[Unresolved]:
        """A file's references that were not joined, in the order of its lines."""
        linked = self._linked.get(path)
        return sorted(linked.unresolved, key=lambda reference: reference.line) if linked else []

    def _containment(self) -> Iterator[Edge]:
        for child in sorted(
            {f for f in self._index.folders if f} | self._index.paths | self._index.files.keys()
        ):
            parent = child.rpartition("/")[0] or self.repository
            yield Edge(parent, child, "contains", 0, "structure", rules.confidence("structure"))

    def _invalidate(self, notes: set[str]) -> None:
        for note in notes:
            self._stale.update(
                dict.fromkeys(p for p in self._resting.get(note, ()) if p in self._index.files)
            )

    def _unlink(self, path: str) -> None:
        linked = self._linked.pop(path, None)
        if linked is not None:
            self.adjacency.remove(linked.edges)
            for note in linked.notes:
                self._resting[note].discard(path)

    def _keep(self, path: str, linked: FileEdges) -> None:
        self._linked[path] = linked
        told = set(_told(path, linked.edges))
        self.adjacency.add(edge for edge in linked.edges if edge not in told)
        self.adjacency.add_told(told)
        for note in linked.notes:
            self._resting.setdefault(note, set()).add(path)


def _told(path: str, edges: Iterable[Edge]) -> Iterator[Edge]:
    """The edges that a file brings about in others: it hands them a function, which they call."""
    own = f"{path}::"
    return (edge for edge in edges if edge.source != path and not edge.source.startswith(own))
