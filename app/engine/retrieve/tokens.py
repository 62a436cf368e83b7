"""Words of code and of questions, split the same way on both sides of the text index.

An identifier gives its parts and itself: ``getUserById`` and ``get_user_by_id`` both
become ``get user by id getuserbyid``, so either spelling finds the other.
Stemming is left to FTS5's own ``porter`` tokenizer.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

# Longer tokens are data (base64, minified code): their beginning is kept, the rest is noise.
LONGEST_TOKEN = 48

# Terms of one search: a pasted log has thousands.
MOST_TERMS = 100

WORD = re.compile(r"\w+")
# In order: an acronym's plural (URLs), an acronym before a word (HTTP|Server), a word, an acronym, a number.
_PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_SIGNS = re.compile(r"[\W_]+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")

# Words of questions, not of code.
_STOP_WORDS = (
    "a about all also am an and any are as at be been being but by can could did do does doing done for "
    "from get gets give had has have having here how i if in into is it its itself let like made make "
    "makes me my no not of on one or other our out over please same shall should show so some such tell "
    "than that the their them then there these they this those to under up us use used uses using was "
    "way we well were what whats when where which while who whom whose why will with work works working "
    "would you your "
)
STOP_WORDS = frozenset(_STOP_WORDS.split())


@lru_cache(maxsize=1 << 16)
def split_word(word: str) -> tuple[str, ...]:
    """The lower-case tokens of one word: its parts, then, if there are several, all of it as one."""
    if not word.isascii():
        return _split_unicode(word)
    if word.islower() and word.isalpha():
        return (word[:LONGEST_TOKEN],)
    parts = [part.lower()[:LONGEST_TOKEN] for part in _PART.findall(word)]
    if len(parts) < 2:
        return tuple(parts)
    whole = word.replace("_", "").lower()[:LONGEST_TOKEN]
    # A lone letter (the "O" of OAuth) says nothing beside the whole.
    return (*(part for part in parts if len(part) > 1 or part.isdigit()), whole)


def _split_unicode(word: str) -> tuple[str, ...]:
    """Underscores part words; scripts without spaces are cut into overlapping pairs."""
    tokens: list[str] = []
    for part in word.lower().split("_"):
        end = 0
        for run in _CJK.finditer(part):
            tokens.append(part[end : run.start()])
            text, end = run.group(), run.end()
            tokens.extend(text[i : i + 2] for i in range(max(1, len(text) - 1)))
        tokens.append(part[end:])
    return tuple(token[:LONGEST_TOKEN] for token in tokens if token)


def letters(name: str) -> str:
    """What a name's spellings share: ``getUser``, ``get_user`` and ``$_get_user`` are all ``getuser``."""
    return _SIGNS.sub("", name).lower() or name


def tokenize(text: str) -> list[str]:
    """Every token of a text, in order, repeated as often as it occurs."""
    return [token for word in WORD.findall(text) for token in split_word(word)]


def indexed(text: str) -> str:
    """The text as the index stores it: tokens with a space between."""
    return " ".join([" ".join(split_word(word)) for word in WORD.findall(text)])


def question_words(text: str) -> list[str]:
    """The words of a text that say what it is about, in order."""
    return [word for word in WORD.findall(text) if word.lower() not in STOP_WORDS]


def query_terms(text: str) -> list[str]:
    """The distinct tokens worth searching for, in order.

    Stop words are left out unless nothing else is there. Two neighbouring words are also
    searched as one, since code writes ``websocket`` where a question says "web socket".
    """
    words = question_words(text) or WORD.findall(text)
    terms: dict[str, None] = {}
    for word in words:
        terms.update(dict.fromkeys(split_word(word)))
    for left, right in pairwise(words):
        if left.isalpha() and right.isalpha():
            terms[(left + right).lower()[:LONGEST_TOKEN]] = None
    return list(terms)[:MOST_TERMS]
