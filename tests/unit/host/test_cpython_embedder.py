"""The native embedder with the files that the site ships, held against the original weights."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from app.host.base import EmbedReport
from app.host.cpython_embedder import BATCH, WINDOW, CPythonEmbedder
from app.host.cpython_store import MemoryStore
from app.shared.errors import StorageError
from tests.workers.site_of_workers import POISON, poison
from tools import model, reference, weights

TEXTS = [f"def f{n}():\n    return {n} * 'x'\n" for n in range(3 * BATCH + 1)]


@pytest.fixture(scope="module")
def embedder() -> CPythonEmbedder:
    return CPythonEmbedder(model.folder(), MemoryStore())


def query(embedder: CPythonEmbedder, text: str) -> np.ndarray:
    return asyncio.run(embedder.query(text))


def embed(embedder: CPythonEmbedder, texts: Iterable[str]) -> EmbedReport:
    """Embed texts into the space "s" under hashes h0, h1, ..."""
    return asyncio.run(embedder.embed("s", [(f"h{n}", text) for n, text in enumerate(texts)]))


def test_vectors_are_those_of_the_original_weights(embedder: CPythonEmbedder) -> None:
    texts = reference.code_chunks()[::20]
    tokenizer = Tokenizer.from_file(str(model.folder() / "tokenizer.json"))
    expected = reference.embed(weights.load(), [encoded.ids for encoded in tokenizer.encode_batch(texts)])
    cosines = np.array([query(embedder, text) @ row for text, row in zip(texts, expected, strict=True)])
    assert cosines.mean() >= model.FIDELITY["model_quantized.onnx"]
    assert cosines.min() >= 0.97


def test_the_window_is_256_tokens_its_two_marks_included(embedder: CPythonEmbedder) -> None:
    assert WINDOW == model.WINDOW == 256
    words = ["tree"] * (WINDOW - 3)
    full = query(embedder, " ".join([*words, "parser"]))
    assert np.array_equal(full, query(embedder, " ".join([*words, "parser", *["invoice"] * 300])))
    assert full @ query(embedder, " ".join(words)) < 0.9999


def test_a_query_is_a_unit_vector_whatever_the_text(embedder: CPythonEmbedder) -> None:
    for text in ("where is it?", "", " \n", "\U0001f332" * 1000, "\0"):
        vector = query(embedder, text)
        assert vector.shape == (384,)
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-4)


def test_every_text_is_stored_under_its_own_hash() -> None:
    store = MemoryStore()
    embedder = CPythonEmbedder(model.folder(), store)
    # Lengths in no order: batches are made by length.
    texts = [text * (1 + 7 * n % 5) for n, text in enumerate(TEXTS)]
    report = embed(embedder, texts)
    hashes = [f"h{n}" for n in range(len(texts))]
    assert sorted(report.done) == sorted(hashes) == sorted(asyncio.run(store.vectors("s")))
    assert report.failed == []
    asyncio.run(store.activate("s", hashes))
    for hash, text in zip(hashes, texts, strict=True):
        ((best, cosine),) = asyncio.run(store.scan("s", query(embedder, text), 1))
        assert best == hash
        assert cosine > 0.98


def test_one_bad_chunk_is_reported_and_stops_nothing(tmp_path: Path) -> None:
    poison(model.folder(), tmp_path / "poisoned")
    store = MemoryStore()
    embedder = CPythonEmbedder(tmp_path / "poisoned", store)
    texts = [*TEXTS[:5], f"def {POISON}(): pass", *TEXTS[5:]]
    report = embed(embedder, texts)
    ((hash, reason),) = report.failed
    assert hash == "h5"
    assert reason
    assert len(report.done) == len(TEXTS)
    assert "h5" not in asyncio.run(store.vectors("s"))


def test_a_full_disk_ends_the_call_with_its_reason() -> None:
    embedder = CPythonEmbedder(model.folder(), MemoryStore(quota=100))
    with pytest.raises(StorageError, match="no room"):
        embed(embedder, TEXTS[:1])


def test_preparing_tells_the_backend_once(embedder: CPythonEmbedder) -> None:
    told = asyncio.run(embedder.prepare(TEXTS[:2]))
    assert (told["model"], told["backend"], told["dtype"]) == ("all-MiniLM-L6-v2", "native", "q8")
    assert told["dimension"] == 384
    assert told["rates"]["native"] > 0
    assert asyncio.run(embedder.prepare([])) is told
