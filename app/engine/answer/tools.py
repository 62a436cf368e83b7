"""The functions that a model may call: what they are called, and what they take.

All of them read: indexed files of this repository and its graph. `toolbox.py` runs them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.engine.answer.providers.base import Tool

SEARCH = "search"
READ_LINES = "read_lines"
LIST_FILES = "list_files"
CALLERS = "callers"
CALLEES = "callees"
IMPLEMENTATIONS = "implementations"
PATH_BETWEEN = "path_between"
IMPACT = "impact"

# The most that one call gives.
MOST_PLACES = 10
MOST_LINES = 200
MOST_FILES = 200
MOST_DEPTH = 4
# Characters of a text that is an argument.
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Argument:
    """What a function takes. A number has its least and most, and `default` where it may be left out."""

    name: str
    description: str
    least: int = 0
    most: int = 0
    default: int | str | None = None

    @property
    def is_number(self) -> bool:
        return self.most > 0

    def schema(self) -> dict[str, Any]:
        if self.is_number:
            limits = {"minimum": self.least, "maximum": self.most}
            return {"type": "integer", "description": self.description, **limits}
        return {"type": "string", "description": self.description}


_SYMBOL = Argument(
    "symbol", "Name of a function, method or class: `Session.get`, or `path::Session.get` for one."
)

ARGUMENTS: dict[str, tuple[Argument, ...]] = {
    SEARCH: (
        Argument(
            "query", "What to look for, in words or by name. Filters: lang:go path:src kind:class test:no"
        ),
        Argument("k", "How many places", 1, MOST_PLACES, 5),
    ),
    READ_LINES: (
        Argument("path", "Path of a file of this repository"),
        Argument("first", "First line, from 1", 1, 10_000_000),
        Argument("last", f"Last line; at most {MOST_LINES} lines a call", 1, 10_000_000),
    ),
    LIST_FILES: (
        Argument("folder", "Only below this folder", default=""),
        Argument("name", "Only paths that hold this text, or fit this pattern with *", default=""),
    ),
    CALLERS: (_SYMBOL, Argument("depth", "How many calls away", 1, MOST_DEPTH, 1)),
    CALLEES: (_SYMBOL, Argument("depth", "How many calls away", 1, MOST_DEPTH, 1)),
    IMPLEMENTATIONS: (_SYMBOL,),
    PATH_BETWEEN: (
        Argument("start", "The symbol to begin at"),
        Argument("end", "The symbol to get to"),
    ),
    IMPACT: (_SYMBOL, Argument("depth", "How many steps away", 1, MOST_DEPTH, 2)),
}
_DESCRIPTIONS = {
    SEARCH: "Search the repository's code and documents by meaning and by words.",
    READ_LINES: "Read lines of a file.",
    LIST_FILES: "List the repository's files.",
    CALLERS: "Who calls a function or method.",
    CALLEES: "What a function or method calls.",
    IMPLEMENTATIONS: "What implements an interface, or overrides a method.",
    PATH_BETWEEN: "The chain of calls and other uses from one symbol to another.",
    IMPACT: "What a change of a symbol may break: code and tests that rest on it.",
}


def _tool(name: str) -> Tool:
    arguments = ARGUMENTS[name]
    schema = {
        "type": "object",
        "properties": {argument.name: argument.schema() for argument in arguments},
        "required": [argument.name for argument in arguments if argument.default is None],
        "additionalProperties": False,
    }
    return Tool(name, _DESCRIPTIONS[name], schema)


TOOLS = tuple(_tool(name) for name in ARGUMENTS)


class RefusedCall(Exception):
    """A call that cannot be run, in words that the model can act on."""


def read_arguments(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call, checked, with defaults filled in. Raises RefusedCall."""
    if name not in ARGUMENTS:
        raise RefusedCall(f"There is no function {name[:40]!r}. There are {', '.join(ARGUMENTS)}.")
    known = {argument.name: argument for argument in ARGUMENTS[name]}
    if strange := [key for key in given if key not in known]:
        raise RefusedCall(f"{name} takes {', '.join(known)}, and no {str(strange[0])[:40]!r}.")
    return {key: _value(name, argument, given.get(key)) for key, argument in known.items()}


def _value(name: str, argument: Argument, value: Any) -> int | str:
    if value is None or value == "":
        if argument.default is None:
            raise RefusedCall(f"{name} needs `{argument.name}`: {argument.description}.")
        return argument.default
    if argument.is_number:
        return _number(argument, value)
    if not isinstance(value, str):
        raise RefusedCall(f"`{argument.name}` has to be a text: {argument.description}.")
    if len(value) > LONGEST:
        raise RefusedCall(f"`{argument.name}` has more than {LONGEST} characters. Use fewer words.")
    return value.strip()


def _number(argument: Argument, value: Any) -> int:
    # Models write "12" and 12.0 as well.
    text = str(value).strip().removesuffix(".0")
    if isinstance(value, bool) or not text.lstrip("-").isdecimal():
        raise RefusedCall(f"`{argument.name}` has to be a whole number: {argument.description}.")
    number = int(text)
    if not argument.least <= number <= argument.most:
        raise RefusedCall(f"`{argument.name}` has to be from {argument.least} to {argument.most:,}.")
    return number
