"""What a follow-up means: the question as it is searched for, what it leaves out taken from earlier turns.

A question that stands by itself stays as it is. "who calls it?" gets the name for "it", "why?" and "what
about the async one?" the words of the question before, "the second one" what the answer named second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.engine.retrieve.lexical import LexicalIndex
from app.engine.retrieve.question import read_question
from app.engine.retrieve.structure import normal_name
from app.engine.retrieve.tokens import STOP_WORDS, WORD

# Turns that are looked back, and names that a plural may stand for.
TURNS = 4
PLURAL = 3
# A question of so few words that say something rests on what was before, unless it names code.
FEW_WORDS = 2
# With so many words before it in its sentence, a pronoun stands for one of them.
BEFORE = 3

_LEAD = re.compile(
    r"^\W*(?:(?:and|but|so|or|then|also|ok(?:ay)?|now|yes|no|thanks|thank\s+you|great|hm+)\b[\s,:.!]*)+",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"^(?:what|how)\s+about\s+|^(?:the\s+same|same)\s+(?:for|with|in)\s+|^what\s+if\s+", re.IGNORECASE
)
# Whole questions that say nothing by themselves.
_ELLIPSIS = re.compile(
    r"^(?:why(?:\s+(?:not|so|is\s+that|that))?|how(?:\s+(?:so|come))?|where|when|who|which(?:\s+ones?)?|how\s+exactly|where\s+exactly"
    r"|(?:go\s+on|continue|more|tell\s+me\s+more|(?:please\s+)?explain|in\s+(?:more\s+)?detail|more\s+details?|details|elaborate"
    r"|for\s+example|(?:an?\s+|any\s+)?examples?|show\s+me(?:\s+(?:the\s+code|more))?|show\s+the\s+code|what\s+else|anything\s+else"
    r"|really|are\s+you\s+sure|since\s+when|by\s+whom|from\s+where|with\s+what|in\s+which\s+(?:file|module|class)))(?:\s+please)?$",
    re.IGNORECASE,
)
_THING = (
    r"(?:one|function|method|class|type|file|module|code|part|call|line|test|error|exception|place|value|name"
    r"|behaviou?r|case|check|argument|parameter|option|variable|loop|step|approach|logic)"
)
# Words that stand for one thing, and for several.
_ONE = re.compile(
    rf"\b(?:it|its|itself)\b|\b(?:this|that)(?=\s*(?:[?.!,;]|$|(?:work|happen|do|mean|call|get|come|use|defin|call|handl|rais|return|run|differ|need|necessary|tested|safe|used|called|done|so)\w*))"
    rf"|\b(?:this|that)\s+{_THING}\b|\bthe\s+same\s+{_THING}\b|\bthe\s+(?:former|latter)\b",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\b(?:they|them|their|theirs|themselves)\b|\b(?:these|those)\b(?:\s+\w+s\b)?|\bboth(?:\s+of\s+them)?\b|\beither\b",
    re.IGNORECASE,
)
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_NTH = re.compile(
    rf"\b(?:the\s+)?(?P<nth>{'|'.join(_ORDINALS)}|last|\d{{1,2}}(?:st|nd|rd|th))\s+(?:one|{_THING})\b|\b(?:number|no\.)\s*(?P<number>\d{{1,2}})\b|(?<=\s)#(?P<hash>\d{{1,2}})\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\bthe\s+(?P<which>other\s+)(?:one|ones|two)\b|\bthe\s+(?P<kind>[\w-]+)\s+ones?\b|\bthe\s+others\b",
    re.IGNORECASE,
)
_THERE = re.compile(r"\b(?:in|from|over|out|up)?\s?there\b(?=\W*$)|\bhere\b(?=\W*$)", re.IGNORECASE)
_IS_THERE = re.compile(r"\b(?:is|are|was|were|be)\s+there\b|\bthere\s+(?:is|are|was|were)\b", re.IGNORECASE)
_WHOLE = re.compile(
    r"\b(?:this|that)\s+(?:whole\s+|entire\s+)?(?:repo(?:sitory)?|project|code\s?base|library|package|app(?:lication)?|tool|program|software)\b",
    re.IGNORECASE,
)
# What an answer names: code in backticks, perhaps bold, and the items of its lists.
_TICKED = re.compile(r"`([A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[\w$]+)*)(?:\([^`]*\))?`")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d{1,2}[.)])\s+(.*)$", re.MULTILINE)
_CITED = re.compile(r"\[([^\[\]\n]{1,300}?):\d+(?:-\d+)?\]")
_ROLES_ALONE = re.compile(
    r"^(?:(?:only|just|also)\s+)?(?:in|for|with|without|on|from|by|at|as|under)\s+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and its answer, before the one that is asked."""

    question: str
    answer: str


