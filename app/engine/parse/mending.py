"""Code that a grammar cannot read as it stands is read again, without what only a preprocessor reads.

A grammar knows one language, a C, C++ or C# file holds two: macros stand where no name may stand, and
the branches of ``#if`` each open the bracket that one of them closes. Blanks keep every offset and every
line, so captures fit the file as it is. Chunks are cut from the text itself: nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.engine.parse.captures import Parsed
from app.host.base import Parser

_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(\w+)(.*(?:\\\n.*)*)$", re.MULTILINE)
# The linkage that a C header declares to C++ readers: both of its halves stand in an `#ifdef`.
_LINKAGE = re.compile(
    r"^[ \t]*#[ \t]*if(?:def|[ \t]+defined)\b[ \t(]*__cplusplus\b.*\n\s*(?:extern\s+\"C\"\s*\{|\})[^\n#]*\n"
    r"[ \t]*#[ \t]*endif.*$",
    re.MULTILINE,
)

_MACRO = r"[A-Z][A-Z0-9]*_[A-Z0-9_]*"
# Bounded, so that a bracket without its partner is not looked for through the whole file.
_ARGUMENTS = r"\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,400}\)"
_NAME = r"(?:[A-Za-z_]\w*::)*~?[A-Za-z_]\w*"
# A macro on a line of its own, between declarations: `FMT_BEGIN_NAMESPACE`, `Q_OBJECT`.
_ALONE = re.compile(rf"(?<=[;{{}}:/>\"\w])\s*\n[ \t]*({_MACRO}(?:{_ARGUMENTS})?)[ \t\r]*(?=\n\s*[\w#/~}}])")
# Some in front of a declaration, which has a type and a name of its own: `GTEST_API_ std::string f(`.
_BEFORE = re.compile(
    rf"(?:^|[>;{{}}]|\b(?:static|inline|constexpr|explicit|virtual|friend|extern))[ \t]*"
    rf"({_MACRO}(?:{_ARGUMENTS})?(?:\s+{_MACRO}(?:{_ARGUMENTS})?)*)"
    rf"(?=\s+(?:{_NAME}(?:<[^;{{}}()]*>)?[\s*&]+)+(?:{_NAME}|operator\W+)\s*[(;={{\[])",
    re.MULTILINE,
)
# One between `class` and its name, one behind a parameter list, one among a template's parameters.
_BETWEEN = re.compile(rf"\b(?:class|struct|union|enum)\s+({_MACRO}(?:{_ARGUMENTS})?)\s+(?=[A-Za-z_])")
_BEHIND = re.compile(rf"\)\s*(?:const\s*)?({_MACRO}(?:{_ARGUMENTS})?)(?=\s*[;{{])")
_AMONG = re.compile(rf"(,\s*{_MACRO}{_ARGUMENTS})(?=\s*[,>])")
_MACROS = (_ALONE, _BEFORE, _BETWEEN, _BEHIND, _AMONG)
# `class A internal actual constructor(`: the grammar allows but one modifier there.
_KOTLIN_CONSTRUCTOR = re.compile(r"\b(actual|expect)[ \t]+(?=constructor\b)")
# `class A` with `private constructor(` on the next line: inside of a class the grammar takes that for a
# constructor of the class around, unless an annotation stands in front of it.
_KOTLIN_CONSTRUCTOR_BELOW = re.compile(
    r"(\bclass\s+\w+(?:<[^<>{}()]*>)?[ \t\r]*\n[ \t]*)[ \t]{2}(private|internal|protected|public)"
    r"(?=\s+constructor\s*\()"
)

# A member of an interface that begins with type parameters, after one that ends without a semicolon: the
# grammar takes them for type arguments of the line before.
_TYPE_PARAMETERS_FIRST = re.compile(r"^([ \t]*)[ \t](?=<(?:const )?[A-Z\s])", re.MULTILINE)

# What an error costs against code that was left out: it takes the structure around it along.
_ERROR_WEIGHT = 10


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as long as the file's own. `left_out`: how many code points of code it does not show."""

    text: str
    left_out: int = 0


