"""The part of a file that is shown for a place: whole where it is short, else its most telling lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.engine.retrieve.tokens import tokenize

# Lines of code shown for one place.
LONGEST = 40

_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`'\"(<])")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines first..last of a file (from 1, inclusive) and their text."""

    first: int
    last: int
    code: str


def excerpt(lines: list[str], first: int, last: int, terms: set[str], longest: int = LONGEST) -> Excerpt:
    """Lines first..last of a file, or the run of `longest` in them that says most of the terms.

    The run begins at the symbol's own first line unless another one is clearly better.
    """
    first = max(1, min(first, len(lines)))
    last = max(first, min(last, len(lines)))
    while last > first and not lines[last - 1].strip():
        last -= 1
    if last - first >= longest:
        first += _best_start([_worth(line, terms) for line in lines[first - 1 : last]], longest)
        last = first + longest - 1
    return Excerpt(first, last, "\n".join(lines[first - 1 : last]))


def _worth(line: str, terms: set[str]) -> int:
    return len(terms.intersection(tokenize(line)))


def _best_start(worths: list[int], size: int) -> int:
    """Start of the run of `size` with the greatest sum; the head gives way to twice its own sum alone."""
    sums = [sum(worths[:size])]
    for i in range(size, len(worths)):
        sums.append(sums[-1] + worths[i] - worths[i - size])
    best = max(range(len(sums)), key=lambda i: (sums[i], -i))
    return best if sums[best] > 2 * max(1, sums[0]) else 0


def first_sentence(doc: str, longest: int = 160) -> str:
    """The first sentence of a symbol's documentation on one line, cut at a word where it is long."""
    paragraph = doc.strip().split("\n\n", 1)[0]
    return shortened(_SENTENCE_END.split(" ".join(paragraph.split()), maxsplit=1)[0], longest)


def shortened(text: str, longest: int) -> str:
    """A text, or its beginning up to a word's end where it is longer."""
    return text if len(text) <= longest else f"{text[:longest].rsplit(' ', 1)[0]} …"
