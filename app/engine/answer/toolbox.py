"""Runs the functions of tools.py over one open repository. Results are short, and each line in them is
cited as the model may cite it; what looks like a secret is left out and said to be."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from app.engine.answer import tools
from app.engine.answer.citations import Paths, cite
from app.engine.answer.context import Count, numbered
from app.engine.answer.fence import flat
from app.engine.answer.sent import Sent
from app.engine.answer.sources import Sources
from app.engine.answer.tools import RefusedCall, read_arguments
from app.engine.find import find
from app.engine.graph.model import Symbol
from app.engine.opened import Opened
from app.engine.relations import relations
from app.engine.retrieve.rank import Place
from app.engine.retrieve.structure import normal_name
from app.shared import protocol

# Definitions of one name that are looked at; of more, they are listed for the model to choose.
DEFINITIONS = 3
# Names that are listed beside what was asked for.
OTHERS = 8
# Lines of a found place, characters of a line that is shown for a relation.
SHOWN = 5
LINE = 160
# An edge that is less sure is said to be.
SURE = 0.8


@dataclass(frozen=True, slots=True)
class Result:
    """What a call gave: `text` for the model, `detail` in a few words for the person."""

    text: str
    detail: str


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a result that is given whole or not at all, and lines first..last of `path` that it shows."""

    text: str
    path: str = ""
    first: int = 0
    last: int = 0


