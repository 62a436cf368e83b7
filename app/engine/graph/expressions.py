"""Expressions that stand before a dot, in short: which names they go through, and which of them are called.

`compact` leaves out what does not tell the kind of a value (arguments, type arguments, bodies), so a chain
of calls over many lines is kept as ``new Builder().name().build()``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from app.engine.graph.brackets import closing, quoted_end

# A longer expression is cut here, and then means nothing.
_LIMIT = 200
_DEEPEST = 3
_TYPE_ARGUMENTS = re.compile(r"(?:::|(?<=\w))<[\w\s,.?<>\[\]{}()=&:;*'|$\"]*>(?=\s*[({.:\[]|\Z)")
# A number behind a dot is a place in a tuple.
_NAME = re.compile(r"[@$]{0,2}#?[A-Za-z_][\w$]*|(?<=\.)\d+")
_OPERATOR = re.compile(r"->|::|\.|\\")
_BEFORE = re.compile(r"(?:await\s+|[&*]+\s*(?:mut\s+)?)+")
# Behind arguments may be the body of a class or a function. `f()()` calls what f gives, which is not known.
_ARGUMENTS = re.compile(r"\(\)(?: ?\{\})?| ?\{\}")
# Kotlin's `this@Outer` is what Java writes `Outer.this`.
_LABEL = re.compile(r"this@(\w+)")
_AROUND_OPERATOR = re.compile(r"\s*([?!]*(?:->|::|\.))\s*")

# Rust's `?`, and what looks like it: the value itself, without what is wrapped around it.
UNWRAPPED = "?"
# One of what the value holds: `xs[0]`.
ELEMENT = "[]"
TEXT = '""'


class Step(NamedTuple):
    """One name of a chain. `name` is also ``(...)`` for an expression in brackets, `TEXT`, `UNWRAPPED` or
    `ELEMENT`."""

    name: str
    is_called: bool = False


def compact(text: str) -> str:
    """An expression on one line, without what stands in its brackets."""
    if text.startswith("this@"):
        text = _LABEL.sub(r"\1.this", text)
    return _AROUND_OPERATOR.sub(r"\1", " ".join(_compact(text, _DEEPEST).split()))[:_LIMIT]


def steps(expression: str) -> list[Step]:
    """The chain of a compact expression; none where it is something else: an operation, an element."""
    before = _BEFORE.match(expression)
    at = before.end() if before else 0
    awaited = [Step(UNWRAPPED, True)] if before and "await" in before.group() else []
    found: list[Step] = []
    while True:
        name = _name(expression, at)
        if not name:
            return []
        at += len(name)
        arguments = _ARGUMENTS.match(expression, at)
        is_called = arguments is not None
        at = arguments.end() if arguments else at
        found.append(Step(name, is_called))
        while expression.startswith(("?", "!", ELEMENT), at):
            if expression[at] == "?":
                found.append(Step(UNWRAPPED, True))
            elif expression[at] == "[":
                found.append(Step(ELEMENT))
                at += 1
            at += 1
        if at == len(expression):
            return found + awaited
        operator = _OPERATOR.match(expression, at)
        if not operator:
            return []
        at = operator.end()


def written(chain: list[Step]) -> str:
    """A chain as an expression again, the same in every language."""
    text = ""
    for step in chain:
        if step.name in (UNWRAPPED, ELEMENT):
            text += step.name
        else:
            text += ("." if text else "") + step.name + ("()" if step.is_called else "")
    return text


def _name(expression: str, at: int) -> str:
    if expression.startswith(TEXT, at):
        return TEXT
    if expression.startswith("(", at):
        end = closing(expression, at)
        # One with a comma is a tuple, or what a function takes.
        return expression[at : end + 1] if end > 0 and "," not in expression[at:end] else ""
    match = _NAME.match(expression, at)
    return match.group() if match else ""


def _compact(text: str, depth: int) -> str:
    pieces: list[str] = []
    i = 0
    while i < len(text):
        c = text[i]
        before = pieces[-1].rstrip()[-1:] if pieces else ""
        end = quoted_end(text, i) if c in "\"'`/" else -1
        generic = _TYPE_ARGUMENTS.match(text, i) if c in "<:" else None
        if end > 0:
            pieces.append(TEXT if c in "\"'`" else " ")
            i = end
        elif generic:
            i = generic.end()
        elif c in "([{":
            end = closing(text, i)
            if end < 0:
                return "".join(pieces) + text[i:]
            # `(Foo) x` and `(await f())` tell what they are, arguments do not.
            is_value = c == "(" and not re.match(r"[\w$>\])!?]", before)
            inner = _compact(text[i + 1 : end], depth - 1) if is_value and depth else ""
            pieces.append(c + inner + text[end])
            i = end + 1
        else:
            pieces.append(c)
            i += 1
    return "".join(pieces)
