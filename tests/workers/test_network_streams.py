"""Answers that a page reads as they come, over real Chromium's fetch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.providers.server import Cut, Pause, ProviderServer, Reply

Run = Callable[[str], Any]


def test_a_stream_is_read_as_it_comes_and_its_bytes_are_counted(run: Run, origin: str) -> None:
    with ProviderServer(cors=origin) as server:
        server.on("POST", "/", Reply(headers={"X-Kind": "test"}, pieces=(b"one", Pause(0.3), b"two")))
        result = run(f"""
host.network.allow("{server.origin}", "a test")
answer = await host.network.stream("POST", "{server.origin}/", {{"Authorization": "Bearer k"}}, b"asked")
chunks = [chunk.decode() async for chunk in answer]
return [answer.status, chunks, [h for h in host.network.contacted() if h["reason"] == "a test"]]
""")
        [request] = [r for r in server.requests if r.method == "POST"]
    assert result[:2] == [200, ["one", "two"]]
    assert (result[2][0]["requests"], result[2][0]["bytes"]) == (1, 6)
    assert (request.headers["authorization"], request.body) == ("Bearer k", b"asked")


def test_a_stream_ends_its_connection_when_it_is_closed_or_its_task_cancelled(run: Run, origin: str) -> None:
    with ProviderServer(cors=origin) as server:
        server.on("GET", "/begun", Reply(pieces=(b"one", Pause())))
        server.on("GET", "/silent", Reply(pieces=(Pause(),)))
        begun = run(f"""
host.network.allow("{server.origin}", "a test")
answer = await host.network.stream("GET", "{server.origin}/begun")
chunks = []
async for chunk in answer:
    chunks.append(chunk.decode())
    asyncio.get_running_loop().call_later(0.1, answer.close)
return chunks
""")
        assert begun == ["one"]
        assert server.gone.wait(10)
        server.gone.clear()
        cancelled = run(f"""
asking = asyncio.ensure_future(host.network.stream("GET", "{server.origin}/silent"))
await asyncio.sleep(0.5)
asking.cancel()
await asyncio.wait([asking])
return asking.cancelled()
""")
        assert cancelled
        assert server.gone.wait(10)


def test_a_stream_says_that_it_broke_off_and_follows_no_redirect(run: Run, origin: str) -> None:
    with ProviderServer(cors=origin) as server:
        server.on("GET", "/cut", Reply(pieces=(b"one", Pause(0.2), Cut())))
        server.on("GET", "/away", Reply(307, {"Location": f"{origin}/queries/python.scm"}, (), 0))
        result = run(f"""
host.network.allow("{server.origin}", "a test")
async def read(path):
    async for chunk in await host.network.stream("GET", "{server.origin}" + path):
        pass
return [await error_of(read("/cut")), await error_of(read("/away")),
        await error_of(host.network.stream("GET", "http://example.invalid/"))]
""")
    assert [error["code"] for error in result] == ["stream-cut", "redirected", "origin-refused"]
