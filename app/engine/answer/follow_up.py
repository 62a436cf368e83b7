"""What a follow-up means: the question as it is searched for, what it leaves out taken from earlier turns.

A question that stands by itself stays as it is. "who calls it?" gets the name for "it", "why?" and "what
about the async one?" the words of the question before, "the second one" what the answer named second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.engine.answer.pronouns import (
    ABOUT,
    ELLIPSIS,
    LEAD,
    MANY,
    NTH,
    ONE,
    ORDINALS,
    OTHER,
    THERE,
    bared,
    is_follow_up,
)
from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.question import read_question
from app.engine.retrieve.structure import normal_name
from app.engine.retrieve.tokens import STOP_WORDS, WORD
from app.shared import filters as typed

# Turns that are looked back, and names that a plural may stand for.
TURNS = 4
PLURAL = 3

# What an answer names: code in backticks, perhaps bold, and the items of its lists.
_TICKED = re.compile(r"`([A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[\w$]+)*)(?:\([^`]*\))?`")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,2}[.)])\s+(.*)$", re.MULTILINE)
_CITED = re.compile(r"\[([^\[\]\n]{1,300}?):\d+(?:-\d+)?\]")
# "its callers", "their base classes"
_OWNED = re.compile(r"\s+([\w-]+(?:\s+class(?:es)?)?)")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer, before the one that is asked."""

    question: str
    answer: str


def turns_of(history: Iterable[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """The turns of a payload of the page."""
    return tuple(Turn(str(turn["question"]), str(turn["answer"])) for turn in history)


def searched(question: str, turns: Sequence[Turn], lexical: LexicalIndex) -> str:
    """The question as a repository is searched for it; its filters stay as they are."""
    filters, asked = typed.read(question)
    whole = rewritten(asked, turns, lambda name: bool(lexical.named(normal_name(name), 1)))
    return question if whole == asked else typed.join(filters, whole)


def rewritten(question: str, turns: Sequence[Turn], is_symbol: Callable[[str], bool]) -> str:
    """The question as it is searched for. `turns` come oldest first, `is_symbol` knows the repository's
    names."""
    if not turns or not is_follow_up(question):
        return question
    return _Reader(turns[-TURNS:], is_symbol).complete(question)


class _Reader:
    """Completes a question from the turns before it."""

    def __init__(self, turns: Sequence[Turn], is_symbol: Callable[[str], bool]) -> None:
        self._is_symbol = is_symbol
        self._turns = turns
        # The last question, itself completed by what was before it.
        self._last = rewritten(turns[-1].question, turns[:-1], is_symbol)
        self._answer = turns[-1].answer

    def complete(self, question: str) -> str:
        text = LEAD.sub("", question).strip()
        bare = bared(question)
        if ABOUT.match(bare):
            return self._about(ABOUT.sub("", bare))
        if not bare or ELLIPSIS.match(bare):
            return self._with("")
        if (nth := NTH.search(bare)) and (named := self._nth(nth)):
            return NTH.sub(lambda _: f"`{named}`", text, count=1)
        other = OTHER.search(bare)
        if other and other["kind"] and other["kind"].lower() not in STOP_WORDS:
            return self._about(bare)
        for pattern, names in ((MANY, self._several()), (ONE, self._one())):
            match = pattern.search(text)
            if match and names:
                return _filled(text, match, names)
        if THERE.search(bare) and (path := self._path()):
            return f"{THERE.sub('', bare).strip()} in {path}?"
        return self._with(bare)

    # What pronouns stand for ------------------------------------------------------

    def _one(self) -> list[str]:
        """What "it" is: what the last question names, else what its answer named first, else the same of
        the turns before."""
        earlier = ((turn.question, turn.answer) for turn in self._turns[-2::-1])
        for asked, answer in ((self._last, self._answer), *earlier):
            if named := self._asked(asked) or self._named(answer):
                return named[:1]
        return []

    def _several(self) -> list[str]:
        """What "they" are: the names of the last question, else the items that its answer lists."""
        asked = self._asked(self._last)
        if len(asked) > 1:
            return asked[:PLURAL]
        listed = [name for name in self._items() if name not in asked]
        named = [name for name in self._named(self._answer) if name not in asked]
        found = listed if len(listed) > 1 else named
        return found[:PLURAL] if len(found) > 1 else found or self._one()

    def _nth(self, match: re.Match[str]) -> str:
        """What the last answer named in that place, "" where it named fewer."""
        cited = list(dict.fromkeys(_CITED.findall(self._answer)))
        items = self._items() or self._named(self._answer) or cited
        said = (match["nth"] or match["number"] or match["hash"]).lower()
        if said == "last":
            return items[-1] if items else ""
        digits = re.match(r"\d+", said)
        place = int(digits[0]) if digits else ORDINALS.index(said) + 1
        return items[place - 1] if 0 < place <= len(items) else ""

    # What turns say ---------------------------------------------------------------

    def _asked(self, question: str) -> list[str]:
        """Names of code in a question."""
        read = read_question(question)
        names = [*([read.structure.name] if read.structure else []), *read.identifiers, *read.paths]
        known = [name for name in read.names if self._is_symbol(name)]
        # A word by itself is a name where the repository has one.
        names = [name for name in names if name != read.bare or self._is_symbol(name) or "." in name]
        return list(dict.fromkeys([*names, *known]))

    def _named(self, answer: str) -> list[str]:
        """Names of code in an answer, those that the repository defines."""
        names = [normal_name(name) for name in _TICKED.findall(answer)]
        return list(dict.fromkeys(name for name in names if self._is_symbol(name)))

    def _items(self) -> list[str]:
        """What each item of the last answer's lists names first, a file where it names no symbol."""
        items = []
        for line in _ITEM.findall(self._answer):
            named, cited = self._named(line), _CITED.search(line)
            if named or cited:
                items.append(named[0] if named else cited[1] if cited else "")
        return items

    def _path(self) -> str:
        paths = [*read_question(self._last).paths, *_CITED.findall(self._answer)]
        return paths[0] if paths else ""

    # The question before, changed -------------------------------------------------

    def _about(self, new: str) -> str:
        """The last question asked of something else: a name takes the place of the one that was asked
        about, other words come beside it."""
        asked = self._asked(self._last)
        names = self._asked(new)
        if names and asked:
            return re.sub(re.escape(asked[0]), lambda _: names[0], self._last, count=1)
        return self._with(re.sub(r"^(?:the|a|an)\s+|\s+ones?$", "", new, flags=re.IGNORECASE))

    def _with(self, new: str) -> str:
        """The last question, and what is new beside it."""
        said = {word.lower() for word in WORD.findall(self._last)}
        words = [word for word in WORD.findall(new) if len(word) > 1 and word.lower() not in STOP_WORDS]
        fresh = " ".join(word for word in words if word.lower() not in said)
        names = "" if self._asked(self._last) else " ".join(self._named(self._answer)[:1])
        return " ".join(part for part in (self._last, names, fresh) if part)


def _filled(text: str, match: re.Match[str], names: Sequence[str]) -> str:
    """The question with names in place of its pronoun."""
    ticked = [f"`{name}`" for name in names]
    listed = " and ".join(part for part in (", ".join(ticked[:-1]), ticked[-1]) if part)
    before, after = text[: match.start()], text[match.end() :]
    if match[0].lower() in ("its", "their", "theirs") and (owned := _OWNED.match(after)):
        # "its callers" is "callers of X" to the graph.
        return f"{before}the {owned[1]} of {listed}{after[owned.end() :]}"
    return f"{before}{listed}{after}"
