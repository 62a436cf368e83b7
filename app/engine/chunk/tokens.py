"""Exact token counts of the embedding model, without the model's tokenizer.

The rules are those of `tokenizers`: BertNormalizer (clean, lower-case, strip
accents, set CJK characters apart), BertPreTokenizer and WordPiece, greedy and
longest match first. Counts leave the special tokens around a text out: they
cost `SPECIAL_TOKENS` more. Exact for every character up to Unicode 8, whose
tables the tokenizer carries; a word with a younger mark or punctuation is one
[UNK] there and may be counted as more here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

# [CLS] before and [SEP] after every text.
SPECIAL_TOKENS = 2

# A longer word is one [UNK] (WordPiece's max_input_chars_per_word).
_LONGEST_WORD = 100
# Words remembered before the memory starts anew: about 20 MB.
_REMEMBERED = 200_000

# The tokenizer takes these out of the raw text before it looks at anything else.
_ADDED_TOKENS = re.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK)\]")
_ASCII_PRE_TOKENS = re.compile(r"[a-z0-9]+|[!-/:-@\[-`{-~]")
# Control characters vanish, even form feeds, so they join what they stand between.
_ASCII_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

_CJK = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class TokenCounter:
    """Counts tokens; code repeats its words, so each word is cut once and remembered."""

    def __init__(self, vocab_text: str) -> None:
        """`vocab_text` is the model's vocab.txt: one piece a line, ``##`` before those inside a word."""
        vocabulary = vocab_text.split("\n")
        self._initial = frozenset(piece for piece in vocabulary if not piece.startswith("##"))
        self._inner = frozenset(piece[2:] for piece in vocabulary if piece.startswith("##"))
        self._longest = max((len(piece) for piece in vocabulary), default=0)
        self._words = _Words(self._pieces)

    def count(self, text: str) -> int:
        """Tokens of a text, without the special ones around it."""
        added = 0
        if "[" in text:
            text, added = _ADDED_TOKENS.subn(" ", text)
        if text.isascii():
            pre_tokens = _ASCII_PRE_TOKENS.findall(_ASCII_CONTROLS.sub("", text.lower()))
        else:
            pre_tokens = _pre_tokens(_normalize(text))
        if len(self._words) > _REMEMBERED:
            self._words.clear()
        return added + sum(map(self._words.__getitem__, pre_tokens))

    def count_lines(self, text: str) -> list[int]:
        """Tokens of each line. They add up to those of the text: no token spans a line."""
        return [self.count(line) for line in text.split("\n")]

    def _pieces(self, word: str) -> int:
        """Into how many pieces WordPiece cuts a word; 1 where it has no cut, for [UNK]."""
        length = len(word)
        if length > _LONGEST_WORD:
            return 1
        start, count, vocabulary = 0, 0, self._initial
        while start < length:
            end = min(length, start + self._longest)
            while end > start and word[start:end] not in vocabulary:
                end -= 1
            if end == start:
                return 1
            start, count, vocabulary = end, count + 1, self._inner
        return count


class _Words(dict[str, int]):
    """word -> pieces, filled upon a miss; a dict so that `map` looks words up without a Python frame."""

    def __init__(self, pieces: Callable[[str], int]) -> None:
        self._pieces = pieces

    def __missing__(self, word: str) -> int:
        count = self[word] = self._pieces(word)
        return count


def _normalize(text: str) -> str:
    """BertNormalizer, uncased."""
    cleaned = []
    for character in text:
        if character in "\t\n\r":
            cleaned.append(" ")
        elif _is_removed(character):
            continue
        elif character.isspace():
            cleaned.append(" ")
        elif _is_cjk(ord(character)):
            cleaned.append(f" {character} ")
        else:
            cleaned.append(character)
    decomposed = unicodedata.normalize("NFD", "".join(cleaned))
    bare = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
    # The tokenizer lowers character by character, so a final sigma is like any other.
    return bare.replace("Σ", "σ").lower()


def _pre_tokens(text: str) -> list[str]:
    """BertPreTokenizer: words between whitespace, and every punctuation character by itself."""
    spaced = [f" {c} " if _is_punctuation(c) else c for c in text]
    return "".join(spaced).split()


def _is_removed(character: str) -> bool:
    return character in "\x00\ufffd" or unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs")


def _is_punctuation(character: str) -> bool:
    return character in _ASCII_PUNCTUATION or unicodedata.category(character).startswith("P")


def _is_cjk(code: int) -> bool:
    return code >= 0x3400 and any(low <= code <= high for low, high in _CJK)
