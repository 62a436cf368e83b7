"""A repository that can be searched, made of a test's own files by the real stages."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping

from app.engine.embed.batches import batches
from app.engine.opened import Opened
from app.engine.source.plan import file_row
from app.engine.source.snapshot import Entry
from app.engine.store.records import repository
from app.host.cpython import CPythonHost
from tests.support.source_files import read_source, token_counter
from tools import model


def opened(files: Mapping[str, str], embed: bool = False, name: str = "o/shop") -> Opened:
    """The files by path as the engine holds them, their graph drawn, and their chunks embedded if asked."""
    return asyncio.run(_open(files, embed, name))


async def _open(files: Mapping[str, str], embed: bool, name: str) -> Opened:
    host = CPythonHost(model.folder())
    owner, _, short = name.partition("/")
    record = repository(
        id=name, origin="", owner=owner, name=short, ref="main", commit="0" * 40, folder="", added=0.0
    )
    record["space"] = name
    made = await Opened.load(host, record, token_counter())
    for path, text in files.items():
        source = read_source(path, text)
        entry = Entry(path, hashlib.sha1(text.encode()).hexdigest(), len(text))
        await host.store.put_texts({entry.sha: text})
        row = file_row(name, entry, "indexed", language=source.language)
        made.add(row, text, source.symbols, source.chunks(made.counter))
    async for _ in made.draw(100):
        pass
    if embed:
        async for batch in batches(host.store, list(made.rows.values()), made.chunks, made.missing()):
            made.embedded.update((await host.embedder.embed(name, batch)).done)
    await made.activate()
    return made
