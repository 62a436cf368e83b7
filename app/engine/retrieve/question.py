"""What a question says: the names, paths and quotes in it, what kind of file it is about, and whether
it asks for a relation that the graph holds ("who calls X")."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.engine.retrieve.rows import Filters
from app.engine.retrieve.structure import Structure, normal_name, read_structure
from app.engine.retrieve.tokens import STOP_WORDS
from app.engine.retrieve.topics import Topic, read_topic

# `lang:go`, `path:src/net`, `kind:class`, `test:no`.
_FILTER = re.compile(r"(?<!\S)(lang|language|path|kind|test|tests):(\S+)", re.IGNORECASE)
_QUOTED = re.compile(r"\"([^\"\n]{2,200})\"|“([^”\n]{2,200})”|(?<!\w)'([^'\n]{2,200})'(?!\w)")
_TICKED = re.compile(r"`([^`\n]{1,200})`")
_PATH = re.compile(
    r"(?<![\w/.])(?:[\w.@+-]+/)*[\w.@+-]*\w\.[A-Za-z]\w{0,9}(?![\w(])|(?<![\w/.])(?:[\w.@+-]+/){2,}[\w.@+-]*"
)
# A word that only code writes: with an underscore, a dot or :: between names, a call's (), or camelCase.
_IDENTIFIER = re.compile(
    r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)+|[A-Za-z$]*\w*_\w+|_\w+|[A-Za-z_$][\w$]*(?=\(\))"
    r"|\b[a-z]+[0-9]*[A-Z]\w*|\b[A-Z]+[a-z0-9]+[A-Z]\w*|\b[A-Z]{2,}[a-z]\w+"
)
_CAPITALISED = re.compile(r"(?<=[\w,;:`)] )[A-Z][a-z][a-z0-9]+\b")
_LONE_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::)[\w$]+)*")
# Endings by which a dotted word is a file's name rather than a member of something.
_FILE_NAME = re.compile(
    r"\.(?:pyi?|ipynb|[cm]?[jt]sx?|vue|svelte|java|kts?|gradle|go|rs|c|h|cc|cpp|cxx|hh|hpp|cs|rb|php|sh|bash|sc"
    r"|scala|swift|dart|lua|exs?|hs|md|rst|txt|json|toml|ya?ml|cfg|ini|html|s?css|sql|xml|lock)$",
    re.IGNORECASE,
)
_LANGUAGES = {
    "py": "python",
    "js": "javascript",
    "ts": "typescript",
    "rs": "rust",
    "golang": "go",
    "c++": "cpp",
    "c#": "c_sharp",
    "cs": "c_sharp",
    "csharp": "c_sharp",
    "rb": "ruby",
    "sh": "bash",
    "shell": "bash",
    "kt": "kotlin",
}
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


@dataclass(frozen=True, slots=True)
class Question:
    """`text` is what is searched for: the question without its filters.

    `identifiers` are words that only code writes, `names` capitalised words that may be
    symbols, `wants` the roles asked for ("code" alone unless the question says otherwise).
    `topic` is set for what is asked of any repository, `structure` for a relation of the graph.
    """

    text: str
    quoted: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    wants: frozenset[str] = frozenset({"code"})
    structure: Structure | None = None
    topic: Topic | None = None
    filters: Filters = field(default_factory=Filters)


def read_question(question: str) -> Question:
    """Take a question apart. Never raises: what is not understood is searched for as words."""
    filters, text = _filters(question)
    quoted = [next(group for group in match.groups() if group) for match in _QUOTED.finditer(text)]
    identifiers: dict[str, None] = {}
    for ticked in _TICKED.findall(text):
        name = ticked.strip().removesuffix("()")
        if _LONE_NAME.fullmatch(name):
            identifiers[normal_name(name)] = None
        else:
            quoted.append(ticked.strip())
    plain = _QUOTED.sub(" ", text)
    paths = [path for path in _PATH.findall(plain) if _is_path(path)]
    rest = plain
    for path in paths:
        rest = rest.replace(path, " ")
    identifiers.update((normal_name(word), None) for word in _IDENTIFIER.findall(rest))
    for phrase in quoted:
        if _LONE_NAME.fullmatch(phrase):
            identifiers[normal_name(phrase)] = None
    bare = text.strip(" \t\n?`()")
    if _LONE_NAME.fullmatch(bare):
        identifiers[normal_name(bare)] = None
    # "e.g." and the like are no names.
    for name in [name for name in identifiers if all(len(part) < 2 for part in name.split("."))]:
        if name != normal_name(bare):
            del identifiers[name]
    parts = {part for name in identifiers for part in name.split(".")}
    names = [word for word in _CAPITALISED.findall(rest) if word.lower() not in STOP_WORDS]
    structure = read_structure(text)
    topic = read_topic(text) if structure is None else None
    if structure and structure.name not in identifiers:
        identifiers[structure.name] = None
    return Question(
        text=text,
        quoted=tuple(dict.fromkeys(quoted)),
        identifiers=tuple(identifiers),
        names=tuple(dict.fromkeys(name for name in names if name not in parts)),
        paths=tuple(dict.fromkeys(paths)),
        wants=topic.wants if topic else _wants(text),
        structure=structure,
        topic=topic,
        filters=filters,
    )


def _wants(text: str) -> frozenset[str]:
    roles = {role for role, pattern in _ROLES.items() if pattern.search(text)}
    return frozenset(roles or {"code"})


def _is_path(word: str) -> bool:
    return "/" in word or _FILE_NAME.search(word) is not None


def _filters(question: str) -> tuple[Filters, str]:
    languages: list[str] = []
    kinds: list[str] = []
    left_out: list[str] = []
    path = ""
    for key, value in _FILTER.findall(question):
        key, value = key.lower(), value.strip(",;")
        if key in ("lang", "language"):
            languages += [_LANGUAGES.get(name.lower(), name.lower()) for name in value.split(",")]
        elif key == "kind":
            kinds += value.lower().split(",")
        elif key == "path":
            path = value
        elif value.lower() in ("no", "false", "0", "off"):
            left_out.append("test")
    filters = Filters(tuple(languages), path, tuple(kinds), tuple(left_out))
    return filters, _FILTER.sub(" ", question).strip()
