"""What is measured: one pinned package as a git repository, in three forms, and questions to it."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.github.repository import commit_folder, git
from tools.environment import wheels

REQUIREMENTS = Path(__file__).parent / "requirements.txt"
PACKAGE = "networkx"
# A second branch of the same files: a run over it finds their texts stored.
AGAIN = "again"
# The part that is multiplied: 82 files of 1.3 MB.
PART = ("classes", "readwrite", "utils")
# A file that says so is fetched, and left out before it is parsed.
_GENERATED = b"# @generated\n"

# Question -> a file that answers it.
QUESTIONS = {
    "Where is Dijkstra's shortest path computed?": "networkx/algorithms/shortest_paths/weighted.py",
    "How does breadth-first search visit the nodes?": "networkx/algorithms/traversal/breadth_first_search.py",
    "What writes a graph to GraphML?": "networkx/readwrite/graphml.py",
    "How is PageRank computed?": "networkx/algorithms/link_analysis/pagerank_alg.py",
    "Where are edges added to a directed graph?": "networkx/classes/digraph.py",
    "How are backends dispatched to?": "networkx/utils/backends.py",
    "Which function finds a minimum spanning tree?": "networkx/algorithms/tree/mst.py",
    "How is a maximum flow found by preflow push?": "networkx/algorithms/flow/preflowpush.py",
    "What calls eulerian_circuit?": "networkx/algorithms/euler.py",
    "Where is the spring layout of a drawing computed?": "networkx/drawing/layout.py",
    "How are two graphs tested for isomorphism?": "networkx/algorithms/isomorphism/vf2pp.py",
    "What is raised when there is no path?": "networkx/exception.py",
    "How does Louvain detect communities?": "networkx/algorithms/community/louvain.py",
    "Where is betweenness centrality accumulated?": "networkx/algorithms/centrality/betweenness.py",
    "How is a random Barabási–Albert graph generated?": "networkx/generators/random_graphs.py",
    "Which classes inherit from Graph?": "networkx/classes/digraph.py",
    "How is a planar embedding checked?": "networkx/algorithms/planarity.py",
    "What converts a graph to a numpy array?": "networkx/convert_matrix.py",
    "Where are strongly connected components found?": (
        "networkx/algorithms/components/strongly_connected.py"
    ),
    "How is the graph's adjacency viewed without a copy?": "networkx/classes/coreviews.py",
}


class Corpus:
    """Git repositories below a folder; `whole` is the package as it is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.whole = folder / "whole"
        with zipfile.ZipFile(wheels(REQUIREMENTS, "packages")[0]) as wheel:
            wheel.extractall(self.whole)
        _commit(self.whole)

    def generated(self) -> Path:
        """Each file marked as generated: they are fetched and recorded, not parsed."""
        folder = self._folder / "generated"
        for path in _files(self.whole):
            _write(folder / path, _GENERATED + (self.whole / path).read_bytes())
        _commit(folder)
        return folder

    def multiplied(self, times: int) -> Path:
        """A part of the package, `times` over, each copy under a name of its own."""
        folder = self._folder / f"times-{times}"
        package = self.whole / PACKAGE
        for path in _files(package):
            if path.parts[0] not in PART:
                continue
            text = (package / path).read_bytes()
            for number in range(times):
                name = f"{PACKAGE}{number}"
                _write(folder / name / path, text.replace(PACKAGE.encode(), name.encode()))
        _commit(folder)
        return folder


def _commit(folder: Path) -> None:
    """Make a folder a repository with the branches ``main`` and `AGAIN`."""
    commit_folder(folder)
    git(folder, "branch", AGAIN)


def _files(folder: Path) -> list[Path]:
    return sorted(
        path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts
    )


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
