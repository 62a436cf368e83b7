"""Go: which interfaces a type satisfies, without saying so, by the methods that it has.

An interface is compared where its method of the longest name is one of the type's. All must be there, taking
and giving the same types by name. One that embeds what is not in the repository is not known to be satisfied.
"""

from __future__ import annotations

import re

from app.engine.graph.brackets import split_list
from app.engine.graph.classes import Classes
from app.engine.graph.index import Index
from app.engine.graph.model import Symbol
from app.engine.graph.remembered import Remembered

_FAMILY = "go"
_QUALIFIER = re.compile(r"\b\w+\.(?=\w)")
# A name with its type behind it; these words begin a type.
_NAMED = re.compile(r"(?!(?:chan|func|map|struct|interface)\b)[A-Za-z_]\w*\s+(?=\S)")
# What a method takes, and what it gives, as types.
_Shape = tuple[tuple[str, ...], tuple[str, ...]]
_Methods = tuple[dict[str, Symbol], bool]


class Satisfaction:
    def __init__(self, index: Index, classes: Classes) -> None:
        self._index = index
        self._classes = classes
        self._known: Remembered[str, list[str]] = Remembered(index)
        self._sets: Remembered[str, _Methods] = Remembered(index)

    def forget(self) -> None:
        """Call it whenever the index has changed."""
        self._known.forget()
        self._sets.forget()

    def interfaces(self, type_id: str) -> list[str]:
        """The ids of the interfaces that a type satisfies, sorted."""
        return self._known.ask(type_id, lambda: self._satisfied(type_id))

    def _satisfied(self, type_id: str) -> list[str]:
        methods, _ = self._methods(type_id)
        waiting = [asking.id for name in methods for asking in self._index.asking_for(_FAMILY, name)]
        seen: set[str] = {type_id}
        found = []
        while waiting:
            id = waiting.pop()
            if id in seen:
                continue
            seen.add(id)
            if self._satisfies(methods, id):
                found.append(id)
                name = self._index.symbols[id].name
                waiting += [interface.id for interface in self._index.embedding(_FAMILY, name)]
        return sorted(found)

    def _satisfies(self, methods: dict[str, Symbol], interface: str) -> bool:
        wanted, is_complete = self._methods(interface)
        return is_complete and all(
            name in methods and self._is_same(methods[name], asked) for name, asked in wanted.items()
        )

    def _is_same(self, method: Symbol, asked: Symbol) -> bool:
        is_seen = method.name[:1].isupper() or _folder(method) == _folder(asked)
        return is_seen and _shape(method) == _shape(asked)

    def _methods(self, type_id: str) -> _Methods:
        """A type's methods by name, those of what it embeds as well, and whether all of that is known."""
        return self._sets.ask(type_id, lambda: self._method_set(type_id))

    def _method_set(self, type_id: str) -> _Methods:
        ids, is_complete = self._classes.order(type_id)
        found: dict[str, Symbol] = {}
        for id in ids:
            symbol = self._index.symbols[id]
            self._index.touched.add(symbol.path)
            inside = self._index.children[symbol.path].get(id, {})
            own = [member for members in inside.values() for member in members if member.kind == "method"]
            received = self._index.received(_FAMILY, symbol.name)
            for method in [*own, *(m for m in received if self._classes.owner(m) == id)]:
                found.setdefault(method.name, method)
        return found, is_complete


def _folder(symbol: Symbol) -> str:
    return symbol.path.rpartition("/")[0]


def _shape(method: Symbol) -> _Shape | None:
    opening = re.search(rf"\b{re.escape(method.name)}\s*\(", method.signature)
    taken = split_list(method.signature, opening.end() - 1) if opening else None
    if taken is None:
        return None
    rest = method.signature[taken[1] :].strip()
    given = split_list(rest, 0) if rest.startswith("(") else None
    return _types(taken[0]), _types(given[0] if given else [rest] if rest else [])


def _types(items: list[str]) -> tuple[str, ...]:
    """The types of a list in which each may have a name, or several names one type."""
    items = [item.strip() for item in items if item.strip()]
    if not any(_NAMED.match(item) for item in items):
        return tuple(map(_plain, items))
    found: list[str] = []
    behind = ""
    for item in reversed(items):
        named = _NAMED.match(item)
        behind = item[named.end() :] if named else behind
        found.append(_plain(behind))
    return tuple(reversed(found))


def _plain(written: str) -> str:
    """A type without the packages of its names, which a file may call as it likes."""
    return re.sub(r"\s+", "", _QUALIFIER.sub("", written)).replace("interface{}", "any")
