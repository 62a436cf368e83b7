"""What is handed to a call, as one short string: enough to tell overloads apart.

``(kind,kind)`` has a kind for each argument: a value as in `types.py`, a mark from below for a literal,
``:Type`` where a type is written at it, ``?`` for what is not certain. "" means: the arguments are not known.
"""

from __future__ import annotations

import re

from app.engine.graph import expressions, types
from app.engine.graph.brackets import quoted_end, split_list

NULL, FUNCTION, UNKNOWN = "'null", "'function", "?"
_TYPE_ARGUMENTS = re.compile(r"\s*(?:<[\w\s,.?<>\[\]&:@*]*>)?\s*")
_BLANKS = re.compile(r"[ \t]*")
# `name = value`, `name: value`, `out value`: what is in front does not tell the kind.
_LABEL = re.compile(
    r"[A-Za-z_]\w*\s*=(?![=>])\s*|[A-Za-z_]\w*\s*:(?!:)\s*|(?:out|ref|in)\s+(?:var\s+)?(?=\w)"
)
_LABELLED = frozenset(("kotlin", "scala", "c_sharp"))
_LITERALS = (
    (re.compile(r'(?:[$@]+|u8|[rRfsuUL])?"(?:[^"\\]|\\.|"")*"\Z|[$@rfs]?"""', re.DOTALL), "'string"),
    (re.compile(r"[LuU]?'(?:[^'\\]|\\.[^']*)'\Z"), "'char"),
    (re.compile(r"[-+]?(?:0[xXbB][\da-fA-F_]+|\d[\d_]*)[uU]?\Z"), "'int"),
    (re.compile(r"[-+]?(?:0[xXbB][\da-fA-F_]+|\d[\d_]*)[uUlL]+\Z"), "'long"),
    (re.compile(r"[-+]?(?:\d[\d_]*\.?[\d_]*|\.\d+)(?:[eE][-+]?\d+)?[fF]\Z"), "'float"),
    (re.compile(r"[-+]?(?:\d[\d_]*\.[\d_]*|\.\d+|\d+(?=[eEdDmM]))(?:[eE][-+]?\d+)?[dDmM]?\Z"), "'double"),
    (re.compile(r"(?:true|false)\Z"), "'boolean"),
    (re.compile(r"(?:null|nullptr|None)\Z"), NULL),
    (re.compile(r"[\w.]+(?:\[\])*(?:\.class|::class\.java)\Z"), ":Class"),
    (re.compile(r"typeof\s*\(.*\)\Z"), ":Type"),
    (
        re.compile(r'(?:[$@]+)?"(?:[^"\\\n]|\\.)*"\s*\+|.*\+\s*[$@]*"(?:[^"\\\n]|\\.)*"\Z', re.DOTALL),
        "'string",
    ),
    (
        re.compile(
            r"\{|(?:async\s+)?(?:\w+|\([^()]*\))\s*(?:->|=>)|\[[^\[\]]*\]\s*\([^()]*\)\s*\{|[\w.]*::\w+\Z"
        ),
        FUNCTION,
    ),
)
# Beyond this many characters of a call's arguments a function among them is not placed.
_LIMIT = 4000
# `(Foo<T>) value`; a bracketed value is followed by no other.
_CAST = re.compile(r"\(([\w.:]+)(?:<[^()]*>)?\s*[*&]?\)\s*[\w(\"']")


def read_arguments(text: str, end: int, language: str) -> str:
    """The arguments of the call whose name ends at an offset."""
    between = _TYPE_ARGUMENTS.match(text, end)
    at = between.end() if between else end
    given: list[str] = []
    if text.startswith("(", at) or (language == "cpp" and text.startswith("{", at)):
        found = split_list(text, at)
        if found is None:
            return ""
        given, at = found
    elif not text.startswith("{", at) or language not in ("kotlin", "scala"):
        return ""
    blanks = _BLANKS.match(text, at)
    at = blanks.end() if blanks else at
    # A function behind the brackets is an argument in Kotlin; Scala has it in a list of its own.
    if text.startswith("{", at) and (language == "kotlin" or (language == "scala" and not given)):
        given.append("{")
    if language == "kotlin" and any(argument.startswith("*") for argument in given):
        return ""
    return "(" + ",".join(_kind(argument, language) for argument in given) + ")"


def handed_over(text: str, start: int, offset: int, depth: int) -> tuple[int, int] | None:
    """The place of a function among the arguments that open at `start`, and that of the parameter of it
    that stands at `offset`, so many brackets deep, or in none where it is the only one; None where they
    are too far apart."""
    places: list[int] = []
    i = start
    while i < offset <= start + _LIMIT:
        skipped = quoted_end(text, i) if text[i] in "\"'`/" else -1
        if skipped > 0:
            i = skipped
            continue
        if text[i] in "([{":
            places.append(0)
        elif text[i] in ")]}" and places:
            places.pop()
        elif text[i] == "," and places:
            places[-1] += 1
        i += 1
    return (places[0], places[depth] if len(places) > depth else 0) if places else None


def kinds(arguments: str) -> list[str] | None:
    """The kinds that `read_arguments` told, None where they are not known."""
    if not arguments:
        return None
    return arguments[1:-1].split(",") if arguments != "()" else []


def _kind(argument: str, language: str) -> str:
    if language in _LABELLED:
        label = _LABEL.match(argument)
        argument = argument[label.end() :] if label else argument
    for pattern, kind in _LITERALS:
        if pattern.match(argument):
            return kind
    cast = _CAST.match(argument)
    if cast:
        return ":" + types.dotted(cast[1])
    value = types.of_value(argument, language)
    return value if value and "|" not in value and expressions.ELEMENT not in value else UNKNOWN
