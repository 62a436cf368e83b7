"""What a written type or an assigned value tells about a name, as one short expression.

    Foo, mod.Foo     an instance of that class
    ?Foo             one that is wrapped: in an option, a result, a promise
    *Foo, %Foo       many of that class; many by keys, as in Python's dictionaries
    mod.make()       whatever calling that gives: an instance if it names a class
    =other, =a().b   the same as another name, or as another expression
    Foo,Bar          a Foo and a Bar: what a function gives that has several results
    a()|=b           any of these, so known only where they agree
    {scope}          an object whose members are written in that scope
    =f@0.1           what `f` hands to the second parameter of the function that is its first argument
    =f@0.do.1        the same of a function that is a member of an object that is its first argument

TypeScript has some more, see `ecmascript_types.py`. "" means that nothing certain is known. These are read
by `values.py`, which looks the names up in the scope they were written in.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from app.engine.graph import expressions
from app.engine.graph.brackets import closing, split_list
from app.engine.graph.held_types import held

# The name under which a scope's types tell what its function gives.
RESULT = "()"
# In front of a name under which an object that is written in a scope, or a class, holds something.
HELD = "."

# What bounds a type parameter that may be anything. It is noted under the parameter's name in ``<>``.
UNBOUND = "<"

_NAME = r"[A-Za-z_$][\w$]*"
_DOTTED = rf"\\?{_NAME}(?:(?:\.|::|\\|->|\?\.){_NAME})*"
_PLAIN = re.compile(rf"{_DOTTED}\Z")
_NOISE = re.compile(
    r"^(?:const|mut|dyn|impl|ref|out|in|final|readonly|volatile|struct|class|enum|unsigned|vararg|'\w+)\s+"
)
# Languages that have no wrappers of the kind below: a `Box` is a class like any other.
_MANAGED = frozenset(("java", "kotlin", "scala", "c_sharp"))
# Generic wrappers whose methods are reached through them as if they were not there.
_TRANSPARENT = frozenset(
    "Final ClassVar Annotated Required NotRequired Readonly Box Rc Arc unique_ptr shared_ptr".split()
)
# Those that must be opened first. Python's `Optional[Foo]` is a Foo or nothing.
_WRAPPING = frozenset("Optional Option Result Promise PromiseLike Task ValueTask Future Awaitable".split())
_NOTHING = frozenset(
    ("None", "null", "undefined", "nil", "nullptr", "void", "true", "false", "True", "False")
)
# What is written for a value where there is none to go on with.
_LEAVING = re.compile(r"(?:return|throw|break|continue)\b")
_GENERIC = re.compile(rf"({_DOTTED})\s*([<\[])(.*)[>\]]\Z", re.DOTALL)
_COMPOSITE = re.compile(rf"&?({_DOTTED})(?:\[[^\[\]]*\])?\s*\{{")
# `[]Foo{...}`, `map[K]Foo{...}`, `make([]Foo, n)`, `new(Foo)`
_GO_MADE = re.compile(r"((?:\[[^\[\]]*\]|map\[[^\[\]]*\])[\w.*]+)\{|(?:make|new)\(")
_TYPEDEF = re.compile(r"typedef\s+([\w:\s]+?)\s*\b\w+;\Z")
_MADE_POINTER = re.compile(r"(?:std::)?make_(?:unique|shared)<([\w:]+)>\(")
_GO_RESULTS = re.compile(r"\)\s*\(([^()]*)\)\Z")
_RESULT_FIRST = frozenset(("java", "c_sharp", "c", "cpp"))
_RESULT_LAST = re.compile(r"\)\s*:\s*([^()=]+?)\s*(?:=>|=)?\Z")
_TRAILING_RESULT = re.compile(r"\)[\w\s]*->[^()]*\Z")
_TUPLE = re.compile(r"(?:\w+\.)*[tT]uple\[(.+)\]\Z", re.DOTALL)
_CONTEXT_MANAGER = re.compile(r"@(?:contextlib\.)?(?:async)?contextmanager\b")
# `a if x else b`, `x ? a : b`, and `a or b`, once their brackets are empty.
_EITHER = (
    re.compile(r"(?P<first>.+?)\sif\s.+\selse\s(?P<second>.+)\Z"),
    re.compile(r".+\s\?\s(?P<first>.+)\s:\s(?P<second>.+)\Z"),
    re.compile(r"(?P<first>.+?)\s(?:or|\|\||\?\?|\?:)\s(?P<second>.+)\Z"),
)
# A line that begins with a dot belongs to the one before.
_GOES_ON = re.compile(r"\s*\??\.\w")
# Beyond this many characters a value's closing bracket is not looked for, which keeps reading linear.
_VALUE_LIMIT = 2000


def dotted(name: str) -> str:
    """A qualified name with dots, whatever its language's separators."""
    for separator in ("?.", "::", "->", "\\"):
        if separator in name:
            name = name.replace(separator, ".")
    return name.strip(".")


