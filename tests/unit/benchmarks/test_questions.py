"""The question files: what they have to be, and that wrong answers are told."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from app.engine.parse.languages import language_of
from app.engine.retrieve.tokens import STOP_WORDS, WORD, split_word
from benchmarks.search import packages, questions
from benchmarks.search.questions import REPORTING, TUNING, Question, WrongAnswer, check, read
from tests.support.source_files import read_source

ALL = [question for path in questions.files() for question in read(path)]
# What a package writes before every name says nothing.
PREFIXES = frozenset(("psutil", "py"))


def test_there_are_enough_of_enough_packages_and_languages() -> None:
    assert len(ALL) >= 160
    assert len({question.package for question in ALL}) >= 10
    languages = Counter(
        language_of(answer.path, "") for question in ALL for answer in question.answers if answer.symbol
    )
    assert len([language for language, count in languages.items() if language and count >= 10]) >= 5


def test_most_ask_for_a_behaviour_and_all_kinds_are_in_both_halves() -> None:
    kinds = Counter((question.kind, question.half) for question in ALL)
    assert set(kinds) == {(kind, half) for kind in questions.KINDS for half in (TUNING, REPORTING)}
    assert sum(count for (kind, _), count in kinds.items() if kind == "behaviour") > len(ALL) / 2


def test_nothing_is_asked_twice() -> None:
    assert len({(question.package, question.ask) for question in ALL}) == len(ALL)


def test_at_least_two_packages_are_held_out_as_a_whole() -> None:
    tuned = {question.package for question in ALL if question.half == TUNING}
    assert len({question.package for question in ALL} - tuned) >= 2


@pytest.mark.parametrize("path", questions.files(), ids=lambda path: path.stem)
def test_a_file_is_about_the_package_that_it_is_named_for(path: Path) -> None:
    assert {question.package for question in read(path)} == {path.stem}
    assert path.stem in packages.names()


@pytest.mark.parametrize(
    "question",
    [question for question in ALL if question.kind == "behaviour"],
    ids=lambda question: question.ask,
)
def test_a_behaviour_is_not_asked_for_by_its_name(question: Question) -> None:
    said = {word.lower() for word in WORD.findall(question.ask)}
    for answer in question.answers:
        name = answer.symbol.rpartition(".")[2]
        if name:
            assert name.lower() not in said
            first = next((w for w in split_word(name) if w not in STOP_WORDS and w not in PREFIXES), "")
            assert first not in said, f"{answer.symbol} begins with {first!r}"


def test_halves_alternate_unless_a_package_is_held_out(tmp_path: Path) -> None:
    entry = '[[question]]\nask = "{}"\nkind = "overview"\nanswers = ["a.py:1-2"]\n'
    three = "".join(entry.format(n) for n in range(3))
    file = tmp_path / "x.toml"
    file.write_text(f'package = "x"\n{three}')
    assert [question.half for question in read(file)] == [TUNING, REPORTING, TUNING]
    file.write_text(f'package = "x"\nheld_out = true\n{three}')
    assert {question.half for question in read(file)} == {REPORTING}


@pytest.mark.parametrize(
    ("answer", "kind"), [("a.py f", "behaviour"), ("a.py:1 f", "behaviour"), ("a.py:1-2 f", "riddle")]
)
def test_what_is_not_in_the_form_is_refused(tmp_path: Path, answer: str, kind: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f'package = "x"\n[[question]]\nask = "?"\nkind = "{kind}"\nanswers = ["{answer}"]\n')
    with pytest.raises(ValueError):
        read(file)


SOURCE = "import os\n\n\ndef f():\n    return 1\n"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("a.py:4-5 f", ""),
        ("a.py:1-6", ""),
        ("a.py:4-6 f", "at 4-5, not at 4-6"),
        ("a.py:4-5 g", "at nowhere"),
        ("b.py:4-5 f", "no text file b.py"),
        ("a.py:1-7", "has 6 lines"),
    ],
)
def test_answers_are_held_against_the_source(tmp_path: Path, answer: str, reason: str) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f'package = "x"\n[[question]]\nask = "?"\nkind = "overview"\nanswers = ["{answer}"]\n')
    source = read_source("a.py", SOURCE)
    if reason:
        with pytest.raises(WrongAnswer, match=reason):
            check(read(file), {"a.py": source.symbols}, {"a.py": SOURCE})
    else:
        check(read(file), {"a.py": source.symbols}, {"a.py": SOURCE})
