"""Small source trees, parsed by the real parser and joined into a graph."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping

from app.engine.graph import imports
from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import FileSymbols
from tests.support.source_files import read_source


def read(path: str, text: str) -> FileSymbols | None:
    """A file's symbols; None for one without a grammar."""
    file = read_source(path, textwrap.dedent(text).lstrip("\n"))
    if not file.language:
        return None
    assert file.parsed.status == "ok", (path, file.parsed.status, file.parsed.message)
    return file.symbols


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
