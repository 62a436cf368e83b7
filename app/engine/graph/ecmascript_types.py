"""What a type tells that is written in TypeScript: as `types.py` has it, and what arrays and functions hold.

*Foo            many of Foo: an array, a set, the values of a map
(Foo, Bar)=>Baz a function that takes these and gives that
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from app.engine.graph import types
from app.engine.graph.brackets import closing, split_list

LANGUAGES = frozenset(("typescript", "tsx"))
# Where these have several arguments, the last is what they hold.
_COLLECTIONS = frozenset(
    "Array ReadonlyArray Set ReadonlySet WeakSet Iterable IterableIterator Map ReadonlyMap WeakMap "
    "Record".split()
)
# The type itself, as far as its members go.
_TRANSPARENT = frozenset("Partial Required Readonly NonNullable Omit Pick".split())
_PROMISES = frozenset(("Promise", "PromiseLike"))
# A name with arguments, which end with the type.
_GENERIC = re.compile(r"([\w$.]+)\s*<(.*)>\Z", re.DOTALL)
_PRIMITIVES = frozenset("any unknown never string number boolean object symbol bigint this".split())
_NOTHING = frozenset(("null", "undefined", "void"))
_MODIFIERS = re.compile(r"(?:(?:public|private|protected|readonly|override)\s+)+")
# A parameter's name, and what parts it from its type; no default value has come yet.
_PARAMETER = re.compile(r"(?:\.\.\.)?[\w$]+\??\s*:")
_FUNCTION = re.compile(r"(?:async\s+)?(?:function\b[\s\w$]*)?(<)?")
_GIVEN = re.compile(r"\s*:\s*([^{=]+?)\s*(?:\{|=>)")
_ALIAS = re.compile(r"\btype\s+[\w$]+\s*(<)?")


def reader(language: str) -> Callable[[str], str]:
    """How a language's written types are read."""
    return of_type if language in LANGUAGES else partial(types.of_annotation, language=language)


def of_type(written: str) -> str:
    """What a written type is, "" if it is not one class, many of one, or a function."""
    text = written.strip().removeprefix("readonly ").strip()
    if text.startswith("<"):
        text = text[_generic_end(text, 0) :]
    if text.startswith("(") and text[closing(text, 0) + 1 :].lstrip().startswith("=>"):
        return _function(text)
    alternatives = [part for part in _parted(text, "|") if part not in _NOTHING]
    if len(alternatives) != 1:
        return ""
    text = alternatives[0]
    if text.endswith("[]"):
        return _many(text[:-2])
    if text.startswith("("):
        return of_type(text[1:-1]) if closing(text, 0) == len(text) - 1 else ""
    generic = _GENERIC.match(text)
    if generic:
        arguments = _parted(generic[2], ",")
        if generic[1] in _COLLECTIONS:
            return _many(arguments[-1])
        if generic[1] in _TRANSPARENT:
            return of_type(arguments[0])
        if generic[1] in _PROMISES:
            inner = _plain(of_type(arguments[0]))
            return f"?{inner}" if inner else ""
        return types.of_annotation(generic[1])
    # `Foo["bar"]` is what Foo holds there.
    return "" if "[" in text else types.of_annotation(text)


def of_alias(header: str) -> str:
    """What a type stands for that is declared as another one."""
    name = _ALIAS.search(header)
    if name is None:
        return ""
    at = _generic_end(header, name.start(1)) if name[1] else name.end()
    _, equals, written = header[at:].partition("=")
    return of_type(written.rstrip("; ")) if equals else ""


def parameters(header: str, name: str) -> list[str]:
    """What a function takes, in order, "" for what is not known or has no members."""
    opening = re.search(rf"(?<![\w$]){re.escape(name)}\s*\??\s*(<)?", header)
    if opening is None:
        return []
    at = _generic_end(header, opening.start(1)) if opening[1] else opening.end()
    if header.startswith(":", at):
        # A member that is a function by its type.
        known = of_type(header[at + 1 :].rstrip(" ;,"))
        return function_type(known)[0] if known.startswith("(") else []
    if not header.startswith("(", at):
        # A function that is kept in a name: `const f = async <T>(a: A) =>`.
        value = re.compile(r"=\s*(?:async\s+)?(?:function\b[\s*\w$]*)?(<)?").search(header, at)
        if value is None:
            return []
        at = _generic_end(header, value.start(1)) if value[1] else value.end()
        if not header.startswith("(", at):
            return []
    return _taken(header, at)[0]


def of_function(written: str) -> str:
    """The type of a function that is written out, as far as its header tells; "" for anything else."""
    head = _FUNCTION.match(written)
    if head is None:
        return ""
    at = _generic_end(written, head.start(1)) if head[1] else head.end()
    if not written.startswith("(", at):
        return ""
    taken, end = _taken(written, at)
    given = _GIVEN.match(written, end)
    known = _plain(of_type(given[1])) if given else ""
    return f"({','.join(map(_plain, taken))})=>{known}" if known else ""


def signature(written: str) -> tuple[list[str], str]:
    """What an interface takes and gives that is called: `<T>(a: A): B`."""
    at = _generic_end(written, 0) if written.startswith("<") else 0
    taken, end = _taken(written, at)
    return taken, of_type(written[end:].strip().removeprefix(":"))


def function_type(known: str) -> tuple[list[str], str]:
    """What a function of a known type takes, and what it gives."""
    taken, _, given = known.rpartition("=>")
    return taken.strip("()").split(","), given


def _function(text: str) -> str:
    taken, end = _taken(text, 0)
    _, _, given = text[end:].partition("=>")
    return f"({','.join(map(_plain, taken))})=>{_plain(of_type(given))}"


def _taken(text: str, at: int) -> tuple[list[str], int]:
    found = split_list(text, at)
    if found is None:
        return [], at
    items = [_MODIFIERS.sub("", item) for item in found[0]]
    # A parameter `this` is none: it says what the function is called on.
    return [_of_parameter(item) for item in items if not re.match(r"this\s*:", item)], found[1]


def _of_parameter(written: str) -> str:
    named = _PARAMETER.match(written)
    if not named:
        return ""
    # The arrow of a function's type is no default value.
    known = of_type(re.split(r"=(?!>)", written[named.end() :])[0])
    return "" if known in _PRIMITIVES or written.startswith("...") else known


def _many(inner: str) -> str:
    known = _plain(of_type(inner))
    return f"*{known}" if known and known not in _PRIMITIVES else ""


def _plain(known: str) -> str:
    """A known type if it is a class."""
    return known if known[:1].isidentifier() or known.startswith("$") else ""


def _parted(text: str, separator: str) -> list[str]:
    """The parts of a type between separators that stand in no brackets."""
    parts: list[str] = []
    depth = start = 0
    for i, c in enumerate(text):
        if c in "<([{":
            depth += 1
        elif c in ")]}" or (c == ">" and text[i - 1] != "="):
            depth -= 1
        elif c == separator and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _generic_end(text: str, at: int) -> int:
    """The offset behind the type parameters that open at an offset, and behind the blanks after them."""
    depth = 0
    for i in range(at, len(text)):
        if text[i] == "<":
            depth += 1
        elif text[i] == ">" and text[i - 1] != "=":
            depth -= 1
            if not depth:
                return i + 1 + len(text[i + 1 :]) - len(text[i + 1 :].lstrip())
    return len(text)
