"""Published query sets, a folder of JSON files with a README that says where each is from.

A file ``<name>.json`` is a list of {query, relevant, secondary, category}; the README has a table with a row
for each: name, ``owner/name @ revision``, the folder that is searched, and the best figures that are known.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.search.measures import Target

_ROW = re.compile(
    r"\|\s*(?P<name>[\w-]+)\s*\|\s*(?P<repository>[\w.-]+/[\w.-]+) @ (?P<revision>[0-9a-f]{40})"
    r"\s*\|(?P<rest>.+)\|"
)
_FIGURE = re.compile(r"0\.\d+")
_EMPHASIS = re.compile(r"[*\s]")


@dataclass(frozen=True, slots=True)
class Query:
    text: str
    targets: tuple[Target, ...]
    category: str


@dataclass(frozen=True, slots=True)
class QuerySet:
    """`root` is the folder that is searched, `best` the best published NDCG@10 of any; `is_comparable` where
    that was measured with as many queries as there are here."""

    name: str
    repository: str
    revision: str
    root: str
    queries: tuple[Query, ...]
    best: float
    is_comparable: bool


def read(folder: Path) -> list[QuerySet]:
    """The sets of a folder, by its README's table. Raises ValueError where that has no row for a file."""
    readme = (folder / "README.md").read_text(encoding="utf-8")
    rows = {row["name"]: row for row in _ROW.finditer(readme)}
    sets = []
    for path in sorted(folder.glob("*.json")):
        if path.stem not in rows:
            raise ValueError(f"The README of {folder} does not say which repository {path.name} is about.")
        queries = tuple(_query(record) for record in json.loads(path.read_text(encoding="utf-8")))
        sets.append(_set(rows[path.stem], queries))
    return sets


def _set(row: re.Match[str], queries: tuple[Query, ...]) -> QuerySet:
    root, here, published, *figures = (_EMPHASIS.sub("", cell) for cell in row["rest"].split("|"))
    best = max(float(figure) for cell in figures for figure in _FIGURE.findall(cell))
    return QuerySet(row["name"], row["repository"], row["revision"], root, queries, best, here == published)


def _query(record: Mapping[str, Any]) -> Query:
    targets = [_target(entry) for entry in (*record["relevant"], *record.get("secondary", ()))]
    return Query(record["query"], tuple(targets), record["category"])


def _target(entry: str | Mapping[str, Any]) -> Target:
    if isinstance(entry, str):
        return Target(entry)
    return Target(entry["path"], entry.get("start_line", 0), entry.get("end_line", 0))
