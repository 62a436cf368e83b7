"""The native network: the one door to the outside, as the browser's is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.host.base import Response
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import InternalError, OfflineError
from tools.server import SiteServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SiteServer]:
    (tmp_path / "file.txt").write_bytes(b"\xef\xbb\xbf0123456789")
    with SiteServer(tmp_path) as running:
        yield running


def get(network: CPythonNetwork, url: str) -> Response:
    return asyncio.run(network.request("GET", url))


def test_only_admitted_hosts_are_asked_and_all_of_them_are_counted(server: SiteServer) -> None:
    network = CPythonNetwork()
    origin = server.url.rstrip("/")
    with pytest.raises(InternalError) as refused:
        get(network, server.url)
    assert refused.value.code == "origin-refused"
    assert server.requests == []
    network.allow(origin, "a test")
    network.allow("http://127.0.0.1:9", "never asked")
    assert network.contacted() == []
    found, missing = get(network, f"{server.url}file.txt"), get(network, f"{server.url}none")
    assert (found.status, found.body) == (200, b"\xef\xbb\xbf0123456789")
    assert found.headers["content-type"].startswith("text/plain")
    assert missing.status == 404
    assert network.contacted() == [
        {
            "origin": origin,
            "reason": "a test",
            "requests": 2,
            "bytes": len(found.body) + len(missing.body),
        }
    ]


def test_no_answer_is_an_offline_error() -> None:
    network = CPythonNetwork()
    network.allow("http://127.0.0.1:9", "a port that nobody listens on")
    with pytest.raises(OfflineError, match=r"127\.0\.0\.1:9"):
        get(network, "http://127.0.0.1:9/")
