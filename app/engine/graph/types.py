"""What a written type or an assigned value tells about a name, as one short expression.

    Foo, mod.Foo     an instance of that class
    mod.make()       whatever calling that gives: an instance if it names a class
    =other           the same as another name

"" means that nothing certain is known. These are read by `receivers.py`, which
looks the names up in the scope they were written in.
"""

from __future__ import annotations

import re

_NAME = r"[A-Za-z_$][\w$]*"
_DOTTED = rf"\\?{_NAME}(?:(?:\.|::|\\|->|\?\.){_NAME})*"
_PLAIN = re.compile(rf"{_DOTTED}\Z")
_NOISE = re.compile(
    r"^(?:const|mut|dyn|impl|ref|out|in|final|readonly|volatile|struct|class|enum|unsigned|vararg|'\w+)\s+"
)
# Generic wrappers whose methods are reached through them as if they were not there.
_WRAPPERS = "Optional Final ClassVar Annotated Required NotRequired Readonly Box Rc Arc unique_ptr shared_ptr"
_TRANSPARENT = frozenset(_WRAPPERS.split())
_NOTHING = frozenset(
    ("None", "null", "undefined", "nil", "nullptr", "void", "true", "false", "True", "False")
)
_GENERIC = re.compile(rf"({_DOTTED})\s*([<\[])(.*)[>\]]\Z", re.DOTALL)
_CALLED = re.compile(rf"(?:await\s+)?(?P<new>new\s+)?(?P<name>{_DOTTED})(?:<[^<>()]*>)?\s*(?P<open>[({{])")
_COMPOSITE = re.compile(rf"&?({_DOTTED})\s*\{{")
_GO_RESULTS = re.compile(r"\)\s*\(([^()]*)\)\Z")
_RESULT_FIRST = frozenset(("java", "c_sharp", "c", "cpp"))
_RESULT_LAST = re.compile(r"\)\s*:\s*([^()=]+?)\s*(?:=>|=)?\Z")
# Beyond this many characters a value's closing bracket is not looked for, which keeps reading linear.
_VALUE_LIMIT = 2000


def dotted(name: str) -> str:
    """A qualified name with dots, whatever its language's separators."""
    for separator in ("?.", "::", "->", "\\"):
        if separator in name:
            name = name.replace(separator, ".")
    return name.strip(".")


def of_annotation(written: str) -> str:
    """The class that a written type names, "" if it is not one plain class."""
    text = written.strip().lstrip(":").strip()
    if text in _NOTHING:
        return ""
    if text[:1] in "\"'" and text[-1:] == text[:1]:
        text = text[1:-1].strip()
    before = ""
    while before != text:
        before = text
        text = _NOISE.sub("", text.strip("&*? \n\t"))
    if "|" in text:
        members = [part.strip() for part in text.split("|")]
        classes = [part for part in members if part not in _NOTHING]
        return of_annotation(classes[0]) if len(classes) == 1 else ""
    generic = _GENERIC.match(text)
    if generic:
        # `Foo[]` and `Foo<T>[]` are arrays, whose methods are not those of what they hold.
        inner = generic.group(3)
        if not inner.strip() or not _is_balanced(inner):
            return ""
        outer = generic.group(1)
        if re.split(r"\W", outer)[-1] in _TRANSPARENT:
            return of_annotation(inner.split(",")[0])
        text = outer
    return dotted(text) if _PLAIN.match(text) else ""


def of_value(value: str, language: str) -> str:
    """What an assigned expression gives: a whole call, a composite literal or a bare name."""
    text = value.strip()
    if not text or len(text) > _VALUE_LIMIT or text in _NOTHING:
        return ""
    if _PLAIN.match(text):
        return "=" + dotted(text)
    if language in ("go", "rust"):
        composite = _COMPOSITE.match(text)
        if composite and closes(text, composite.end() - 1):
            return dotted(composite.group(1))
    called = _CALLED.match(text)
    if not called or called.group("open") != "(" or not closes(text, called.end() - 1):
        return ""
    name = dotted(called.group("name"))
    if called.group("new"):
        return name
    if language == "ruby" and name.endswith(".new"):
        return name[: -len(".new")]
    return name + "()"


def of_result(signature: str, name: str, language: str) -> str:
    """The class that a function's signature says it gives, "" if it says none or wraps it."""
    if language == "python":
        _, arrow, written = signature.rpartition("->")
        return (
            of_annotation(written.rstrip(" :"))
            if arrow and not signature.startswith("@contextmanager")
            else ""
        )
    if language == "rust":
        _, arrow, written = signature.rpartition("->")
        return of_annotation(written.partition(" where ")[0]) if arrow else ""
    if language == "go":
        written = signature.rpartition(")")[2].strip()
        several = _GO_RESULTS.search(signature)
        if several and not written:
            # The first of several, which may be named: `(f *Foo, err error)`.
            written = several.group(1).split(",")[0].split(" ")[-1]
        return of_annotation(written) if written else ""
    if language in _RESULT_FIRST:
        before = re.search(rf"(\S+)\s+{re.escape(name)}\s*\(", signature)
        return of_annotation(before.group(1)) if before else ""
    after = _RESULT_LAST.search(signature)
    return of_annotation(after.group(1)) if after else ""


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
        elif depth == 0 and (c in ";\n" or text.startswith((" #", " //"), i)):
            break
        i += 1
    else:
        return "" if depth else text[start:end]
    return text[start:i]


def closes(text: str, at: int) -> bool:
    """Whether the bracket at an offset closes at the text's very end: in `a(1)`, not in `a(1).b`."""
    return _matching(text, at) == len(text) - 1


def _matching(text: str, at: int) -> int:
    """Where the bracket at an offset closes, -1 if it does not."""
    depth = 0
    quote = ""
    i = at
    while i < len(text):
        c = text[i]
        if quote:
            if c == "\\":
                i += 1
            elif c == quote:
                quote = ""
        elif c in "\"'`":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                return i
        i += 1
    return -1
