"""The local names of one file by the scopes that bind them, and what is known of their types."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from app.engine.graph import ecmascript_types, expressions, types
from app.engine.graph.arguments import handed_over
from app.engine.graph.fields import read_fields
from app.engine.graph.model import CALLABLE_KINDS, FileSymbols, Symbol
from app.engine.graph.scopes import Match, Scopes, Span, captured, written
from app.engine.graph.type_table import TypeTable, kept

# Kinds whose functions are methods.
TYPE_KINDS = frozenset(("class", "interface", "enum"))
# How far a header is read for what it takes.
_HEADER_LIMIT = 6000
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_ASYNC = re.compile(r"\basync\b")
_WITH_OBJECTS = frozenset(("javascript", "jsx", "typescript", "tsx"))
_GENERATOR = re.compile(r"\bfunction\s*\*|(?:^|\s)\*")


class Bindings:
    """`named` has the symbol that a definition's name at an offset belongs to."""

    def __init__(self, file: FileSymbols, text: str, scopes: Scopes, named: Mapping[int, str]) -> None:
        self._file = file
        self._text = text
        self._scopes = scopes
        self._named = named
        self._symbols = {symbol.id: symbol for symbol in file.symbols}
        self._names: dict[str, set[str]] = {}
        self._types = TypeTable()
        self._read_type = ecmascript_types.reader(file.language)

    def read(
        self,
        matches: Iterable[Match],
        returned: Iterable[Span] = (),
        held: Iterable[Match] = (),
        called: Iterable[Span] = (),
    ) -> None:
        """Fill the file's `locals` and `types` from matches with `@local` and `@held`, and the spans of
        `@returned` and `@called`."""
        # Several patterns may speak of one name.
        merged: dict[tuple[int, int], Match] = {}
        for match in matches:
            within = match.get("local.within", match["local"])
            merged.setdefault((match["local"][0], within[0]), {}).update(match)
        for (_, offset), match in merged.items():
            self._add_local(offset, match)
        self._file.locals = {key: sorted(found) for key, found in self._names.items()}
        self._add_fields()
        for span in returned:
            self._add_result(span)
        for match in held:
            if "field" in match:
                self._add_field(match)
            else:
                self._add_held(match)
        for span in called:
            self._add_called(span)
        if self._file.language in ecmascript_types.LANGUAGES:
            for symbol in self._file.symbols:
                if symbol.kind in CALLABLE_KINDS:
                    self._add_parameters(symbol)
        self._file.types = self._types.certain()

    def _add_local(self, offset: int, match: Match) -> None:
        name = self._name(match)
        scope, block = self._scopes.at(offset)
        # A definition's own name is bound around it, not inside.
        key = self._scopes.parents.get(scope, "") if self._named.get(offset) == scope else block or scope
        self._names.setdefault(key, set()).add(name)
        declared = self._read_type(captured(self._text, match, "local.type"))
        value = written(self._text, match, "local.value")
        if "local.generic" in match:
            bound = captured(self._text, match, "local.bound")
            self._types.declare(key, f"<{name}>", self._read_type(bound) or types.UNBOUND)
        elif "local.member" in match:
            member = captured(self._text, match, "local.member")
            self._types.assign(key, name, self._member(declared, value, member))
        elif declared:
            # `*` marks what holds many, as in `types.py`.
            mark = "*" if "local.many" in match and declared[0] not in "?*(" else ""
            self._types.declare(key, name, mark + declared)
            if value and self._file.language in ("c", "cpp"):
                # A pointer to a function says by its value which one.
                self._types.assign(key, f"{name}()", self._value(value.lstrip("& ")))
            if "local.inplace" in match and "<" not in captured(self._text, match, "local.type"):
                self._types.declare(key, f"{name}{{}}", declared)
        elif "local.callee" in match:
            self._types.assign(key, name, self._handed(match))
        elif "local.iterated" in match:
            whole = expressions.compact(written(self._text, match, "local.iterated"))
            # Python: what is gone through is not always what an index gives.
            through = ".__iter__()" if self._file.language == "python" else ""
            # Of keys and what is held under them, this is the latter.
            through = f".values(){through}" if "local.keyed" in match else through
            self._types.assign(key, name, self._value(whole + through + expressions.ELEMENT))
        elif "local.unwrapped" in match:
            whole = expressions.compact(written(self._text, match, "local.unwrapped"))
            self._types.assign(key, name, self._value(whole + expressions.UNWRAPPED))
        elif "local.first" in match or "local.second" in match:
            place = 1 if "local.second" in match else 0
            self._types.assign(key, name, self._value(f"{expressions.compact(value)}.{place}"))
        elif not types.is_nothing(value):
            self._types.assign(key, name, self._value(value))

    def _name(self, match: Match) -> str:
        """The name that is bound, also where the language gives it."""
        if "local.receiver" in match:
            return "this"
        if "local.unnamed" in match:
            return "0"
        return "it" if "local.implicit" in match else captured(self._text, match, "local")

    def _member(self, declared: str, value: str, member: str) -> str:
        """What a name is that takes a member out of a value: `const { a } = b`."""
        if declared and not _is_name(declared):
            return ""
        whole = f"new {declared}()" if declared else expressions.compact(value)
        is_chain = bool(expressions.steps(whole.removeprefix("new ")))
        return self._value(f"{whole}.{member}") if is_chain else ""

    def _handed(self, match: Match) -> str:
        """What a function's parameter is handed by the call that has the function as an argument."""
        callee = expressions.compact(written(self._text, match, "local.callee"))
        key = captured(self._text, match, "local.key")
        depth = 2 if key else 1
        place = handed_over(self._text, match["local.arguments"][0], match["local"][0], depth)
        if place is None or not expressions.steps(callee.removeprefix("new ")):
            return ""
        return f"={callee}@{place[0]}.{key}{'.' if key else ''}{place[1]}"

    def _add_result(self, span: Span) -> None:
        """What a function gives that does not say it."""
        scope, block = self._scopes.at(span[0])
        if block == f"@{span[0]}":
            # A function is given, which is a block of its own.
            around = self._scopes.parents[block]
            block = around if around.startswith("@") else ""
        symbol = self._symbols.get(scope)
        if symbol is None or symbol.kind not in CALLABLE_KINDS or symbol.returns:
            return
        # An arrow function that is kept in the symbol's name is a block around the symbol's body.
        if span[0] < symbol.body_start or (block and int(block[1:]) >= symbol.body_start):
            return
        is_object = self._text.startswith("{", span[0]) and self._file.language in _WITH_OBJECTS
        text = self._text[span[0] : span[1]]
        known = f"{{{block or scope}}}" if is_object else self._value(text)
        if not known and self._file.language in ecmascript_types.LANGUAGES:
            known = ecmascript_types.of_function(text)
        if _GENERATOR.search(symbol.signature):
            known = ""
        elif _ASYNC.search(symbol.signature):
            known = f"?{known}" if _is_name(known) else ""
        if not types.is_nothing(self._text[span[0] : span[1]]):
            self._types.assign(scope, types.RESULT, known)

    def _add_field(self, match: Match) -> None:
        """A field whose type is written at it."""
        offset = match["field"][0]
        scope, block = self._scopes.at(offset)
        if self._named.get(offset) == scope:
            scope = self._scopes.parents.get(scope, "")
        known = self._read_type(captured(self._text, match, "field.type"))
        if scope in self._symbols and not block and known:
            self._types.declare(scope, captured(self._text, match, "field"), known)

    def _add_called(self, span: Span) -> None:
        """What an interface takes and gives that is called as a function is."""
        scope = self._scopes.at(span[0])[0]
        if scope in self._symbols:
            taken, given = ecmascript_types.signature(self._text[span[0] : span[1]])
            self._types.declare(scope, types.RESULT, given)
            for place, known in enumerate(taken):
                self._types.declare(scope, f"({place})", known)

    def _add_held(self, match: Match) -> None:
        """A name under which an object holds something, or what has a name at the file's top."""
        scope, block = self._scopes.at(match["held"][0])
        key = block or scope
        if "held.owner" in match:
            key = f"{self._file.path}::{captured(self._text, match, 'held.owner')}"
        if key in self._symbols or block or "held.owner" in match:
            known = self._value(written(self._text, match, "held.value"))
            self._types.assign(key, types.HELD + captured(self._text, match, "held"), known)

    def _add_parameters(self, symbol: Symbol) -> None:
        """What a function takes by place: a function that is handed to it is known by that."""
        header = self._text[symbol.start : min(symbol.body_start, symbol.start + _HEADER_LIMIT)]
        taken = ecmascript_types.parameters(_COMMENT.sub(" ", header), symbol.name)
        for place, known in enumerate(taken):
            if known:
                self._types.declare(symbol.id, f"({place})", known)

    def _add_fields(self) -> None:
        commented = [start for start, _ in self._file.comments]
        for field in read_fields(self._text, self._file.language):
            scope, block = self._scopes.at(field.offset)
            if self._named.get(field.offset) == scope:
                # A field that is a definition of its own.
                scope = self._scopes.parents.get(scope, "")
            symbol = self._symbols.get(scope)
            place = bisect_right(commented, field.offset) - 1
            if symbol is None or (place >= 0 and field.offset < self._file.comments[place][1]):
                continue
            holder = self._holder(symbol) if field.inside == "method" else symbol
            if holder is None or (field.inside == "class" and block):
                continue
            if holder.kind not in (*TYPE_KINDS, "type"):
                continue
            known = field.known
            if field.inside == "method":
                known = kept(known, [block or scope, scope], self._names, self._types)
            if known:
                self._types.assign(holder.id, field.name, known)

    def _holder(self, symbol: Symbol) -> Symbol | None:
        """The class whose method a symbol is or stands in."""
        while symbol.kind not in TYPE_KINDS and symbol.parent:
            symbol = self._symbols[symbol.parent]
        return symbol

    def _value(self, text: str) -> str:
        return types.of_value(text, self._file.language)


def _is_name(known: str) -> bool:
    """Whether what is known is the name of a class."""
    return known.replace(".", "").isidentifier()
