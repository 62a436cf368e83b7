"""Base classes, the order in which they are asked, and members found in that order."""

from __future__ import annotations

from collections.abc import Iterator

from app.engine.graph import rules, traits, types
from app.engine.graph.entity import ITSELF, Entity, missing
from app.engine.graph.index import Index
from app.engine.graph.model import CALLABLE_KINDS, SELF, Reference, Symbol
from app.engine.graph.names import OUTSIDE_BASE, ROOT, TYPE, Names
from app.engine.graph.parameters import written_for
from app.engine.graph.rust_paths import RustPaths

# Ruby's words that give a class, or a module, itself the methods of a module.
_EXTENDING = frozenset(("extend", "module_function"))


class Classes:
    """Answers are remembered with the notes they rest on, until `forget` is called."""

    def __init__(self, index: Index, names: Names) -> None:
        self._index = index
        self._names = names
        self._orders: dict[str, tuple[list[str], bool, frozenset[str]]] = {}
        self._under_way: set[str] = set()
        self._is_circular = False
        self.paths = RustPaths(index, names)
        names.member = self.member
        names.own_members = self.own_member
        names.field = self.field
        names.owner = self.owner
        names.is_settled = lambda: not self._under_way

    def forget(self) -> None:
        """Call it whenever the index has changed."""
        self._orders.clear()

    def bases(self, class_id: str) -> list[Entity]:
        """What a class's header names as its bases, in order, found or not."""
        symbol = self._index.symbols[class_id.removesuffix(ITSELF)]
        self._index.touched.add(symbol.path)
        language = traits.of(self._index.files[symbol.path].language)
        if language.modules_are_types:
            # What a class includes is asked before its superclass, the last of them first.
            return self._mixed(symbol, class_id.endswith(ITSELF))[::-1]
        found = [
            self.dotted(symbol.path, self.scope_around(symbol), reference.receiver, reference.name)
            for reference in self._header(symbol, language)
        ]
        for path, reference in self._index.bases_from_outside(language.family, symbol.name):
            if self.owner_named(path, reference.scope, reference.owner) == class_id:
                found.append(self.dotted(path, reference.scope, reference.receiver, reference.name))
        return found

    def _header(self, symbol: Symbol, language: traits.Traits) -> list[Reference]:
        """The references to a type's bases, in the order in which they are asked."""
        references = self._index.bases[symbol.path].get(symbol.id, [])
        if language.mixed_in_first:
            return sorted(references, key=lambda reference: reference.start < symbol.body_start)
        return references

    def _mixed(self, symbol: Symbol, is_itself: bool) -> list[Entity]:
        """What a class of Ruby inherits, or what it has itself by what it extends and inherits."""
        found = []
        for part, reference in self._mixing(symbol):
            base = self.base(part, reference)
            known = self._index.symbols.get(base.value) if base.kind == "symbol" else None
            is_superclass = known is not None and known.kind != "module"
            extends = reference.owner in _EXTENDING
            if is_itself and is_superclass and not extends:
                found.append(base._replace(value=base.value + ITSELF))
            elif is_itself is extends:
                found.append(base)
        return found

    def _mixing(self, symbol: Symbol) -> Iterator[tuple[Symbol, Reference]]:
        """What all definitions of a class of Ruby name as its bases, each with the one that names it."""
        for part in self._index.parts(symbol):
            for reference in self._index.bases[part.path].get(part.id, ()):
                yield part, reference

    def base(self, symbol: Symbol, reference: Reference) -> Entity:
        """What one reference in a type's header names. A module of Ruby may extend itself."""
        if reference.owner in _EXTENDING and reference.name in ("self", reference.owner):
            return Entity("symbol", symbol.id)
        return self.dotted(symbol.path, self.scope_around(symbol), reference.receiver, reference.name)

    def scope_around(self, symbol: Symbol) -> str:
        """The scope in which a symbol's header is read."""
        return self._index.files[symbol.path].scopes.get(symbol.id, "")

    def dotted(self, path: str, scope: str, receiver: str, name: str) -> Entity:
        """A (qualified) name of a type or namespace, in a scope."""
        lead = self.paths.lead(path, scope, receiver)
        if lead is not None:
            found, rest = lead
            for part in [*types.dotted(rest).split("."), name] if rest else [name]:
                found = self._names.inside(found, part) if found.found else found
            return found
        if receiver.startswith(("::", "\\")):
            scope = ROOT
        parts = [p for p in receiver.replace("::", ".").replace("\\", ".").split(".") if p] + [name]
        found = self._names.lookup(path, scope, parts[0], TYPE)[0]
        if not found.found and len(parts) > 1:
            whole = self._names.qualified(path, parts, scope == ROOT)
            if whole.found:
                return whole
        for part in parts[1:]:
            if not found.found:
                break
            found = self._names.inside(found, part)._replace(rule=found.rule)
        return found

    def order(self, class_id: str) -> tuple[list[str], bool]:
        """(ids of the class and its bases in the order of member lookup, whether all bases are known)."""
        known = self._orders.get(class_id)
        if known is not None:
            self._index.touched |= known[2]
            return known[0], known[1]
        if class_id in self._under_way:
            # A class that is its own base: broken code, or a name that was shadowed. What is being
            # worked out now depends on where it was begun, so it is not remembered.
            self._is_circular = True
            return [class_id], False
        outer, self._index.touched = self._index.touched, set()
        self._under_way.add(class_id)
        try:
            ids, complete = self._linearised(class_id)
        finally:
            self._under_way.discard(class_id)
            notes, self._index.touched = frozenset(self._index.touched), outer | self._index.touched
        if not self._under_way or not self._is_circular:
            self._orders[class_id] = (ids, complete, notes)
        self._is_circular = self._is_circular and bool(self._under_way)
        return ids, complete

    def own_member(self, class_id: str, name: str) -> list[Symbol]:
        """Members of a name that a type defines itself, in its body or by a receiver."""
        symbol = self._index.symbols[class_id.removesuffix(ITSELF)]
        self._index.touched.add(symbol.path)
        language = traits.of(self._index.files[symbol.path].language)
        if language.modules_are_types:
            inside = self._index.open_members(symbol, name)
        else:
            inside = self._index.named(symbol.path, symbol.id, name)
        if language.extends:
            # What is written apart is no member: it is seen where it is imported, see `extensions.py`.
            return [method for method in inside if not written_for(method)]
        found = inside + [
            method
            for method in self._index.received(language.family, symbol.name)
            if method.name == name and self.owner(method) == symbol.id
        ]
        if language.modules_are_types:
            is_itself = class_id.endswith(ITSELF)
            return [s for s in found if s.kind not in CALLABLE_KINDS or bool(s.receiver) is is_itself]
        return found

    def parts(self, symbol: Symbol) -> list[Symbol]:
        """The definitions of a type whose members are asked for one by one. A class of Ruby answers for all
        of them, of which there may be very many."""
        language = traits.of(self._index.files[symbol.path].language)
        return [symbol] if language.modules_are_types else self._index.parts(symbol)

    def owner(self, method: Symbol) -> str:
        """The id of the type that a receiver names, "" if that is not in the repository."""
        if method.receiver == SELF:
            return method.parent
        return self.owner_named(method.path, self.scope_around(method), method.receiver)

    def owner_named(self, path: str, scope: str, written: str) -> str:
        """The id of the type of a name in a scope, "" if that is not in the repository."""
        self._index.touched.add(path)
        head, _, last = written.rpartition(".")
        found = self.dotted(path, scope, head, last)
        return found.value if found.kind == "symbol" else ""

    def member(self, class_id: str, name: str, skip_own: bool = False) -> Entity:
        """A member by the class's method order; `skip_own` begins behind the class itself (`super`)."""
        ids, complete = self.order(class_id)
        level = ITSELF if class_id.endswith(ITSELF) else ""
        own = {part.id + level for part in self.parts(self._index.symbols[class_id.removesuffix(level)])}
        last = max((position for position, id in enumerate(ids) if id in own), default=0)
        for position, id in enumerate(ids):
            if position <= last and skip_own:
                continue
            found = self.own_member(id, name)
            if found:
                rule = "class-member" if id in own else "inherited-member"
                chosen = self._names.choice.of(found, rule)
                return chosen._replace(rule=rules.weaker(chosen.rule, rule))
        return missing("no such member" if complete else OUTSIDE_BASE)

    def field(self, class_id: str, name: str) -> Entity:
        """A field that a class or one of its bases binds, as ``class id::name``."""
        for id in self.order(class_id)[0]:
            owner = self._index.symbols[id]
            if name in self._index.locals[owner.path].get(id, ()):
                return Entity("field", f"{id}::{name}", "self-member")
        return missing("no such member")

    def held_in_place(self, class_id: str, name: str) -> Entity:
        """C++: the class of a field that is made with the instance it belongs to."""
        for id in self.order(class_id)[0]:
            owner = self._index.symbols[id]
            written = self._index.files[owner.path].types.get(id, {}).get(f"{name}{{}}", "")
            if written:
                head, _, last = written.rpartition(".")
                return self.dotted(owner.path, id, head, last)
        return missing("no such member")

    def constructor(self, class_id: str) -> Entity:
        """The method that runs when an instance is made, inherited as any other method."""
        for id in self.order(class_id)[0]:
            found = self.constructors(id)
            if found:
                return self._names.choice.of(found, "class-member" if id == class_id else "inherited-member")
        return missing("no constructor")

    def constructors(self, class_id: str) -> list[Symbol]:
        """The constructors that a type defines itself, under the first name that it has any of."""
        symbol = self._index.symbols[class_id]
        wanted = traits.of(self._index.files[symbol.path].language).constructors
        for name in wanted:
            parts = self.parts(symbol)
            found = [made for part in parts for made in self.own_member(part.id, name or part.name)]
            if found:
                return found
        return []

    def _prepended(self, symbol: Symbol) -> list[str]:
        """Modules that are asked before the class that prepends them."""
        return [self.base(part, r).value for part, r in self._mixing(symbol) if r.owner == "prepend"]

    def _linearised(self, class_id: str) -> tuple[list[str], bool]:
        complete = True
        orders: list[list[str]] = []
        direct: list[str] = []
        level = ITSELF if class_id.endswith(ITSELF) else ""
        symbol = self._index.symbols[class_id.removesuffix(level)]
        parts = [part.id + level for part in self.parts(symbol)]
        for base in (base for part in parts for base in self.bases(part)):
            if base.kind == "symbol" and self._index.is_type(
                self._index.symbols[base.value.removesuffix(ITSELF)]
            ):
                ids, known = self.order(base.value)
                orders.append(ids)
                direct.append(base.value)
                complete &= known
            elif base.value != "object":
                complete = False
        if traits.of(self._index.files[symbol.path].language).linear:
            merged = _merge([*map(list, orders), direct])
            if merged is not None:
                return [class_id, *merged], complete
        first = frozenset(self._prepended(symbol) if not level else ())
        before = [id for ids in orders for id in ids if ids[0] in first]
        unique = dict.fromkeys([*before, *parts, *(id for ids in orders for id in ids)])
        return list(unique), complete


def _merge(orders: list[list[str]]) -> list[str] | None:
    """C3: the next class is one that no order still has behind another. None if there is no such order."""
    merged: list[str] = []
    orders = [order for order in orders if order]
    while orders:
        for order in orders:
            head = order[0]
            if not any(head in other[1:] for other in orders):
                break
        else:
            return None
        merged.append(head)
        orders = [rest for rest in ([id for id in order if id != head] for order in orders) if rest]
    return merged
