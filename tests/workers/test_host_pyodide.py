"""app/host/browser.py in Pyodide, over the real workers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.support import store_contract

Run = Callable[[str], Any]


def test_records_texts_and_bytes_come_back_as_they_went(run: Run) -> None:
    result = run("""
store = host.store
version = await store.open()
await store.write([
    {"op": "put", "store": "files", "record": {"repository": "r", "path": "a.py", "sha": "1"}},
    {"op": "put", "store": "files", "record": {"repository": "r", "path": "b.py", "sha": "2"}},
    {"op": "put", "store": "files", "record": {"repository": "s", "path": "a.py", "sha": "3"}},
])
await store.put_texts({"1": "\\ufeffx = '\\U0001f332'\\n", "2": ""})
await store.put_bytes("lexical", "r", bytes(range(256)))
return {
    "version": version["version"],
    "one": await store.get("files", ["r", "a.py"]),
    "none": await store.get("files", ["r", "z.py"]),
    "prefix": [record["path"] for record in await store.get_all("files", ["r"])],
    "all": len(await store.get_all("files")),
    "texts": await store.get_texts(["1", "2", "3"]),
    "bytes": list(await store.get_bytes("lexical", "r")),
    "missing": await store.get_bytes("lexical", "s"),
    "estimate": sorted(await store.estimate()),
}
""")
    assert result == {
        "version": 1,
        "one": {"repository": "r", "path": "a.py", "sha": "1"},
        "none": None,
        "prefix": ["a.py", "b.py"],
        "all": 3,
        "texts": {"1": "\ufeffx = '\U0001f332'\n", "2": ""},
        "bytes": list(range(256)),
        "missing": None,
        "estimate": ["database", "persisted", "quota", "usage"],
    }


BENCH = """
import js, traceback
from app.shared import errors

class Bench:
    store = host.store
    def vector(self, values):
        array = js.Float32Array.new(384)
        for i, value in enumerate(values):
            array[i] = value
        return array
    async def keep(self, space, rows):
        scales, data = js.Float32Array.new(len(rows)), js.Int8Array.new(len(rows) * 384)
        for n, values in enumerate(rows.values()):
            scales[n] = max(map(abs, values)) / 127
            for i, value in enumerate(values):
                data[n * 384 + i] = round(value / scales[n])
        packed = js.Object.fromEntries(js.Array.of(js.Array.of("scales", scales), js.Array.of("data", data)))
        await self.port.call("append", js.Array.of(space, js.Array.of(*rows), packed))

bench = Bench()
bench.errors = errors
rpc = await js.eval("(url) => import(url)")(BASE + "workers/rpc.js")
bench.port = rpc.connect(await host.store.port(lambda: None))
"""


def test_the_store_keeps_the_contract(run: Run) -> None:
    """The cases that the store on CPython is held against in tests/unit/store."""
    source = Path(store_contract.__file__).read_text(encoding="utf-8")
    failed = run(f"""
{BENCH}
contract, failed = {{}}, []
exec({source!r}, contract)
for case in contract["CASES"]:
    try:
        await case(bench)
    except Exception:
        failed.append(traceback.format_exc())
return failed
""")
    assert not failed, "\n".join(failed)


def test_a_worker_that_was_ended_is_started_again_and_scans_the_same_hashes(run: Run) -> None:
    result = run("""
import js
store = host.store
vector = js.Float32Array.new(384)
vector[0] = 1
port = await store.port(lambda: None)
rpc = await js.eval("(url) => import(url)")(BASE + "workers/rpc.js")
scales, data = js.Float32Array.new(2), js.Int8Array.new(2 * 384)
scales[0] = scales[1] = 1 / 127
data[0], data[384] = 127, 64
packed = js.Object.fromEntries(js.Array.of(js.Array.of("scales", scales), js.Array.of("data", data)))
arguments = js.Array.of("space", js.Array.of("one", "two"), packed)
await rpc.connect(port).call("append", arguments)
await store.activate("space", ["two"])
before = await store.scan("space", vector, 5)
store._worker.close()
return [before, await store.scan("space", vector, 5), sorted(await store.vectors("space"))]
""")
    before, after, kept = result
    assert [hash for hash, _ in before] == ["two"]
    assert after == before
    assert kept == ["one", "two"]


def test_a_database_error_becomes_a_storage_error_and_any_other_an_internal_one(run: Run) -> None:
    result = run("""
