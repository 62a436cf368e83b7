"""The host on CPython, of native parts: for unit tests and for large offline evaluations."""

from __future__ import annotations

import time
from pathlib import Path

from app.host.base import Host
from app.host.cpython_claims import MemoryClaims
from app.host.cpython_embedder import CPythonEmbedder
from app.host.cpython_network import CPythonNetwork
from app.host.cpython_parser import CPythonParser
from app.host.cpython_store import MemoryStore
from app.host.cpython_vault import MemoryVault
from app.host.device_models import NoModels


class CPythonHost(Host):
    """`model` is a folder as the site ships it (tokenizer.json, vocab.txt, onnx/model_quantized.onnx)."""

    def __init__(self, model: Path) -> None:
        super().__init__()
        self.network = CPythonNetwork()
        self.parser = CPythonParser()
        self.store: MemoryStore = MemoryStore()
        self.embedder = CPythonEmbedder(model, self.store)
        self.vault = MemoryVault()
        self.models = NoModels()
        self.claims = MemoryClaims()
        self._model = model

    def now(self) -> float:
        return time.monotonic() * 1000

    def asset(self, name: str) -> bytes:
        return (self._model / name).read_bytes()
