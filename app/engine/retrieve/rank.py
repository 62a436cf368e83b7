"""The ranking layer: what a fused list cannot know, that is names, roles, files and overlaps.

Factors multiply a fused score; with k = 60 a factor of 0.7 costs a first place about
25 ranks. They were tuned on questions with known answers and checked on others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.engine.retrieve.exact import Exact
from app.engine.retrieve.fuse import Fused
from app.engine.retrieve.question import Question
from app.engine.retrieve.rows import ChunkRow, SymbolRow
from app.engine.retrieve.tokens import query_terms, tokenize
from app.engine.retrieve.topics import CHANGES, is_history

# What a role is worth to a question that does not ask for it.
ROLE_UNASKED = {"code": 0.75, "test": 0.5, "doc": 0.5, "config": 0.6, "data": 0.4}
# Folders and files that show, measure or keep code rather than being it.
ASIDE = 0.75
_ASIDE = re.compile(
    r"(?:^|/)(?:examples?|samples?|demos?|docs?(?:_src)?|benchmarks?|scripts?|tools?|vendor|third_party|legacy"
    r"|deprecated|compat|fixtures?|migrations|typings|stubs)(?:/|$)|(?:^|[/_])(?:compat|legacy|deprecated)\.\w+$|\.d\.ts$|\.pyi$",
    re.IGNORECASE,
)
# Code between definitions (imports, assignments) answers less often than a definition.
BETWEEN = 0.85
# Share of the question's words in the symbol's name, and in the path, times this.
SYMBOL_WORDS = 0.5
PATH_WORDS = 0.4
# A file's other good chunks lift its best by this much of their sum over the best one's score.
COHERENCE = 0.15
COHERENT_CHUNKS = 8
# Added for exact hits, in units of a first place in one list.
FIRST_PLACE = 1 / 61
EXACT = {"identifier": 1.5, "name": 1.0, "path": 2.0, "phrase": 1.5, "topic": 3.0}
# What each further place of a file is worth beside the one before, unless the question names the file.
FURTHER = 0.7


@dataclass(slots=True)
class Place:
    """A ranked chunk. `source` is the kind of search that found it: dense, lexical or graph.

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
    places = []
    for id, row in rows.items():
        entry = fused.get(id) or Fused(id)
        score = entry.score
        if id in named:
            score += _bonus(named[id])
        score *= _factor(question, row, terms)
        if row.path.startswith(superseded):
            score *= ASIDE
        hit = named.get(id)
        symbol, rule = (hit.symbol, hit.rule) if hit else (None, "")
        places.append(Place(row, score, _source(entry), _why(row, entry, hit, terms), symbol, rule))
    _lift_files(places)
    places.sort(key=lambda place: (-place.score, place.row.path, place.row.start_line))
    return _spread(_once(places), _named_files(question, named))


def _bonus(hit: Exact) -> float:
    return EXACT[hit.rule] * FIRST_PLACE * hit.share


def _factor(question: Question, row: ChunkRow, terms: set[str]) -> float:
    # What no grammar reads among tests is their data.
    role = "data" if row.role == "test" and row.kind == "text" else row.role
    factor = 1.0 if role in question.wants else ROLE_UNASKED[role]
    if is_history(row.path) and question.topic is not CHANGES:
        factor *= ASIDE
    if row.role == "code" and "code" in question.wants:
        if _ASIDE.search(row.path):
            factor *= ASIDE
        if row.kind == "code":
            factor *= BETWEEN
    if terms:
        stem = row.path.rsplit("/", 1)[-1].split(".", 1)[0]
        factor *= (
            1
            + SYMBOL_WORDS * _share(terms, tokenize(row.symbol))
            + PATH_WORDS * _share(terms, tokenize(stem))
        )
    return factor


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


def _lift_files(places: list[Place]) -> None:
    """A file with several good chunks is more likely the one: its best chunk gains."""
    by_file: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        by_file[place.row.path].append(place)
    for held in by_file.values():
        held.sort(key=lambda place: -place.score)
        held[0].score += COHERENCE * sum(place.score for place in held[1:COHERENT_CHUNKS])


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
    """Places best first, where each further one of a file counts for less, so that no file fills the list."""
    seen: dict[str, int] = defaultdict(int)
    for place in places:
        if place.row.path not in free:
            place.score *= FURTHER ** seen[place.row.path]
            seen[place.row.path] += 1
    return sorted(places, key=lambda place: -place.score)
