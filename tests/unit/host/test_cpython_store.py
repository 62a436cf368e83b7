"""The scan on CPython against plain numpy, and the store's limit."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
from numpy.typing import NDArray

from app.host.cpython_store import BLOCK, MemoryStore
from app.shared.errors import StorageError

K = 20
ROWS = 3 * BLOCK + 7
Floats = NDArray[np.float32]


@pytest.fixture(scope="module")
def rows() -> Floats:
    """Unit vectors with neighbours: random ones would all be far from each other."""
    generator = np.random.default_rng(7)
    centres = generator.normal(size=(40, 384))
    near = centres[generator.integers(40, size=ROWS)] + 0.5 * generator.normal(size=(ROWS, 384))
    return (near / np.linalg.norm(near, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def store(rows: Floats) -> MemoryStore:
    """The rows under their numbers, in batches of many sizes; every third is not active."""
    made = MemoryStore()
    begin = 0
    for size in [1, 7, 64, BLOCK, BLOCK + 1, ROWS]:
        part = rows[begin : begin + size]
        made.put_vectors("s", [str(begin + n) for n in range(len(part))], part)
        begin += len(part)
    asyncio.run(made.activate("s", [str(n) for n in range(ROWS) if n % 3]))
    return made


def test_a_scan_finds_what_brute_force_finds(store: MemoryStore, rows: Floats) -> None:
    active = np.arange(ROWS) % 3 != 0
    shared = 0
    for query in rows[:50]:
        exact = np.where(active, rows @ query, -2)
        expected = np.argsort(-exact, kind="stable")[:K]
        found = asyncio.run(store.scan("s", query, K))
        numbers = [int(hash) for hash, _ in found]
        scores = np.array([score for _, score in found])
        assert len(numbers) == len(set(numbers)) == K
        assert active[numbers].all()
        assert (np.diff(scores) <= 0).all()
        # 127 steps to the largest of 384 values.
        assert np.abs(scores - exact[numbers]).max() < 0.005
        shared += len(set(numbers) & set(expected.tolist()))
    assert shared >= 0.97 * 50 * K


def test_more_than_there_is_gives_all_that_is_active(store: MemoryStore, rows: Floats) -> None:
    found = asyncio.run(store.scan("s", rows[0], 10 * ROWS))
    assert {int(hash) for hash, _ in found} == {n for n in range(ROWS) if n % 3}
    assert asyncio.run(store.scan("s", rows[0], 0)) == []


def test_beyond_the_limit_nothing_is_written() -> None:
    store = MemoryStore(quota=100)

    def put(value: str) -> None:
        record = {"name": "n", "value": value}
        asyncio.run(store.write([{"op": "put", "store": "settings", "record": record}]))

    put("small")
    for work in (
        lambda: put("x" * 200),
        lambda: asyncio.run(store.put_texts({"sha": "".join(map(chr, range(300)))})),
        lambda: asyncio.run(store.put_bytes("lexical", "r", bytes(200))),
        lambda: store.put_vectors("s", ["h"], np.ones((1, 384), np.float32)),
    ):
        with pytest.raises(StorageError) as raised:
            work()
        assert raised.value.code == "quota"
    assert asyncio.run(store.get("settings", "n")) == {"name": "n", "value": "small"}
    assert asyncio.run(store.get_texts(["sha"])) == {}
    assert asyncio.run(store.get_bytes("lexical", "r")) is None
    assert asyncio.run(store.vectors("s")) == []
