from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from app.engine.chunk.builder import WINDOW
from app.engine.chunk.headers import LIMIT
from app.engine.chunk.model import Chunk
from app.engine.chunk.tokens import SPECIAL_TOKENS, TokenCounter
from tests.support.source_files import read_source, token_counter


@pytest.fixture(scope="session")
def counter() -> TokenCounter:
    return token_counter()


@pytest.fixture(scope="session")
def chunked(counter: TokenCounter) -> Callable[[str, str], list[Chunk]]:
    """A file's chunks by the real parser and the real symbols."""

    return lambda path, text: read_source(path, text).chunks(counter)


@pytest.fixture(scope="session")
def keeps_promises(counter: TokenCounter) -> Callable[[str, str, list[Chunk]], None]:
    """What holds for the chunks of every file but a notebook: see app/engine/chunk/splitter.py."""

    def check(path: str, text: str, chunks: list[Chunk]) -> None:
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        position, outside = 0, []
        for chunk in chunks:
            code = chunk.code(text)
            assert code == text[chunk.start : chunk.end] and code.strip()
            assert chunk.tokens == counter.count(f"{chunk.header}\n{code}") + SPECIAL_TOKENS <= WINDOW
            assert counter.count(chunk.header) <= LIMIT
            assert starts[chunk.start_line - 1] <= chunk.start < chunk.end <= starts[chunk.end_line] - 1
            assert 1 <= chunk.part[0] <= chunk.part[1]
            assert chunk.start >= position, "chunks overlap"
            outside.append(text[position : chunk.start])
            position = chunk.end
        outside.append(text[position:])
        assert not "".join(outside).strip(), f"{path} lost {''.join(outside).strip()[:200]!r}"
        for one, other in pairwise(chunks):
            cut_inside = one.start_line == one.end_line == other.start_line == other.end_line
            assert one.end_line < other.start_line or cut_inside

    return check
