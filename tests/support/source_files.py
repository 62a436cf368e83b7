"""Files as the engine reads them, on CPython: the language, the captures, the symbols."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from app.engine.graph.model import FileSymbols
from app.engine.graph.symbols import extract
from app.engine.parse.captures import Parsed
from app.engine.parse.languages import language_of
from app.engine.parse.mending import parse_files
from app.host.cpython_parser import CPythonParser

# The first file of a language pays for its query; a busy machine must not make that a timeout.
_PARSER = CPythonParser(time_limit=60)


@dataclass(frozen=True, slots=True)
class SourceFile:
    path: str
    text: str
    language: str
    parsed: Parsed
    symbols: FileSymbols


def read_source(path: str, text: str) -> SourceFile:
    """One file by the real parser. A file without a grammar has no captures and no symbols."""
    language = language_of(path, text)
    if not language:
        return SourceFile(path, text, "", Parsed("ok"), FileSymbols(path, ""))
    (parsed,) = asyncio.run(parse_files(_PARSER, [(language, text)]))
    return SourceFile(path, text, language, parsed, extract(path, language, text, parsed))
