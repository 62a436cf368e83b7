"""Small source trees, parsed by the real parser and joined into a graph."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

from app.engine.graph import imports
from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import FileSymbols
from app.engine.graph.symbols import extract
from app.engine.parse.languages import language_of
from app.host.cpython_parser import CPythonParser

# The first file of a language pays for its query; a busy machine must not make that a timeout.
_PARSER = CPythonParser(time_limit=60)


def read(path: str, text: str) -> FileSymbols | None:
    """A file's symbols; None for one without a grammar."""
    text = textwrap.dedent(text).lstrip("\n")
    language = language_of(path, text)
    if not language:
        return None
    parsed = _PARSER.parse_one(language, text)
    assert parsed.status == "ok", (path, parsed.status, parsed.message)
    return extract(path, language, text, parsed)


def read_tree(tree: Mapping[str, str]) -> tuple[dict[str, FileSymbols], dict[str, str]]:
    """(symbols by path, texts of config files)."""
    configs = {path: textwrap.dedent(text) for path, text in tree.items() if imports.is_config(path)}
    read_files = {path: read(path, text) for path, text in tree.items() if path not in configs}
    return {path: file for path, file in read_files.items() if file is not None}, configs


def graph_of(tree: Mapping[str, str]) -> CodeGraph:
    files, configs = read_tree(tree)
    graph = CodeGraph("owner/sample")
    graph.build(files, configs, tree.keys())
    return graph


def joined(graph: CodeGraph, *kinds: str) -> set[str]:
    """Edges of some kinds as ``source -> target``."""
    return {f"{e.source} -> {e.target}" for e in graph.edges() if e.kind in kinds}


def reasons(graph: CodeGraph, name: str) -> list[str]:
    """Why the references of a name stayed unresolved."""
    return [u.reason for _, u in graph.unresolved() if u.name == name]


def ruled(graph: CodeGraph, kinds: Iterable[str] = ("calls",)) -> dict[str, str]:
    """``source -> target`` to the rule that made it."""
    return {f"{e.source} -> {e.target}": e.rule for e in graph.edges() if e.kind in kinds}