async def parse_files(parser: Parser, jobs: Sequence[tuple[str, str]]) -> list[Parsed]:
    """What `parser` makes of (language, text) pairs; of those with errors, the reading that shows most."""
    results = await parser.parse(jobs)
    for place, (language, text) in enumerate(jobs):
        best = results[place]
        if best.status != "errors":
            continue
        lowest = _ERROR_WEIGHT * broken(best) or 1
        for reading in readings(language, text):
            if reading.left_out >= lowest:
                continue
            (again,) = await parser.parse([(language, reading.text)])
            cost = _ERROR_WEIGHT * broken(again) + reading.left_out + (again.status == "errors")
            if again.status in ("ok", "errors") and cost < lowest:
                results[place], lowest = again, cost
    return results


def readings(language: str, text: str) -> Iterator[Reading]:
    """The text without what its grammar may have stumbled over, in the ways that make a difference."""
    seen = {text}
    for reading in _readings(language, text):
        if reading.text not in seen:
            seen.add(reading.text)
            yield reading


def broken(parsed: Parsed) -> int:
    """How many code points stand in no tree: what the ``@error`` captures cover."""
    covered = end = 0
    for _, capture in parsed.captures():
        if capture.name == "error" and capture.end > end:
            covered += capture.end - max(end, capture.start)
            end = capture.end
    return covered


def _readings(language: str, text: str) -> Iterator[Reading]:
    if language == "c_sharp":
        yield Reading(_without_directives(text))
        yield _without_branches(text)
    elif language == "kotlin":
        text = _KOTLIN_CONSTRUCTOR.sub(_without_first_group, text)
        yield Reading(text)
        yield Reading(_KOTLIN_CONSTRUCTOR_BELOW.sub(_as_annotation, text))
    elif language in ("typescript", "tsx"):
        yield Reading(_TYPE_PARAMETERS_FIRST.sub(r"\1;", text))
    elif language in ("c", "cpp"):
        plain = _without_linkage_and_macros(text)
        yield Reading(plain)
        yield _without_branches(plain)


def _as_annotation(match: re.Match[str]) -> str:
    """An annotation in the blanks before a modifier, and blanks in its place."""
    return f"{match[1]}@A{_blanks(match[2])}"


def _without_linkage_and_macros(text: str) -> str:
    text = _LINKAGE.sub(lambda match: _blanks(match.group()), text)
    for pattern in _MACROS:
        text = pattern.sub(_without_first_group, text)
    return text


def _without_directives(text: str) -> str:
    """No ``#if`` and no ``#region``: all branches stay."""
    return _DIRECTIVE.sub(lambda match: _blanks(match.group()), text)


def _without_branches(text: str) -> Reading:
    """No conditionals, and of the branches of each the first alone; of ``#if 0`` none but ``#else``."""
    pieces: list[str] = []
    position = left_out_code = 0
    # Of each open conditional: whether this branch is left out, whether one was taken.
    open_: list[tuple[bool, bool]] = []
    for match in _DIRECTIVE.finditer(text):
        word, condition = match[1], match[2].strip()
        if not word.startswith(("if", "el", "endif")):
            continue
        between = text[position : match.start()]
        is_left_out = any(left_out for left_out, _ in open_)
        left_out_code += is_left_out and len("".join(between.split()))
        pieces += [_blanks(between) if is_left_out else between, _blanks(match.group())]
        position = match.end()
        if word.startswith("if"):
            open_.append((condition == "0", condition != "0"))
        elif open_:
            _, taken = open_.pop()
            if word != "endif":
                open_.append((taken, True))
    return Reading("".join(pieces) + text[position:], left_out_code)


def _without_first_group(match: re.Match[str]) -> str:
    start, end = match.start(1) - match.start(), match.end(1) - match.start()
    whole = match.group()
    return whole[:start] + _blanks(whole[start:end]) + whole[end:]


def _blanks(text: str) -> str:
    """As many spaces, on the same lines."""
    return "\n".join(" " * len(line) for line in text.split("\n"))
