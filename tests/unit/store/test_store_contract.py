"""The store on CPython, held against the contract that the browser's store is held against too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from app.host.cpython_store import MemoryStore
from app.shared import errors
from tests.support.store_contract import CASES

DIMENSION = 384


class Bench:
    """See tests/support/store_contract.py."""

    errors = errors

    def __init__(self) -> None:
        self.store = MemoryStore()

    def vector(self, values: Sequence[float]) -> NDArray[np.float32]:
        return np.pad(np.array(values, np.float32), (0, DIMENSION - len(values)))

    async def keep(self, space: str, rows: Mapping[str, Sequence[float]]) -> None:
        self.store.put_vectors(space, list(rows), np.stack([self.vector(row) for row in rows.values()]))


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_the_memory_store(case: Callable[[Any], Awaitable[None]], bench: Bench) -> None:
    asyncio.run(case(bench))
