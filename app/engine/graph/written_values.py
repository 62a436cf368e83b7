"""What Python's expressions and headers say by themselves: elements, keys, places, parameters."""

from __future__ import annotations

import ast
import re
from functools import lru_cache

from app.engine.graph.brackets import split_list
from app.engine.graph.model import Symbol

_HEADER = re.compile(r"\bdef\s+\w+\s*(?=\()")
_PARAMETER = re.compile(r"\*{0,2}\s*(\w+)")


@lru_cache(maxsize=4096)
def parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(f"({text})", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def elements_of(node: ast.expr | None) -> list[ast.expr]:
    """The elements of a list, the keys of a dictionary."""
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return node.elts
    return [key for key in node.keys if key is not None] if isinstance(node, ast.Dict) else []


def listed(node: ast.expr | None, method: str) -> ast.expr:
    """What a dictionary's `values` or `items` give, as a list."""
    assert isinstance(node, ast.Dict), "only dictionaries are asked"
    if method == "values":
        return ast.List([v if k else ast.Starred(v) for k, v in zip(node.keys, node.values, strict=True)])
    return ast.List([ast.Tuple([k, v]) for k, v in zip(node.keys, node.values, strict=True) if k is not None])


def place_of(key: ast.expr) -> int | None:
    try:
        place = ast.literal_eval(key)
    except ValueError:
        return None
    return place if isinstance(place, int) else None


def _parameters(function: Symbol) -> tuple[list[str], int]:
    """The names of what a function takes, in order, and how many of them go by their place; none where its
    header does not tell them."""
    header = _HEADER.search(function.signature)
    found = split_list(function.signature, header.end()) if header else None
    items = [item for item in found[0] if item != "/"] if found else []
    places = next((i for i, item in enumerate(items) if item.startswith("*")), len(items))
    names = [_PARAMETER.match(item) for item in items if item != "*"]
    taken = [match[1] for match in names if match]
    return (taken, places) if len(taken) == len(names) else ([], 0)


def taken_at(function: Symbol, name: str, is_bound: bool) -> str:
    """The parameter that takes an argument: a place or a keyword; "" where that is not certain."""
    taken, places = _parameters(function)
    if not name.isdigit():
        return name if name in taken else ""
    place = int(name) + (is_bound and "staticmethod" not in function.signature)
    return taken[place] if place < places else ""


def argument_for(function: Symbol, call: ast.Call, name: str) -> ast.expr | None:
    """What a call of a function hands to a parameter; None where nothing that is certain."""
    taken, places = _parameters(function)
    if name not in taken or function.kind == "method":
        return None
    place = taken.index(name)
    if place < min(places, len(call.args)) and not any(isinstance(one, ast.Starred) for one in call.args):
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
