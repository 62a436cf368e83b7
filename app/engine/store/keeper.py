"""One repository's records: read, and changed in steps that leave no half file behind.

A file's rows change in one transaction, so a closed tab loses at most the
file in flight. Shapes are in records.py; the texts are shared by blob sha.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from app.engine.chunk.model import Chunk
from app.engine.store.records import FORMAT
from app.host.base import Record, Store
from app.shared.errors import StorageError


class Keeper:
    """Reads and writes everything kept under one repository's id."""

    def __init__(self, store: Store, repository: str) -> None:
        self._store = store
        self.id = repository

    async def files(self) -> dict[str, Record]:
        """File records by path."""
        return {row["path"]: row for row in await self._store.get_all("files", [self.id])}

    async def nodes(self) -> list[Record]:
        """Every file's symbols and chunks."""
        return [checked(record) for record in await self._store.get_all("nodes", [self.id])]

    async def node(self, path: str) -> Record | None:
        """One file's symbols and chunks."""
        record = await self._store.get("nodes", [self.id, path])
        return checked(record) if record else None

    async def edges(self) -> list[Record]:
        """Every file's edges and unresolved references."""
        return [checked(record) for record in await self._store.get_all("edges", [self.id])]

    async def text(self, sha: str) -> str | None:
        """One kept text."""
        return (await self._store.get_texts([sha])).get(sha)

    async def save_repository(self, record: Record) -> None:
        """Put the repository's own record."""
        await self._store.write([{"op": "put", "store": "repositories", "record": record}])

    async def save_files(self, files: Iterable[tuple[Record, Record | None]]) -> None:
        """Put file rows, each with its `nodes` record where it has one, in one transaction.

        What came of a file's old text goes in the same step: its edges, and its nodes where it has
        no new ones.
        """
        operations: list[Record] = []
        for row, nodes in files:
            key = [self.id, row["path"]]
            operations.append({"op": "put", "store": "files", "record": row})
            operations.append({"op": "delete", "store": "edges", "key": key})
            if nodes is not None:
                operations.append({"op": "put", "store": "nodes", "record": nodes})
            else:
                operations.append({"op": "delete", "store": "nodes", "key": key})
        if operations:
            await self._store.write(operations)

    async def save_edges(self, edges: Mapping[str, Record]) -> None:
        """Put the `edges` records of several files in one transaction."""
        await self._store.write(
            [
                {"op": "put", "store": "edges", "record": self.record(path, record)}
                for path, record in edges.items()
            ]
        )

    async def forget_files(self, paths: Iterable[str]) -> None:
        """Delete what is kept of files that left the repository, but for their texts."""
        operations = [
            {"op": "delete", "store": store, "key": [self.id, path]}
            for path in paths
            for store in ("files", "nodes", "edges")
        ]
        if operations:
            await self._store.write(operations)

    async def drop_texts(self, shas: Iterable[str]) -> None:
        """Delete those of the texts that no file of any repository has."""
        unused = set(shas)
        if unused:
            unused -= {row["sha"] for row in await self._store.get_all("files")}
            await self._store.write([{"op": "delete", "store": "texts", "key": sha} for sha in unused])

    async def save_lexical(self, image: bytes) -> None:
        """Keep the text index's image."""
        await self._store.put_bytes("lexical", self.id, image)

    async def lexical(self) -> bytes | None:
        """The kept image of the text index."""
        return await self._store.get_bytes("lexical", self.id)

    async def forget(self) -> None:
        """Delete everything under the repository's id, and the texts that no other has; vectors stay."""
        shas = {row["sha"] for row in (await self.files()).values()}
        await self._store.write(
            [
                *(
                    {"op": "delete_prefix", "store": store, "key": [self.id]}
                    for store in ("files", "nodes", "edges")
                ),
                *(
                    {"op": "delete", "store": store, "key": self.id}
                    for store in ("lexical", "conversations", "repositories")
                ),
            ]
        )
        await self.drop_texts(shas)

    def record(self, path: str, values: Mapping[str, Any]) -> Record:
        """A `nodes` or `edges` record: the values under this repository, path and format."""
        return {"repository": self.id, "path": path, "format": FORMAT, **values}


def checked(record: Record) -> Record:
    """The record, or StorageError where it is of a format that this version does not know."""
    if record.get("format") != FORMAT:
        raise unknown_format(record)
    return record


def unknown_format(record: Record) -> StorageError:
    """The refusal of a record, in words."""
    return StorageError(
        "unknown-format",
        f"Stored data of format {record.get('format')} cannot be read by this version.",
        "Reload the page to get the newest version; nothing was deleted.",
    )


# A chunk is kept as its fields in order; the path is the record's.
_CHUNK_FIELDS = tuple(field.name for field in fields(Chunk) if field.name != "path")


def chunk_to_list(chunk: Chunk) -> list[Any]:
    """A chunk as it is kept."""
    return [getattr(chunk, name) for name in _CHUNK_FIELDS]


def chunk_from_list(path: str, values: list[Any]) -> Chunk:
    """The chunk that `chunk_to_list` kept, also after a round trip through JSON."""
    kept = dict(zip(_CHUNK_FIELDS, values, strict=True))
    kept["part"] = tuple(kept["part"])
    return Chunk(path=path, **kept)
