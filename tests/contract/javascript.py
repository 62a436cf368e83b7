"""What the JavaScript workers serve, and what they call at each other, read from their syntax trees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from tools.paths import ROOT

WORKERS = ROOT / "workers"


@cache
def tree(name: str) -> Node:
    """The tree of a file in ``workers/``."""
    parser = Parser(Language(tree_sitter_javascript.language()))
    return parser.parse((WORKERS / f"{name}.js").read_bytes()).root_node


def served(name: str) -> dict[str, tuple[int, int]]:
    """Method -> the fewest and the most arguments that a worker's handler takes."""
    handlers = next(_arguments(call)[0] for call in _calls(tree(name)) if _called(call) == "serve")
    if handlers.type == "identifier":
        handlers = _value_of(tree(name), _text(handlers))
    found = {}
    for member in handlers.named_children:
        if member.type == "method_definition":
            found[_text(_field(member, "name"))] = _arity(member)
        elif member.type == "pair":
            found[_text(_field(member, "key"))] = _arity(_function(name, _field(member, "value")))
        elif member.type == "shorthand_property_identifier":
            found[_text(member)] = _arity(_function(name, member))
    return found


def called(name: str) -> Iterator[tuple[str, int]]:
    """(method, arguments) of every ``call("method", [...])`` that a worker sends to another."""
    for call in _calls(tree(name)):
        arguments = _arguments(call)
        if _called(call) == "call" and arguments and arguments[0].type == "string":
            count = len(arguments[1].named_children) if len(arguments) > 1 else 0
            yield _text(arguments[0]).strip("\"'"), count


def _function(module: str, node: Node) -> Node:
    """A function, or the one that a name stands for: of this file, or of the file it is imported from."""
    if "identifier" not in node.type:
        return node
    name = _text(node)
    for found in _walk(tree(module)):
        if found.type == "function_declaration" and _text(_field(found, "name")) == name:
            return found
    for found in _walk(tree(module)):
        if found.type == "import_statement" and name in _text(found):
            return _function(_text(_field(found, "source")).strip("\"'./").removesuffix(".js"), node)
    raise LookupError(name)


def _arity(function: Node) -> tuple[int, int]:
    parameters = [p for p in _field(function, "parameters").named_children if p.type != "comment"]
    required = [p for p in parameters if p.type != "assignment_pattern"]
    return len(required), len(parameters)


def _value_of(root: Node, name: str) -> Node:
    """What a top-level constant is."""
    for node in _walk(root):
        if node.type == "variable_declarator" and _text(_field(node, "name")) == name:
            return _field(node, "value")
    raise LookupError(name)


def _calls(root: Node) -> Iterator[Node]:
    return (node for node in _walk(root) if node.type == "call_expression")


def _called(call: Node) -> str:
    """The last name of what is called."""
    function = _field(call, "function")
    return _text(_field(function, "property") if function.type == "member_expression" else function)


def _arguments(call: Node) -> list[Node]:
    return [node for node in _field(call, "arguments").named_children if node.type != "comment"]


def _field(node: Node, name: str) -> Node:
    found = node.child_by_field_name(name)
    if found is None:
        raise LookupError(f"{node.type} has no {name}")
    return found


def _text(node: Node) -> str:
    return (node.text or b"").decode()


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _walk(child)
