"""The store on CPython, in memory. Records pass through JSON, as on their way to the browser's store."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.engine.store.records import FORMAT, STORES
from app.host.base import Key, Record, Store
from app.shared.errors import InternalError, StorageError

# The fields that make a record's key; the other stores are written by methods of their own.
KEY_PATHS: dict[str, str | tuple[str, ...]] = {
    "repositories": "id",
    "files": ("repository", "path"),
    "nodes": ("repository", "path"),
    "edges": ("repository", "path"),
    "conversations": "repository",
    "settings": "name",
}
# Rows of a space are scanned in blocks of this many, as the browser's store packs them.
BLOCK = 1024


@dataclass(slots=True)
class Space:
    """Unit vectors of one space, quantised to int8 with a scale each; rows in order of arrival."""

    hashes: list[str] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)
    blocks: list[tuple[NDArray[np.int8], NDArray[np.float32]]] = field(default_factory=list)
    active: frozenset[str] = frozenset()

    def mask(self) -> NDArray[np.bool_]:
        return np.fromiter((hash in self.active for hash in self.hashes), np.bool_, len(self.hashes))


class MemoryStore(Store):
    """`quota` is in bytes, 0 for none: beyond it StorageError(code="quota") is raised, nothing changed."""

    def __init__(self, quota: int = 0) -> None:
        self.quota = quota
        # Values are JSON, so that no caller shares an object with what is kept.
        self._records: dict[str, dict[Key, str]] = {name: {} for name in KEY_PATHS}
        self._bytes: dict[str, dict[str, bytes]] = {"texts": {}, "lexical": {}}
        self._spaces: dict[str, Space] = {}

    async def open(self) -> Record:
        return {"version": FORMAT}

    async def get(self, store: str, key: Key) -> Record | None:
        kept = self._table(store).get(_key(key))
        return None if kept is None else json.loads(kept)

    async def get_all(self, store: str, prefix: Key | None = None) -> list[Record]:
        table = self._table(store)
        begin = tuple(prefix or ())
        keys = sorted(key for key in table if not begin or key[: len(begin)] == begin)
        return [json.loads(table[key]) for key in keys]

    async def write(self, operations: Sequence[Record]) -> None:
        changed = {name: dict(table) for name, table in self._records.items()}
        dropped: list[tuple[str, str]] = []
        for operation in operations:
            op, store = operation["op"], operation["store"]
            if op == "delete" and store in self._bytes:
                dropped.append((store, operation["key"]))
                continue
            self._table(store)
            if op == "put":
                record = _known(store, operation["record"])
                changed[store][_record_key(store, record)] = json.dumps(record)
            elif op == "delete":
                changed[store].pop(_key(operation["key"]), None)
            elif op == "delete_prefix":
                begin = tuple(operation["key"])
                for key in [key for key in changed[store] if key[: len(begin)] == begin]:
                    del changed[store][key]
            else:
                raise InternalError("no-such-operation", f"The store has no operation {op!r}.")
        self._check_quota(_size(changed) - _size(self._records))
        self._records = changed
        for store, key in dropped:
            self._bytes[store].pop(key, None)

    async def put_texts(self, texts: Mapping[str, str]) -> None:
        # A lone surrogate must survive: the text's offsets count it.
        packed = {sha: zlib.compress(text.encode("utf-8", "surrogatepass"), 1) for sha, text in texts.items()}
        self._check_quota(sum(map(len, packed.values())))
        self._bytes["texts"].update(packed)

    async def get_texts(self, shas: Sequence[str]) -> dict[str, str]:
        kept = self._bytes["texts"]
        return {
            sha: zlib.decompress(kept[sha]).decode("utf-8", "surrogatepass") for sha in shas if sha in kept
        }

    async def put_bytes(self, store: str, key: str, data: bytes) -> None:
        table = self._binary(store)
        self._check_quota(len(data) - len(table.get(key, b"")))
        table[key] = bytes(data)

    async def get_bytes(self, store: str, key: str) -> bytes | None:
        return self._binary(store).get(key)

    def put_vectors(self, space: str, hashes: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Keep unit vectors (n, dimension) under their hashes; known hashes are left as they are."""
        kept = self._spaces.setdefault(space, Space())
        fresh = [i for i, hash in enumerate(hashes) if hash not in kept.rows]
        if not fresh:
            return
        rows = vectors[fresh]
        self._check_quota(rows.size + 4 * len(rows))
        scales = np.maximum(np.abs(rows).max(axis=1), 1e-12).astype(np.float32) / 127
        kept.blocks.append((np.rint(rows / scales[:, None]).astype(np.int8), scales))
        for i in fresh:
            kept.rows[hashes[i]] = len(kept.hashes)
            kept.hashes.append(hashes[i])

    async def vectors(self, space: str) -> list[str]:
        return list(self._spaces[space].hashes) if space in self._spaces else []

    async def activate(self, space: str, hashes: Sequence[str]) -> None:
        self._spaces.setdefault(space, Space()).active = frozenset(hashes)

    async def scan(self, space: str, vector: Any, k: int) -> list[tuple[str, float]]:
        kept = self._spaces.get(space)
        if kept is None or not kept.hashes or k < 1:
            return []
        _merge_blocks(kept)
        scores = np.concatenate(
            [(block @ vector.astype(np.float32)) * scales for block, scales in kept.blocks]
        )
        scores[~kept.mask()] = -np.inf
        best = np.argsort(-scores, kind="stable")[:k]
        return [(kept.hashes[i], float(scores[i])) for i in best if np.isfinite(scores[i])]

    async def drop_space(self, space: str) -> None:
        self._spaces.pop(space, None)

    async def estimate(self) -> Record:
        usage = self._usage()
        return {"usage": usage, "database": usage, "quota": self.quota, "persisted": False}

    def _usage(self) -> int:
        binary = sum(len(data) for table in self._bytes.values() for data in table.values())
        vectors = sum(
            block.nbytes + scales.nbytes for space in self._spaces.values() for block, scales in space.blocks
        )
        return _size(self._records) + binary + vectors

    def _check_quota(self, growth: int) -> None:
        if self.quota and growth > 0 and self._usage() + growth > self.quota:
            raise StorageError(
                "quota", "There is no room left to store this.", "Remove a repository, then go on."
            )

    def _table(self, store: str) -> dict[Key, str]:
        if store not in self._records:
            raise InternalError("unknown-store", f"{store!r} holds no records; the stores are {STORES}.")
        return self._records[store]

    def _binary(self, store: str) -> dict[str, bytes]:
        if store not in self._bytes:
            raise InternalError("unknown-store", f"{store!r} holds no bytes.")
        return self._bytes[store]


def _known(store: str, record: Record) -> Record:
    """The record, unless this code does not know its shape."""
    if record.get("format", FORMAT) != FORMAT:
        raise StorageError(
            "unknown-format",
            f"A record in {store!r} has the format {record['format']}, this version reads {FORMAT}.",
            "Reload the page to get the newest version.",
        )
    return record


def _key(key: Key) -> Key:
    return tuple(key) if isinstance(key, list | tuple) else key


def _record_key(store: str, record: Record) -> Key:
    path = KEY_PATHS[store]
    try:
        return record[path] if isinstance(path, str) else tuple(record[name] for name in path)
    except KeyError as missing:
        raise InternalError("no-key", f"A record for {store!r} has no {missing}.") from None


def _size(records: Mapping[str, Mapping[Key, str]]) -> int:
    return sum(len(value) for table in records.values() for value in table.values())


def _merge_blocks(space: Space) -> None:
    """Join small blocks: one product over many rows is far quicker than many over few."""
    if len(space.blocks) > 1 + len(space.hashes) // BLOCK:
        blocks, scales = zip(*space.blocks, strict=True)
        space.blocks = [(np.concatenate(blocks), np.concatenate(scales))]
