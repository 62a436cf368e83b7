"""The repository's lines as far as a model may see them.

What looks like a secret is left out for every model, also for one on this device: whether a local
server hands its prompts on is not known here. In a file of settings or data one secret withholds
the whole file; in code and documents it withholds what it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from app.engine.answer.secrets import Secret, find_secrets, is_secret_path
from app.engine.retrieve.filters import Filters
from app.host.base import Store

# Roles of files in which one secret tells that there are more.
_KEEPING = ("config", "data")


class Sources:
    """Texts of the indexed files of one repository. `rows` are its file records by path."""

    def __init__(self, store: Store, rows: Mapping[str, Mapping[str, Any]]) -> None:
        self._store = store
        self._rows = rows
        self._lines: dict[str, list[str]] = {}
        self._secrets: dict[str, list[Secret]] = {}
        # What was asked for and left out: reason by path.
        self.omitted: dict[str, str] = {}

    def has(self, path: str) -> bool:
        """Whether a path is that of an indexed file that takes part in answers."""
        row = self._rows.get(path)
        return row is not None and row["state"] == "indexed" and bool(row.get("active", True))

    def paths(self) -> list[str]:
        """Every such path, sorted."""
        return sorted(path for path in self._rows if self.has(path))

    def role(self, path: str) -> str:
        return str(self._rows[path]["role"]) if path in self._rows else ""

    def admitted(self, filters: Filters) -> Callable[[str], bool]:
        """Whether a question's filters let a path's file through."""
        return filters.of_paths(self._rows)

    async def load(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """The lines of those files, by path; a file that is not indexed is left out."""
        wanted = {path for path in paths if self.has(path)}
        missing = wanted - self._lines.keys()
        shas = {path: self._rows[path]["sha"] for path in missing}
        texts = await self._store.get_texts(list(dict.fromkeys(shas.values()))) if shas else {}
        for path, sha in shas.items():
            text = texts.get(sha, "")
            self._lines[path] = text.split("\n")
            self._secrets[path] = find_secrets(text, path)
        return {path: self._lines[path] for path in wanted}

    def lines(self, path: str) -> list[str]:
        """A loaded file's lines. Raises KeyError for one that was not loaded."""
        return self._lines[path]

    def withheld(self, path: str, first: int, last: int) -> str:
        """Why lines first..last of a file are not shown, "" where they are. It is remembered."""
        reason = self._reason(path, first, last)
        if reason:
            self.omitted.setdefault(path, reason)
        return reason

    def _reason(self, path: str, first: int, last: int) -> str:
        if path not in self._lines:
            return "the file takes no part in answers"
        if is_secret_path(path):
            return "files of this name keep secrets"
        whole = self.role(path) in _KEEPING
        for secret in self._secrets[path]:
            if whole or (secret.first <= last and first <= secret.last):
                return f"line {secret.first} looks like {secret.what}"
        return ""
