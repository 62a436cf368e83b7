"""The parser on CPython: the native tree-sitter with the queries that the parse worker runs too.

Texts are parsed as UTF-16, as web-tree-sitter does: the cost of skipping broken code counts bytes,
so another encoding would mend some files with errors in another way.
"""

from __future__ import annotations

import asyncio
import importlib
import re
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import tree_sitter

from app.engine.parse.captures import Parsed
from app.engine.parse.languages import LANGUAGES
from app.host.base import Parser

QUERIES = Path(__file__).parents[1] / "engine" / "parse" / "queries"
TIME_LIMIT = 2.0
# As in workers/parse.js: matches that are begun and not ended at one time. Beyond it some are left out.
MATCH_LIMIT = 65536
# The engine hands out pieces of a text; a surrogate pair cut in two is asked for again.
_PIECE = 65536

# The library compares bytes as UTF-8 in its own predicates, so these run here, under other names.
_PREDICATE = re.compile(r"#(?=(?:not-)?(?:eq|match)\?|any-of\?)")
_OWN = "utf16-"
_INHERITS = re.compile(r"; inherits: (.+)")

_Arguments = list[tuple[str, Literal["capture", "string"]]]
_Captures = dict[str, list[tree_sitter.Node]]


class CPythonParser(Parser):
    """`time_limit` is in seconds a file, parsing and querying together."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit

    async def parse(self, jobs: Sequence[tuple[str, str]]) -> list[Parsed]:
        results = []
        for language, text in jobs:
            results.append(self.parse_one(language, text))
            # Others on the loop have their turn between files.
            await asyncio.sleep(0)
        return results

    def parse_one(self, language: str, text: str) -> Parsed:
        """One file. Whatever goes wrong is in the result's status."""
        deadline = time.monotonic() + self._time_limit

        def late(*_: object) -> bool:
            return time.monotonic() > deadline

        try:
            return _parse(_grammar(language), text, late)
        except Exception as error:
            if late():
                return Parsed("timeout", message=f"Parsing took longer than {self._time_limit:g} s.")
            return Parsed("failed", message=f"{type(error).__name__}: {error}")


@dataclass(frozen=True, slots=True)
class _Grammar:
    parser: tree_sitter.Parser
    query: tree_sitter.Query
    names: tuple[str, ...]


@cache
def _grammar(name: str) -> _Grammar:
    if name not in LANGUAGES:
        raise LookupError(f"there is no grammar for {name!r}")
    row = LANGUAGES[name]
    language = tree_sitter.Language(getattr(importlib.import_module(row.module), row.function)())
    query = tree_sitter.Query(language, _PREDICATE.sub("#" + _OWN, query_source(name)))
    names = tuple(query.capture_name(i) for i in range(query.capture_count))
    return _Grammar(tree_sitter.Parser(language), query, names)


def query_source(name: str) -> str:
    """A query with those before it that its first line names: ``; inherits: ecmascript, jsx``."""
    source = (QUERIES / f"{name}.scm").read_text(encoding="utf-8")
    inherits = _INHERITS.match(source)
    names = re.split(r",\s*", inherits[1]) if inherits else []
    return "\n".join([*map(query_source, names), source])


def _parse(grammar: _Grammar, text: str, late: Callable[..., bool]) -> Parsed:
    source = text.encode("utf-16-le", "surrogatepass")
    parser = grammar.parser
    try:
        tree = parser.parse(
            lambda offset, _: source[offset : offset + _PIECE],
            encoding="utf16le",
            progress_callback=late,
        )
    finally:
        # A parse that was stopped would otherwise be continued with the next file.
        parser.reset()
    cursor = tree_sitter.QueryCursor(grammar.query, match_limit=MATCH_LIMIT)
    # Not stopped half-way: with a progress callback this version of the library crashes here.
    matches = cursor.matches(tree.root_node, _predicate)
    if late():
        raise TimeoutError
    return Parsed(
        "errors" if tree.root_node.has_error else "ok",
        grammar.names,
        _rows(matches, grammar.names, _code_points(text)),
        "So much is begun at one time in this file that some captures were left out."
        if cursor.did_exceed_match_limit
        else "",
    )


def _code_points(text: str) -> Callable[[int], int]:
    """From an offset in UTF-16 bytes to one in code points."""
    pairs = array("I", (i for i, c in enumerate(text) if c > "\uffff")) if not text.isascii() else array("I")
    if not pairs:
        return lambda offset: offset >> 1
    # The unit at which the second half of each pair stands.
    halves = array("I", (at + n + 1 for n, at in enumerate(pairs)))
    return lambda offset: (offset >> 1) - bisect_left(halves, offset >> 1)


def _rows(
    matches: Sequence[tuple[int, _Captures]], names: Sequence[str], code_points: Callable[[int], int]
) -> array[int]:
    """The rows in their canonical order, see app/DESIGN.md."""
    index = {name: i for i, name in enumerate(names)}
    ordered = []
    for pattern, captures in matches:
        found = [
            (
                code_points(node.start_byte),
                -code_points(node.end_byte),
                name,
                node.start_point.row,
                node.end_point.row,
            )
            for name, nodes in captures.items()
            # Those with an underscore serve predicates alone.
            if not name.startswith("_")
            for node in nodes
        ]
        if found:
            found.sort()
            ordered.append((*found[0][:2], pattern, found))
    ordered.sort()
    rows = array("i")
    number = -1
    before: tuple[object, ...] = ()
    for match in ordered:
        if match == before:
            continue
        before = match
        number += 1
        for start, minus_end, name, start_row, end_row in match[3]:
            rows.extend((number, index[name], start, -minus_end, start_row, end_row))
    return rows


def _predicate(predicate: str, args: _Arguments, pattern_index: int, captures: _Captures) -> bool:
    """Whether every node of the first capture satisfies it, as in web-tree-sitter."""
    kind = predicate.removeprefix(_OWN).removesuffix("?")
    negative = kind.startswith("not-")
    nodes = captures.get(args[0][0], [])
    values = [value for value, _ in args[1:]]
    if kind.endswith("eq") and args[1][1] == "capture":
        values = [_text(node) for node in captures.get(values[0], [])]
    if kind.endswith("match"):
        pattern = re.compile(values[0])
        return all((pattern.search(_text(node)) is None) == negative for node in nodes)
    return all((_text(node) in values) != negative for node in nodes)


def _text(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-16-le", "surrogatepass")
