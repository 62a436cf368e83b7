"""One file's references and imports, joined to what they name: its edges, and what stays unresolved."""

from __future__ import annotations

from dataclasses import dataclass, field

from app.engine.graph import rules, traits
from app.engine.graph.classes import Classes
from app.engine.graph.entity import Entity, missing
from app.engine.graph.function_values import FunctionValues
from app.engine.graph.imports.base import Target
from app.engine.graph.index import TYPE_LIKE, Index
from app.engine.graph.model import CALLABLE_KINDS, Edge, FileSymbols, Import, Reference, Symbol, Unresolved
from app.engine.graph.names import CALLED, OUTSIDE_BASE, TYPE, Names
from app.engine.graph.overloads import Overloads
from app.engine.graph.overriding import Overriding
from app.engine.graph.receivers import Receivers
from app.engine.graph.satisfaction import Satisfaction

EXTERNAL = "external:"
_EDGE_KIND = {
    "call": "calls",
    "construct": "calls",
    "type": "uses-type",
    "inherits": "inherits",
    "implements": "implements",
    "decorator": "decorates",
    "name": "references",
}

_WANTED = {"call": CALLED, "construct": TYPE}


@dataclass(slots=True)
class FileEdges:
    """What one file gives to the graph. `notes` are what it rests on, see `index.py`."""

    edges: list[Edge] = field(default_factory=list)
    unresolved: list[Unresolved] = field(default_factory=list)
    notes: frozenset[str] = frozenset()


