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


class CPythonEmbedder(Embedder):
    """`folder` holds tokenizer.json and onnx/model_quantized.onnx; they are read at the first use."""

    def __init__(self, folder: Path, store: MemoryStore) -> None:
        self._folder = folder
        self._store = store
        self._session: onnxruntime.InferenceSession | None = None
        self._tokenizer: Tokenizer | None = None
        self._report: Record | None = None

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
            batch = by_length[begin : begin + BATCH]
            for hashes, texts in self._tries(batch):
                try:
                    vectors = self._encode(texts)
                except Exception as error:
                    report.failed += [(hash, str(error)) for hash in hashes]
                else:
                    self._store.put_vectors(space, hashes, vectors)
                    report.done += hashes
            # Others on the loop have their turn between batches.
            await asyncio.sleep(0)
        return report

    def _tries(self, batch: Sequence[tuple[str, str]]) -> list[tuple[list[str], list[str]]]:
        """The batch as one; where that does not tokenize, each row alone, so that only the bad ones fail."""
        hashes, texts = [hash for hash, _ in batch], [text for _, text in batch]
        try:
            self._load()[0].encode_batch(texts)
        except Exception:
            return [([hash], [text]) for hash, text in batch]
        return [(hashes, texts)]

    async def query(self, text: str) -> NDArray[np.float32]:
        """The question's unit vector, (dimension,)."""
        return self._encode([text])[0]

    def _load(self) -> tuple[Tokenizer, onnxruntime.InferenceSession]:
        if self._tokenizer is None or self._session is None:
            self._tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
            self._tokenizer.enable_truncation(WINDOW)
            self._tokenizer.enable_padding()
            self._session = onnxruntime.InferenceSession(
                str(self._folder / "onnx" / "model_quantized.onnx"), providers=["CPUExecutionProvider"]
            )
        return self._tokenizer, self._session

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, (len(texts), dimension)."""
        tokenizer, session = self._load()
        encoded = tokenizer.encode_batch(list(texts))
        ids = np.array([e.ids for e in encoded], np.int64)
        mask = np.array([e.attention_mask for e in encoded], np.int64)
        known = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feed = {name.name: known[name.name] for name in session.get_inputs()}
        outputs = [output.name for output in session.get_outputs()]
        if "sentence_embedding" in outputs:
            pooled = session.run(["sentence_embedding"], feed)[0]
        else:
            hidden = session.run(["last_hidden_state"], feed)[0]
            weights = mask[:, :, None].astype(np.float32)
            pooled = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
        return pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-12)
