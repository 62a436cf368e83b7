"""From a file to its chunks: picks the splitter that suits the file."""

from __future__ import annotations

from app.engine.chunk import documents, notebooks, splitter
from app.engine.chunk.model import Chunk
from app.engine.chunk.tokens import TokenCounter
from app.engine.graph.model import FileSymbols
from app.engine.parse.captures import Parsed


def chunk_file(
    path: str, language: str, text: str, parsed: Parsed, symbols: FileSymbols, counter: TokenCounter
) -> list[Chunk]:
    """The chunks of any file, in the order of their lines; none only where nothing but blanks is in it.

    `language` is "" where no grammar reads the file. A file whose parse failed or ran over its
    time is cut as text. Never raises for any content.
    """
    suffix = path.rsplit("/", 1)[-1].lower().rpartition(".")[2]
    if language and parsed.status in ("ok", "errors"):
        return splitter.split(path, language, text, symbols, counter)
    if suffix == "ipynb":
        return notebooks.split(path, text, counter)
    if suffix in documents.MARKDOWN:
        return documents.split_markdown(path, text, counter)
    if suffix in documents.RESTRUCTURED:
        return documents.split_restructured(path, text, counter)
    return documents.split_text(path, text, counter)
