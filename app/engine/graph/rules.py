"""Every rule that makes an edge, and how far it is trusted.

These figures are first estimates from reading samples of edges by hand. They
are to be replaced by precision measured per rule and language (issue 3).
"""

from __future__ import annotations

CONFIDENCE = {
    # Read off the tree: nothing to resolve.
    "structure": 1.0,
    # The module an import names.
    "import-path": 0.98,
    "external": 0.95,
    # A name found by scope.
    "same-file": 0.97,
    "import": 0.97,
    "re-export": 0.95,
    "star-import": 0.85,
    "same-package": 0.93,
    "autoload": 0.8,
    # A member of something whose definition is certain.
    "module-member": 0.96,
    "class-member": 0.95,
    "self-member": 0.93,
    "inherited-member": 0.9,
    "super-member": 0.93,
    "receiver": 0.95,
    "extension": 0.88,
    "override": 0.9,
    # An interface whose methods a type has.
    "satisfied": 0.9,
    # A member of a value whose class was read from the code around it.
    "annotated-type": 0.88,
    "assigned-type": 0.88,
    "field-type": 0.85,
    "returned-type": 0.8,
    "element-type": 0.85,
    "handed-type": 0.85,
    "alias": 0.8,
    # What is called is a value that was followed to the functions that it may be.
    "function-value": 0.8,
    # One of several definitions of the same name in the same place.
    "overload": 0.6,
}


def confidence(rule: str) -> float:
    return CONFIDENCE[rule]


def weaker(first: str, second: str) -> str:
    """Of two rules in a chain, the one that is trusted less."""
    return first if CONFIDENCE[first] <= CONFIDENCE[second] else second
