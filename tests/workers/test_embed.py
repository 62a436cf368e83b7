"""workers/embed.js with the real model in Chromium, held against onnxruntime on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page

from app.host.cpython_embedder import open_session
from tests.workers import site_of_workers as site

DIMENSION = 384
WINDOW = 256
Floats = NDArray[np.float32]

TEXTS = [
    "def add(a, b):\n    return a + b",
    "class Größe:\n    '''Ein Maß. \U0001f332'''\n",
    "x",
    'fn main() { println!("{}", HashMap::<String, Vec<u8>>::new().len()); }',
    "where is the token refreshed?",
    "SELECT id, name FROM users WHERE created > now() - interval '1 day' -- 中文注释",
    "\n".join(f"    if value_{i} != other_{i}: raise KeyError(value_{i})" for i in range(80)),
    "retry with exponential backoff after a rate limit",
    "int main(void) { return 0; }",
]


class Embedder:
    """The embed worker of a page, joined to its store worker."""

    def __init__(self, page: Page, folder: str = "", **options: Any) -> None:
        self.page = page
        page.evaluate(
            """async ([folder, options]) => {
                const { port1, port2 } = new MessageChannel();
                window.store = start("store");
                window.embed = start("embed", folder);
                await store.call("attach", [port1], [port1]);
                await embed.call("init", [{...options, storePort: port2}], [port2]);
            }""",
            [folder, options],
        )

    def prepare(self, samples: list[str], forced: dict[str, str] | None = None) -> dict[str, Any]:
        arguments = [json.dumps(samples), forced]
        return json.loads(self.page.evaluate("([s, f]) => embed.call('prepare', [s, f])", arguments))

    def embed(self, space: str, rows: list[tuple[str, str]]) -> dict[str, Any]:
        arguments = [space, json.dumps(rows)]
        return json.loads(self.page.evaluate("(args) => embed.call('embed', args)", arguments))

    def query(self, text: str) -> Floats:
        numbers = self.page.evaluate("async (text) => [...await embed.call('query', [text])]", text)
        return np.array(numbers, np.float32)

    def stored(self, space: str) -> dict[str, Floats]:
        """Every vector of a space, as it is kept."""
        blocks = self.page.evaluate(
            """async (space) => {
                const request = indexedDB.open("understory");
                await new Promise((resolve) => (request.onsuccess = resolve));
                const database = request.result;
                const range = IDBKeyRange.bound([space], [space, []]);
                const all = database.transaction("vectors").objectStore("vectors").getAll(range);
                await new Promise((resolve) => (all.onsuccess = resolve));
                database.close();
                return all.result.map(
                    (block) => [block.hashes.split("\\n"), [...block.scales], [...block.data]]
                );
            }""",
            space,
        )
        found = {}
        for hashes, scales, data in blocks:
            rows = np.array(data, np.float32).reshape(-1, DIMENSION) * np.array(scales)[:, None]
            found |= dict(zip(hashes, rows, strict=True))
        return found


@pytest.fixture
def embedder(page: Page, model: Path) -> Embedder:
    return Embedder(page)


@pytest.fixture(scope="module")
def native(model: Path) -> Floats:
    """TEXTS embedded one by one by the native runtime from the same file: no padding, no batching."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.enable_truncation(WINDOW)
    session = open_session(model / "onnx" / "model_quantized.onnx")
    rows = []
    for encoding in tokenizer.encode_batch(TEXTS):
        ids = np.array([encoding.ids], np.int64)
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        rows.append(session.run(["sentence_embedding"], feeds)[0][0])
    return np.array(rows)


def cosine(a: Floats, b: Floats) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_stored_vectors_and_queries_are_those_of_the_native_runtime(
    embedder: Embedder, native: Floats
) -> None:
    prepared = embedder.prepare(TEXTS)
    assert (prepared["backend"], prepared["dtype"], prepared["dimension"]) == ("wasm", "q8", DIMENSION)
    report = embedder.embed("s", [(f"h{i}", text) for i, text in enumerate(TEXTS)])
    assert sorted(report["done"]) == [f"h{i}" for i in range(len(TEXTS))]
    assert report["failed"] == []
    stored = embedder.stored("s")
    # Activations are quantised by one scale a batch, so a text's vector depends a little on its batch.
    cosines = [cosine(stored[f"h{i}"], vector) for i, vector in enumerate(native)]
    assert np.mean(cosines) >= 0.99 and min(cosines) >= 0.98, cosines
    query = embedder.query(TEXTS[0])
    assert cosine(query, native[0]) >= 0.99
    assert np.linalg.norm(query) == pytest.approx(1, abs=1e-4)


def test_batches_run_side_by_side_in_lanes_that_start_when_they_are_needed(embedder: Embedder) -> None:
    cores = embedder.page.evaluate("Math.min(navigator.hardwareConcurrency, navigator.deviceMemory)")
    lanes = embedder.prepare([])["threads"]
    assert lanes == min(4, cores)
    embedder.query("where is it?")
    alone = json.loads(embedder.page.evaluate("embed.call('stats')"))["heap"]
    rows = [(f"h{i}", " ".join(["word"] * (1 + i % 200))) for i in range(64)]
    assert len(embedder.embed("s", rows)["done"]) == len(rows)
    together = json.loads(embedder.page.evaluate("embed.call('stats')"))["heap"]
    assert together > (lanes - 0.5) * alone


