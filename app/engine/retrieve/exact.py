"""Exact hits: what a question names outright, that is symbols, files, quoted texts and the usual places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.question import Question
from app.engine.retrieve.rows import ChunkRow, SymbolRow
from app.engine.retrieve.topics import Topic, is_history

# Names that many symbols bear say little: the hit is shared from this many on.
COMMON_NAME = 4
# Chunks that are looked at for one quoted text.
PHRASES = 10
# Files of one pattern, and sections, that are looked at for what any repository is asked.
FILES_EACH = 2
SECTIONS = 4


@dataclass(slots=True)
class Exact:
    """A chunk that a word of the question names. `share` is in 0..1.

    `rule` is identifier (a word only code writes), name (a capitalised word), path, phrase
    (a quoted text) or topic (the usual place for what is asked).
    """

    row: ChunkRow
    rule: str
    word: str
    share: float = 1.0
    symbol: SymbolRow | None = None


def exact_hits(question: Question, lexical: LexicalIndex) -> list[Exact]:
    """Every exact hit that the question's filters admit; a chunk may be hit more than once."""
    return [
        hit
        for hit in _hits(question, lexical)
        if question.filters.admit(hit.row, hit.symbol.kind if hit.symbol else "")
    ]


def _hits(question: Question, lexical: LexicalIndex) -> Iterator[Exact]:
    for rule, words in (("identifier", question.identifiers), ("name", question.names)):
        for word in words:
            yield from _named(word, rule, lexical)
    for path in question.paths:
        for row in lexical.in_file(path):
            yield Exact(row, "path", path)
    for phrase in question.quoted:
        hits = lexical.phrase(phrase, PHRASES, question.filters)
        rows = lexical.rows(id for id, _ in hits)
        for i, (id, _) in enumerate(hits):
            yield Exact(rows[id], "phrase", phrase, 1 / (1 + i / 5))
    if question.topic:
        for i, row in enumerate(_usual(question.topic, lexical)):
            yield Exact(row, "topic", question.topic.label, 1 / (1 + i / 4))


def _named(word: str, rule: str, lexical: LexicalIndex) -> Iterator[Exact]:
    symbols, share = lexical.named(word), 1.0
    if not symbols and "." in word:
        word = word.rsplit(".", 1)[-1]
        symbols, share = lexical.named(word), 0.5
    share *= min(1.0, COMMON_NAME / max(1, len(symbols)))
    for symbol in symbols:
        # Other spellings of the same letters (`session` beside `Session`) count for less.
        spelt = share if symbol.spelling(word) == 0 else share / 2
        for row in lexical.chunks_at(symbol.path, symbol.start_line)[:1]:
            yield Exact(row, rule, word, spelt, symbol)


def _usual(topic: Topic, lexical: LexicalIndex) -> Iterator[ChunkRow]:
    """Where a topic's answer usually stands: sections by heading, definitions and files by name."""
    sections = lexical.rows(lexical.titled(topic.titles, 4 * SECTIONS)).values()
    titled = [row for row in sections if not is_history(row.path)][:SECTIONS]
    yield from sorted(titled, key=lambda row: (row.path.count("/"), row.path, row.start_line))
    for name in topic.symbols:
        for symbol in lexical.named(name)[:FILES_EACH]:
            yield from lexical.chunks_at(symbol.path, symbol.start_line)[:1]
    paths = sorted(lexical.files(), key=lambda path: (path.count("/"), path))
    for pattern in topic.files:
        for path in [path for path in paths if pattern.search(path)][:FILES_EACH]:
            row = lexical.best_in(path, topic.words)
            if row:
                yield row
