"""A server for each test, and a conversation with everything in it that there can be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.providers.server import ProviderServer


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer() as running:
        yield running