def of_annotation(written: str, language: str = "") -> str:
    """The class that a written type names, "" if it is not one plain class."""
    text = written.strip().lstrip(":").strip()
    wrappers = frozenset() if language in _MANAGED else _TRANSPARENT
    if text in _NOTHING:
        return ""
    if text[:1] in "\"'" and text[-1:] == text[:1]:
        text = text[1:-1].strip()
    before = ""
    while before != text:
        before = text
        text = _NOISE.sub("", text.strip("&*? \n\t"))
    holding = held(text, language)
    if holding is not None:
        inner = of_annotation(holding[1], language)
        return holding[0] + inner if inner and inner[0] not in "?*%(" else ""
    if "|" in text:
        members = [part.strip() for part in text.split("|")]
        classes = [part for part in members if part not in _NOTHING]
        return of_annotation(classes[0], language) if len(classes) == 1 else ""
    generic = _GENERIC.match(text)
    if generic:
        # `Foo[]` and `Foo<T>[]` are arrays, whose methods are not those of what they hold.
        inner = generic.group(3)
        if not inner.strip() or not _is_balanced(inner):
            return ""
        outer = generic.group(1)
        last = re.split(r"\W", outer)[-1]
        first = of_annotation(_first_type(inner), language)
        if last in wrappers or (last == "Optional" and generic.group(2) == "["):
            return first
        if language == "python" and last in ("type", "Type"):
            # The class itself.
            return f"={first}" if first[:1].isidentifier() else ""
        if last in _WRAPPING:
            return f"?{first.lstrip('?')}" if first else ""
        text = outer
    return dotted(text) if _PLAIN.match(text) else ""


def is_nothing(value: str) -> bool:
    """Whether a value is the one that every type has: it tells nothing and rules nothing out."""
    return value.strip() in _NOTHING or bool(_LEAVING.match(value.strip()))


def of_value(value: str, language: str) -> str:
    """What an assigned expression gives: a chain of names and calls, a composite literal, one of two."""
    text = value.strip()
    if not text or len(text) > _VALUE_LIMIT or text in _NOTHING:
        return ""
    given = [of_value(either, language) for either in _alternatives(text) if not is_nothing(either)]
    if given:
        return "|".join(dict.fromkeys(given)) if all(given) else ""
    if language == "php":
        # `f(...)` is the function itself, a clone is of the class of what it is made from.
        text = text.removesuffix("(...)").removeprefix("clone ")
    if _PLAIN.match(text):
        return "=" + dotted(text)
    if language == "go":
        made = _GO_MADE.match(text)
        if made and closing(text, made.end() - 1) == len(text) - 1:
            return of_annotation(made[1] or _first_type(text[made.end() : -1]), language)
    pointer = _MADE_POINTER.match(text) if language == "cpp" else None
    if pointer and closing(text, pointer.end() - 1) == len(text) - 1:
        return of_annotation(pointer[1])
    if language in ("go", "rust", "cpp"):
        composite = _COMPOSITE.match(text)
        if composite and closing(text, composite.end() - 1) == len(text) - 1:
            return dotted(composite.group(1))
    short = expressions.compact(text)
    chain = expressions.steps(short.removeprefix("new "))
    if not chain or chain[0].name == expressions.TEXT:
        return ""
    *before, last = chain
    is_plain = last.is_called and not any(step.is_called for step in before)
    if language == "ruby" and is_plain and last.name == "new" and before:
        return ".".join(step.name for step in before)
    is_new = short.startswith("new ")
    if is_new and is_plain:
        return ".".join(step.name for step in chain)
    ends_in_call = last.is_called and last.name != expressions.UNWRAPPED
    return ("" if ends_in_call else "=") + ("new " if is_new else "") + expressions.written(chain)


