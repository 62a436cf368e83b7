"""The records of the database ``understory`` and their keys.

    store          key                   record
    repositories   id                    Repository, see `repository`
    files          [repository, path]    {repository, path, sha, size, language, role, active, state, reason}
    texts          sha                   gzip of the decoded text; written by Store.put_texts
    nodes          [repository, path]    {repository, path, sha, format, symbols, chunks, status}: one file's
    edges          [repository, path]    {repository, path, format, edges, unresolved}: a file's
    vectors        [space, block]        packed int8 vectors; written by the store itself
    lexical        repository            the SQLite image, Store.put_bytes
    conversations  repository            {repository, turns}
    settings       name                  {name, value}

A file's state: ``listed`` (known, not fetched), ``indexed`` (text, symbols and
chunks are stored), ``skipped`` (with `reason`), ``failed`` (with `reason`, tried again on resume).
"""

from __future__ import annotations

from typing import Any

# Raised whenever a record's shape changes; workers/migrations.js brings old ones up to it.
FORMAT = 1

STORES = (
    "repositories",
    "files",
    "texts",
    "nodes",
    "edges",
    "vectors",
    "lexical",
    "conversations",
    "settings",
)


def repository(
    *,
    id: str,
    origin: str,
    owner: str,
    name: str,
    ref: str,
    commit: str,
    folder: str,
    added: float,
) -> dict[str, Any]:
    """A new Repository record. `id` is ``host/owner/name@ref[:folder]``, `space` holds its vectors.

    `origin` is the API base it came from; times are Unix seconds, `bytes` the sum of kept texts.
    """
    return {
        "id": id,
        "format": FORMAT,
        "origin": origin,
        "owner": owner,
        "name": name,
        "ref": ref,
        "commit": commit,
        "folder": folder,
        "space": "",
        "state": "indexing",
        "files": 0,
        "skipped": 0,
        "chunks": 0,
        "embedded": 0,
        "nodes": 0,
        "edges": 0,
        "bytes": 0,
        "added": added,
        "sample": False,
        "timings": {},
        "error": None,
    }
