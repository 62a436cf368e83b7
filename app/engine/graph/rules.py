"""Every rule that makes an edge, and how far it is trusted.

The figures are what ``build.py bench edges`` measured: the share of a rule's edges that pyright, the
TypeScript compiler, running tests, or a case made by hand call right, over all packages and languages.
With `good` of `all` edges right it is (good + 1) / (all + 2), Laplace's rule of succession, so that a
few samples make no certainty. What nothing there judges says so.
"""

from __future__ import annotations

# From what is read off to what is followed furthest: a chain goes by its last rule in this order.
CONFIDENCE = {
    # Read off the tree: nothing to resolve, nothing to judge.
    "structure": 1.0,
    # The module an import names.
    "import-path": 0.999,
    # A name found by scope.
    "same-file": 0.999,
    "import": 0.995,
    # A member of something whose definition is certain.
    "module-member": 0.994,
    # What leads out of the repository.
    "external": 0.994,
    # What a module gives on.
    "re-export": 0.999,
    "class-member": 0.997,
    # A method that is written outside of its type: not judged, found as the type's name is.
    "receiver": 0.95,
    "same-package": 0.985,
    "self-member": 0.999,
    "super-member": 0.981,
    "inherited-member": 0.999,
    "override": 0.978,
    # An interface whose methods a type has.
    "satisfied": 0.889,
    # A member of a value whose class was read from the code around it.
    "annotated-type": 0.999,
    "assigned-type": 0.997,
    "extension": 0.909,
    "star-import": 0.991,
    "field-type": 0.997,
    "element-type": 0.977,
    "handed-type": 0.998,
    "autoload": 0.962,
    "returned-type": 0.998,
    "alias": 0.989,
    # What is called is a value that was followed to the functions that it may be.
    "function-value": 0.9,
    # One of several definitions of the same name in the same place.
    "redefined": 0.99,
    # One of several that a call's arguments fit alike: taken by number, where no oracle judges.
    "overload": 0.6,
}
_ORDER = {rule: position for position, rule in enumerate(CONFIDENCE)}


def confidence(rule: str) -> float:
    return CONFIDENCE[rule]


def weaker(first: str, second: str) -> str:
    """Of two rules in a chain, the one that follows further."""
    return first if _ORDER[first] >= _ORDER[second] else second
