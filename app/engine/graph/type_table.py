"""What one file tells of the types of its names, by the scope that binds them."""

from __future__ import annotations

import re

from app.engine.graph import types

# A name that is given more values than so many is not followed.
_MOST_VALUES = 4


class TypeTable:
    """What is known of names' types by scope: what is declared, else all that is assigned."""

    def __init__(self) -> None:
        self._declared: dict[tuple[str, str], set[str]] = {}
        self._assigned: dict[tuple[str, str], dict[str, None]] = {}

    def declare(self, scope: str, name: str, known: str) -> None:
        self._declared.setdefault((scope, name), set()).add(known)

    def assign(self, scope: str, name: str, known: str) -> None:
        self._assigned.setdefault((scope, name), {})[known] = None

    def known(self, scope: str, name: str) -> str:
        """ "" where two declarations disagree, or one of the values is not known."""
        declared = self._declared.get((scope, name), set())
        if len(declared) > 1:
            declared = declared - {types.UNBOUND}
        if declared:
            return next(iter(declared)) if len(declared) == 1 else ""
        assigned = self._assigned.get((scope, name), {})
        return "|".join(assigned) if "" not in assigned and len(assigned) <= _MOST_VALUES else ""

    def certain(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for scope, name in sorted(self._declared.keys() | self._assigned.keys()):
            known = self.known(scope, name)
            if known:
                found.setdefault(scope, {})[name] = known
        return found


def kept(known: str, scopes: list[str], names: dict[str, set[str]], known_types: TypeTable) -> str:
    """What a field holds that a method sets, as the class may say it: local names mean nothing there."""
    head = re.split(r"[^\w$]", known.lstrip("="))[0]
    if head in ("self", "this", "cls", "$this") or not any(head in names.get(scope, ()) for scope in scopes):
        return "" if known.startswith("=") and known[1:] == head else known
    # A parameter that is kept: its type is the field's.
    kept = known_types.known(scopes[0], head) or known_types.known(scopes[1], head)
    if "|" in kept or kept.startswith("=") or kept.endswith("()"):
        return ""
    if known == f"={head}":
        return kept
    # What a parameter gives: what an instance of its type does.
    mark, _, behind = known.partition(head)
    is_class = kept.replace(".", "").isidentifier()
    return f"{mark}new {kept}(){behind}" if is_class and behind[:1] == "." and "|" not in known else ""