def turns_of(history: Iterable[Mapping[str, Any]]) -> tuple[Turn, ...]:
    """The turns of a payload of the page."""
    return tuple(Turn(str(turn["question"]), str(turn["answer"])) for turn in history)


def searched(question: str, turns: Sequence[Turn], lexical: LexicalIndex) -> str:
    """The question as a repository is searched for it."""
    return rewritten(question, turns, lambda name: bool(lexical.named(normal_name(name), 1)))


def rewritten(question: str, turns: Sequence[Turn], is_symbol: Callable[[str], bool]) -> str:
    """The question as it is searched for. `turns` come oldest first, `is_symbol` knows the repository's
    names."""
    if not turns or not is_follow_up(question):
        return question
    return _Reader(turns[-TURNS:], is_symbol).complete(question)


def is_follow_up(question: str) -> bool:
    """Whether a question leaves out what it is about."""
    text = _bared(question)
    if not text or _ELLIPSIS.match(text) or _ABOUT.match(text):
        return True
    if _WHOLE.search(text):
        return False
    read = read_question(question)
    names = bool(read.identifiers or read.paths or read.quoted)
    if _refers(text):
        return True
    if names or read.topic:
        return False
    said = [word for word in WORD.findall(text) if word.lower() not in STOP_WORDS]
    return len(said) <= FEW_WORDS and (bool(_ROLES_ALONE.match(text)) or _LEAD.match(question) is not None)


def _bared(question: str) -> str:
    return _LEAD.sub("", question).strip(" \t\n?!.")


def _refers(text: str) -> bool:
    """Whether a word in it stands for something that was said before it."""
    if _NTH.search(text) and re.search(
        r"\b(?:show|explain|open|read|what|who|where|how|why|and|describe|tell)\b|^the\b", text, re.I
    ):
        return not _names_before(text, _NTH.search(text))
    for pattern in (_ONE, _MANY):
        match = pattern.search(text)
        if match and not _names_before(text, match):
            return True
    there = _THERE.search(text)
    if there and not _IS_THERE.search(text) and not _names_before(text, there):
        return True
    other = _OTHER.search(text)
    return other is not None and not _names_before(text, other)


def _names_before(text: str, match: re.Match[str] | None) -> bool:
    """Whether what stands before a pronoun in its sentence is enough for it to stand for."""
    before = text[: match.start()] if match else ""
    if read_question(before).identifiers:
        return True
    said = [word for word in WORD.findall(before) if word.lower() not in STOP_WORDS]
    return len(said) >= BEFORE