newer = {"op": "put", "store": "nodes", "record": {"repository": "r", "path": "p", "format": 99}}
return [
    await error_of(host.store.write([newer])),
    await error_of(host.store.write([{"op": "melt", "store": "nodes"}])),
]
""")
    newer, unknown = result
    assert (newer["type"], newer["code"]) == ("StorageError", "unknown-format")
    assert (unknown["type"], unknown["code"]) == ("InternalError", "no-such-operation")


def test_only_admitted_hosts_are_asked_and_all_of_them_are_counted(run: Run, origin: str) -> None:
    result = run("""
network = host.network
answer = await network.request("GET", BASE + "queries/python.scm")
missing = await network.request("GET", BASE + "queries/none.scm")
refused = await error_of(network.request("GET", "http://example.invalid/"))
redirected = await error_of(network.request("GET", BASE + "redirect?http://localhost:" + BASE.split(":")[2]))
return {
    "status": [answer.status, missing.status],
    "type": answer.headers["content-type"],
    "size": len(answer.body),
    "refused": refused["code"],
    "redirected": redirected["code"],
    "contacted": network.contacted(),
}
""")
    assert result["status"] == [200, 404]
    assert result["type"] == "application/octet-stream"
    assert result["size"] > 0
    assert result["refused"] == "origin-refused"
    assert result["redirected"] in ("origin-refused", "offline")
    (contacted,) = result["contacted"]
    assert contacted["origin"] == origin
    assert contacted["requests"] == 3
    assert contacted["bytes"] > result["size"]


def test_no_answer_is_an_offline_error(run: Run) -> None:
    result = run("""
host.network.allow("http://127.0.0.1:9", "a port that nobody listens on")
return await error_of(host.network.request("GET", "http://127.0.0.1:9/"))
""")
    assert (result["type"], result["code"]) == ("OfflineError", "offline")
    assert "127.0.0.1:9" in result["message"]


def test_the_parse_worker_gives_what_the_native_parser_gives(run: Run) -> None:
    from app.host.cpython_parser import CPythonParser

    jobs = [
        ("python", "class A(B):\n    def f(self):\n        return g('\U0001f332', self)\n"),
        ("python", "def (:\n"),
        ("python", ""),
    ]
    result = run(f"""
parsed = await host.parser.parse({json.dumps(jobs)})
return [[p.status, list(p.names), list(p.rows), p.message] for p in parsed]
""")
    native = CPythonParser()
    for (language, text), (status, names, rows, _) in zip(jobs, result, strict=True):
        expected = native.parse_one(language, text)
        assert status == expected.status
        found = [(names[row[1]], *row[2:]) for row in _rows(rows)]
        assert found == [(expected.names[row[1]], *row[2:]) for row in _rows(list(expected.rows))]


def test_parse_workers_are_renewed_after_their_loss_and_to_give_memory_back(run: Run) -> None:
    result = run("""
from app.host import browser_parser
jobs = [("python", f"a = f({n})") for n in range(3)]
# Ended in the midst of a batch: it is parsed again, by a new worker.
parsing = asyncio.ensure_future(host.parser.parse(jobs))
worker = host.parser._workers[0]
while worker._connection is None:
    await asyncio.sleep(0)
worker.close()
lost = [p.status for p in await parsing]
starts = worker._starts
host.parser.release()
released = [p.status for p in await host.parser.parse(jobs)]
browser_parser.RENEW_AFTER = 10
await host.parser.parse(jobs)
full = [p.status for p in await host.parser.parse(jobs)]
return {"lost": lost, "released": released, "full": full, "starts": [starts, worker._starts]}
""")
    assert result == {"lost": ["ok"] * 3, "released": ["ok"] * 3, "full": ["ok"] * 3, "starts": [2, 4]}


def test_a_file_that_ends_its_worker_is_told_and_the_others_are_whole(run: Run) -> None:
    # ending_parse.js stands in for an end that Chromium alone decides on, as when memory is out.
    result = run("""
