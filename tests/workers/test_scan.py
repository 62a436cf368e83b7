"""Vector spaces in Chromium against plain float arithmetic: appended in pieces, scanned whole."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page

DIMENSION = 384
Floats = NDArray[np.float32]

# `vectors(cacheBytes)` runs the class itself on the page; `append` sends what a worker would.
SETUP = """async () => {
    const { Database } = await import("/workers/database.js");
    const { Vectors } = await import("/workers/vectors.js");
    const { loadKernel } = await import("/workers/kernel.js");
    const { quantise } = await import("/workers/quantise.js");
    const kernel = loadKernel(new URL("/workers/scan.wasm", location.href));
    window.floats = (text) => new Float32Array(Uint8Array.fromBase64(text).buffer);
    window.open = (cacheBytes) => new Vectors(new Database(), kernel, cacheBytes);
    window.append = (vectors, space, hashes, text) =>
        vectors.append(space, hashes, quantise(floats(text)));
    window.vectors = open();
}"""


def unit(rows: Floats) -> Floats:
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def encoded(rows: Floats) -> str:
    return base64.b64encode(np.ascontiguousarray(rows, np.float32).tobytes()).decode()


@pytest.fixture(scope="module")
def corpus() -> Floats:
    """Vectors with neighbours, as embeddings have: 300 centres with 10 around each."""
    random = np.random.default_rng(7)
    centres = random.standard_normal((300, 1, DIMENSION))
    around = random.standard_normal((300, 10, DIMENSION))
    return unit((centres + 0.8 * around).reshape(-1, DIMENSION).astype(np.float32))


@pytest.fixture
def space(page: Page) -> Page:
    page.evaluate(SETUP)
    return page


def append(page: Page, name: str, hashes: list[str], rows: Floats, by: str = "vectors") -> None:
    page.evaluate(
        f"([name, hashes, text]) => append({by}, name, hashes, text)", [name, hashes, encoded(rows)]
    )


def scan(page: Page, name: str, query: Floats, k: int, by: str = "vectors") -> list[tuple[str, float]]:
    arguments = [name, encoded(query), k]
    return page.evaluate(f"([name, text, k]) => {by}.scan(name, floats(text), k)", arguments)


def activate(page: Page, name: str, hashes: list[str], by: str = "vectors") -> None:
    page.evaluate(f"([name, hashes]) => {by}.activate(name, hashes)", [name, hashes])


def blocks(page: Page) -> list[int]:
    """Rows of each stored block, in key order."""
    return page.evaluate("""async () => {
        const request = indexedDB.open("understory");
        const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
        const all = database.transaction("vectors").objectStore("vectors").getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        database.close();
        return all.result.map(({scales}) => scales.length);
    }""")


def test_the_kernels_agree_to_the_last_bit(space: Page) -> None:
    names, agree = space.evaluate("""async () => {
        const { loadKernel, plain } = await import("/workers/kernel.js");
        const simd = await loadKernel(new URL("/workers/scan.wasm", location.href));
        const random = (length) => Int8Array.from({length}, () => Math.floor(Math.random() * 255) - 127);
        const queries = [random(384), new Int8Array(384).fill(127), new Int8Array(384).fill(-127)];
        const data = random(384 * 700);
        data.fill(-127, 0, 384);
        data.fill(127, 384, 768);
        const agree = queries.every((query) => {
            const [a, b] = [[...simd.dots(query, data)], [...plain.dots(query, data)]];
            return a.length === 700 && a.every((sum, i) => sum === b[i]);
        });
        return [[simd.name, plain.name], agree];
    }""")
    assert names == ["simd", "plain"]
    assert agree


def test_without_its_module_the_scan_falls_back_to_plain_javascript(space: Page) -> None:
    kernel = (
        """import("/workers/kernel.js").then(({loadKernel}) => loadKernel(new URL("/none", location.href)))"""
    )
    assert space.evaluate(f"{kernel}.then(({{name}}) => name)") == "plain"


@pytest.mark.parametrize("cache", ["undefined", "0"])
def test_a_scan_finds_what_plain_float_arithmetic_finds(space: Page, corpus: Floats, cache: str) -> None:
    hashes = [f"h{i}" for i in range(len(corpus))]
    space.evaluate(f"window.vectors = open({cache}); 0")
    for start, end in ((0, 5), (5, 13), (13, 1200), (1200, 1201), (1201, 3000)):
        append(space, "s", hashes[start:end], corpus[start:end])
    activate(space, "s", hashes)
    queries = unit(corpus[::300] + 0.03 * np.random.default_rng(8).standard_normal((10, DIMENSION)))
    hits = 0
    for query in queries.astype(np.float32):
        exact = corpus @ query
        best = {hashes[i] for i in np.argsort(-exact)[:20]}
        found = scan(space, "s", query, 20)
        assert [score for _, score in found] == sorted((score for _, score in found), reverse=True)
        for hash, score in found:
            assert abs(score - exact[int(hash[1:])]) < 0.01
        hits += len(best & {hash for hash, _ in found})
    assert hits / 200 >= 0.99


def test_only_active_hashes_are_found_also_those_that_are_stored_later(space: Page, corpus: Floats) -> None:
    append(space, "s", ["a", "b"], corpus[:2])
    assert scan(space, "s", corpus[0], 5) == []
    activate(space, "s", ["b", "c"])
    append(space, "s", ["c", "d"], corpus[2:4])
    assert {hash for hash, _ in scan(space, "s", corpus[0], 5)} == {"b", "c"}
    assert sorted(space.evaluate("vectors.hashes('s')")) == ["a", "b", "c", "d"]


def test_a_hash_is_stored_once_and_keeps_its_first_vector(space: Page, corpus: Floats) -> None:
    append(space, "s", ["a", "a"], corpus[:2])
    append(space, "s", ["a", "b"], corpus[2:4])
    activate(space, "s", ["a", "b"])
    assert sum(blocks(space)) == 2
    found = dict(scan(space, "s", corpus[3], 5))
    assert found["b"] == pytest.approx(1, abs=0.01)


def test_small_appends_are_merged_into_large_blocks(space: Page, corpus: Floats) -> None:
    hashes = [f"h{i}" for i in range(1040)]
    for start in range(0, 1040, 80):
        append(space, "s", hashes[start : start + 80], corpus[start : start + 80])
    assert blocks(space) == [1040]
    append(space, "s", ["late"], corpus[1040:1041])
    assert blocks(space) == [1040, 1]
    activate(space, "s", [*hashes, "late"])
    for row in (0, 79, 80, 500, 1039):
        assert scan(space, "s", corpus[row], 1)[0][0] == hashes[row]
    assert scan(space, "s", corpus[1040], 1)[0][0] == "late"


def test_spaces_do_not_mix_and_one_is_dropped_alone(space: Page, corpus: Floats) -> None:
    for name in ("s", "s/2", "t"):
        append(space, name, [name], corpus[:1])
    space.evaluate("vectors.drop('s')")
    assert space.evaluate("vectors.hashes('s')") == []
    assert space.evaluate("vectors.hashes('s/2')") == ["s/2"]
    assert space.evaluate("vectors.hashes('t')") == ["t"]


def test_vectors_that_do_not_match_their_hashes_are_refused(space: Page, corpus: Floats) -> None:
    error = space.evaluate(
        "text => errorOf((async () => append(vectors, 's', ['a', 'b'], text))())", encoded(corpus[:1])
    )
    assert error["code"] == "bad-vectors"
    assert space.evaluate("vectors.hashes('s')") == []


def test_another_tab_finds_what_this_one_appends_and_merges(
    space: Page, corpus: Floats, open_page: Callable[[], Page]
) -> None:
    hashes = [f"h{i}" for i in range(1100)]
    other = open_page()
    other.evaluate(SETUP)
    for page in (space, other):
        activate(page, "s", hashes)
    append(space, "s", hashes[:600], corpus[:600])
    assert scan(other, "s", corpus[5], 1)[0][0] == "h5"
    append(other, "s", hashes[500:1100], corpus[500:1100])
    assert blocks(space) == [1100]
    for page in (space, other):
        assert scan(page, "s", corpus[1099], 1)[0][0] == "h1099"
        assert scan(page, "s", corpus[5], 1)[0][0] == "h5"


def test_the_cache_keeps_what_was_used_last_within_its_budget(space: Page) -> None:
    kept, size = space.evaluate("""async () => {
        const { BlockCache } = await import("/workers/blocks.js");
        const block = () => ({scales: new Float32Array(10), data: new Int8Array(3840)});
        const cache = new BlockCache(3 * 3880);
        for (const number of [0, 1, 2]) cache.put("s", number, block());
        cache.get("s", 0);
        cache.put("s", 3, block());
        return [[0, 1, 2, 3].filter((number) => cache.get("s", number)), cache.bytes];
    }""")
    assert kept == [0, 2, 3]
    assert size == 3 * 3880


def test_the_best_k_of_a_stream_are_kept_in_order(space: Page) -> None:
    scores = np.random.default_rng(3).permutation(1000).tolist()
    for k in (0, 1, 10, 2000):
        found = json.loads(
            space.evaluate(
                """async ([scores, k]) => {
                    const { Top } = await import("/workers/top.js");
                    const top = new Top(k);
                    for (const score of scores) top.offer(score, `${score}`);
                    return JSON.stringify(top.ranked());
                }""",
                [scores, k],
            )
        )
        assert [score for _, score in found] == sorted(scores, reverse=True)[:k]
