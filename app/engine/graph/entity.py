"""What a name turned out to be."""

from __future__ import annotations

from typing import NamedTuple

# Behind a class's id: the class as a value, which in Ruby has members of its own.
ITSELF = "^"


class Entity(NamedTuple):
    """kind and value:

    symbol    a symbol's id
    instance  the id of the class it is an instance of
    wrapped   the id of the class whose instance must be unwrapped first: an option, a promise
    many      the id of the class of which it holds instances: an array, a set
    mapped    the id of the class of which it holds instances by keys, which are what is gone through
    several   the id of a function with several results
    object    an object that a function gives, see `held.py`
    function  a function that is known by its type: file, scope and type, see `ecmascript_types.py`
    text      a string that is written out
    module    a module: path, folder or package key
    external  a package outside the repository, with its ecosystem: ``python:numpy``
    variable  ``path::name`` of a module's variable that is no symbol
    field     ``class id::name`` of a field that is no symbol
    local     a name whose value is not known
    missing   why nothing was found
    """

    kind: str
    value: str
    # The weakest rule on the way here.
    rule: str = "same-file"

    @property
    def found(self) -> bool:
        return self.kind not in ("local", "missing")


def missing(reason: str) -> Entity:
    return Entity("missing", reason)