class Toolbox:
    """`room` is how many tokens a result may have, by `count`. What is returned is added to `sent`."""

    def __init__(self, opened: Opened, sources: Sources, sent: Sent, room: int, count: Count) -> None:
        self._opened = opened
        self._sources = sources
        self._sent = sent
        self._room = room
        self._count = count
        self._paths = Paths(sources.paths())
        self._functions: dict[str, Callable[..., Awaitable[Result]]] = {
            tools.SEARCH: self._search,
            tools.READ_LINES: self._read_lines,
            tools.LIST_FILES: self._list_files,
            tools.CALLERS: self._walk(protocol.CALLERS),
            tools.CALLEES: self._walk(protocol.CALLEES),
            tools.IMPLEMENTATIONS: self._walk(protocol.IMPLEMENTATIONS),
            tools.PATH_BETWEEN: self._path_between,
            tools.IMPACT: self._walk(protocol.IMPACT),
        }

    async def call(self, name: str, arguments: dict[str, Any]) -> Result:
        """Run one call. What is wrong with it is its result, in words that the model can act on."""
        try:
            read = read_arguments(name, arguments)
            return await self._functions[name](**read)
        except RefusedCall as refused:
            return Result(f"Not done: {refused}", f"refused: {refused}")

    # Searching and reading ------------------------------------------------------

    async def _search(self, query: str, k: int) -> Result:
        found = await self._opened.searcher().search(query, k)
        places = found.places[:k]
        await self._sources.load(place.row.path for place in places)
        parts = [self._place(place) for place in places]
        return self._result(parts, f"{len(places)} places", "Nothing fits. Try other words.")

    def _place(self, place: Place) -> _Part:
        path, (first, last) = place.row.path, place.lines
        named = f"`{flat(place.symbol or path)}`, {place.kind}"
        head = f"- {cite(flat(path), first, last)} {named}: {flat(place.why)}"
        if reason := self._sources.withheld(path, first, last):
            return _Part(f"{head} (withheld: {reason})")
        lines = self._sources.lines(path)[first - 1 : min(last, first + SHOWN - 1)]
        text = "\n".join([head, *numbered(lines, first)])
        return _Part(text, path, first, first + len(lines) - 1)

    async def _read_lines(self, path: str, first: int, last: int) -> Result:
        path = self._file(path)
        await self._sources.load([path])
        lines = self._sources.lines(path)
        if first > len(lines) or last < first:
            raise RefusedCall(f"{flat(path)} has lines 1 to {len(lines)}.")
        last = min(last, len(lines), first + tools.MOST_LINES - 1)
        if reason := self._sources.withheld(path, first, last):
            return Result(f"Withheld: {reason}. It is shown to no model.", f"withheld: {reason}")
        shown, room = [], self._room
        for line in numbered(lines[first - 1 : last], first):
            room -= self._count(line)
            if room < 0:
                break
            shown.append(line)
        if not shown:
            raise RefusedCall(f"Line {first} is too long to be shown.")
        end = first + len(shown) - 1
        more = [f"Cut here: ask for lines {end + 1} on."] if end < last else []
        self._sent.add(path, first, end)
        head = f"{cite(flat(path), first, end)} of {len(lines)} lines"
        return Result("\n".join([head, *shown, *more]), f"lines {first} to {end} of {path}")

    def _file(self, path: str) -> str:
        meant = self._paths.meant(path.strip("`'\" "))
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise RefusedCall(f"Several files end so: {', '.join(map(flat, meant[:OTHERS]))}.")
        raise RefusedCall(f"There is no file {flat(path)!r} here. {tools.LIST_FILES} lists the files.")

    async def _list_files(self, folder: str, name: str) -> Result:
        below = folder.removeprefix("./").strip("/.")
        below = f"{below}/" if below else ""
        paths = [path for path in self._sources.paths() if path.startswith(below) and _fits(path, name)]
        parts = [_Part(f"- {flat(path)}, {self._sources.role(path)}") for path in paths[: tools.MOST_FILES]]
        folders = sorted({path.split("/", 1)[0] for path in self._sources.paths() if "/" in path})
        nothing = f"No file fits. The top folders are: {', '.join(map(flat, folders[:20])) or 'none'}."
        return self._result(parts, f"{len(paths)} files", nothing, len(paths))

    # The graph --------------------------------------------------------------------

    def _walk(self, query: str) -> Callable[..., Awaitable[Result]]:
        async def walk(symbol: str, depth: int = 1) -> Result:
            symbols = self._symbols(symbol)
            parts: list[_Part] = []
            total = 0
            for one in symbols[:DEFINITIONS]:
                groups = relations(self._opened, one.id, query, depth, "")["groups"]
                parts.append(self._definition(one, query, "" if groups else ": none known"))
                for group in groups:
                    total += group["total"]
                    parts += [
                        _Part(f"{group['title']} ({group['total']}):"),
                        *await self._rows(group["rows"]),
                    ]
            if others := symbols[DEFINITIONS : DEFINITIONS + OTHERS]:
                named = ", ".join(flat(other.id) for other in others)
                parts.append(_Part(f"More of that name, to be asked for so: {named}"))
            return self._result(parts, f"{total} found")

        return walk

    async def _path_between(self, start: str, end: str) -> Result:
        for one in self._symbols(start)[:DEFINITIONS]:
            for other in self._symbols(end)[:DEFINITIONS]:
                groups = relations(self._opened, one.id, protocol.PATH, 1, other.id)["groups"]
                for group in groups:
                    rows = await self._rows(group["rows"])
                    return self._result([_Part(flat(group["title"])), *rows], f"{len(rows)} steps")
        return Result("No chain of uses is known between them, in either direction.", "no way found")

    def _definition(self, symbol: Symbol, query: str, said: str) -> _Part:
        where = cite(flat(symbol.path), symbol.start_line)
        text = f"{query} of `{flat(symbol.qualified_name)}`, {symbol.kind} {where}{said}"
        return _Part(text, symbol.path, symbol.start_line, symbol.start_line)

    async def _rows(self, rows: Sequence[dict[str, Any]]) -> list[_Part]:
        await self._sources.load(row["path"] for row in rows)
        return [self._row(row) for row in rows]

    def _row(self, row: dict[str, Any]) -> _Part:
        """What is related, the line where that stands, and what it says."""
        path, line = row["path"], row["line"]
        kind = "" if row["kind"] == "calls" else f", {row['kind']}"
        via = f", by way of `{flat(row['via'])}`" if row["via"] else ""
        unsure = "" if row["confidence"] >= SURE else " (not certain)"
        head = f"- `{flat(row['name'])}`{kind}{via}{unsure}"
        if not line or not self._sources.has(path):
            return _Part(head)
        lines = self._sources.lines(path)
        is_shown = line <= len(lines) and not self._sources.withheld(path, line, line)
        said = f" {lines[line - 1].strip()[:LINE]}" if is_shown else ""
        return _Part(f"{head} {cite(flat(path), line)}{said}", path, line, line)

    def _symbols(self, name: str) -> list[Symbol]:
        """What a name means: the definitions that are spelt so, those of code first."""
        name = name.strip("`'\" ").removesuffix("()")
        graph, lexical = self._opened.graph, self._opened.lexical
        if symbol := graph.symbol(name):
            return [symbol]
        path, _, last = name.rpartition("::") if "::" in name else name.rpartition(":")
        files = set(self._paths.meant(path)) if path else set()
        spelt = normal_name(last if files else name)
        rows = [row for row in lexical.named(spelt) if not files or row.path in files]
        nearest = min((row.spelling(spelt) or 0 for row in rows), default=0)
        meant = [graph.symbol(row.id) for row in rows if (row.spelling(spelt) or 0) == nearest]
        if symbols := [symbol for symbol in meant if symbol]:
            return symbols
        hits = find(self._opened.symbols, {}, spelt.rsplit(".", 1)[-1], OTHERS)
        near = ", ".join(flat(hit["qualified_name"]) for hit in hits)
        words = f"Did you mean {near}?" if near else f"{tools.SEARCH} finds by words."
        raise RefusedCall(f"No symbol is named {flat(spelt)!r} here. {words}")

    # Results ------------------------------------------------------------------------

    def _result(self, parts: Sequence[_Part], detail: str, nothing: str = "", total: int = 0) -> Result:
        """As many parts as there is room for; what is left out is counted."""
        kept: list[str] = []
        room = self._room
        for part in parts:
            room -= self._count(part.text)
            if room < 0 and kept:
                break
            kept.append(part.text)
            if part.path:
                self._sent.add(part.path, part.first, part.last)
        left = max(total, len(parts)) - len(kept)
        more = [f"… and {left} more"] if left else []
        return Result("\n".join([*kept, *more]), detail) if kept else Result(nothing, "nothing found")


def _fits(path: str, name: str) -> bool:
    path, name = path.lower(), name.lower()
    if re.search(r"[*?]", name):
        return fnmatchcase(path, name) or fnmatchcase(path.rsplit("/", 1)[-1], name)
    return name in path