class Linker:
    """Joins the files of one index. Call `forget` whenever the index has changed."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._names = Names(index)
        self._classes = Classes(index, self._names)
        self._receivers = Receivers(index, self._names, self._classes)
        self._satisfaction = Satisfaction(index, self._classes)
        self._overriding = Overriding(index, self._names, self._classes, self._satisfaction)
        self._overloads = Overloads(index, self._classes, self._receivers)
        self._values = FunctionValues(index, self._names, self._classes, self._receivers)

    def forget(self) -> None:
        self._names.forget()
        self._classes.forget()
        self._receivers.values.forget()
        self._values.forget()
        self._satisfaction.forget()

    def link(self, path: str) -> FileEdges:
        """The edges that start in a file."""
        self._index.touched = {path}
        result = _Result()
        file = self._index.files[path]
        for symbol in file.symbols:
            self._define(file, symbol, result)
        for imported in file.imports:
            self._import(file, imported, result)
        for reference in file.references:
            self._reference(file, reference, result)
        for call in self._values.calls(path):
            result.add(call.source, self._run_by(call.target), "calls", call.line, call.target.rule)
        for symbol in file.symbols:
            if symbol.kind == "method":
                self._override(symbol, result)
            elif symbol.kind in ("class", "type") and traits.of(file.language).satisfies:
                for interface in self._satisfaction.interfaces(symbol.id):
                    result.add(symbol.id, interface, "implements", symbol.start_line, "satisfied")
        return FileEdges(list(result.edges.values()), result.unresolved, frozenset(self._index.touched))

    def targets(self, path: str) -> list[list[Target]]:
        """Where each import of a file leads and what it binds: if that changes, it is to be linked again."""
        resolver = self._index.resolver(path)
        found = []
        for imported in self._index.files[path].imports:
            bound = resolver.bind(path, imported)
            found.append([*resolver.resolve(path, imported), *([bound] if bound else [])])
        return found

    def _define(self, file: FileSymbols, symbol: Symbol, result: _Result) -> None:
        result.add(symbol.parent or file.path, symbol.id, "defines", symbol.start_line, "structure")
        if symbol.receiver and not symbol.parent:
            owner = self._classes.owner(symbol)
            if owner:
                result.add(owner, symbol.id, "defines", symbol.start_line, "receiver")

    def _import(self, file: FileSymbols, imported: Import, result: _Result) -> None:
        kind = "re-exports" if imported.kind == "re-export" else "imports"
        if not imported.module:
            return
        targets = self._index.resolver(file.path).resolve(file.path, imported)
        scope = self._index.symbol_around(file.path, imported.scope)
        if not targets:
            result.unresolved.append(
                Unresolved(scope, kind, imported.name, imported.module, imported.line, "import not found")
            )
        for target in targets:
            found = self._names.at(file.path, target)
            if target.module and "!" not in target.module and not target.module.endswith("/"):
                result.add(file.path, target.module, kind, imported.line, "import-path")
            if found.kind == "external":
                result.add(file.path, EXTERNAL + found.value, kind, imported.line, "external")
            elif found.kind == "symbol":
                result.add(file.path, found.value, kind, imported.line, found.rule)
            elif found.kind == "variable":
                module = found.value.rpartition("::")[0]
                result.add(file.path, module, kind, imported.line, "import-path")
            elif found.kind == "module":
                for module in self._files_of(found.value):
                    result.add(file.path, module, kind, imported.line, "import-path")
            elif found.kind == "missing" and target.name and target.name != "*":
                result.unresolved.append(
                    Unresolved(scope, kind, imported.name, imported.module, imported.line, found.value)
                )

    def _files_of(self, module: str) -> list[str]:
        """The files that an import of a module reaches."""
        if "!" in module:
            files = self._index.package_files(module)
            folders = {path.rpartition("/")[0] for path in files}
            # A package that is a folder is one node; one that is spread is all its files.
            return [folder for folder in folders if folder] or files if len(folders) == 1 else files
        return [module.rstrip("/")] if module.strip("/") else []

    def _reference(self, file: FileSymbols, reference: Reference, result: _Result) -> None:
        found = self._find(file, reference)
        if reference.kind == "call" and found.kind not in ("symbol", "external"):
            scope = self._scope_of(file, reference)
            called = self._receivers.called_instance(file.path, scope, reference.receiver, reference.name)
            found = called if called.found else found
        source = reference.scope or file.path
        if reference.owner:
            source = self._classes.owner_named(file.path, reference.scope, reference.owner) or source
        values = self._called_values(file, reference, found)
        for value in values:
            result.add(source, self._run_by(value), "calls", reference.line, value.rule)
        if values:
            return
        if found.kind == "external":
            kind = _EDGE_KIND[reference.kind]
            result.add(source, EXTERNAL + found.value, kind, reference.line, found.rule)
        elif found.kind == "symbol" and self._is_call(file, reference, found):
            self._call(file, source, reference, found, result)
        elif found.kind == "symbol":
            self._join(source, reference, found, result)
        elif reference.kind == "type" and self._is_type_parameter(file, reference):
            return
        elif reference.kind != "name":
            # A variable passed along is no use of a function: only what is called or typed is owed a target.
            reason = found.value if found.kind == "missing" else _WHY[found.kind]
            result.unresolved.append(
                Unresolved(
                    reference.scope,
                    reference.kind,
                    reference.name,
                    reference.receiver,
                    reference.line,
                    reason,
                )
            )

    def _called_values(self, file: FileSymbols, reference: Reference, found: Entity) -> list[Entity]:
        """The functions that a variable holds which is called."""
        if reference.kind != "call" or found.kind == "external":
            return []
        if found.kind == "symbol" and self._index.symbols[found.value].kind != "constant":
            return []
        scope = self._scope_of(file, reference)
        return self._values.called(file.path, scope, reference.receiver, reference.name)

    def _run_by(self, found: Entity) -> str:
        """What runs where a function or a class is called."""
        if self._index.symbols[found.value].kind not in TYPE_LIKE:
            return found.value
        made = self._classes.constructor(found.value)
        return made.value if made.kind == "symbol" else found.value

    def _is_type_parameter(self, file: FileSymbols, reference: Reference) -> bool:
        """Whether a type is one that the code around it leaves open: nothing defines it."""
        scope = reference.block or reference.scope
        return bool(self._receivers.type_names.bound(file.path, scope, reference.name)[1])

    def _is_call(self, file: FileSymbols, reference: Reference, found: Entity) -> bool:
        if reference.kind == "name":
            language = traits.of(file.language)
            is_callable = (
                self._index.symbols[found.value].kind in CALLABLE_KINDS or reference.name == language.maker
            )
            return is_callable and language.names_call
        return reference.kind in ("call", "construct")

    def _find(self, file: FileSymbols, reference: Reference) -> Entity:
        path = file.path
        scope = self._scope_of(file, reference)
        if reference.kind in ("inherits", "implements") and reference.owner and reference.scope:
            holder = self._index.symbols[reference.scope]
            if reference.owner in traits.of(file.language).mixing:
                return self._classes.base(holder, reference)
        if reference.kind in ("type", "inherits", "implements"):
            return self._classes.dotted(path, scope, reference.receiver, reference.name)
        if reference.kind == "decorator":
            for ending in traits.of(file.language).annotation_endings:
                found = self._classes.dotted(path, scope, reference.receiver, reference.name + ending)
                if found.found:
                    return found
        if reference.receiver == "!":
            return self._classes.paths.macro(path, scope, reference.name)
        made = self._receivers.values.made(path, scope, reference.receiver, reference.name)
        if made.found:
            return made
        if reference.receiver:
            return self._receivers.member(path, scope, reference.receiver, reference.name)
        language = traits.of(file.language)
        if reference.kind in ("call", "construct") and reference.name in (
            *language.super_names,
            *language.self_names,
        ):
            return self._delegated(path, scope, reference.name)
        found, key = self._names.lookup(path, scope, reference.name, _WANTED.get(reference.kind, ""))
        if not found.found and reference.kind == "construct" and reference.scope:
            around = self._receivers.enclosing.type_at(path, scope)
            held = self._classes.held_in_place(around, reference.name) if around else found
            found = held if held.found else found
        if not found.found and language.extends and reference.kind == "call":
            extension = self._receivers.own_extension(path, scope, reference.name)
            found = extension if extension.found else found
        if found.kind == "local" and reference.kind != "name":
            value = self._receivers.called_variable(path, key, reference.name)
            return value if value.found else found
        if found.kind == "module" and reference.kind in ("call", "construct"):
            return self._names.whole(found)
        return found

    def _scope_of(self, file: FileSymbols, reference: Reference) -> str:
        """Where a name's search begins: what stands in a definition's header is read outside of it."""
        if reference.block:
            return reference.block
        symbol = self._index.symbols.get(reference.scope)
        if symbol is None or not symbol.body_start < symbol.body_end:
            return reference.scope
        if reference.kind in ("inherits", "implements", "decorator") or (
            reference.start < symbol.body_start and not symbol.receiver
        ):
            return file.scopes.get(reference.scope, "")
        return reference.scope

    def _delegated(self, path: str, scope: str, word: str) -> Entity:
        """`super(...)` and `this(...)` as calls: the constructor of the base or of the class itself."""
        if traits.of(self._index.files[path].language).modules_are_types:
            found = self._receivers.ruby.super_method(path, scope)
            return found._replace(rule=rules.weaker(found.rule, "super-member")) if found.found else found
        holder = self._receivers.enclosing.type_at(path, scope)
        if not holder:
            return missing("super outside of a class")
        if word not in traits.of(self._index.files[path].language).super_names:
            return Entity("symbol", holder, "self-member")
        ids, _ = self._classes.order(holder)
        bases = ids[len(self._index.parts(self._index.symbols[holder])) :]
        made = next((id for id in bases if self._index.symbols[id].kind != "interface"), "")
        return Entity("symbol", made, "super-member") if made else missing(OUTSIDE_BASE)

    def _join(self, source: str, reference: Reference, found: Entity, result: _Result) -> None:
        symbol = self._index.symbols[found.value]
        kind = _EDGE_KIND[reference.kind]
        if kind in ("inherits", "implements") and reference.block:
            kind = "references"
        if (
            kind == "inherits"
            and symbol.kind == "interface"
            and self._index.symbols[source].kind != "interface"
        ):
            kind = "implements"
        if kind == "references" and source == symbol.id:
            return
        if kind == "uses-type" and (source == symbol.id or symbol.kind in CALLABLE_KINDS):
            return
        result.add(source, symbol.id, kind, reference.line, found.rule)

    def _call(
        self, file: FileSymbols, source: str, reference: Reference, found: Entity, result: _Result
    ) -> None:
        symbol = self._receivers.type_names.behind(self._index.symbols[found.value])
        found = found._replace(value=symbol.id)
        if symbol.kind == "constant":
            # Another name of a function: `const f = g`.
            around = self._classes.scope_around(symbol)
            named = self._receivers.called_variable(symbol.path, around, symbol.name)
            if named.kind == "symbol":
                found = named._replace(rule=rules.weaker(found.rule, named.rule))
                symbol = self._index.symbols[found.value]
        scope = self._scope_of(file, reference)
        if symbol.kind in CALLABLE_KINDS:
            found = self._overloads.function(file.path, scope, reference, found)
            result.add(source, found.value, "calls", reference.line, found.rule)
        elif symbol.kind in TYPE_LIKE:
            # Calling a class reaches its constructor, its own or an inherited one, else the class itself.
            made = self._overloads.constructor(file.path, scope, reference, found)
            result.add(source, made.value, "calls", reference.line, made.rule)
            if made.value != symbol.id:
                result.add(source, symbol.id, "references", reference.line, found.rule)
        elif symbol.kind == "constant":
            # A function kept in a constant (`const f = wrap(g)`); a macro without parameters is no function.
            kind = "references" if symbol.signature.startswith("#") else "calls"
            result.add(source, symbol.id, kind, reference.line, found.rule)

    def _override(self, symbol: Symbol, result: _Result) -> None:
        for found in self._overriding.overridden(symbol):
            result.add(symbol.id, found.value, "overrides", symbol.start_line, found.rule)


_WHY = {
    "local": "a local value",
    "variable": "a variable",
    "field": "a field",
    "instance": "an instance is called",
    "module": "a module is called",
}


class _Result:
    """Edges so far. One line that names a target twice makes one edge."""

    def __init__(self) -> None:
        self.edges: dict[tuple[str, str, str, int], Edge] = {}
        self.unresolved: list[Unresolved] = []

    def add(self, source: str, target: str, kind: str, line: int, rule: str) -> None:
        if source == target and kind != "calls":
            return
        key = (source, target, kind, line)
        if key not in self.edges:
            self.edges[key] = Edge(source, target, kind, line, rule, rules.confidence(rule))
