"""Words of a question that stand for what was said before it, and whether it has any."""

from __future__ import annotations

import re

from app.engine.retrieve.question import read_question
from app.engine.retrieve.tokens import STOP_WORDS, WORD

# A question of so few words that say something rests on what was before, if it is put as one that does.
FEW_WORDS = 2
# With so many words before it in its sentence, a pronoun stands for one of them.
BEFORE = 3

_I = re.IGNORECASE

# What joins a question to the one before.
LEAD = re.compile(
    r"^\W*(?:(?:and|but|so|or|then|also|ok(?:ay)?|now|yes|no|thanks|thank\s+you|great|hm+)\b[\s,:.!]*)+", _I
)
# The last question is asked of something else.
ABOUT = re.compile(
    r"^(?:what|how)\s+about\s+|^(?:the\s+same|same)\s+(?:for|with|in)\s+|^what\s+if\s+|^i\s+meant?\s+", _I
)
# Whole questions that say nothing by themselves.
ELLIPSIS = re.compile(
    r"^(?:why(?:\s+(?:not|so|is\s+that|that))?|how(?:\s+(?:so|come|exactly))?|where(?:\s+exactly)?|when|who"
    r"|which(?:\s+ones?)?|go\s+on|continue|more|tell\s+me\s+more|explain|in\s+(?:more\s+)?detail|(?:more\s+)?details?"
    r"|elaborate|shorter|longer|simpler|for\s+example|(?:(?:give|show)\s+me\s+)?(?:an?\s+|any\s+)?examples?"
    r"|(?:(?:can|could)\s+you\s+)?show(?:\s+me)?(?:\s+(?:the\s+)?(?:relevant\s+)?(?:code|more))?"
    r"|(?:what|anything)\s+else|really|are\s+you\s+sure|since\s+when|by\s+whom|from\s+where|with\s+what"
    r"|in\s+which\s+(?:file|module|class))(?:\s+please)?$",
    _I,
)
_THING = (
    r"(?:one|function|method|class|type|file|module|code|part|call|line|test|error|exception|place|value|name"
    r"|behaviou?r|case|check|argument|parameter|option|variable|loop|step|approach|logic)"
)
# What "this" and "that" have behind them where they are no joint of the sentence and point at nothing new.
_POINTING = (
    r"(?:work|happen|do|mean|call|get|come|use|defin|handl|rais|return|run|differ|need|necessary|tested|safe|done"
    r"|so|off|on|out|up|down|again|instead|too|also|appl|chang)"
)
ONE = re.compile(
    rf"\b(?:it|its|itself)\b|\b(?:this|that)(?=\s*(?:[?.!,;]|$|{_POINTING}\w*))"
    rf"|\b(?:this|that)\s+{_THING}\b|\bthe\s+same\s+{_THING}\b|\bthe\s+(?:former|latter)\b",
    _I,
)
MANY = re.compile(
    r"\b(?:they|them|their|theirs|themselves)\b|\b(?:these|those)\b(?:\s+(?!has\b|was\b)\w{2,}s\b)?(?![^?]*:\s)"
    r"|\bboth(?:\s+of\s+them)?\b|\beither\b|\bwhich\s+ones?\b",
    _I,
)
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
NTH = re.compile(
    rf"\b(?:the\s+)?(?P<nth>{'|'.join(ORDINALS)}|last|\d{{1,2}}(?:st|nd|rd|th))\s+(?:one|{_THING})\b"
    r"|\b(?:number|no\.)\s*(?P<number>\d{1,2})\b|(?<=\s)#(?P<hash>\d{1,2})\b",
    _I,
)
OTHER = re.compile(
    r"\bthe\s+other\s+(?:one|ones|two)\b|\bthe\s+(?P<kind>[\w-]+)\s+ones?\b|\bthe\s+others\b", _I
)
THERE = re.compile(r"\b(?:(?:in|from|over|out|up)\s+)?there\b(?=\W*$)|\bhere\b(?=\W*$)", _I)
_IS_THERE = re.compile(r"\b(?:is|are|was|were|be)\s+there\b|\bthere\s+(?:is|are|was|were)\b", _I)
_POSSESSIVE = re.compile(r"its|their", _I)
_THE_NOUN = re.compile(r"\b(?:the|an?|each|every)\s+(?!same\b|other\b)[\w-]+", _I)
# The repository itself is no riddle.
_WHOLE = re.compile(
    r"\b(?:this|that)\s+(?:whole\s+|entire\s+)?(?:repo(?:sitory)?|project|code\s?base|library|package"
    r"|app(?:lication)?|tool|program|software)\b",
    _I,
)
# Ways to put a question of few words that lean on the one before.
_LEANING = re.compile(
    r"^(?:(?:only|just|also)\s+)?(?:in|for|with|without|on|from|by|at|as|under)\s+|^how\s+(?:many|much|often|long)\b"
    r"|^(?:which|what)\s+\w+$|^what(?:'s|\s+is|\s+are)\s+the\s+\w+$",
    _I,
)


def bared(question: str) -> str:
    """A question without what joins it to the one before, and without signs around."""
    return LEAD.sub("", question).strip(" \t\n?!.")


def is_follow_up(question: str) -> bool:
    """Whether a question leaves out what it is about."""
    text = bared(question)
    if not text or ELLIPSIS.match(text) or ABOUT.match(text):
        return True
    if _WHOLE.search(text):
        return False
    if any(_stands_for_earlier(text, match) for match in _references(text)):
        return True
    read = read_question(question)
    if read.identifiers or read.paths or read.quoted or read.topic:
        return False
    leans = bool(_LEANING.match(text)) or LEAD.match(question) is not None
    return leans and len(_telling(text)) <= FEW_WORDS


def _references(text: str) -> list[re.Match[str]]:
    patterns = [NTH, ONE, MANY, OTHER] + ([] if _IS_THERE.search(text) else [THERE])
    return [match for pattern in patterns if (match := pattern.search(text))]


def _stands_for_earlier(text: str, match: re.Match[str]) -> bool:
    """Whether what stands before a pronoun in its sentence is too little for it to stand for."""
    before = text[: match.start()]
    read = read_question(before)
    if any(name != read.bare for name in read.identifiers):
        return False
    if _POSSESSIVE.fullmatch(match[0]) and _THE_NOUN.search(before):
        return False
    # "the first run of the migration" says itself what it is.
    if match.re is NTH and re.match(r"\s+(?:of|that|which|in|for|to)\s+\w", text[match.end() :]):
        return False
    return len(_telling(before)) < BEFORE


def _telling(text: str) -> list[str]:
    return [word for word in WORD.findall(text) if word.lower() not in STOP_WORDS]
