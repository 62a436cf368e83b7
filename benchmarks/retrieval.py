"""How well what a question asks for is found: by the product, beside plain ways to search the same chunks.

Three sets of questions. Our own, about whole pinned packages, by symbol and by file: half of them were looked
at while the ranking was tuned, the other half only counts. Fixed bugs of public repositories, by file (with
clones: ``--repositories DIR``). Published query sets with their own measure (``--set DIR``).

What is asked is in benchmarks/questions/, how it is measured in benchmarks/search/.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench import Bench, Options
from benchmarks.search import clones, history, packages, questions, sets
from benchmarks.search.asked import Answered, alike, ask, grouped, scores
from benchmarks.search.indexed import OWNER, indexed, run
from benchmarks.search.measures import Ranks, gain_by_chunk, gain_by_file, rank_by_file
from benchmarks.search.questions import Question, Spot
from benchmarks.search.rankers import PRODUCT, SITE, Product, Ranker, Site, baselines
from benchmarks.search.vectors import Kept, original
from benchmarks.table import Scores
from tests.github.server import GitHubServer

WITHOUT_GRAPH = "the product, native, without the graph"
# Places that the site and the native engine are compared by.
COMPARED = 5


def measure(bench: Bench) -> list[Scores]:
    """The table's rows; what cannot be measured without an option is said on stderr."""
    options = bench.options
    vectors = original()
    rows = [*_own(bench, vectors)]
    if options.repositories is None:
        _say("history and published sets need clones: --repositories DIR")
        return rows
    rows += _history(options, vectors)
    if options.set is not None:
        rows += _published(options)
    return rows


def _say(text: str) -> None:
    print(f"  {text}", file=sys.stderr, flush=True)


# ---- our own questions ----


def _own(bench: Bench, vectors: Kept) -> Iterator[Scores]:
    answered = [one for path in questions.files() for one in _package(bench, path, vectors)]
    for half in (questions.REPORTING, questions.TUNING):
        of_half = [one for one in answered if one.question.half == half]
        by_ranker = grouped(of_half, lambda one: one.ranker)
        for ranker, found in by_ranker.items():
            if ranker != WITHOUT_GRAPH:
                yield _row(half, ranker, found)
        yield from _by_kind(half, by_ranker)
        product = by_ranker.get(SITE, by_ranker.get(PRODUCT, []))
        for package, found in grouped(product, lambda one: one.question.package).items():
            yield _row(half, f"  of {package}", found)
    yield from _parity(answered)


def _by_kind(half: str, by_ranker: Mapping[str, list[Answered]]) -> Iterator[Scores]:
    for kind in questions.KINDS:
        for ranker, found in by_ranker.items():
            if ranker == WITHOUT_GRAPH and kind != "structure":
                continue
            yield _row(half, f"{kind}: {ranker}", [one for one in found if one.question.kind == kind])


def _parity(answered: Iterable[Answered]) -> Iterator[Scores]:
    by_ranker = grouped(answered, lambda one: one.ranker)
    if SITE in by_ranker:
        same = alike(by_ranker[SITE], by_ranker[PRODUCT], COMPARED)
        first = alike(by_ranker[SITE], by_ranker[PRODUCT], 1)
        columns = {"first": first, f"all {COMPARED}": same}
        yield Scores("both", "questions where site and native engine show the same", columns)


def _row(half: str, name: str, found: list[Answered]) -> Scores:
    return Scores(half, name, scores(found) | {"n": len(found)})


def _package(bench: Bench, path: Path, vectors: Kept) -> Iterator[Answered]:
    asked = questions.read(path)
    name = asked[0].package
    _say(name)
    folder = packages.folder(name)
    held = run(indexed(name, folder))
    questions.check(asked, held.opened.symbols, held.texts)
    rankers = baselines(held, vectors) | {
        PRODUCT: Product(held),
        WITHOUT_GRAPH: Product(held, without_graph=True),
    }
    yield from ask(rankers, asked)
    if not bench.options.native:
        yield from _site(bench, name, folder, asked)