def test_a_question_does_not_wait_for_the_queued_batches(embedder: Embedder) -> None:
    embedder.prepare([])
    rows = [(f"h{i}", f"def f{i}(): return {i}") for i in range(64)]
    order = embedder.page.evaluate(
        """async (rows) => {
            const order = [];
            const all = embed.call("embed", ["s", rows]).then(() => order.push("batches"));
            await embed.call("query", ["where is f7?"]).then(() => order.push("question"));
            await all;
            return order;
        }""",
        json.dumps(rows),
    )
    assert order == ["question", "batches"]


def test_one_bad_chunk_is_reported_and_stops_nothing(page: Page, model: Path) -> None:
    embedder = Embedder(page, model="poisoned")
    good = [(f"h{i}", f"def f{i}(): return {i}") for i in range(12)]
    report = embedder.embed("s", [*good[:5], ("bad", f"def {site.POISON}(): return 1"), *good[5:]])
    assert sorted(report["done"]) == sorted(hash for hash, _ in good)
    ((hash, reason),) = report["failed"]
    assert hash == "bad"
    assert reason
    assert embedder.stored("s").keys() == dict(good).keys()
    assert embedder.embed("s", [("later", "def g(): pass")])["done"] == ["later"]


def test_a_lane_that_is_spoilt_is_replaced(page: Page, model: Path) -> None:
    embedder = Embedder(page, folder="/spoilt")
    rows = [("long", TEXTS[6]), *((f"h{i}", f"def f{i}(): return {i}") for i in range(12))]
    report = embedder.embed("s", rows)
    assert report["failed"] == []
    assert sorted(report["done"]) == sorted(hash for hash, _ in rows)


def test_a_text_without_words_is_embedded_like_any_other(embedder: Embedder) -> None:
    assert embedder.embed("s", [("empty", ""), ("blank", " \n\t")])["failed"] == []


def test_a_full_disk_ends_the_call_with_its_reason(embedder: Embedder, origin: str) -> None:
    devtools = embedder.page.context.new_cdp_session(embedder.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    rows = json.dumps([["h", "def f(): pass"]])
    error = embedder.page.evaluate("(rows) => errorOf(embed.call('embed', ['s', rows]))", rows)
    assert error["code"] == "quota"


def test_past_its_memory_limit_the_worker_asks_to_be_recycled(page: Page, model: Path) -> None:
    embedder = Embedder(page, heapLimit=1)
    report = embedder.embed("s", [("h", "def f(): pass")])
    assert report["recycle"]
    assert report["heap"] > 2**20


def test_the_backend_is_remembered_for_this_device(embedder: Embedder) -> None:
    chosen = embedder.prepare(TEXTS)
    record = json.loads(embedder.page.evaluate("store.call('get', ['settings', 'embed-backend'])"))
    assert record["value"]["choice"]["chosen"] == {"backend": "wasm", "dtype": "q8"}
    assert "WebGPU" in chosen["reason"]
    # Another worker reads the record: its reason is the one that was written.
    record["value"]["choice"]["reason"] = "It was so the last time."
    put = json.dumps([{"op": "put", "store": "settings", "record": record}])
    embedder.page.evaluate("(put) => store.call('write', [put])", put)
    assert Embedder(embedder.page).prepare(TEXTS)["reason"] == "It was so the last time."
    record["value"]["device"] = "another device"
    put = json.dumps([{"op": "put", "store": "settings", "record": record}])
    embedder.page.evaluate("(put) => store.call('write', [put])", put)
    assert Embedder(embedder.page).prepare(TEXTS)["reason"] == chosen["reason"]


def test_webgpu_agrees_with_wasm_and_fills_the_store(
    page_with_gpu: Page, model: Path, native: Floats
) -> None:
    """The software adapter has no 16-bit floats, so the float32 file stands in."""
    embedder = Embedder(page_with_gpu)
    prepared = embedder.prepare(TEXTS[:2], {"backend": "webgpu", "dtype": "fp32"})
    assert prepared["backend"] == "webgpu", prepared["reason"]
    report = embedder.embed("s", [("h0", TEXTS[0]), ("h1", TEXTS[1])])
    assert sorted(report["done"]) == ["h0", "h1"]
    stored = embedder.stored("s")
    # The q8 file that WASM runs is itself 0.98 to 0.999 close to float32.
    assert cosine(stored["h0"], native[0]) >= 0.98
    assert cosine(stored["h1"], native[1]) >= 0.98


def test_a_gpu_that_cannot_run_the_shipped_file_is_left_for_wasm(page_with_gpu: Page, model: Path) -> None:
    prepared = Embedder(page_with_gpu).prepare(TEXTS[:2])
    assert prepared["backend"] == "wasm"
    assert "16-bit" in prepared["reason"]
