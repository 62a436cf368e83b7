"""The text index: chunks in SQLite with FTS5, ranked by BM25.

FTS5 is contentless: the texts themselves are in the object store, and the tokens that a
removal has to hand back are kept compressed beside each chunk. Identifiers are split
before they get here (tokens.py), terms are OR-ed. The image is versioned.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from app.engine.chunk.model import Chunk
from app.engine.graph.model import Symbol
from app.engine.retrieve.filters import NO_FILTERS, Filter, Filters
from app.engine.retrieve.rows import ChunkRow, SymbolRow, marks
from app.engine.retrieve.tokens import MOST_TERMS, indexed, letters, query_terms, question_words, tokenize
from app.shared.errors import StorageError

# Raised whenever the tables or the tokens change; an older image is rebuilt from the kept texts.
FORMAT = 2

# FTS5 columns and their BM25 weights.
COLUMNS = {"symbol": 4.0, "path": 2.0, "header": 1.0, "body": 1.0}

_SCHEMA = f"""
CREATE TABLE files (
    path TEXT PRIMARY KEY, name TEXT NOT NULL, sha TEXT NOT NULL, role TEXT NOT NULL, language TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX files_name ON files (name COLLATE NOCASE);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL, ordinal INTEGER NOT NULL,
    start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
    kind TEXT NOT NULL, symbol TEXT NOT NULL, symbol_id TEXT NOT NULL,
    part INTEGER NOT NULL, parts INTEGER NOT NULL, hash TEXT NOT NULL, tokens BLOB NOT NULL
);
CREATE INDEX chunks_path ON chunks (path, start_line);
CREATE INDEX chunks_hash ON chunks (hash);
CREATE TABLE symbols (
    id TEXT NOT NULL, path TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    qualified_name TEXT NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
    letters TEXT NOT NULL
);
CREATE INDEX symbols_path ON symbols (path);
CREATE INDEX symbols_letters ON symbols (letters);
CREATE VIRTUAL TABLE terms USING fts5 (
    {", ".join(COLUMNS)}, content='', tokenize='porter unicode61 remove_diacritics 2'
);
PRAGMA user_version = {FORMAT};
"""

_ROW = (
    "chunks.id, chunks.path, ordinal, start_line, end_line, kind, symbol, symbol_id,"
    " part, parts, hash, role, language"
)
_FROM = f"SELECT {_ROW} FROM chunks JOIN files ON files.path = chunks.path"
_SYMBOLS = (
    "SELECT id, symbols.path, kind, symbols.name, qualified_name, start_line, end_line, role, language"
    " FROM symbols JOIN files ON files.path = symbols.path"
)
_BM25 = f"bm25(terms, {', '.join(map(str, COLUMNS.values()))})"
_REMOVE = f"INSERT INTO terms (terms, rowid, {', '.join(COLUMNS)}) VALUES ('delete', ?, ?, ?, ?, ?)"
_ADD = f"INSERT INTO terms (rowid, {', '.join(COLUMNS)}) VALUES (?, ?, ?, ?, ?)"
# SQLite's limit on bound values is 999 in old builds.
_BOUND = 500


class LexicalIndex:
    """Chunks of one repository. Not thread-safe; every method is synchronous and short."""

    def __init__(self) -> None:
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        self._db.executescript(_SCHEMA)

    # ---- what is in it ----

    def add_file(
        self, row: Mapping[str, Any], chunks: Sequence[Chunk], text: str, symbols: Sequence[Symbol] = ()
    ) -> None:
        """Index a file's chunks and symbols in place of what was there under its path.

        `row` is its file record (path, sha, role, language), `text` the whole decoded file.
        """
        with self._transaction():
            self._remove(row["path"])
            self._add(row, chunks, text, symbols)

    def _add(
        self, row: Mapping[str, Any], chunks: Sequence[Chunk], text: str, symbols: Sequence[Symbol]
    ) -> None:
        db, path = self._db, row["path"]
        name = path.rsplit("/", 1)[-1]
        db.execute(
            "INSERT INTO files VALUES (?, ?, ?, ?, ?)", (path, name, row["sha"], row["role"], row["language"])
        )
        db.executemany(
            "INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (s.id, path, s.kind, s.name, s.qualified_name, s.start_line, s.end_line, letters(s.name))
                for s in symbols
            ],
        )
        path_tokens = indexed(path)
        for ordinal, chunk in enumerate(chunks):
            # Short neighbours share a chunk that bears the name of one of them: the others are found too.
            inside = [s.qualified_name for s in symbols if chunk.start_line <= s.start_line <= chunk.end_line]
            names = " ".join(dict.fromkeys([chunk.symbol, *inside]))
            columns = (indexed(names), path_tokens, indexed(chunk.header), indexed(chunk.code(text)))
            cursor = db.execute(
                "INSERT INTO chunks VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    path,
                    ordinal,
                    chunk.start_line,
                    chunk.end_line,
                    chunk.kind,
                    chunk.symbol,
                    chunk.symbol_id,
                    *chunk.part,
                    chunk.hash,
                    zlib.compress("\n".join(columns).encode(), 1),
                ),
            )
            db.execute(_ADD, (cursor.lastrowid, *columns))

    def remove_file(self, path: str) -> None:
        """Forget a file; unknown paths are fine."""
        with self._transaction():
            self._remove(path)

    def _remove(self, path: str) -> None:
        rows = self._db.execute("SELECT id, tokens FROM chunks WHERE path = ?", (path,)).fetchall()
        for id, packed in rows:
            self._db.execute(_REMOVE, (id, *zlib.decompress(packed).decode().split("\n")))
        for table in ("chunks", "symbols", "files"):
            self._db.execute(f"DELETE FROM {table} WHERE path = ?", (path,))

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def files(self) -> dict[str, str]:
        """Blob sha by path of every indexed file."""
        return dict(self._db.execute("SELECT path, sha FROM files"))

    def count(self) -> int:
        """How many chunks there are."""
        return int(self._db.execute("SELECT count(*) FROM chunks").fetchone()[0])

    # ---- search ----

    def search(self, text: str, k: int, filters: Filters = NO_FILTERS) -> list[tuple[int, float]]:
        """The k best (chunk id, score) for a text's terms, best first; a score is BM25, higher is better."""
        return self.any_of(query_terms(text), k, filters)

    def any_of(self, terms: Iterable[str], k: int, filters: Filters = NO_FILTERS) -> list[tuple[int, float]]:
        """As `search`, for terms as `query_terms` gives them."""
        return self._match(" OR ".join(f'"{term}"' for term in terms), k, filters)

    def phrase(self, text: str, k: int, filters: Filters = NO_FILTERS) -> list[tuple[int, float]]:
        """As `search`, for a text's tokens in a row: a quoted string, an error message."""
        tokens = tokenize(text)
        return self._match('"' + " ".join(tokens) + '"' if tokens else "", k, filters)

    def absent(self, text: str) -> list[str]:
        """The words of a text that nothing in the index says, in the words' own spelling."""
        words = dict.fromkeys(question_words(text)[:MOST_TERMS])
        return [word for word in words if not self.search(word, 1)]

    def titled(self, words: str, k: int) -> list[int]:
        """Ids of the sections with one of these words in their headings, the most fitting first."""
        terms = " OR ".join(f'"{term}"' for term in tokenize(words))
        hits = self._match(f"symbol : ({terms})" if terms else "", k, Filters((Filter("kind", "section"),)))
        return [id for id, _ in hits]

    def best_in(self, path: str, words: str) -> ChunkRow | None:
        """The chunk of a file that says most of the words, its first one for "", None where none says any."""
        if not words:
            return next(iter(self._in("chunks.path", [path])), None)
        hits = self.search(words, 1, Filters((Filter("path", f"/{path}"),)))
        row = self.chunk(hits[0][0]) if hits else None
        return row if row and row.path == path else None

    def admitted(self, filters: Filters) -> dict[str, list[int]]:
        """The ids of all chunks that filters let through, by embedding hash."""
        self._db.create_function("admits", 4, filters.admits, deterministic=True)
        found: dict[str, list[int]] = {}
        for id, hash in self._db.execute(
            "SELECT chunks.id, hash FROM chunks JOIN files ON files.path = chunks.path"
            " WHERE admits(chunks.path, language, role, kind)"
        ):
            found.setdefault(hash, []).append(id)
        return found

    def _match(self, expression: str, k: int, filters: Filters) -> list[tuple[int, float]]:
        if not expression:
            return []
        joins = where = ""
        if filters:
            self._db.create_function("admits", 4, filters.admits, deterministic=True)
            joins = " JOIN chunks ON chunks.id = terms.rowid JOIN files ON files.path = chunks.path"
            where = " AND admits(chunks.path, language, role, kind)"
        rows = self._db.execute(
            f"SELECT terms.rowid, {_BM25} AS score FROM terms{joins} WHERE terms MATCH ?{where}"
            " ORDER BY score, terms.rowid LIMIT ?",
            (expression, k),
        )
        return [(id, -score) for id, score in rows]

    # ---- exact look-ups ----

    def chunk(self, id: int) -> ChunkRow:
        """One row. Raises KeyError for an unknown id."""
        return self.rows([id])[id]

    def rows(self, ids: Iterable[int]) -> dict[int, ChunkRow]:
        """Rows by id; unknown ids are left out."""
        found = self._in("chunks.id", list(ids))
        return {row.id: row for row in found}

    def by_hash(self, hashes: Iterable[str]) -> dict[str, list[int]]:
        """Chunk ids by embedding hash: equal code in several places shares one."""
        found: dict[str, list[int]] = {}
        for row in self._in("hash", list(hashes)):
            found.setdefault(row.hash, []).append(row.id)
        return found

    def named(self, name: str, limit: int = 50) -> list[SymbolRow]:
        """Symbols of that name, or whose qualified name is it or ends with it (``Session.get``).

        Names of the same letters count as well (``get_user`` for ``getUser``): the nearest
        spelling comes first, then code before tests.
        """
        last = letters(name.rsplit(".", 1)[-1])
        found = self._db.execute(f"{_SYMBOLS} WHERE letters = ?", (last,))
        rows = [row for row in (SymbolRow(*fields) for fields in found) if row.spelling(name) is not None]
        rows.sort(key=lambda row: (row.spelling(name), row.role != "code", row.path, row.start_line))
        return rows[:limit]

    def symbol(self, id: str) -> SymbolRow | None:
        """The symbol of an id."""
        found = self._db.execute(f"{_SYMBOLS} WHERE symbols.path = ? AND id = ?", (id.split("::")[0], id))
        return next((SymbolRow(*fields) for fields in found), None)

    def in_file(self, path: str, limit: int = 50) -> list[ChunkRow]:
        """Chunks of the files with that path, ending in that path, or of that name; no slash at the front."""
        name = path.rsplit("/", 1)[-1]
        paths = [
            found
            for (found,) in self._db.execute("SELECT path FROM files WHERE name = ? COLLATE NOCASE", (name,))
            if f"/{found.lower()}".endswith(f"/{path.lower()}")
        ]
        return self._in("chunks.path", paths)[:limit]

    def module_files(self, name: str, limit: int = 10) -> list[str]:
        """Paths of the files that a module's name or path may mean: ``a.b`` or ``a/b`` is ``…/a/b.*``."""
        wanted = name.lower().replace(".", "/")
        found = []
        for path in self.files():
            lower = path.lower()
            stem = lower.rsplit(".", 1)[0].removesuffix("/__init__").removesuffix("/index")
            if f"/{lower}".endswith(f"/{name.lower()}") or f"/{stem}".endswith(f"/{wanted}"):
                found.append(path)
        return sorted(found, key=lambda path: (path.count("/"), path))[:limit]

    def roles(self) -> dict[str, str]:
        """Role by path of every indexed file."""
        return dict(self._db.execute("SELECT path, role FROM files"))

    def languages(self) -> dict[str, str]:
        """Language by path of every indexed file, "" where no grammar reads it."""
        return dict(self._db.execute("SELECT path, language FROM files"))

    def kinds(self) -> dict[str, int]:
        """How many chunks there are of each kind."""
        return dict(self._db.execute("SELECT kind, count(*) FROM chunks GROUP BY kind"))

    def chunks_at(self, path: str, line: int) -> list[ChunkRow]:
        """The chunks of a file that hold a line, shortest first."""
        rows = self._rows(
            f"{_FROM} WHERE chunks.path = ? AND start_line <= ? AND end_line >= ?", (path, line, line)
        )
        return sorted(rows, key=lambda row: row.end_line - row.start_line)

    def _in(self, column: str, values: Sequence[Any]) -> list[ChunkRow]:
        rows: list[ChunkRow] = []
        for i in range(0, len(values), _BOUND):
            some = values[i : i + _BOUND]
            rows += self._rows(
                f"{_FROM} WHERE {column} IN ({marks(some)}) ORDER BY chunks.path, ordinal", some
            )
        return rows

    def _rows(self, sql: str, values: Sequence[Any]) -> list[ChunkRow]:
        return [ChunkRow(*fields) for fields in self._db.execute(sql, values)]

    # ---- the image ----

    def serialize(self) -> bytes:
        """The whole index as bytes, for `load`."""
        self._db.execute("INSERT INTO terms (terms) VALUES ('optimize')")
        pages = self._db.execute("PRAGMA page_count").fetchone()[0]
        if self._db.execute("PRAGMA freelist_count").fetchone()[0] * 4 > pages:
            self._db.execute("VACUUM")
        return self._db.serialize()

    @classmethod
    def load(cls, image: bytes) -> LexicalIndex:
        """An index from its image. Raises StorageError(code="lexical-format") for any other format."""
        self = cls.__new__(cls)
        self._db = sqlite3.connect(":memory:", isolation_level=None)
        try:
            self._db.deserialize(image)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.DatabaseError:
            version = None
        if version != FORMAT:
            raise StorageError(
                "lexical-format",
                f"The text index of this repository has format {version}, this version reads {FORMAT}.",
                "Index the repository again: its kept files are used, nothing is downloaded twice.",
            )
        return self
