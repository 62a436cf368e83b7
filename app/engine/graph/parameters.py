"""What a definition takes, read off its header."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from app.engine.graph.brackets import split_list
from app.engine.graph.model import Symbol


class Parameter(NamedTuple):
    """`type` as written, without what only modifies it."""

    type: str
    is_optional: bool = False
    is_repeated: bool = False


_JAVA_NOISE = re.compile(r"^(?:@[\w.]+(?:\([^()]*\))?\s+|final\s+)+")
_C_SHARP_NOISE = re.compile(r"^(?:\[[^\]]*\]\s*|(?:this|ref|out|in|params|scoped|readonly)\s+)+")
_JVM_NOISE = re.compile(
    r"^(?:@[\w.]+(?:\([^()]*\))?\s+|(?:vararg|noinline|crossinline|val|var|private|protected|internal|public|"
    r"override|actual|expect|open|final|implicit|using|inline)\s+)+"
)
# Type parameters, and the modifiers of a primary constructor.
_BETWEEN = (
    r"\s*(?:[<\[][^()]*[>\]])?\s*(?:(?:@[\w.]+|private|protected|internal|public|actual|constructor)\s*)*"
)
# Blanks that say nothing: `char * name`.
_SPACED = re.compile(r"\s+(?=[*&<>,])|(?<=<)\s+")
# A type with the name behind it: `const Foo<T>& name`, `int name[]`.
_NAME_BEHIND = re.compile(r"(.*[\s&*>\])?])[A-Za-z_$]\w*((?:\s*\[[^\]]*\])*)\Z", re.DOTALL)


def parameters(symbol: Symbol, language: str) -> list[Parameter] | None:
    """What a function takes, or a class by its primary constructor; None where the header does not tell."""
    return _read(symbol.signature, symbol.name, symbol.kind, language)


# Overloads are held against each other call by call.
@lru_cache(maxsize=8192)
def _read(signature: str, name: str, kind: str, language: str) -> list[Parameter] | None:
    opening = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$]){_BETWEEN}\(", signature)
    if opening is None:
        # A class that says nothing is made of nothing.
        return [] if kind == "class" else None
    found = split_list(signature, opening.end() - 1)
    if found is None:
        return None
    read = _READERS[language]
    items = [_SPACED.sub("", item) for item in found[0] if item != "void"]
    return [read(item) for item in items]


def written_for(method: Symbol) -> str:
    """C#: the interface for which alone a method is there (`void IDrawn.Draw()`), "" if it is for all."""
    if method.receiver or f".{method.name}" not in method.signature:
        return ""
    written = re.search(rf"(\w+)(?:<[^()]*>)?\.{re.escape(method.name)}\s*[(<]", method.signature)
    return written[1] if written else ""


def _java(written: str) -> Parameter:
    written = _JAVA_NOISE.sub("", written)
    return Parameter(_type_of(written).replace("...", "").strip(), is_repeated="..." in written)


def _c_sharp(written: str) -> Parameter:
    is_repeated = bool(re.match(r"(?:\[[^\]]*\]\s*)?params\s", written))
    declared, default, _ = written.partition("=")
    return Parameter(_type_of(_C_SHARP_NOISE.sub("", declared.strip())), bool(default), is_repeated)


def _cpp(written: str) -> Parameter:
    declared, default, _ = written.partition("=")
    return Parameter(_type_of(declared.replace("...", " ").strip()), bool(default), "..." in declared)


def _jvm(written: str) -> Parameter:
    declared, default, _ = _default(written)
    is_repeated = bool(re.match(r"(?:@\S+\s+)*vararg\s", declared)) or declared.rstrip().endswith("*")
    type_ = _JVM_NOISE.sub("", declared.strip()).partition(":")[2]
    return Parameter(type_.removeprefix(" ").removeprefix("=>").strip(" *"), bool(default), is_repeated)


def _default(written: str) -> tuple[str, str, str]:
    """Parted at the ``=`` of a default value, which the arrow of a function's type is not."""
    at = re.search(r"=(?!>)", written)
    return (written[: at.start()], "=", written[at.end() :]) if at else (written, "", "")


def _type_of(written: str) -> str:
    """The type of a parameter whose name is behind it."""
    behind = _NAME_BEHIND.match(written)
    return behind[1].strip() + behind[2] if behind else written


_READERS: dict[str, Callable[[str], Parameter]] = {
    "java": _java,
    "c_sharp": _c_sharp,
    "cpp": _cpp,
    "kotlin": _jvm,
    "scala": _jvm,
}
# Languages in which a name may stand for several functions that differ in what they take.
OVERLOADING = frozenset(_READERS)
