"""What resolution must know of a language besides its imports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Traits:
    """`family`: languages of one family see each other's names.

    bare_members: a method may name a member of its class without a receiver.
    constructors: names of the method that runs when an instance is made; "" stands for the class's own name.
    calls_construct: whether calling a class makes an instance (`X()`), without `new`.
    imports_are_members: whether what a module imports can be reached through it.
    linear: base classes are ordered by C3 linearisation, not depth first.
    open_namespaces: whether blocks of one namespace in many files are one.
    last_wins: of two definitions of a name in one scope the later one holds.
    """

    family: str
    self_names: frozenset[str] = frozenset(("this",))
    super_names: frozenset[str] = frozenset(("super",))
    bare_members: bool = False
    constructors: tuple[str, ...] = ("",)
    calls_construct: bool = False
    imports_are_members: bool = False
    linear: bool = False
    last_wins: bool = False
    open_namespaces: bool = False


_JAVASCRIPT = Traits("javascript", constructors=("constructor",), last_wins=True)
_JVM = Traits("jvm", bare_members=True)
_SCRIPTED_JVM = Traits(
    "jvm", bare_members=True, constructors=("constructor", "this", ""), calls_construct=True
)
_C = Traits("c", bare_members=True, calls_construct=True, imports_are_members=True, open_namespaces=True)

_TRAITS = {
    "python": Traits(
        "python",
        self_names=frozenset(("self", "cls")),
        super_names=frozenset(("super()",)),
        constructors=("__init__", "__new__"),
        calls_construct=True,
        imports_are_members=True,
        linear=True,
        last_wins=True,
    ),
    "javascript": _JAVASCRIPT,
    "jsx": _JAVASCRIPT,
    "typescript": _JAVASCRIPT,
    "tsx": _JAVASCRIPT,
    "java": _JVM,
    "kotlin": _SCRIPTED_JVM,
    "scala": _SCRIPTED_JVM,
    "go": Traits("go", self_names=frozenset(), super_names=frozenset(), constructors=()),
    "rust": Traits(
        "rust",
        self_names=frozenset(("self", "Self")),
        super_names=frozenset(),
        constructors=(),
        imports_are_members=True,
    ),
    "c": _C,
    "cpp": _C,
    "c_sharp": Traits("c_sharp", super_names=frozenset(("base",)), bare_members=True, open_namespaces=True),
    "php": Traits(
        "php",
        self_names=frozenset(("$this", "self", "static")),
        super_names=frozenset(("parent",)),
        constructors=("__construct",),
    ),
    "ruby": Traits(
        "ruby",
        self_names=frozenset(("self",)),
        bare_members=True,
        constructors=("initialize",),
        imports_are_members=True,
        last_wins=True,
    ),
    "bash": Traits(
        "bash", self_names=frozenset(), super_names=frozenset(), imports_are_members=True, last_wins=True
    ),
}


def of(language: str) -> Traits:
    """A language without an entry gets the plainest traits and a family of its own."""
    return _TRAITS.get(language) or Traits(language)
