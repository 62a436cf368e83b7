"""One repository's records: every round trip, what changes together, and what is shared."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

import pytest

from app.engine.chunk.model import Chunk
from app.engine.graph import file_record
from app.engine.graph.symbols import extract
from app.engine.source.plan import file_row
from app.engine.source.snapshot import Entry
from app.engine.store.keeper import Keeper, checked, chunk_from_list, chunk_to_list
from app.engine.store.records import FORMAT, STORES, repository
from app.host.cpython_parser import CPythonParser
from app.host.cpython_store import MemoryStore
from app.shared.errors import InternalError, StorageError

R, S = "github.com/o/r@main", "github.com/o/s@main"
T = TypeVar("T")


def run(work: Awaitable[T]) -> T:
    return asyncio.run(work)  # type: ignore[arg-type]


def row(id: str, path: str, sha: str = "", state: str = "indexed") -> dict[str, Any]:
    return file_row(id, Entry(path, sha or f"sha of {path}", 5), state, language="python")


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def keeper(store: MemoryStore) -> Keeper:
    return Keeper(store, R)


def nodes(keeper: Keeper, path: str, **values: Any) -> dict[str, Any]:
    return keeper.record(path, {"sha": f"sha of {path}", "symbols": {}, "chunks": [], **values})


def test_a_chunk_comes_back_through_the_store(keeper: Keeper) -> None:
    whole = Chunk("a.py", 1, 9, 0, 99, "method", "A.f", "a.py::A.f", "a.py\nA", "hash", 42)
    cell = Chunk("n.ipynb", 3, 3, 5, 9, "cell", "", "", "n.ipynb", "hash 2", 7, (2, 3), "print('\U0001f332')")
    for chunk in (whole, cell):
        run(
            keeper.save_files(
                [(row(R, chunk.path), nodes(keeper, chunk.path, chunks=[chunk_to_list(chunk)]))]
            )
        )
        kept = run(keeper.node(chunk.path))
        assert kept is not None
        assert [chunk_from_list(chunk.path, fields) for fields in kept["chunks"]] == [chunk]


def test_symbols_come_back_through_the_store(keeper: Keeper) -> None:
    text = "import os as o\n\n\nclass A(B):\n    '''Doc.'''\n\n    def f(self, x: int):\n        y = o.g(x)\n"
    parsed = CPythonParser().parse_one("python", text)
    symbols = extract("a.py", "python", text, parsed)
    assert symbols.symbols and symbols.references and symbols.imports
    run(keeper.save_files([(row(R, "a.py"), nodes(keeper, "a.py", symbols=file_record.to_record(symbols)))]))
    (kept,) = run(keeper.nodes())
    assert file_record.from_record(kept["symbols"]) == symbols


def test_every_other_record_comes_back(keeper: Keeper, store: MemoryStore) -> None:
    record = repository(id=R, origin="", owner="o", name="r", ref="main", commit="c", folder="", added=1.5)
    run(keeper.save_repository(record))
    run(keeper.save_files([(row(R, "b.py"), None), (row(R, "a.py"), nodes(keeper, "a.py"))]))
    run(keeper.save_edges({"a.py": {"edges": [["x", "y", 1]], "unresolved": []}}))
    run(keeper.save_lexical(b"image"))
    assert run(store.get("repositories", R)) == record
    assert run(keeper.files()) == {"a.py": row(R, "a.py"), "b.py": row(R, "b.py")}
    assert run(keeper.node("a.py")) == nodes(keeper, "a.py")
    assert run(keeper.edges()) == [
        {"repository": R, "path": "a.py", "format": FORMAT, "edges": [["x", "y", 1]], "unresolved": []}
    ]
    assert run(keeper.lexical()) == b"image"


def test_what_is_not_kept_is_none(keeper: Keeper) -> None:
    assert run(keeper.files()) == {}
    assert run(keeper.node("a.py")) is None
    assert run(keeper.text("sha")) is None
    assert run(keeper.lexical()) is None


def test_files_change_together_or_not_at_all(keeper: Keeper) -> None:
    run(keeper.save_files([(row(R, "a.py", "old"), nodes(keeper, "a.py"))]))
    without_key = {"repository": R, "state": "indexed"} | {"path": "b.py"}
    nodes_without_key = {"format": FORMAT}
    with pytest.raises(InternalError):
        run(keeper.save_files([(row(R, "a.py", "new"), None), (without_key, nodes_without_key)]))
    assert run(keeper.files()) == {"a.py": row(R, "a.py", "old")}
    assert run(keeper.node("a.py")) is not None


def test_a_new_text_takes_its_files_old_edges_away(keeper: Keeper) -> None:
    run(keeper.save_files([(row(R, path), nodes(keeper, path)) for path in ("a.py", "b.py")]))
    run(keeper.save_edges({path: {"edges": [], "unresolved": []} for path in ("a.py", "b.py")}))
    run(keeper.save_files([(row(R, "a.py", "new"), nodes(keeper, "a.py"))]))
    assert [record["path"] for record in run(keeper.edges())] == ["b.py"]


def test_a_file_that_is_left_out_keeps_its_row_alone(keeper: Keeper) -> None:
    run(keeper.save_files([(row(R, "a.py"), nodes(keeper, "a.py"))]))
    run(keeper.save_edges({"a.py": {"edges": [], "unresolved": []}}))
    skipped = row(R, "a.py", state="skipped")
    run(keeper.save_files([(skipped, None)]))
    assert run(keeper.files()) == {"a.py": skipped}
    assert run(keeper.nodes()) == run(keeper.edges()) == []


def test_a_text_goes_once_no_repository_has_it(keeper: Keeper, store: MemoryStore) -> None:
    other = Keeper(store, S)
    run(store.put_texts({"shared": "1", "own": "2", "unknown": "3"}))
    run(keeper.save_files([(row(R, "a.py", "shared"), None), (row(R, "b.py", "own"), None)]))
    run(other.save_files([(row(S, "c.py", "shared"), None)]))
    run(keeper.drop_texts(["shared", "own"]))
    assert run(store.get_texts(["shared", "own"])) == {"shared": "1", "own": "2"}
    run(keeper.forget_files(["a.py", "b.py"]))
    run(keeper.drop_texts(["shared", "own"]))
    assert run(store.get_texts(["shared", "own", "unknown"])) == {"shared": "1", "unknown": "3"}


def test_forgetting_leaves_nothing_of_ones_own_and_all_of_the_others(store: MemoryStore) -> None:
    shared = {"sha": "text"}
    for id in (R, S):
        keeper = Keeper(store, id)
        run(store.put_texts(shared | {id: "own text"}))
        run(keeper.save_repository({"id": id, "format": FORMAT}))
        files = [(row(id, "a.py", "sha"), nodes(keeper, "a.py")), (row(id, "b.py", id), None)]
        run(keeper.save_files(files))
        run(keeper.save_edges({"a.py": {"edges": [], "unresolved": []}}))
        run(keeper.save_lexical(id.encode()))
        record = {"repository": id, "turns": []}
        run(store.write([{"op": "put", "store": "conversations", "record": record}]))
    run(Keeper(store, R).forget())
    for name in ("repositories", "files", "nodes", "edges", "conversations"):
        kept = run(store.get_all(name))
        assert {record.get("repository", record.get("id")) for record in kept} == {S}
    assert run(store.get_texts(["sha", R, S])) == shared | {S: "own text"}
    assert run(store.get_bytes("lexical", R)) is None
    assert run(store.get_bytes("lexical", S)) == S.encode()


def test_a_record_of_another_format_is_refused_in_words() -> None:
    assert checked({"format": FORMAT}) == {"format": FORMAT}
    for unknown in ({"format": FORMAT + 1}, {"format": 0}, {}):
        with pytest.raises(StorageError) as refused:
            checked(unknown)
        assert refused.value.code == "unknown-format"
        assert refused.value.hint


def test_the_memory_store_has_every_documented_store(store: MemoryStore) -> None:
    for name in STORES:
        if name in ("texts", "lexical"):
            assert run(store.get_bytes(name, "none")) is None
        elif name != "vectors":
            assert run(store.get_all(name)) == []
