"""The shapes that protocol.py and DESIGN.md write in their comments, read and held against values.

{a, b?, c: [{d}], e: Record, f: {<name>}, g: [name]}   # f has any names, g is a list of plain values
News is one of {a}, {b, c}                              # each by the names that it has
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_TOKEN = re.compile(r"\w+|[{}\[\],:?<>]")
_ANY_NAME = "<"


@dataclass(frozen=True)
class Field:
    """What a name in braces stands for. `shape` is None for a plain value, a record's name, the fields
    of an object, a list's one element in a list, or `OneOf` several."""

    shape: Any = None
    optional: bool = False


Fields = dict[str, Field]


@dataclass(frozen=True)
class OneOf:
    """Objects that are told apart by their names."""

    shapes: tuple[Fields, ...]


def read_fields(text: str) -> Fields:
    """The first braces of a text. Raises ValueError where it is none."""
    tokens = iter(_TOKEN.findall(text[text.index("{") :]))
    next(tokens)
    return _fields(tokens)


def record(text: str, name: str) -> Fields:
    """The fields of a record that a text tells of as ``Name = {...}``."""
    found = re.search(rf"\b{name} += +(?=\{{)", text)
    if not found:
        raise ValueError(f"nothing tells of {name}")
    return read_fields(text[found.end() :])


def alternatives(text: str, name: str) -> OneOf:
    """What a text tells of as ``Name is one of {...}, {...}.``"""
    tokens = iter(_TOKEN.findall(text[re.search(rf"\b{name} is one of", text).end() :]))
    shapes = []
    while (token := next(tokens)) in ("{", ","):
        if token == "{":
            shapes.append(_fields(tokens))
    return OneOf(tuple(shapes))


def _fields(tokens: Iterator[str]) -> Fields:
    """Up to the closing brace."""
    fields: Fields = {}
    name, field = "", Field()
    for token in tokens:
        if token in (",", "}"):
            if name:
                fields[name] = field
            if token == "}":
                return fields
            name, field = "", Field()
        elif token == "?":
            field = Field(optional=True)
        elif token == ":":
            field = Field(_shape(tokens))
        elif token == _ANY_NAME:
            next(tokens), next(tokens)
            fields[_ANY_NAME] = Field()
        else:
            name = token
    raise ValueError("a brace is not closed")


def _shape(tokens: Iterator[str]) -> Any:
    token = next(tokens)
    if token == "{":
        return _fields(tokens)
    if token == "[":
        inner = _shape(tokens)
        next(tokens)
        return [inner]
    return token


def methods(source: str) -> dict[str, tuple[Fields, str]]:
    """Constant -> (payload, the text of the result) of every method in protocol.py's text."""
    return {
        name: (read_fields(said.partition("->")[0]), said.partition("->")[2].strip())
        for name, said in _said(source).items()
        if "->" in said
    }


def events(source: str) -> dict[str, Fields]:
    """Constant -> the fields that an event of this kind has beside its kind and repository."""
    return {name: read_fields(said) for name, said in _said(source).items() if said.startswith("+ {")}


def _said(source: str) -> dict[str, str]:
    """Constant -> the comment behind it, or else the one above it that begins with its shape."""
    said: dict[str, str] = {}
    above: list[str] = []
    for line in source.split("\n"):
        if line.startswith("# "):
            text = line[2:]
            begun = bool(above) and above[0].startswith(("{", "+ {"))
            above = [text] if text.startswith(("{", "+ {")) and not begun else [*above, text]
        elif found := re.match(r'([A-Z_]+) = "\w+"(?:\s+# (.*))?', line):
            said[found[1]] = found[2] or " ".join(above)
            above = []
        else:
            above = []
    return said


def faults(
    value: Any, shape: Any, records: Mapping[str, Callable[[], Fields | OneOf]], place: str = "$"
) -> list[str]:
    """Where a value is not of its shape: fields that lack, and fields that nothing tells of."""
    if shape is None:
        return []
    if isinstance(shape, str):
        # A record's name is capitalised, a plain value's is not.
        return faults(value, records[shape](), records, place) if shape[0].isupper() else []
    if isinstance(shape, OneOf):
        fits = [one for one in shape.shapes if one.keys() == value.keys()]
        if len(fits) != 1:
            return [f"{place} is none of those that are told of"]
        return faults(value, fits[0], records, place)
    if isinstance(shape, list):
        return [
            fault
            for i, item in enumerate(value)
            for fault in faults(item, shape[0], records, f"{place}[{i}]")
        ]
    if _ANY_NAME in shape:
        return [] if isinstance(value, dict) else [f"{place} is no object"]
    required = {name for name, field in shape.items() if not field.optional}
    found = [f"{place}.{name} is missing" for name in sorted(required - value.keys())]
    found += [f"{place}.{name} is not told of" for name in sorted(value.keys() - shape.keys())]
    for name in shape.keys() & value.keys():
        found += faults(value[name], shape[name].shape, records, f"{place}.{name}")
    return found