def of_result(signature: str, name: str, language: str, read: Callable[[str], str] = of_annotation) -> str:
    """The class that a function's signature says it gives, "" if it says none or wraps it. `read` is how
    a written type is read where it stands last."""
    if language == "python":
        _, arrow, written = signature.rpartition("->")
        if arrow and _CONTEXT_MANAGER.search(signature):
            # It is entered, which gives what the generator yields.
            yielded = _GENERIC.match(written.strip(" :"))
            return of_annotation(_first_type(yielded.group(3)), language) if yielded else ""
        written = written.strip(" :")
        several = _TUPLE.match(written)
        if several and not several[1].endswith("..."):
            found = split_list(written, several.start(1) - 1)
            return _each(found[0], language) if found else ""
        return of_annotation(written, language) if arrow else ""
    if language == "rust" or (language == "cpp" and _TRAILING_RESULT.search(signature)):
        _, arrow, written = signature.rpartition("->")
        written = written.partition(" where ")[0].strip()
        if language == "rust" and written.startswith("(") and "," in written:
            return _each(written[1:-1].split(","), language)
        return of_annotation(written, language) if arrow else ""
    if language == "go":
        written = signature.rpartition(")")[2].strip()
        several = _GO_RESULTS.search(signature)
        if several and not written:
            # Each may be named: `(f *Foo, err error)`.
            results = [part.strip().split(" ")[-1] for part in several.group(1).split(",")]
            return _each(results, language)
        return of_annotation(written, language) if written else ""
    if language in ("c_sharp", "scala") and "(" not in signature:
        # A property.
        pattern = r"(\S+)\s+{}\Z" if language == "c_sharp" else r"\bdef\s+{}\s*:\s*([^=]+?)\s*=?\Z"
        property_ = re.search(pattern.format(re.escape(name)), signature)
        return of_annotation(property_.group(1), language) if property_ else ""
    if language in _RESULT_FIRST:
        before = re.search(rf"(\S+)\s+[*&\s]*(?:[\w:]+(?:<[^()]*>)?::)?{re.escape(name)}\s*\(", signature)
        return of_annotation(before.group(1), language) if before else ""
    after = _RESULT_LAST.search(signature.rstrip("; "))
    return read(after.group(1)) if after else ""


def of_alias(signature: str, language: str) -> str:
    """The class that another name of a type stands for, "" where that is not one plain class."""
    typedef = _TYPEDEF.match(signature) if language in ("c", "cpp") else None
    if typedef:
        return of_annotation(typedef[1], language)
    written = signature.partition("=")[2].rstrip("; ")
    return of_annotation(written) if language in ("kotlin", "scala", "cpp", "rust") else ""


def _each(written: list[str], language: str) -> str:
    """The classes of several results, with commas between."""
    known = [of_annotation(part, language) for part in written]
    return ",".join(known) if len(known) > 1 and any(known) else known[0]


def _alternatives(text: str) -> list[str]:
    """The two values of a conditional expression, none for any other."""
    short = expressions.compact(text)
    for pattern in _EITHER:
        either = pattern.match(short)
        if either:
            return [either["first"], either["second"]]
    return []


def _first_type(inner: str) -> str:
    """The first of some type arguments, which may have arguments of its own."""
    depth = 0
    for i, c in enumerate(inner):
        depth += (c in "<[(") - (c in ">])")
        if c == "," and depth == 0:
            return inner[:i]
    return inner


def _is_balanced(inner: str) -> bool:
    """Whether no bracket closes that was not opened: `A, B[C]`, not `A>[`."""
    depth = 0
    for c in inner.replace("->", "").replace("=>", ""):
        depth += (c in "<[(") - (c in ">])")
        if depth < 0:
            return False
    return True


def whole_value(text: str, start: int) -> str:
    """The expression from an offset to its line's end, or on to where its brackets close."""
    depth = 0
    quote = ""
    end = min(len(text), start + _VALUE_LIMIT)
    i = start
    while i < end:
        c = text[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote or c == "\n":
                quote = ""
        elif c in "\"'`":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif depth == 0 and c == "\n" and _GOES_ON.match(text, i):
            pass
        elif depth == 0 and (c in ";\n" or text.startswith((" #", " //"), i)):
            break
        i += 1
    else:
        return "" if depth else text[start:end]
    return text[start:i]
