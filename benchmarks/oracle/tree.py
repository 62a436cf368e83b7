"""A folder of sources, read and joined as the engine does it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from app.engine.graph import imports
from app.engine.graph.graph import CodeGraph
from tests.support.source_files import read_sources

# Folders that are no part of what an author wrote.
_SKIPPED = frozenset((".git", "node_modules", "__pycache__"))


@dataclass(frozen=True, slots=True)
class Tree:
    """`texts` are those of the files that have a grammar, by path; `graph` joins them."""

    folder: Path
    texts: dict[str, str]
    graph: CodeGraph


def read_tree(folder: Path) -> Tree:
    """All of a folder that can be read as text."""
    paths = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and _SKIPPED.isdisjoint(path.relative_to(folder).parts)
    }
    texts = {name: text for name, path in paths.items() if (text := _text(path)) is not None}
    configs = {name: text for name, text in texts.items() if imports.is_config(name)}
    sources = read_sources([(name, text) for name, text in texts.items() if name not in configs])
    files = {source.path: source.symbols for source in sources if source.language}
    graph = CodeGraph(f"oracle/{folder.name}")
    graph.build(files, configs, paths.keys())
    return Tree(folder, {name: texts[name] for name in files}, graph)


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
