"""Which chunks are embedded, in which order, and in batches of what size."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence

from app.engine.chunk.model import Chunk
from app.engine.embed.batches import BATCH, FILES, batches
from app.engine.source.selection import role
from app.engine.source.text import blob_sha
from app.host.cpython_store import MemoryStore

Batches = list[list[tuple[str, str]]]


def chunk(path: str, code: str, start: int, header: str = "") -> Chunk:
    """A chunk whose hash is its code, so that a test can read it."""
    end = start + len(code)
    return Chunk(path, 1, 1, start, end, "function", "f", f"{path}::f", header or path, code, 1)


class Tree:
    """Files by path, each a list of codes: a chunk apiece."""

    def __init__(self, files: Mapping[str, Sequence[str]]) -> None:
        self.store = MemoryStore()
        self.rows, self.chunks = [], {}
        for path, codes in files.items():
            text = "\n".join(codes)
            sha = blob_sha(text.encode())
            asyncio.run(self.store.put_texts({sha: text}))
            self.rows.append({"path": path, "sha": sha, "role": role(path)})
            starts = [sum(len(code) + 1 for code in codes[:n]) for n in range(len(codes))]
            self.chunks[path] = [chunk(path, *pair) for pair in zip(codes, starts, strict=True)]

    def batches(self, missing: set[str] | None = None) -> Batches:
        """All batches; of every chunk unless told otherwise."""
        wanted = {c.hash for held in self.chunks.values() for c in held} if missing is None else missing

        async def collect() -> Batches:
            return [batch async for batch in batches(self.store, self.rows, self.chunks, wanted)]

        return asyncio.run(collect())


def flat(made: Batches) -> list[str]:
    return [hash for batch in made for hash, _ in batch]


def test_every_missing_chunk_comes_once_and_no_other() -> None:
    files = {f"src/m{n}.py": [f"def f{n}_{i}(): pass" for i in range(7)] for n in range(60)}
    tree = Tree(files)
    every = {code for codes in files.values() for code in codes}
    missing = set(random.Random(1).sample(sorted(every), 300))
    made = tree.batches(missing)
    assert sorted(flat(made)) == sorted(missing)
    assert [len(batch) for batch in made] == [BATCH] * (300 // BATCH) + [300 % BATCH]


def test_more_files_than_are_read_at_once_still_fill_the_batches() -> None:
    tree = Tree({f"m{n}.py": [f"x{n} = 1"] for n in range(FILES * 3 + 1)})
    assert [len(batch) for batch in tree.batches()] == [BATCH, FILES * 3 + 1 - BATCH]


def test_equal_code_in_many_places_is_embedded_once() -> None:
    tree = Tree({"a.py": ["same", "same", "own"], "b/c.py": ["same"]})
    assert sorted(flat(tree.batches())) == ["own", "same"]


def test_what_is_embedded_is_the_header_and_the_code() -> None:
    tree = Tree({"a.py": ["first = 'ü\U0001f332'", "second = 2"]})
    assert tree.batches() == [
        [("first = 'ü\U0001f332'", "a.py\nfirst = 'ü\U0001f332'"), ("second = 2", "a.py\nsecond = 2")]
    ]


def test_the_valuable_comes_first() -> None:
    paths = [
        "README.md",
        "main.py",
        "src/core.py",
        "src/deep/detail.py",
        "docs/README.md",
        "docs/guide.md",
        "pyproject.toml",
        "tests/test_core.py",
        "data/rows.csv",
    ]
    shuffled = random.Random(2).sample(paths, len(paths))
    tree = Tree({path: [path] for path in shuffled})
    assert flat(tree.batches()) == paths


def test_the_caller_keeps_its_set_and_nothing_missing_is_no_batch() -> None:
    tree = Tree({"a.py": ["one"]})
    missing = {"one"}
    assert flat(tree.batches(missing)) == ["one"]
    assert missing == {"one"}
    assert tree.batches(set()) == []
    assert Tree({"empty.py": []}).batches() == []
