"""The words for edges: how a neighbour is tied to what it was reached from."""

from __future__ import annotations

# (kind, direction) -> the verb between a neighbour and what it was reached from.
_VERBS = {
    ("calls", "in"): "calls",
    ("calls", "out"): "is called by",
    ("inherits", "in"): "inherits from",
    ("inherits", "out"): "is a base of",
    ("implements", "in"): "implements",
    ("implements", "out"): "is implemented by",
    ("overrides", "in"): "overrides",
    ("overrides", "out"): "is overridden by",
    ("uses-type", "in"): "uses the type",
    ("uses-type", "out"): "is a type used by",
    ("decorates", "in"): "decorates",
    ("decorates", "out"): "is decorated by",
    ("references", "in"): "refers to",
    ("references", "out"): "is referred to by",
    ("imports", "in"): "imports",
    ("imports", "out"): "is imported by",
    ("re-exports", "in"): "re-exports",
    ("re-exports", "out"): "is re-exported by",
    ("defines", "in"): "encloses",
    ("defines", "out"): "is defined in",
    ("contains", "in"): "encloses",
    ("contains", "out"): "is defined in",
}


def verb(kind: str, direction: str) -> str:
    """The verb from a neighbour to where it was reached from, which sees the edge in that direction."""
    return _VERBS.get((kind, direction), "is tied to")
