"""The nouns of the code graph: symbols, references, imports, nodes and edges.

Lines count from 1, ends are inclusive; offsets are code points of the file's
text, ends exclusive. Everything converts to plain lists for the store.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NODE_KINDS = (
    "repository",
    "folder",
    "file",
    "module",
    "class",
    "interface",
    "enum",
    "type",
    "function",
    "method",
    "constant",
    "external",
)
EDGE_KINDS = (
    "contains",
    "defines",
    "imports",
    "re-exports",
    "calls",
    "references",
    "inherits",
    "implements",
    "overrides",
    "uses-type",
    "decorates",
)
CALLABLE_KINDS = frozenset(("function", "method"))
# The receiver of what a class of Ruby has itself.
SELF = "self"


@dataclass(slots=True)
class Symbol:
    """A definition. `id` is ``path::qualified_name``, with ``#n`` from the second of a name on."""

    id: str
    kind: str
    name: str
    qualified_name: str
    path: str
    start_line: int
    end_line: int
    start: int
    end: int
    # Where the body begins and ends; both equal `end` where there is no body.
    body_start: int
    body_end: int
    signature: str = ""
    doc: str = ""
    # id of the enclosing symbol, "" at file level.
    parent: str = ""
    # Names of base classes / interfaces as written, and the receiver's type for Go, Rust, C++; `self` for
    # what a class of Ruby has itself. A method of Rust has the trait that it is written for as its base.
    bases: tuple[str, ...] = ()
    receiver: str = ""
    exported: bool = True
    # The class that a function gives, as in `types.py`.
    returns: str = ""


@dataclass(slots=True)
class Reference:
    """A use of a name that a resolver may join to a symbol.

    kind: call, construct, type, inherits, implements, decorator, name.
    `receiver` is the text before the last dot (``self``, ``np.linalg``), "" for a bare name.
    `scope` is the id of the innermost enclosing symbol, "" at file level; `block` the key of the
    innermost lambda or block in it that binds names (see `FileSymbols.scopes`), "" if there is none.
    `owner` is the type it speaks of where that is not the scope: Rust's `impl Trait for Owner`; in Ruby
    the word that mixes a module in elsewhere than behind a class (`extend`, `prepend`).
    `arguments` is what a call hands over, see `arguments.py`: kept where a language has overloads.
    """

    kind: str
    name: str
    receiver: str
    line: int
    start: int
    scope: str
    block: str = ""
    owner: str = ""
    arguments: str = ""


@dataclass(frozen=True, slots=True)
class Import:
    """One imported name, as written: the language's module under ``imports/`` gives it meaning.

    `name` is "" for a whole module, "*" for everything; `alias` is the local
    name it is bound to ("" where nothing is bound); `kind` is import or re-export;
    `scope` is the key of the scope it stands in (see `FileSymbols.scopes`), "" at file level.
    """

    module: str
    name: str
    alias: str
    line: int
    kind: str = "import"
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Flow:
    """A way that a function may take as a value.

    kind: bound (a name is given it), returned, yielded, passed (to a call), called (what is no name).
    `name` is the name that is bound, or of the parameter: a place or a keyword. `value` is as written;
    `holder` is the key of the scope whose name is bound or which gives it, of `passed` what is called.
    `scope` is the key of the scope that it is written in.
    """

    kind: str
    name: str
    value: str
    holder: str
    scope: str
    line: int


@dataclass(slots=True)
class FileSymbols:
    """What one file's captures say, before anything is resolved across files."""

    path: str
    language: str
    symbols: list[Symbol] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    # scope key -> names bound there (parameters, assignments, loops): they shadow what is outside.
    locals: dict[str, list[str]] = field(default_factory=dict)
    # scope key -> name -> what is known of its type, see `app/engine/graph/types.py`.
    types: dict[str, dict[str, str]] = field(default_factory=dict)
    # Ways of functions as values, see `flows.py`.
    flows: list[Flow] = field(default_factory=list)
    # scope key -> key of the scope around it. A key is a symbol's id, or ``@offset`` for a lambda or
    # block; file level is "".
    scopes: dict[str, str] = field(default_factory=dict)
    # The package or namespace the file declares (Java, Kotlin, Go, C#, PHP, Scala), "" elsewhere.
    package: str = ""
    # Offsets at which a long symbol may be cut: starts of statements, sorted.
    statements: list[int] = field(default_factory=list)
    # (start, end) of comments, sorted: a comment block above a definition belongs to it.
    comments: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Node:
    """A vertex. Files, folders, modules and the repository have the path as id, symbols their own."""

    id: str
    kind: str
    name: str
    qualified_name: str
    path: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A directed edge. `line` is where it stands in the source's file, `rule` names what made it,
    `confidence` is in 0..1."""

    source: str
    target: str
    kind: str
    line: int
    rule: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A reference that no rule could join: kept and shown, never guessed."""

    scope: str
    kind: str
    name: str
    receiver: str
    line: int
    reason: str
