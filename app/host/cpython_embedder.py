"""The embedder on CPython: native onnxruntime over the same q8 file that the browser runs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from app.host.base import Embedder, EmbedReport, Record
from app.host.cpython_store import MemoryStore

MODEL = "all-MiniLM-L6-v2"
# The model's window in word pieces; its tokenizer file says 512, it was trained on less.
WINDOW = 256
BATCH = 8


def open_session(model: Path) -> onnxruntime.InferenceSession:
    """A native session on the processor, as exact as the browser's."""
    options = onnxruntime.SessionOptions()
    # Without VNNI, an x64 processor's products of int8 weights saturate, and a vector's mean cosine
    # with the original weights falls from 0.994 to 0.992. With this the weights are taken as uint8.
    options.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


class CPythonEmbedder(Embedder):
    """`folder` holds tokenizer.json and onnx/model_quantized.onnx; they are read at the first use."""

    def __init__(self, folder: Path, store: MemoryStore) -> None:
        self._folder = folder
        self._store = store
        self._session: onnxruntime.InferenceSession | None = None
        self._tokenizer: Tokenizer | None = None
        self._report: Record | None = None
        self._chunks = self._failed = 0

    async def prepare(self, samples: Sequence[str]) -> Record:
        if self._report is None:
            _, session = self._load()
            started = time.perf_counter()
            dimension = self._encode(list(samples) or ["def f(): pass"]).shape[1]
            seconds = time.perf_counter() - started
            self._report = {
                "model": MODEL,
                "backend": "native",
                "dtype": "q8",
                "dimension": dimension,
                "threads": session.get_session_options().intra_op_num_threads,
                "rates": {"native": max(1, len(samples)) / seconds},
            }
        return self._report

    async def embed(self, space: str, rows: Sequence[tuple[str, str]]) -> EmbedReport:
        report = EmbedReport()
        # Batches pad to their longest text, so texts of like length go together.
        by_length = sorted(rows, key=lambda row: len(row[1]))
        for begin in range(0, len(by_length), BATCH):
            self._embed_batch(space, by_length[begin : begin + BATCH], report)
            # Others on the loop have their turn between batches.
            await asyncio.sleep(0)
        self._chunks += len(report.done)
        self._failed += len(report.failed)
        return report

    def _embed_batch(self, space: str, rows: Sequence[tuple[str, str]], report: EmbedReport) -> None:
        """The batch as one; where that fails, each row alone, so that only the bad ones fail."""
        try:
            vectors = self._encode([text for _, text in rows])
        except Exception as error:
            if len(rows) == 1:
                report.failed.append((rows[0][0], str(error)))
                return
            for row in rows:
                self._embed_batch(space, [row], report)
        else:
            hashes = [hash for hash, _ in rows]
            self._store.put_vectors(space, hashes, vectors)
            report.done += hashes

    async def query(self, text: str) -> NDArray[np.float32]:
        """The question's unit vector, (dimension,)."""
        return self._encode([text])[0]

    async def stats(self) -> Record:
        return {"chunks": self._chunks, "failed": self._failed, "backend": "native", "dtype": "q8"}

    def _load(self) -> tuple[Tokenizer, onnxruntime.InferenceSession]:
        if self._tokenizer is None or self._session is None:
            self._tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
            self._tokenizer.enable_truncation(WINDOW)
            self._tokenizer.enable_padding()
            self._session = open_session(self._folder / "onnx" / "model_quantized.onnx")
        return self._tokenizer, self._session

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, (len(texts), dimension)."""
        tokenizer, session = self._load()
        encoded = tokenizer.encode_batch(list(texts))
        feed = {
            "input_ids": np.array([e.ids for e in encoded], np.int64),
            "attention_mask": np.array([e.attention_mask for e in encoded], np.int64),
        }
        return session.run(["sentence_embedding"], feed)[0]
