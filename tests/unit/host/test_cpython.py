"""The native host's background work and assets."""

from __future__ import annotations

import asyncio

import pytest

from app.host.cpython import CPythonHost
from tools import model


@pytest.fixture
def host() -> CPythonHost:
    return CPythonHost(model.folder())


def test_background_work_runs_and_its_failure_is_told(host: CPythonHost) -> None:
    done: list[str] = []
    failures: list[Exception] = []

    async def works() -> None:
        await host.sleep(0)
        done.append("done")

    async def fails() -> None:
        raise ValueError("told")

    async def both() -> None:
        host.spawn(works(), failures.append)
        host.spawn(fails(), failures.append)
        assert done == []
        await host.sleep(0.01)

    asyncio.run(both())
    assert done == ["done"]
    assert [str(failure) for failure in failures] == ["told"]


def test_an_asset_is_the_file_that_ships(host: CPythonHost) -> None:
    assert host.asset("vocab.txt").decode().split("\n")[:1] == ["[PAD]"]
