"""Arrays, sets and maps: what is known of them is the class of what they hold."""

from __future__ import annotations

from app.engine.graph import expressions, rules
from app.engine.graph.entity import Entity, missing

# What gives one of the elements, and what gives many again.
_ONE = frozenset((expressions.ELEMENT, *"at find findLast get pop shift".split()))
_MANY = frozenset("concat copy filter reverse slice sort splice toReversed toSorted values __iter__".split())
# The same of Python's dictionaries.
_ONE_OF_MAP = frozenset((expressions.ELEMENT, *"get pop setdefault".split()))
# The same of Rust, where an element may not be there.
_PERHAPS_ONE = frozenset("first last get get_mut pop pop_front pop_back next find".split())
_MANY_IN_RUST = frozenset(
    "iter iter_mut into_iter drain values values_mut rev skip take clone as_slice".split()
)
# Functions that are handed to these take an element first.
_EACH = frozenset("every filter find findIndex findLast findLastIndex flatMap forEach map some".split())


def step(value: Entity, name: str, is_rust: bool = False) -> Entity:
    """What a method, or an index, gives of what is held."""
    if value.kind == "mapped":
        if name in _ONE_OF_MAP:
            return _element(value)
        kind = {"values": "many", "copy": "mapped"}.get(name)
        return value._replace(kind=kind) if kind else missing("type of receiver not known")
    if is_rust and name != expressions.ELEMENT:
        if name in _PERHAPS_ONE:
            return value._replace(kind="wrapped", rule=rules.weaker(value.rule, "element-type"))
        return value if name in _MANY_IN_RUST else missing("type of receiver not known")
    if value.kind == "many" and name in _ONE:
        return _element(value)
    return value if value.kind == "many" and name in _MANY else missing("type of receiver not known")


def handed(value: Entity, name: str) -> Entity:
    """What a method hands to the first parameter of the function that it is given."""
    if value.kind == "many" and name in _EACH:
        return _element(value)
    if value.kind == "wrapped" and name == "then":
        return value._replace(kind="instance", rule=rules.weaker(value.rule, "handed-type"))
    return missing("type of receiver not known")


def _element(value: Entity) -> Entity:
    return value._replace(kind="instance", rule=rules.weaker(value.rule, "element-type"))
