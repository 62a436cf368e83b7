"""The graph's answer to a structure question: each definition the name means, and what is tied to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Node
from app.engine.graph.queries import IMPACT_KINDS, IMPORT_KINDS, USE_KINDS, Neighbour, Queries
from app.engine.retrieve import structure
from app.engine.retrieve.filters import NO_FILTERS, Filters
from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.structure import Structure
from app.engine.retrieve.verbs import verb

# Definitions of one name that are looked at: `validate` may be a method of every class.
DEFINITIONS = 40
# Steps from a changed thing to what it may touch, and from a class to its relatives.
IMPACT_DEPTH = 2
FAMILY_DEPTH = 3

# Relations that are asked from the used side: what could not be joined to a definition may belong to them.
USED = (structure.CALLERS, structure.USES, structure.IMPACT)
# Relations in which a name may also mean a file.
_OF_FILES = (structure.IMPORTERS, structure.IMPORTS, structure.IMPACT, structure.MEMBERS, structure.USES)
_TYPES = ("class", "interface", "enum", "type", "module")
_CONSTRUCTORS = frozenset(("__init__", "__new__", "__construct", "constructor", "initialize", "new", "init"))


@dataclass(frozen=True, slots=True)
class Tie:
    """A neighbour of a definition. `line` of `path` is where the relation stands; `of` is the node on
    its other side: the definition itself, a member of it, or what lies between at two steps."""

    node: Node
    of: Node
    neighbour: Neighbour
    path: str
    line: int
    role: str

    @property
    def verb(self) -> str:
        return verb(self.neighbour.kind, self.neighbour.direction)


@dataclass(frozen=True, slots=True)
class Definition:
    """One thing that the name means and its ties: code before tests, near before far, sure before unsure.

    `overrides` is set where it stands for a method of a base, through which the one asked about is called.
    """

    node: Node
    ties: list[Tie]
    overrides: bool = False


@dataclass(frozen=True, slots=True)
class Loose:
    """A use of the name that could not be joined to any definition."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Related:
    """`definitions` come with the most tied first; none where the name is not known here. `left_out`
    counts the ties and loose uses that the question's filters keep from being shown."""

    structure: Structure
    definitions: list[Definition] = field(default_factory=list)
    loose: list[Loose] = field(default_factory=list)
    left_out: int = 0

    @property
    def ties(self) -> list[Tie]:
        """All ties, each node once."""
        found: dict[str, Tie] = {}
        for definition in self.definitions:
            for tie in definition.ties:
                found.setdefault(tie.node.id, tie)
        return sorted(found.values(), key=_order)


def answer(
    asked: Structure, graph: CodeGraph, lexical: LexicalIndex, filters: Filters = NO_FILTERS
) -> Related:
    """What the graph says about a name. Filters confine what is tied to it, not what the name may mean."""
    return _Relater(asked, graph, lexical, filters).answer()