def _site(bench: Bench, name: str, folder: Path, asked: list[Question]) -> Iterator[Answered]:
    """The same through the real site, all of the package embedded."""
    served = f"{OWNER}/{name}"
    with GitHubServer({served: folder}) as github, bench.visit() as driver:
        repository = driver.index(served, **github.endpoints)
        driver.wait(repository)
        yield from ask({SITE: Site(driver, repository)}, asked)


# ---- fixed bugs ----


def _history(options: Options, vectors: Kept) -> Iterator[Scores]:
    found: list[_Fixed] = []
    for history_ in map(history.read, history.files()):
        _say(history_.repository)
        try:
            found += _fixed(options, history_, vectors)
        except FileNotFoundError as missing:
            _say(f"left out: {missing}")
    for half in (questions.REPORTING, questions.TUNING):
        of_half = [one for one in found if one.half == half]
        for ranker in dict.fromkeys(one.ranker for one in of_half):
            ranks = Ranks([one.rank for one in of_half if one.ranker == ranker])
            columns = {f"file@{k}": ranks.hit(k) for k in (1, 5, 10)} | {"f.MRR": ranks.reciprocal}
            yield Scores("fixed bugs", f"{half}: {ranker}", columns | {"n": len(ranks.ranks)})


class _Fixed(NamedTuple):
    half: str
    ranker: str
    rank: int


def _fixed(options: Options, history_: history.History, vectors: Kept) -> Iterator[_Fixed]:
    assert options.repositories is not None
    folder = clones.tree(options.repositories, history_.repository, history_.revision)
    held = run(indexed(f"history-{history_.name}", folder))
    for name, ranker in (baselines(held, vectors) | {PRODUCT: Product(held)}).items():
        for bug in history_.bugs:
            # Files are counted here, not places: further places of one are left out.
            files = list({place.path: place for place in ranker.rank(bug.ask)}.values())
            yield _Fixed(bug.half, name, rank_by_file(files, bug.files))


# ---- published sets ----


def _published(options: Options) -> Iterator[Scores]:
    assert options.set is not None and options.repositories is not None
    comparable = []
    for one in sets.read(options.set):
        _say(one.name)
        root = "" if options.whole else one.root
        folder = clones.tree(options.repositories, one.repository, one.revision, root)
        ranker: Ranker = Product(run(indexed(one.name, folder)))
        found = [(query, ranker.rank(query.text)) for query in one.queries]
        row = _gains(one, found)
        comparable += [row] if one.is_comparable else []
        yield row
    if comparable:
        mean = {
            column: sum(row.columns[column] for row in comparable) / len(comparable)
            for column in ("chunks", "files", "best")
        }
        yield Scores("NDCG@10", "mean of those that compare", mean | {"n": len(comparable)})


_Found = list[tuple[sets.Query, list[Spot]]]


def _gains(one: sets.QuerySet, found: _Found) -> Scores:
    parts = [f"{category} {gain:.3f} of {count}" for category, gain, count in _by_category(found)]
    if not one.is_comparable:
        parts.append("the published figure is of other questions")
    return Scores("NDCG@10", one.name, _means(found) | {"best": one.best, "n": len(found)}, ", ".join(parts))


def _by_category(found: _Found) -> Iterator[tuple[str, float, int]]:
    """(category, mean gain by chunks, queries)."""
    for category in dict.fromkeys(query.category for query, _ in found):
        of_it = [(query, places) for query, places in found if query.category == category]
        yield category, _means(of_it)["chunks"], len(of_it)


def _means(found: _Found) -> dict[str, float]:
    return {
        "chunks": sum(gain_by_chunk(places, query.targets) for query, places in found) / len(found),
        "files": sum(gain_by_file(places, query.targets) for query, places in found) / len(found),
    }