host = BrowserHost(BASE + "ending/")
jobs = [("python", "a = f(1)"), ("python", "zzpoisonzz"), ("python", "b = g(2)")]
return [[p.status, len(p.rows), p.message] for p in await host.parser.parse(jobs)]
""")
    assert [status for status, _, _ in result] == ["ok", "failed", "ok"]
    assert result[0][1] == result[2][1] > 0
    assert result[1][2].startswith("The parser ended over this file.")


def test_a_name_is_one_tabs_until_it_is_given_back_or_the_tab_is_closed(
    run: Run, page: Page, open_page: Callable[[], Page]
) -> None:
    taken = "navigator.locks.request('understory r', { ifAvailable: true }, async (lock) => !!lock)"
    other = open_page()
    assert run("""
release = await host.claims.take("r")
return [release is not None, await host.claims.take("r") is None, await host.claims.take("s") is not None,
        sorted(await host.claims.held())]
""") == [True, True, True, ["r", "s"]]
    assert other.evaluate(taken) is False
    page.close()
    other.wait_for_function(taken)


def test_a_name_that_was_given_back_can_be_taken_again(run: Run) -> None:
    assert run("""
release = await host.claims.take("r")
release()
await host.claims.given_back("r")
return [await host.claims.held(), await host.claims.take("r") is not None] == [set(), True]
""")


EMBED = """
from app.host.browser_embedder import BrowserEmbedder
rows = [(f"h{n}", f"def f{n}(): return {n}") for n in range(24)]
"""


def test_an_embed_worker_past_its_memory_is_ended_and_the_next_goes_on(run: Run, model: Path) -> None:
    result = run(f"""
{EMBED}
embedder = BrowserEmbedder(BASE, host.store, heap_limit=1)
reports = [await embedder.embed("s", rows[:12]), await embedder.embed("s", rows[12:])]
vector = await embedder.query("where is f7?")
return [sorted(hash for report in reports for hash in report.done), embedder.recycled, vector.length,
        sorted(await host.store.vectors("s")), embedder._worker._starts]
""")
    hashes = sorted(f"h{n}" for n in range(24))
    assert result == [hashes, 2, 384, hashes, 3]


def test_an_embed_worker_that_ends_in_the_midst_of_a_batch_is_started_again(run: Run, model: Path) -> None:
    result = run(f"""
{EMBED}
embedding = asyncio.ensure_future(host.embedder.embed("s", rows))
asking = asyncio.ensure_future(host.embedder.query("where is f7?"))
worker = host.embedder._worker
while worker._connection is None:
    await asyncio.sleep(0)
worker.close()
report = await embedding
return [sorted(report.done), report.failed, (await asking).length, sorted(await host.store.vectors("s"))]
""")
    hashes = sorted(f"h{n}" for n in range(24))
    assert result == [hashes, [], 384, hashes]


def test_a_chunk_that_ends_the_embed_worker_fails_alone(run: Run, model: Path) -> None:
    # ending_embed.js stands in for an end that Chromium alone decides on, as when memory is out.
    result = run("""
host = BrowserHost(BASE + "ending/")
rows = [("a", "def a(): pass"), ("bad", "zzpoisonzz"), ("b", "def b(): pass")]
report = await host.embedder.embed("s", rows)
return [sorted(report.done), report.failed]
""")
    assert result[0] == ["a", "b"]
    ((hash, reason),) = result[1]
    assert hash == "bad"
    assert reason.startswith("The embed worker ended over this chunk.")


def test_a_store_worker_that_ends_in_the_midst_of_calls_loses_none(run: Run, model: Path) -> None:
    result = run("""
store = host.store
files = [{"op": "put", "store": "files", "record": {"repository": "r", "path": str(n)}} for n in range(50)]
await store.open()
calls = [store.write([file]) for file in files] + [store.put_bytes("lexical", "r", bytes(1_000_000))]
writing = asyncio.gather(*calls)
await asyncio.sleep(0)
store._worker.close()
await writing
embedding = asyncio.ensure_future(host.embedder.embed("s", [("h", "def f(): pass")]))
while host.embedder._worker._connection is None:
    await asyncio.sleep(0)
store._worker.close()
report = await embedding
return [len(await store.get_all("files", ["r"])), len(await store.get_bytes("lexical", "r")), report.done,
        await store.vectors("s")]
""")
    assert result == [50, 1_000_000, ["h"], ["h"]]


def _rows(flat: list[int]) -> list[list[int]]:
    return [flat[i : i + 6] for i in range(0, len(flat), 6)]
