"""What resolution must know of a language besides its imports."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Traits:
    """`family`: languages of one family see each other's names.

    bare_members: a method may name a member of its class without a receiver.
    constructors: names of the method that runs when an instance is made; "" stands for the class's own name.
    imports_are_members: whether what a module imports can be reached through it.
    call_method: the method that runs when an instance is called as a function is.
    includes: whether importing a file puts its names in scope, and those that it imports itself.
    linear: base classes are ordered by C3 linearisation, not depth first.
    open_namespaces: whether blocks of one namespace in many files are one.
    names_call: whether naming a function calls it.
    functions_apart: whether a variable does not hide a function of its name.
    opened_by: modifiers of types that several definitions make together, "" where all types are such.
    extends: whether functions are called as members of a type that they are written apart from.
    modules_are_types: whether a module's members are inherited by who includes it, and a class is a value
        with members of its own, apart from those of its instances.
    open_enums: whether what an enum lists is seen around it.
    satisfies: whether a type is of an interface by having its methods.
    mixed_in_first: whether what a class's body names as a base is asked before what its header names.
    mixing: words that mix a module in before a class, or into the class itself.
    maker: the member of a class that makes an instance.
    receiver_is_self: whether what is written apart from a type has that type's `this`.
    overrides_say: the modifier without which a method of a class overrides none, "" if there is none such.
    annotation_endings: what may be left out of the name of a type that an annotation names.
    calls_between: whether a function may be called by its name between two values.
    last_wins: of two definitions of a name in one scope the later one holds.
    """

    family: str
    self_names: frozenset[str] = frozenset(("this",))
    super_names: frozenset[str] = frozenset(("super",))
    bare_members: bool = False
    constructors: tuple[str, ...] = ("",)
    imports_are_members: bool = False
    call_method: str = ""
    includes: bool = False
    linear: bool = False
    last_wins: bool = False
    open_namespaces: bool = False
    names_call: bool = False
    functions_apart: bool = False
    opened_by: frozenset[str] = frozenset()
    extends: bool = False
    modules_are_types: bool = False
    open_enums: bool = False
    satisfies: bool = False
    mixed_in_first: bool = False
    mixing: frozenset[str] = frozenset()
    maker: str = ""
    annotation_endings: tuple[str, ...] = ()
    calls_between: bool = False
    receiver_is_self: bool = True
    overrides_say: str = ""


_JAVASCRIPT = Traits("javascript", constructors=("constructor",), last_wins=True)
_JAVA = Traits("jvm", bare_members=True, functions_apart=True, annotation_endings=("",))
_KOTLIN = Traits(
    "jvm",
    bare_members=True,
    constructors=("constructor",),
    call_method="invoke",
    opened_by=frozenset(("expect", "actual")),
    extends=True,
    annotation_endings=("",),
    calls_between=True,
    overrides_say="override",
)
# A class and the object of its name are one.
_SCALA = Traits(
    "jvm", bare_members=True, constructors=("this",), call_method="apply", opened_by=frozenset(("",))
)
_C = Traits(
    "c",
    bare_members=True,
    imports_are_members=True,
    includes=True,
    open_namespaces=True,
    open_enums=True,
)

_TRAITS = {
    "python": Traits(
        "python",
        self_names=frozenset(("self", "cls")),
        super_names=frozenset(("super()",)),
        constructors=("__init__", "__new__"),
        call_method="__call__",
        imports_are_members=True,
        linear=True,
        last_wins=True,
    ),
    "javascript": _JAVASCRIPT,
    "jsx": _JAVASCRIPT,
    "typescript": _JAVASCRIPT,
    "tsx": _JAVASCRIPT,
    "java": _JAVA,
    "kotlin": _KOTLIN,
    "scala": _SCALA,
    "go": Traits("go", self_names=frozenset(), super_names=frozenset(), constructors=(), satisfies=True),
    "rust": Traits(
        "rust",
        self_names=frozenset(("self", "Self")),
        super_names=frozenset(),
        constructors=(),
        imports_are_members=True,
    ),
    "c": _C,
    "cpp": _C,
    "c_sharp": Traits(
        "c_sharp",
        super_names=frozenset(("base",)),
        bare_members=True,
        open_namespaces=True,
        opened_by=frozenset(("partial",)),
        extends=True,
        annotation_endings=("", "Attribute"),
        receiver_is_self=False,
        overrides_say="override",
    ),
    "php": Traits(
        "php",
        self_names=frozenset(("$this", "self", "static")),
        super_names=frozenset(("parent",)),
        constructors=("__construct",),
        call_method="__invoke",
        open_namespaces=True,
        mixed_in_first=True,
        functions_apart=True,
    ),
    "ruby": Traits(
        "ruby",
        self_names=frozenset(("self",)),
        bare_members=True,
        constructors=("initialize",),
        imports_are_members=True,
        includes=True,
        opened_by=frozenset(("",)),
        modules_are_types=True,
        mixing=frozenset(("extend", "prepend", "module_function")),
        maker="new",
        receiver_is_self=False,
        names_call=True,
        last_wins=True,
    ),
    "bash": Traits(
        "bash",
        self_names=frozenset(),
        super_names=frozenset(),
        imports_are_members=True,
        includes=True,
        last_wins=True,
    ),
}


def of(language: str) -> Traits:
    """A language without an entry gets the plainest traits and a family of its own."""
    return _TRAITS.get(language) or Traits(language)
