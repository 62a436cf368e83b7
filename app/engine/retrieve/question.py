"""What a question says: the names, paths and quotes in it, what kind of file it is about, and whether
it asks for a relation that the graph holds ("who calls X")."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.engine.retrieve.filters import Filters
from app.engine.retrieve.structure import Structure, normal_name, read_structure
from app.engine.retrieve.tokens import STOP_WORDS
from app.engine.retrieve.topics import Topic, read_topic
from app.shared import filters as typed

_QUOTED = re.compile(r"\"([^\"\n]{2,200})\"|“([^”\n]{2,200})”|(?<!\w)'([^'\n]{2,200})'(?!\w)")
_TICKED = re.compile(r"`([^`\n]{1,200})`")
# Words are cut out first and judged one by one, so that no input makes a pattern go back and forth.
_PATH_WORD = re.compile(r"[^\s\"'“”`()<>,;]+")
_PATH = re.compile(r"([\w.@+/-]*[\w/])(?::\d+(?:[-:]\d+)?)?")
_NAME = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)*(?:\(\))?")
# What only code writes: an underscore, a dot or :: between names, a call's (), camelCase.
_CODE_SIGN = re.compile(r"_|\.|::|->|#|\(\)|[a-z0-9][A-Z]|[A-Z]{2}[a-z]\w")
_CAPITALISED = re.compile(r"(?<=[\w,;:`)] )[A-Z][a-z][a-z0-9]+\b")
_LONE_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*")
# Endings by which a dotted word is a file's name rather than a member of something.
_FILE_NAME = re.compile(
    r"\.(?:pyi?|ipynb|[cm]?[jt]sx?|vue|svelte|java|kts?|gradle|go|rs|c|h|cc|cpp|cxx|hh|hpp|cs|rb|php|sh|bash|sc"
    r"|scala|swift|dart|lua|exs?|hs|md|rst|txt|json|toml|ya?ml|cfg|ini|html|s?css|sql|xml|lock)$",
    re.IGNORECASE,
)
# A longer question is read to here: a pasted log says what it is about at its beginning.
LONGEST = 4_000
# Words in a row that make a message, and how many such runs are looked for.
MESSAGE_WORDS = 4
MESSAGES = 4
_ASKING = re.compile(
    r"\W*(?:how|what|where|who|which|why|when|is|are|do|does|can|could|should|list|show|find|give|explain"
    r"|describe|tell|compare)\b",
    re.IGNORECASE,
)
_FILLED_IN = re.compile(r"[^\w\s,'-]+|'[^']*'|\b\d[\w.]*|\s{2,}")
# Words that make a question one about files of a role.
_ROLES = {
    "test": re.compile(r"\b(?:tests?|tested|testing|fixtures?|mock(?:s|ed)?)\b", re.IGNORECASE),
    "doc": re.compile(r"\b(?:readme|docs?|documentation|documented|tutorials?)\b", re.IGNORECASE),
    "config": re.compile(
        r"\b(?:config(?:uration)? files?|github (?:actions?|workflows?)|ci (?:pipelines?|workflows?|jobs?)"
        r"|continuous integration|pyproject|package\.json|dockerfile|makefile)\b",
        re.IGNORECASE,
    ),
}

# What is asked by who uses the code rather than changes it: documents answer that as well as code does.
_OF_A_USER = re.compile(
    r"\bhow\s+(?:do|can|could|should|would|must|may)\s+(?:i|we|you|one|people|users?)\b|\bhow\s+to\b"
    r"|\b(?:can|when\s+(?:do|should))\s+(?:i|we|you|one)\b|\bdifferences?\s+between\b"
    r"|\b(?:what|which)\b.{0,30}\b(?:library|package|project|framework)\b|\bwhat\s+does\s+it\s+mean\b"
    r"|\b(?:rules|guarantees?|limitations?|caveats?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Question:
    """`text` is what is searched for: the question without its filters.

    `identifiers` are words that only code writes, `names` capitalised words that may be
    symbols, `bare` is the name that the whole question is. `wants` are the roles asked for: "code"
    alone unless the question says otherwise. `topic` is set for what is asked of any repository,
    `structure` for a relation of the graph.
    """

    text: str
    quoted: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    bare: str = ""
    wants: frozenset[str] = frozenset({"code"})
    structure: Structure | None = None
    topic: Topic | None = None
    filters: Filters = field(default_factory=Filters)


def read_question(question: str) -> Question:
    """Take a question apart. Never raises: what is not understood is searched for as words."""
    filters, text = typed.read(question[:LONGEST])
    phrases = [next(group for group in match.groups() if group) for match in _QUOTED.finditer(text)]
    ticked = [phrase.strip() for phrase in _TICKED.findall(text)]
    plain = _QUOTED.sub(" ", text)
    paths = [path for word in _PATH_WORD.findall(text) if (path := _path(word))]
    bare = _lone_name(text.strip(" \t\n?`()"))
    structure = read_structure(text)
    identifiers = [*map(_lone_name, ticked), *_written_names(plain, paths), *map(_lone_name, phrases), bare]
    if structure:
        identifiers.append(structure.name)
    parts = {part for name in identifiers for part in name.split(".")}
    names = [word for word in _CAPITALISED.findall(plain) if word not in parts]
    topic = None if structure else read_topic(text)
    return Question(
        text=text,
        quoted=_distinct(
            [*phrases, *(phrase for phrase in ticked if not _lone_name(phrase)), *_messages(text)]
        ),
        identifiers=_distinct(identifiers),
        names=_distinct(word for word in names if word.lower() not in STOP_WORDS),
        paths=_distinct(paths),
        bare=bare,
        wants=topic.wants if topic else _wants(text),
        structure=structure,
        topic=topic,
        filters=Filters.made(filters),
    )


def _distinct(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in words if word))


def _lone_name(phrase: str) -> str:
    """A phrase as a symbol's name, "" where it is more than one."""
    name = phrase.removesuffix("()")
    return normal_name(name) if _LONE_NAME.fullmatch(name) else ""


def _written_names(text: str, paths: Iterable[str]) -> list[str]:
    """The words outside of paths that only code writes; "e.g." and the like are none."""
    for path in paths:
        text = text.replace(path, " ")
    words = (word.removesuffix("()") for word in _NAME.findall(text) if _CODE_SIGN.search(word))
    return [name for name in map(normal_name, words) if any(len(part) > 1 for part in name.split("."))]


def _messages(text: str) -> list[str]:
    """The runs of words of a pasted message, between what a program filled in; a question has none."""
    if "?" in text or _ASKING.match(text):
        return []
    runs = (run.strip() for run in _FILLED_IN.split(text))
    return [run for run in runs if len(run.split()) >= MESSAGE_WORDS][:MESSAGES]


def _wants(text: str) -> frozenset[str]:
    roles = {role for role, pattern in _ROLES.items() if pattern.search(text)}
    if not roles:
        roles = {"code", "doc"} if _OF_A_USER.search(text) else {"code"}
    return frozenset(roles)


def _path(word: str) -> str:
    """A word as a path, without a line number behind it; "" where it is none."""
    match = _PATH.fullmatch(word.rstrip("?!.:"))
    path = match[1] if match else ""
    return path if path.count("/") > 1 or _FILE_NAME.search(path) else ""
