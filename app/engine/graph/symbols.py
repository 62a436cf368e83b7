"""Symbols, references and imports of one file, read from its captures.

Everything here is about one file; `graph.py` joins files. Nesting comes from
ranges alone, by one sweep over starts, so the work grows as n log n in the
number of captures. Odd captures (a match without its name, ranges that cross)
are left out; nothing raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.engine.graph import ecmascript_types, expressions, shadowing, types
from app.engine.graph.arguments import read_arguments
from app.engine.graph.bindings import TYPE_KINDS, Bindings
from app.engine.graph.docs import CommentBlocks, docstring
from app.engine.graph.flows import read_flows
from app.engine.graph.imports import language as import_language
from app.engine.graph.imports.base import Clause
from app.engine.graph.model import CALLABLE_KINDS, SELF, FileSymbols, Import, Reference, Symbol
from app.engine.graph.parameters import OVERLOADING
from app.engine.graph.scopes import Match, Scopes, Span, captured, is_behind, words
from app.engine.parse.captures import ROW_WIDTH, Parsed

# Those of a type, which its members are the same for.
_ARGUMENTS = re.compile(r"<[^<>]*>")
SIGNATURE_LIMIT = 300
# How far a header is read for what it gives.
_HEADER_LIMIT = 6000
# Two patterns may claim one definition (`const f = () => 1`): the one that says more names its kind.
_KIND_RANK = {
    "constant": 0,
    "type": 1,
    "module": 1,
    "function": 2,
    "method": 3,
    "class": 4,
    "interface": 4,
    "enum": 4,
    "unnamed": 4,
}

_INNER_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# C#'s attributes may be longer than all that is to be said of what they stand at.
_ATTRIBUTES = re.compile(r"\A(?:\[(?:[^\[\]]|\[[^\[\]]*\])*\]\s*)+")


@dataclass(slots=True)
class _Definition:
    kind: str
    span: Span
    name: Span
    body: Span | None
    receiver: str
    # The trait that a method of Rust is written for.
    implemented: str


def extract(path: str, language: str, text: str, parsed: Parsed) -> FileSymbols:
    """What one file defines, uses, imports and binds. `text` is the text that was parsed.

    A file that failed to parse gives no symbols; one with errors gives its good parts.
    """
    return _Extraction(path, language, text, parsed).run()


class _Extraction:
    def __init__(self, path: str, language: str, text: str, parsed: Parsed) -> None:
        self._text = text
        self._language = language
        self._imports = import_language(language)
        self._file = FileSymbols(path, language)
        self._definitions: dict[int, _Definition] = {}
        # offset of a definition's name -> its symbol's id.
        self._named: dict[int, str] = {}
        self._docs: list[Span] = []
        self._comments: list[Span] = []
        self._blocks: list[Span] = []
        self._local_matches: list[Match] = []
        self._returned: list[Span] = []
        self._held: list[Match] = []
        self._flow_matches: list[Match] = []
        self._called: list[Span] = []
        self._reference_matches: list[tuple[str, Match]] = []
        self._import_matches: list[tuple[bool, Match]] = []
        self._sort_matches(parsed)

    def run(self) -> FileSymbols:
        file = self._file
        self._comments.sort()
        file.comments = [(c[0], c[1]) for c in self._comments]
        file.statements = sorted(set(file.statements))
        self._build_symbols()
        self._symbols = {symbol.id: symbol for symbol in file.symbols}
        self._scopes = Scopes(file.symbols, self._blocks)
        if self._language in shadowing.LANGUAGES:
            hiding = shadowing.hiding(
                self._language, self._text, self._local_matches, self._scopes, file.symbols
            )
            self._scopes = Scopes(file.symbols, [*self._blocks, *hiding])
        file.scopes = self._scopes.parents
        self._add_docs()
        self._add_imports()
        self._add_references()
        bindings = Bindings(file, self._text, self._scopes, self._named)
        bindings.read(self._local_matches, self._returned, self._held, self._called)
        file.flows = read_flows(file, self._text, self._scopes, self._named, self._flow_matches)
        return file

    def _sort_matches(self, parsed: Parsed) -> None:
        for match in _matches(parsed):
            for name, span in match.items():
                if name == "comment":
                    self._comments.append(self._without_newline(span))
                elif name == "statement":
                    self._file.statements.append(span[0])
                elif name == "doc":
                    self._docs.append(span)
                elif name == "scope":
                    self._blocks.append(span)
                elif name == "package":
                    self._add_package(types.dotted(words(self._text, span)))
                elif name == "returned":
                    self._returned.append(span)
                elif name == "called":
                    self._called.append(span)
                elif name == "flow":
                    self._flow_matches.append(match)
                elif name in ("held", "field"):
                    self._held.append(match)
                elif name == "local":
                    self._local_matches.append(match)
                elif name == "import" or name == "export":
                    self._import_matches.append((name == "export", match))
                elif name.startswith("reference."):
                    self._reference_matches.append((name[len("reference.") :], match))
                elif name.startswith("definition."):
                    self._add_definition(name[len("definition.") :], span, match)

    def _add_package(self, name: str) -> None:
        """The first clause counts; Scala's clauses are each inside of the one before."""
        if not self._file.package:
            self._file.package = name
        elif self._language == "scala":
            self._file.package += f".{name}"

    def _add_definition(self, kind: str, span: Span, match: Match) -> None:
        name = match.get("name")
        if name is None or kind not in _KIND_RANK or not self._text[name[0] : name[1]].strip():
            return
        span = self._without_newline(span)
        body = match.get("body")
        receiver = types.of_annotation(_ARGUMENTS.sub("", self._before(match.get("receiver"), name)))
        implemented = types.of_annotation(captured(self._text, match, "implemented"))
        known = self._definitions.get(name[0])
        if known is None:
            self._definitions[name[0]] = _Definition(kind, span, name, body, receiver, implemented)
            return
        if _KIND_RANK[kind] > _KIND_RANK[known.kind]:
            known.kind = kind
        if span[1] - span[0] > known.span[1] - known.span[0]:
            known.span = span
        known.body = known.body or body
        known.receiver = known.receiver or receiver
        known.implemented = known.implemented or implemented

    def _build_symbols(self) -> None:
        """Symbols in the order they start, each with the symbol it stands in.

        A constant whose innermost surroundings are a function, lambda or block is a local name. A
        prototype in there is none: in C++ a variable may look like one.
        """
        counts: dict[str, int] = {}
        items: list[tuple[int, int, int, _Definition | None]] = [
            (d.span[0], -d.span[1], d.name[0], d) for d in self._definitions.values()
        ]
        items += [(start, -end, end, None) for start, end, _, _ in self._blocks]
        items.sort(key=lambda item: item[:3])
        # (start, end, the symbol that begins here or None for a block, the symbol around or itself)
        stack: list[tuple[int, int, Symbol | None, Symbol | None]] = []
        for start, minus_end, _, definition in items:
            end = -minus_end
            while stack and (end > stack[-1][1] or (start, end) == stack[-1][:2]):
                stack.pop()
            holder = stack[-1][2] if stack else None
            if definition and holder and definition.kind == "type" and is_behind(start, holder):
                stack.pop()
            around = stack[-1][3] if stack else None
            if definition is None:
                stack.append((start, end, None, around))
                continue
            innermost = stack[-1][2] if stack else None
            is_local = bool(stack) and (innermost is None or innermost.kind in CALLABLE_KINDS)
            if is_local and definition.kind == "constant":
                self._local_matches.append({"local": definition.name})
                continue
            is_prototype = definition.kind == "function" and definition.body is None
            if is_local and is_prototype and self._language in ("c", "cpp"):
                continue
            symbol = self._symbol(definition, around, counts)
            self._file.symbols.append(symbol)
            self._named[definition.name[0]] = symbol.id
            stack.append((start, end, symbol, symbol))

    def _symbol(self, definition: _Definition, parent: Symbol | None, counts: dict[str, int]) -> Symbol:
        start, end, row, end_row = definition.span
        # Ruby: `attr_reader :name` defines a method of that name.
        name = words(self._text, definition.name).removeprefix(":")
        kind = definition.kind
        if kind == "unnamed":
            # No reference can have this name.
            kind, name = "class", name + "{}"
        if kind == "function" and (definition.receiver or (parent and parent.kind in TYPE_KINDS)):
            kind = "method"
        within = [parent.qualified_name] if parent else []
        if definition.receiver not in ("", SELF) and not (parent and parent.kind in TYPE_KINDS):
            within.append(definition.receiver)
        qualified = ".".join([*within, name])
        counts[qualified] = counts.get(qualified, 0) + 1
        path = self._file.path
        id = f"{path}::{qualified}" + (f"#{counts[qualified]}" if counts[qualified] > 1 else "")
        body_start, body_end = (end, end) if definition.body is None else definition.body[:2]
        body_start = min(max(body_start, start), end)
        header = self._text[start : min(body_start, start + _HEADER_LIMIT)]
        if self._language == "c_sharp":
            header = _ATTRIBUTES.sub("", header)
        header = " ".join(_INNER_COMMENT.sub(" ", header).split())
        signature = header[:SIGNATURE_LIMIT]
        return Symbol(
            id=id,
            kind=kind,
            name=name,
            qualified_name=qualified,
            path=path,
            start_line=row + 1,
            end_line=end_row + 1,
            start=start,
            end=end,
            body_start=body_start,
            body_end=min(max(body_end, body_start), end),
            signature=signature.rstrip(" {:=") if definition.body else signature,
            parent=parent.id if parent else "",
            bases=(definition.implemented,) if definition.implemented else (),
            receiver=definition.receiver,
            returns=self._returns(kind, header, name),
        )

    def _returns(self, kind: str, header: str, name: str) -> str:
        if kind in CALLABLE_KINDS:
            return types.of_result(header, name, self._language, ecmascript_types.reader(self._language))
        if kind != "type":
            return ""
        return types.of_alias(header, self._language) or ecmascript_types.of_alias(header)

    def _add_docs(self) -> None:
        blocks = CommentBlocks(self._text, self._comments)
        for span in self._docs:
            symbol = self._scopes.symbol_at(span[0])
            if symbol and not symbol.doc:
                symbol.doc = docstring(self._text[span[0] : span[1]])
        for symbol in self._file.symbols:
            if not symbol.doc:
                symbol.doc = blocks.above(symbol.start, symbol.start_line - 1)

    def _add_imports(self) -> None:
        seen: set[Import] = set()
        for reexport, match in self._import_matches:
            span = match["export" if reexport else "import"]
            clause = Clause(
                statement=self._text[span[0] : span[1]],
                module=captured(self._text, match, "import.module"),
                name=captured(self._text, match, "import.name"),
                alias=captured(self._text, match, "import.alias"),
                everything="import.all" in match,
                reexport=reexport,
            )
            around, block = self._scopes.at(span[0])
            kind = "re-export" if reexport else "import"
            for module, name, alias in self._imports.read(clause):
                found = Import(module, name, alias, span[2] + 1, kind, block or around)
                if found not in seen:
                    seen.add(found)
                    self._file.imports.append(found)
        known = {(i.module, i.name, i.alias, i.kind) for i in self._file.imports}
        for found in self._imports.further(self._text):
            if (found.module, found.name, found.alias, found.kind) not in known:
                self._file.imports.append(found)
        for symbol in self._file.symbols:
            symbol.exported = self._imports.exported(symbol, self._text)

    def _add_references(self) -> None:
        bases: dict[str, list[str]] = {}
        named = {s.name: s.id for s in self._file.symbols if s.kind in TYPE_KINDS}
        seen: set[tuple[str, int, int]] = set()
        for kind, match in self._reference_matches:
            callee = match.get("callee")
            if callee is None:
                continue
            # What is used may be named before the place where it is: the base of a class without a name.
            used = match[f"reference.{kind}"]
            place = used if used[0] > callee[0] else callee
            if (kind, callee[0], place[0]) in seen:
                continue
            seen.add((kind, callee[0], place[0]))
            name = words(self._text, callee)
            if not name:
                # It stands in the mended text alone.
                continue
            receiver = expressions.compact(self._before(match.get("object"), callee))
            scope, block = self._scopes.at(place[0])
            owner = captured(self._text, match, "receiver")
            before = callee[1] if place is callee else self._text.find("(", place[0], place[1])
            if self._text.startswith("{", place[0]):
                before = place[0]
            given = (
                read_arguments(self._text, before if before > 0 else place[1], self._language)
                if kind in ("call", "construct") and self._language in OVERLOADING
                else ""
            )
            self._file.references.append(
                Reference(kind, name, receiver, place[2] + 1, place[0], scope, block, owner, given)
            )
            if kind in ("inherits", "implements"):
                holder = named.get(owner, "") if owner else scope
                bases.setdefault(holder, []).append(f"{receiver}.{name}" if receiver else name)
        self._file.references.sort(key=lambda r: r.start)
        for symbol in self._file.symbols:
            symbol.bases = tuple(bases.get(symbol.id, symbol.bases))

    def _before(self, span: Span | None, callee: Span) -> str:
        """What stands before the name that is used: of a whole name (`\\A\\f`), what is not its last part."""
        if span is None:
            return ""
        if not span[0] <= callee[0] < span[1]:
            return self._text[span[0] : span[1]]
        text = self._text[span[0] : callee[0]]
        before = text.rstrip(":\\ ")
        return text if before in ("", "self") else before

    def _without_newline(self, span: Span) -> Span:
        """Some grammars end a node after its line's end; the line it ends on is the one before."""
        start, end, row, end_row = span
        while end > start and self._text[end - 1 : end] in ("\n", "\r"):
            end_row -= self._text[end - 1] == "\n"
            end -= 1
        return start, end, row, end_row


def _matches(parsed: Parsed) -> Iterator[Match]:
    """Each match as capture name -> its first span, off the flat rows: objects would cost too much."""
    names, rows = parsed.names, parsed.rows
    current = -1
    found: Match = {}
    for i in range(0, len(rows) - ROW_WIDTH + 1, ROW_WIDTH):
        match, name, start, end, row, end_row = rows[i : i + ROW_WIDTH]
        if match != current:
            if found:
                yield found
            found = {}
            current = match
        found.setdefault(names[name], (start, end, row, end_row))
    if found:
        yield found
