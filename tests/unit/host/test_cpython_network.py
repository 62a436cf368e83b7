"""The native network: the one door to the outside, as the browser's is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.host.base import Response
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import InternalError, OfflineError, UnderstoryError
from tests.support.providers.server import Cut, Pause, ProviderServer, Reply
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


def streaming(*pieces: bytes | Pause | Cut, **more: Any) -> tuple[ProviderServer, CPythonNetwork]:
    """A server that answers GET / with the pieces, and a network that may ask it."""
    server = ProviderServer()
    server.on("GET", "/", Reply(pieces=pieces, **more))
    network = CPythonNetwork()
    network.allow(server.origin, "a test")
    return server, network


def test_a_stream_is_read_as_it_comes_and_its_bytes_are_counted() -> None:
    server, network = streaming(b"one", Pause(0.2), b"two", headers={"X-Kind": "test"})

    async def read() -> list[bytes]:
        answer = await network.stream("GET", server.origin + "/", {"Authorization": "Bearer k"})
        assert (answer.status, answer.headers["x-kind"]) == (200, "test")
        return [chunk async for chunk in answer]

    with server:
        assert asyncio.run(read()) == [b"one", b"two"]
        assert server.requests[0].headers["authorization"] == "Bearer k"
    [contacted] = network.contacted()
    assert (contacted["requests"], contacted["bytes"]) == (1, 6)


def test_closing_a_stream_ends_its_connection_and_its_reader() -> None:
    server, network = streaming(b"one", Pause())

    async def read() -> list[bytes]:
        answer = await network.stream("GET", server.origin + "/")
        chunks = []
        async for chunk in answer:
            chunks.append(chunk)
            asyncio.get_running_loop().call_later(0.1, answer.close)
        return chunks

    with server:
        assert asyncio.run(read()) == [b"one"]
        assert server.gone.wait(5)


def test_a_stream_that_breaks_off_says_so() -> None:
    server, network = streaming(b"one", Pause(0.1), Cut())

    async def read() -> None:
        async for _ in await network.stream("GET", server.origin + "/"):
            pass

    with server, pytest.raises(OfflineError) as broken:
        asyncio.run(read())
    assert broken.value.code == "stream-cut"


def test_no_stream_follows_a_redirect_or_goes_where_nothing_was_allowed() -> None:
    server, network = streaming(status=302, headers={"Location": "/elsewhere"})

    async def code(url: str) -> str:
        try:
            await network.stream("GET", url)
        except UnderstoryError as error:
            return error.code
        return ""

    with server:
        assert asyncio.run(code(server.origin + "/")) == "redirected"
        assert asyncio.run(code("http://127.0.0.1:9/")) == "origin-refused"
        assert [request.path for request in server.requests] == ["/"]
