"""Vectors that are made once: the benchmark asks for the same chunks again and again.

They lie in one SQLite file of the cache, by model file and by the sha256 of what was embedded, so that
packages, branches and revisions share what they have in common.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from app.host.cpython_embedder import BATCH, WINDOW, CPythonEmbedder
from app.host.cpython_store import MemoryStore
from tools import model
from tools.paths import CACHE

Vectors = NDArray[np.float32]
_FILE = CACHE / "search-vectors.sqlite"
# Rows of one transaction, so that an interruption costs little.
_STEP = 256


class Kept:
    """Vectors by text for one model file, whose hash is part of their key."""

    def __init__(self, weights: Path, encode: Callable[[Sequence[str]], Vectors], file: Path = _FILE) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._encode = encode
        self._db = sqlite3.connect(file, timeout=120, isolation_level=None, check_same_thread=False)
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
        )
        self._model = hashlib.sha256(weights.read_bytes()).digest()

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors (len(texts), dimension), the missing ones made and kept."""
        keys = [hashlib.sha256(self._model + text.encode("utf-8", "replace")).digest() for text in texts]
        found = {key: vector for key in set(keys) if (vector := self._read(key)) is not None}
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in found}
        for step in _steps(missing):
            found |= self._make(step)
        return np.stack([found[key] for key in keys]) if keys else np.zeros((0, 0), np.float32)

    def _make(self, step: Sequence[tuple[bytes, str]]) -> dict[bytes, Vectors]:
        made = [
            vector.astype(np.float32)
            for begin in range(0, len(step), BATCH)
            for vector in self._encode([text for _, text in step[begin : begin + BATCH]])
        ]
        vectors = {key: vector for (key, _), vector in zip(step, made, strict=True)}
        rows = [(key, vector.tobytes()) for key, vector in vectors.items()]
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?)", rows)
        self._db.execute("COMMIT")
        return vectors

    def _read(self, key: bytes) -> Vectors | None:
        row = self._db.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        return np.frombuffer(row[0], np.float32) if row else None


def _steps(texts: Mapping[bytes, str]) -> Iterator[list[tuple[bytes, str]]]:
    """By length, because a batch pads to its longest text."""
    by_length = sorted(texts.items(), key=lambda item: len(item[1]))
    for begin in range(0, len(by_length), _STEP):
        yield by_length[begin : begin + _STEP]


class KeptEmbedder(CPythonEmbedder):
    """The engine's native embedder over the shipped q8 file, which looks first whether a text is known."""

    def __init__(self, folder: Path, store: MemoryStore) -> None:
        super().__init__(folder, store)
        self._kept = Kept(folder / "onnx" / "model_quantized.onnx_data", super()._encode)

    def _load(self) -> tuple[Tokenizer, onnxruntime.InferenceSession]:
        if self._session is None:
            self._session = _session(self._folder / "onnx" / "model_quantized.onnx")
            self._tokenizer = _tokenizer(self._folder)
        return super()._load()

    def _encode(self, texts: Sequence[str]) -> Vectors:
        return self._kept.vectors(texts)


def original() -> Kept:
    """The original weights in float32, as the fidelity check of the build holds them to 0.99999."""
    folder = model.folder()
    file = folder / "onnx" / "model.onnx"
    session: onnxruntime.InferenceSession | None = None
    tokenizer = _tokenizer(folder)

    def encode(texts: Sequence[str]) -> Vectors:
        nonlocal session
        session = session or _session(file)
        encoded = tokenizer.encode_batch(list(texts))
        feed = {
            "input_ids": np.array([e.ids for e in encoded], np.int64),
            "attention_mask": np.array([e.attention_mask for e in encoded], np.int64),
        }
        return session.run(["sentence_embedding"], feed)[0]

    return Kept(file, encode)


def _session(file: Path) -> onnxruntime.InferenceSession:
    """On one thread: several wait for each other on a machine that does other things meanwhile."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    # As the engine's own session has it.
    options.add_session_config_entry("session.x64quantprecision", "1")
    return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])


def _tokenizer(folder: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(WINDOW)
    tokenizer.enable_padding()
    return tokenizer
