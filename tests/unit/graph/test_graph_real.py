"""The graph of real packages is well formed: what the export promises to those who read it."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from app.engine.graph import file_record, rules
from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import EDGE_KINDS, NODE_KINDS
from app.engine.parse.languages import LANGUAGES
from tests.support.source_files import SourceFile, fixtures, installed, read_sources


@pytest.fixture(scope="module", params=["python", "javascript", "typescript", "c", "fixtures"])
def built(request: pytest.FixtureRequest) -> tuple[CodeGraph, dict[str, SourceFile]]:
    language = request.param
    if language == "fixtures":
        chosen = [(f"{name}/{path}", text) for name in LANGUAGES for path, text in fixtures(name)]
    else:
        chosen = installed(language, 120)
    assert chosen
    files = {file.path: file for file in read_sources(chosen)}
    graph = CodeGraph("owner/installed")
    graph.build({path: file.symbols for path, file in files.items()}, {}, files)
    return graph, files


def test_every_node_is_one_thing_in_its_place(built: tuple[CodeGraph, dict[str, SourceFile]]) -> None:
    graph, files = built
    nodes = list(graph.nodes())
    repeated = [id for id, count in Counter(node.id for node in nodes).items() if count > 1]
    assert not repeated
    last_lines = {path: file.text.count("\n") + 1 for path, file in files.items()}
    for node in nodes:
        assert node.kind in NODE_KINDS
        assert node.name
        if node.path and node.kind not in ("file", "folder"):
            assert 1 <= node.start_line <= node.end_line <= last_lines[node.path]
    kinds = {node.kind for node in nodes}
    assert kinds >= {"repository", "folder", "file", "class", "function", "constant"}


def test_every_edge_joins_two_nodes_at_a_line(built: tuple[CodeGraph, dict[str, SourceFile]]) -> None:
    graph, files = built
    nodes = {node.id: node for node in graph.nodes()}
    edges = list(graph.edges())
    assert len(set(edges)) == len(edges)
    for edge in edges:
        assert edge.kind in EDGE_KINDS
        assert edge.confidence == rules.CONFIDENCE[edge.rule]
        source, target = nodes[edge.source], nodes[edge.target]
        if edge.kind == "contains":
            assert edge.line == 0
        elif edge.kind != "defines":
            # A definition may stand in another file than its type; every use stands in its source's.
            assert 1 <= edge.line <= files[source.path].text.count("\n") + 1
        if edge.kind in ("inherits", "implements"):
            # In JavaScript a class may be kept in a constant, or be made of a function.
            assert target.kind not in ("file", "folder", "repository", "method")
    defined = Counter(edge.target for edge in edges if edge.kind == "defines" and edge.rule == "structure")
    symbols = [symbol.id for file in files.values() for symbol in file.symbols.symbols]
    assert defined == Counter(symbols)


def test_every_file_is_contained_up_to_the_repository(built: tuple[CodeGraph, dict[str, SourceFile]]) -> None:
    graph, files = built
    parents = {edge.target: edge.source for edge in graph.edges() if edge.kind == "contains"}
    for path in files:
        steps = 0
        while path != graph.repository:
            path = parents[path]
            steps += 1
            assert steps < 50


def test_what_was_stored_is_the_same_graph(built: tuple[CodeGraph, dict[str, SourceFile]]) -> None:
    graph, files = built
    loaded = CodeGraph(graph.repository)
    loaded.place(files, {})
    for path, file in files.items():
        record = json.loads(json.dumps(file_record.to_record(file.symbols)))
        loaded.load(file_record.from_record(record), json.loads(json.dumps(graph.edges_of(path))))
    assert list(loaded.nodes()) == list(graph.nodes())
    assert list(loaded.edges()) == list(graph.edges())
    assert loaded.stale() == []