class _Relater:
    """Answers one structure question."""

    def __init__(self, asked: Structure, graph: CodeGraph, lexical: LexicalIndex, filters: Filters) -> None:
        self._asked = asked
        self._graph = graph
        self._lexical = lexical
        self._filters = filters
        self._left_out: set[tuple[str, str | int]] = set()
        self._queries = Queries(graph.adjacency)
        self._roles = lexical.roles()
        self._languages = lexical.languages() if filters else {}

    def answer(self) -> Related:
        targets = list(self._targets())
        definitions = [Definition(node, self._ties(node)) for node in targets]
        if self._asked.relation in (structure.CALLERS, structure.IMPACT):
            definitions += self._bases(targets)
        definitions.sort(key=lambda d: (d.overrides, self._role(d.node) != "code", -len(d.ties)))
        loose = self._loose(targets)
        return Related(self._asked, definitions, loose, len(self._left_out))

    def _targets(self) -> Iterator[Node]:
        """What the name means: symbols as it is spelt, else of the same letters; files; packages outside."""
        relation, name = self._asked.relation, self._asked.name
        files = self._lexical.module_files(name) if relation in _OF_FILES else []
        symbols = self._lexical.named(name, DEFINITIONS)
        nearest = min((symbol.spelling(name) or 0 for symbol in symbols), default=0)
        ids = [symbol.id for symbol in symbols if symbol.spelling(name) == nearest]
        if relation == structure.USES:
            ids = ids or files
        elif relation == structure.IMPORTS or nearest:
            # Files import, not the symbols in them; and a file's own name is nearer than like letters.
            ids = files or ids
        else:
            ids += files
        if not ids:
            ids = [id for id in self._graph.adjacency.into if self._is_external(id, name)]
        for id in dict.fromkeys(ids):
            node = self._graph.node(id)
            if node is not None:
                yield node

    def _is_external(self, id: str, name: str) -> bool:
        node = self._graph.node(id) if id.startswith("external:") else None
        return node is not None and node.name == name.split(".")[0]

    def _bases(self, targets: Iterable[Node]) -> Iterator[Definition]:
        """The methods that the targets override: a call of one of those may reach the target."""
        ids = {target.id for target in targets}
        for target in list(targets):
            for id in self._overridden(target.id):
                node = self._graph.node(id)
                if node is not None and id not in ids:
                    ids.add(id)
                    ties = [tie for tie in self._ties(node) if tie.node.id != target.id]
                    if ties:
                        yield Definition(node, ties, overrides=True)

    def _overridden(self, id: str) -> Iterator[str]:
        """The methods of bases that a method stands in for, nearest first."""
        bases = [edge.target for edge in self._graph.adjacency.out.get(id, ()) if edge.kind == "overrides"]
        for base in bases:
            yield base
            yield from self._overridden(base)

    def _ties(self, target: Node) -> list[Tie]:
        found: dict[tuple[str, int], Tie] = {}
        for near in self._related(target):
            tie = self._tie(near, target)
            if tie is not None and self._admits(tie.node.id, tie.node.path or tie.path, tie.node.kind):
                found.setdefault((tie.node.id, near.hop), tie)
        return sorted(found.values(), key=_order)

    def _tie(self, near: Neighbour, target: Node) -> Tie | None:
        node, source = self._graph.node(near.id), self._graph.node(near.edge.source)
        if node is None or source is None:
            return None
        other = near.edge.target if near.edge.source == near.id else near.edge.source
        of = self._graph.node(other) or target
        return Tie(node, of, near, source.path, near.line or node.start_line, self._role(node))

    def _admits(self, key: str | int, path: str, kind: str) -> bool:
        """Whether the filters let something of a file through; what they do not is counted by its key."""
        admits = self._filters.admits(path, self._languages.get(path, ""), self._roles.get(path, ""), kind)
        if not admits:
            self._left_out.add((path, key))
        return admits

    def _role(self, node: Node) -> str:
        return self._roles.get(node.path, "")

    def _related(self, target: Node) -> Iterator[Neighbour]:
        queries, relation = self._queries, self._asked.relation
        if target.kind == "external":
            yield from queries.neighbourhood(
                target.id, 1, IMPORT_KINDS if relation == structure.IMPORTERS else IMPACT_KINDS
            )
        elif relation == structure.CALLERS:
            yield from queries.callers(target.id)
            for id in self._members(target, _CONSTRUCTORS | {target.name}):
                yield from queries.callers(id)
        elif relation == structure.CALLEES:
            for id in (target.id, *self._members(target)):
                yield from queries.callees(id)
        elif relation == structure.BASES:
            yield from queries.bases(target.id, FAMILY_DEPTH)
        elif relation == structure.DERIVED:
            yield from queries.derived(target.id, FAMILY_DEPTH)
            yield from queries.implementations(target.id)
        elif relation == structure.USES:
            kinds = IMPORT_KINDS if target.kind == "file" else USE_KINDS
            uses = queries.neighbourhood(target.id, 1, kinds)
            yield from (near for near in uses if near.direction == "in")
        elif relation == structure.IMPORTERS:
            yield from queries.importers(target.id)
        elif relation == structure.IMPORTS:
            yield from self._modules(queries.imports(target.path))
        elif relation == structure.IMPACT:
            yield from self._impact(target)
        elif relation == structure.MEMBERS:
            members = queries.neighbourhood(target.id, 1, ("defines", "contains"))
            yield from self._once_named(near for near in members if near.direction == "out")

    def _impact(self, target: Node) -> Iterator[Neighbour]:
        """What uses a thing or its members, and what uses that; of a file, what imports it."""
        yield from self._queries.importers(target.id)
        kinds = IMPORT_KINDS if target.kind == "file" else USE_KINDS
        ids = [target.id, *self._members(target)]
        yield from self._queries.impact(ids, lambda id: "", IMPACT_DEPTH, kinds).code

    def _modules(self, imported: list[Neighbour]) -> list[Neighbour]:
        """What is imported, without the single names of a file that is imported itself."""
        whole = [near for near in imported if "::" not in near.id]
        return whole or imported

    def _once_named(self, members: Iterable[Neighbour]) -> Iterator[Neighbour]:
        """Members without the second of a name: a property's setter, an overload."""
        seen: set[str] = set()
        for near in members:
            name = near.id.partition("#")[0]
            if name not in seen:
                seen.add(name)
                yield near

    def _members(self, target: Node, names: frozenset[str] = frozenset()) -> list[str]:
        """Ids of a type's members, or of those of the given names."""
        if target.kind not in _TYPES:
            return []
        prefix = f"{target.qualified_name}."
        return [
            symbol.id
            for symbol in self._graph.symbols_of(target.path)
            if symbol.qualified_name.startswith(prefix) and (not names or symbol.name in names)
        ]

    def _loose(self, targets: list[Node]) -> list[Loose]:
        """Uses of that very name that are tied to nothing and may mean a target, those of code first."""
        kinds = {node.kind for node in targets}
        if self._asked.relation not in USED or kinds & {"file", "external"}:
            return []
        name = self._asked.name.rsplit(".", 1)[-1]
        found = [
            Loose(path, reference.line)
            for path, reference in self._graph.unresolved()
            if reference.name == name
            and reference.reason not in ("built in", "a local value")
            # A method is called on something, which a bare name is not.
            and (reference.receiver or kinds != {"method"})
            # No kind is known of what stands around it.
            and self._admits(reference.line, path, "")
        ]
        return sorted(found, key=lambda use: (self._roles.get(use.path) == "test", use.path, use.line))


def _order(tie: Tie) -> tuple[bool, int, float, str, int]:
    return (tie.role == "test", tie.neighbour.hop, -tie.neighbour.confidence, tie.path, tie.line)