class _Reader:
    """Completes a question from the turns before it."""

    def __init__(self, turns: Sequence[Turn], is_symbol: Callable[[str], bool]) -> None:
        self._is_symbol = is_symbol
        self._turns = turns
        # The last question, itself completed by what was before it.
        earlier = turns[-1].question
        self._last = rewritten(earlier, turns[:-1], is_symbol)
        self._answer = turns[-1].answer

    def complete(self, question: str) -> str:
        text = _LEAD.sub("", question).strip()
        bare = text.strip(" \t\n?!.")
        if _ABOUT.match(bare):
            return self._about(_ABOUT.sub("", bare))
        if not bare or _ELLIPSIS.match(bare):
            return self._with(bare)
        if (nth := _NTH.search(bare)) and (named := self._nth(nth)):
            return _NTH.sub(lambda _: f"`{named}`", text, count=1)
        other = _OTHER.search(bare)
        if other and other["kind"] and other["kind"].lower() not in STOP_WORDS:
            return self._about(bare)
        for pattern, names in ((_MANY, self._several()), (_ONE, self._one())):
            match = pattern.search(text)
            if match and names:
                return self._filled(text, match, names)
        if _THERE.search(bare) and (path := self._path()):
            return f"{_THERE.sub('', bare).strip()} in {path}?"
        return self._with(bare)

    def _filled(self, text: str, match: re.Match[str], names: Sequence[str]) -> str:
        """The question with names in place of its pronoun; its later pronouns mean the same."""
        said = match[0].lower()
        if said in ("its", "their", "theirs"):
            # "its callers" is "callers of X" to the graph.
            noun = re.match(r"\s+([\w-]+(?:\s+class(?:es)?)?)", text[match.end() :])
            if noun:
                rest = text[match.end() + noun.end() :]
                return f"{text[: match.start()]}the {noun[1]} of {_listed(names)}{rest}"
        return f"{text[: match.start()]}{_listed(names)}{text[match.end() :]}"

    def _one(self) -> list[str]:
        """What "it" is: what the last question names, else what its answer named first, else the same of
        the turns before."""
        for asked, answer in (
            (self._last, self._answer),
            *((t.question, t.answer) for t in self._turns[-2::-1]),
        ):
            if named := self._asked(asked):
                return named[:1]
            if named := self._named(answer):
                return named[:1]
        return []

    def _several(self) -> list[str]:
        """What "they" are: the items that the last answer lists, else what "it" would be."""
        asked = self._asked(self._last)
        if len(asked) > 1:
            return asked[:PLURAL]
        listed = [name for name in self._items() if name not in asked]
        named = [name for name in self._named(self._answer) if name not in asked]
        found = listed if len(listed) > 1 else named
        return found[:PLURAL] if len(found) > 1 else found or self._one()

    def _asked(self, question: str) -> list[str]:
        """Names of code in a question."""
        read = read_question(question)
        names = [*([read.structure.name] if read.structure else []), *read.identifiers, *read.paths]
        known = [name for name in read.names if self._is_symbol(name)]
        return list(dict.fromkeys([*names, *known]))

    def _named(self, answer: str) -> list[str]:
        """Names of code in an answer, those that the repository defines."""
        names = [normal_name(name) for name in _TICKED.findall(answer)]
        known = [name for name in names if self._is_symbol(name)]
        return list(dict.fromkeys(known))

    def _items(self) -> list[str]:
        """What each item of the last answer's lists names first, a file where it names no symbol."""
        items = []
        for line in _ITEM.findall(self._answer):
            named, cited = self._named(line), _CITED.search(line)
            if named or cited:
                items.append(named[0] if named else cited[1] if cited else "")
        return items

    def _nth(self, match: re.Match[str]) -> str:
        """What the last answer named in that place, "" where it named fewer."""
        items = (
            self._items() or self._named(self._answer) or list(dict.fromkeys(_CITED.findall(self._answer)))
        )
        said = (match["nth"] or match["number"] or match["hash"]).lower()
        if said == "last":
            return items[-1] if items else ""
        digits = re.match(r"\d+", said)
        place = int(digits[0]) if digits else _ORDINALS.index(said) + 1
        return items[place - 1] if 0 < place <= len(items) else ""

    def _path(self) -> str:
        paths = [*read_question(self._last).paths, *_CITED.findall(self._answer)]
        return paths[0] if paths else ""

    def _about(self, new: str) -> str:
        """The last question asked of something else: its words with the new ones."""
        asked = self._asked(self._last)
        names = self._asked(new) or ([new] if self._is_symbol(normal_name(new)) else [])
        if names and asked:
            # A name takes the place of the one that was asked about.
            return re.sub(re.escape(asked[0]), lambda _: names[0], self._last, count=1)
        return self._with(re.sub(r"^(?:the|a|an)\s+|\s+ones?$", "", new, flags=re.IGNORECASE))

    def _with(self, new: str) -> str:
        """The last question, and what is new beside it."""
        said = {word.lower() for word in WORD.findall(self._last)}
        words = [word for word in WORD.findall(new) if word.lower() not in STOP_WORDS]
        fresh = " ".join(word for word in words if word.lower() not in said)
        names = "" if self._asked(self._last) else " ".join(self._named(self._answer)[:1])
        return " ".join(part for part in (self._last, names, fresh) if part)


def _listed(names: Sequence[str]) -> str:
    ticked = [f"`{name}`" for name in names]
    return " and ".join(filter(None, (", ".join(ticked[:-1]), ticked[-1])))
