"""The ranking layer: what the searches cannot know, that is names, roles, kinds, files and overlaps.

All of it is added to a chunk's evidence (evidence.py), in the same unit: 1 is about 0.09 of cosine. The
weights were tuned on questions with known answers and checked on others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import exp, log

from app.engine.retrieve.evidence import Evidence
from app.engine.retrieve.exact import Exact
from app.engine.retrieve.fuse import Fused
from app.engine.retrieve.question import Question
from app.engine.retrieve.rows import ChunkRow, SymbolRow
from app.engine.retrieve.tokens import query_terms, tokenize
from app.engine.retrieve.topics import CHANGES, is_history

# What a role costs where the question does not ask for it.
ROLE_UNASKED = {"code": -1.0, "test": -3.0, "doc": -2.5, "config": -2.0, "data": -3.0}
# Folders and files that show, measure or keep code rather than being it.
ASIDE = -1.0
_ASIDE = re.compile(
    r"(?:^|/)(?:examples?|samples?|demos?|docs?(?:_src)?|benchmarks?|scripts?|tools?|vendor|third_party|legacy"
    r"|deprecated|compat|fixtures?|migrations|typings|stubs)(?:/|$)|(?:^|[/_])(?:compat|legacy|deprecated)\.\w+$|\.d\.ts$|\.pyi$",
    re.IGNORECASE,
)
# Code between definitions (imports, assignments) answers less often than a definition.
BETWEEN = -1.0
# So do declarations, in which nothing happens, unless the question asks for one.
DECLARATIONS = frozenset(("interface", "type", "constant", "enum"))
DECLARED = -2.0
_ASKS_DECLARED = re.compile(
    r"\b(?:types?|interfaces?|enums?|constants?|options?|settings?|fields?|propert(?:y|ies)|structs?|schemas?|defaults?)\b",
    re.IGNORECASE,
)
# More lines hold more of what may be asked for: for every e-fold of them.
LENGTH = 0.8
# Share of the question's words in the symbol's name, and in the file's, times this.
SYMBOL_WORDS = 1.0
FILE_NAME_WORDS = 0.8
# For exact hits.
EXACT = {"identifier": 6.0, "name": 3.0, "path": 7.0, "phrase": 6.0, "topic": 8.0}
# What each further place of a file costs beside the one before, unless the question names the file.
FURTHER = 1.4
# Rust's unit tests stand in a module beside what they test.
_TEST_MODULE = re.compile(r"(?:^|\.)tests?(?:\.|$)")


@dataclass(slots=True)
class Place:
    """A ranked chunk. `source` is the kind of search that found it (dense, lexical, graph), `score` in 0..1
    how it compares with the first place.

    `named` is the symbol in it that the question or the graph means, where that is not the chunk
    as a whole; `rule` is that of an exact hit, "" for none; `parts` are other chunks of the same
    symbol that were found too.
    """

    row: ChunkRow
    score: float
    source: str
    why: str
    named: SymbolRow | None = None
    rule: str = ""
    parts: list[ChunkRow] = field(default_factory=list)

    @property
    def symbol_id(self) -> str:
        return self.named.id if self.named else self.row.symbol_id

    @property
    def symbol(self) -> str:
        return self.named.qualified_name if self.named else self.row.symbol

    @property
    def kind(self) -> str:
        return self.named.kind if self.named else self.row.kind

    @property
    def lines(self) -> tuple[int, int]:
        """First and last line, from 1, inclusive."""
        lines = self.named or self.row
        return lines.start_line, lines.end_line


def rank(
    question: Question,
    fused: Mapping[int, Fused],
    rows: Mapping[int, ChunkRow],
    exact: Iterable[Exact],
    older: Iterable[str] = (),
) -> list[Place]:
    """Every candidate as a Place, best first: each symbol once, spread over files.

    `older` are folders of superseded code, see `older_versions`; naming the version brings it back.
    """
    terms = set(query_terms(question.text))
    superseded = tuple(folder for folder in older if folder.lower().split("/")[-2] not in terms)
    named: dict[int, Exact] = {}
    for found in sorted(exact, key=_bonus):
        named[found.row.id] = found
    evidence = Evidence(fused, rows)
    places = []
    for id, row in rows.items():
        hit = named.get(id)
        score = evidence.of(row) + _fit(question, row, terms) + (_bonus(hit) if hit else 0.0)
        if row.path.startswith(superseded):
            score += ASIDE
        entry = fused.get(id) or Fused(id)
        symbol, rule = (hit.symbol, hit.rule) if hit else (None, "")
        places.append(Place(row, score, _source(entry), _why(row, entry, hit, terms), symbol, rule))
    places.sort(key=lambda place: (-place.score, place.row.path, place.row.start_line))
    return _compared(_spread(_once(places), _named_files(question, named)))


def _bonus(hit: Exact) -> float:
    return EXACT[hit.rule] * hit.share


def _fit(question: Question, row: ChunkRow, terms: set[str]) -> float:
    """What a chunk gains or loses by what it is."""
    role = _role(row)
    fit = 0.0 if role in question.wants else ROLE_UNASKED[role]
    if is_history(row.path) and question.topic is not CHANGES:
        fit += ASIDE
    if role == "code" and "code" in question.wants:
        fit += LENGTH * log(1 + row.end_line - row.start_line)
        if _ASIDE.search(row.path):
            fit += ASIDE
        if row.kind == "code":
            fit += BETWEEN
        if row.kind in DECLARATIONS and not _ASKS_DECLARED.search(question.text):
            fit += DECLARED
    if terms:
        stem = row.path.rsplit("/", 1)[-1].split(".", 1)[0]
        fit += SYMBOL_WORDS * _share(terms, tokenize(row.symbol))
        fit += FILE_NAME_WORDS * _share(terms, tokenize(stem))
    return fit


def _role(row: ChunkRow) -> str:
    """A chunk's role, which may be another than its file's."""
    if row.role == "code" and row.language == "rust" and _TEST_MODULE.search(row.symbol):
        return "test"
    if row.kind == "text":
        # What no grammar reads: among tests their data, among code its notes (PKG-INFO, a word list).
        return {"test": "data", "code": "doc"}.get(row.role, row.role)
    return row.role


def _share(terms: set[str], words: Iterable[str]) -> float:
    """How much of the words the question says, 0..1. Endings are forgiven: "routing" says "router"."""
    words = set(words)
    if not words:
        return 0.0
    return sum(1 for word in words if any(_alike(word, term) for term in terms)) / len(words)


def _alike(word: str, term: str) -> bool:
    """Equal but for an ending or an abbreviation: "router" and "routing", "config" and "configuration"."""
    short, long = sorted((word, term), key=len)
    if word == term or (len(short) >= 4 and long.startswith(short)):
        return True
    return len(short) >= 5 and len(long) - len(short) <= 4 and long.startswith(short[:-1])


def _source(entry: Fused) -> str:
    """The search that ranked it best; the text search also finds exact names."""
    return "dense" if entry.ranks.get("dense", 1 << 30) < entry.ranks.get("lexical", 1 << 29) else "lexical"


def _why(row: ChunkRow, entry: Fused, hit: Exact | None, terms: set[str]) -> str:
    reasons = []
    if hit is not None:
        symbol = hit.symbol.qualified_name if hit.symbol else row.symbol
        reasons.append(
            {
                "identifier": f"defines {symbol}",
                "name": f"defines {symbol}",
                "path": f"in {hit.word}, which the question names",
                "phrase": f"holds “{hit.word}”",
                "topic": f"the usual place for {hit.word}",
            }[hit.rule]
        )
    if "dense" in entry.ranks:
        reasons.append(f"close in meaning (no. {entry.ranks['dense']})")
    if "lexical" in entry.ranks:
        said = [word for word in dict.fromkeys(tokenize(row.symbol)) if word in terms]
        words = f", its name says {' '.join(said)}" if said and hit is None else ""
        reasons.append(f"shares words (no. {entry.ranks['lexical']}{words})")
    return "; ".join(reasons)


def _once(places: list[Place]) -> list[Place]:
    """Each symbol once: parts of a long one, and overloads, are kept with the best of them."""
    kept: dict[tuple[str, str | int], Place] = {}
    for place in places:
        row = place.row
        key = (row.path, place.symbol if place.symbol_id else row.start_line)
        best = kept.setdefault(key, place)
        if best is not place:
            best.parts.append(row)
            best.named = best.named or place.named
    return list(kept.values())


def _named_files(question: Question, named: Mapping[int, Exact]) -> set[str]:
    return {hit.row.path for hit in named.values() if hit.rule == "path"} if question.paths else set()


def _spread(places: list[Place], free: set[str]) -> list[Place]:
    """Places best first, where each further one of a file costs more, so that no file fills the list."""
    seen: dict[str, int] = defaultdict(int)
    for place in places:
        if place.row.path not in free:
            place.score -= FURTHER * seen[place.row.path]
            seen[place.row.path] += 1
    return sorted(places, key=lambda place: -place.score)


def _compared(places: list[Place]) -> list[Place]:
    """Scores as odds against the first place's, which is 1."""
    for place in reversed(places):
        place.score = exp(place.score - places[0].score)
    return places
