"""Token counts are checked against the reference: the `tokenizers` library with the model's own file."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from app.engine.chunk.tokens import TokenCounter
from tests.support.source_files import model_folder

ROOT = Path(__file__).parents[3]
# The oldest Unicode that Python has tables of; the tokenizer's are younger.
OLD = unicodedata.ucd_3_2_0


def known_to_both(text: str) -> bool:
    return all(OLD.category(c) != "Cn" for c in text)


@pytest.fixture(scope="session")
def reference() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def reference_count(reference: Tokenizer, text: str) -> int:
    return len(reference.encode(text, add_special_tokens=False).ids)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "def read_file(path: Path) -> str:",
        "HTTPServer.handleRequest(x)[0] += 1 << 2",
        "a\fb\x00c\x7f d\x0be",
        "naïve Ångström ΣΊΣΥΦΟΣ İstanbul straße",
        "日本語のコメント and 中文 mixed한국어",
        "zero\u200bwidth\ufeff and \u2028 separators \x85",
        "x" * 100 + " " + "x" * 101,
        "[MASK][CLS] [PAD] [mask] a[SEP]b [[UNK]]",
        "emoji 🎉👩‍👩‍👧 flags 🇩🇪",
        "\ud7ff\ue000\ufffd",
    ],
)
def test_counts_what_the_tokenizer_counts(counter: TokenCounter, reference: Tokenizer, text: str) -> None:
    assert counter.count(text) == reference_count(reference, text)


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]).filter(known_to_both)))
def test_counts_any_text_exactly(counter: TokenCounter, reference: Tokenizer, text: str) -> None:
    assert counter.count(text) == reference_count(reference, text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="aeioutrsxq_0(.)[]\n\t\r #\u0301éÉ中"))
def test_lines_add_up_to_the_text(counter: TokenCounter, reference: Tokenizer, text: str) -> None:
    assert sum(counter.count_lines(text)) == counter.count(text) == reference_count(reference, text)


def test_counts_every_source_file_of_the_engine_exactly(counter: TokenCounter, reference: Tokenizer) -> None:
    paths = [p for p in sorted(ROOT.joinpath("app").rglob("*")) if p.suffix in (".py", ".scm", ".md")]
    assert len(paths) > 20
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert counter.count(text) == reference_count(reference, text), path


def test_lone_surrogates_are_counted_without_an_error(counter: TokenCounter) -> None:
    assert counter.count("a \ud800 b") == 2
