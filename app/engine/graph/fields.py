"""The types of fields: what `self.x`, `this.x` and declared members of a class hold.

The grammars' queries tell local names alone, so fields are read off the text:
a line's pattern says what it may be, and the place it stands in (a class body, a method) whether it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.engine.graph import types
from app.engine.graph.ecmascript_types import of_type


@dataclass(frozen=True, slots=True)
class Field:
    """`known` is the type as in `types.py`. `inside` is what must stand around it: class or method."""

    offset: int
    name: str
    known: str
    inside: str


_GO_FIELD = re.compile(
    r"^[ \t]*(\w+)[ \t]+((?:\[\w*\]|map\[[\w.*]+\]|\bchan |\*)*[\w.]+(?:\[[\w., *]+\])?)[ \t]*"
    r"(?:`[^`\n]*`)?[ \t]*(?://.*)?$",
    re.MULTILINE,
)
_GO_EMBEDDED = re.compile(r"^[ \t]*\*?(?:\w+\.)?(\w+)[ \t]*(?:`[^`\n]*`)?$", re.MULTILINE)
_CPP_FIELD = re.compile(
    r"^[ \t]*(?:(?:static|const|mutable|inline|constexpr|volatile)\s+)*([\w:]+(?:<[^;\n()]*>)?)[ \t*&]+(\w+)"
    r"[ \t]*(?:=[^;\n]*|\{[^;\n]*\})?;",
    re.MULTILINE,
)
_TYPE = r"[\w.$\[\]|<>?\"', \t]+?"
_SELF = re.compile(rf"^[ \t]*self\.(\w+)[ \t]*(?::[ \t]*({_TYPE}))?[ \t]*=(?!=)[ \t]*", re.MULTILINE)
_THIS = re.compile(r"^[ \t]*this\.(#?\w+)[ \t]*=(?!=)[ \t]*", re.MULTILINE)
_RUBY_FIELD = re.compile(r"^[ \t]*(@\w+)[ \t]*(?:\|\|)?=(?![=~>])[ \t]*", re.MULTILINE)
_PHP_FIELD = re.compile(r"^[ \t]*\$this->(\w+)[ \t]*(?:\?\?)?=(?![=>])[ \t]*", re.MULTILINE)
_PHP_PARAMETER = re.compile(r"(?:\b(?:public|private|protected|readonly)\s+)+([\w\\|?]+)\s+\$(\w+)")
_TS_FIELD = re.compile(
    r"^[ \t]*(?:(?:public|private|protected|static|readonly|declare|override|accessor)\s+)*(#?[\w$]+)[?!]?"
    rf"[ \t]*(?::[ \t]*({_TYPE}))?[ \t]*(?:=(?![=>])[ \t]*|;|$)",
    re.MULTILINE,
)
_TS_PARAMETER = re.compile(
    rf"(?:\b(?:public|private|protected|readonly|override)\s+)+([\w$]+)\??\s*:\s*({_TYPE})\s*(?=[,)=])"
)


def read_fields(text: str, language: str) -> Iterator[Field]:
    """Every line that may give a field its type, in the order of its pattern."""
    if language == "python":
        yield from _assigned(_SELF, text, language)
    elif language in ("javascript", "typescript", "tsx"):
        yield from _assigned(_THIS, text, language)
    elif language == "ruby":
        yield from _assigned(_RUBY_FIELD, text, language)
    elif language == "php":
        yield from _assigned(_PHP_FIELD, text, language)
        for match in _PHP_PARAMETER.finditer(text):
            yield Field(match.start(2), match[2], types.of_annotation(match[1]), "method")
    yield from _declared(text, language)
    if language in ("typescript", "tsx"):
        for match in _TS_FIELD.finditer(text):
            known = of_type(match.group(2) or "") or _value(text, match.end(), language)
            if known:
                yield Field(match.start(1), match.group(1), known, "class")
        for match in _TS_PARAMETER.finditer(text):
            known = of_type(match.group(2))
            if known:
                yield Field(match.start(1), match.group(1), known, "method")


def _declared(text: str, language: str) -> Iterator[Field]:
    """Fields of languages whose type is beside the name."""
    if language == "go":
        for match in _GO_FIELD.finditer(text):
            yield Field(match.start(1), match[1], types.of_annotation(match[2], language), "class")
        for match in _GO_EMBEDDED.finditer(text):
            yield Field(match.start(1), match[1], types.of_annotation(match[0]), "class")
    elif language == "cpp":
        for match in _CPP_FIELD.finditer(text):
            yield Field(match.start(2), match[2], types.of_annotation(match[1]), "class")


def _assigned(pattern: re.Pattern[str], text: str, language: str) -> Iterator[Field]:
    for match in pattern.finditer(text):
        written = match.group(2) if pattern.groups > 1 else None
        known = types.of_annotation(written, language) if written else _value(text, match.end(), language)
        yield Field(match.start(1), match.group(1), known, "method")


def _value(text: str, start: int, language: str) -> str:
    """The type of the value that begins at an offset and ends with its line, brackets closed."""
    return types.of_value(types.whole_value(text, start), language)
