"""Questions put to rankers, and the groups that their answers are told in."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from benchmarks.search.asked import alike, ask, grouped, scores
from benchmarks.search.questions import TUNING, Question, Spot
from benchmarks.search.rankers import Ranker, TextSearch
from benchmarks.search.vectors import Kept
from benchmarks.table import WIDTH, Scores, render
from tests.support.searchable import opened

RIGHT = Spot("a.py", "f", 1, 5)
QUESTIONS = [Question("x", ask, "behaviour", (RIGHT,), TUNING) for ask in ("first", "second", "file", "none")]


class Written(Ranker):
    """Ranks as it is written here."""

    def rank(self, question: str) -> list[Spot]:
        wrong = Spot("b.py", "g", 1, 5)
        return {
            "first": [RIGHT, wrong],
            "second": [wrong, RIGHT],
            "file": [Spot("a.py", "other", 9, 12)],
        }.get(question, [wrong])


def test_shares_are_over_all_questions_by_file_and_by_symbol() -> None:
    answered = list(ask({"written": Written()}, QUESTIONS))
    assert [(one.file, one.symbol) for one in answered] == [(1, 1), (2, 2), (1, 0), (0, 0)]
    columns = scores(answered)
    assert (columns["file@1"], columns["file@5"], columns["sym@1"], columns["sym@5"]) == (
        0.5,
        0.75,
        0.25,
        0.5,
    )
    assert columns["f.MRR"] == pytest.approx(2.5 / 4)
    assert columns["s.MRR"] == pytest.approx(1.5 / 4)


def test_groups_keep_their_order_and_rankers_are_compared_by_what_they_show() -> None:
    answered = list(ask({"b": Written(), "a": Written()}, QUESTIONS))
    by_ranker = grouped(answered, lambda one: one.ranker)
    assert list(by_ranker) == ["b", "a"]
    assert alike(by_ranker["a"], by_ranker["b"], 5) == 1.0
    assert alike(by_ranker["a"], by_ranker["b"][:2], 5) == 0.5


def test_splitting_identifiers_is_what_parts_the_two_text_searches() -> None:
    repository = opened(
        {"a.py": "def f():\n    return fetch_all_users()\n", "b.py": "def g():\n    return 1\n"}
    )
    chunks = [chunk for path in sorted(repository.chunks) for chunk in repository.chunks[path]]
    texts = ["return fetch_all_users()", "return 1"]
    whole = TextSearch(chunks, texts, "unicode61 tokenchars '_'", str.split)
    split = TextSearch(chunks, [text.replace("_", " ") for text in texts], "unicode61", str.split)
    assert whole.rank("users") == []
    assert [place.path for place in split.rank("users")] == ["a.py"]
    assert [place.path for place in whole.rank("fetch_all_users")] == ["a.py"]


def test_a_vector_is_made_once_and_kept_for_the_model_that_made_it(tmp_path: Path) -> None:
    made: list[str] = []

    def encode(texts):
        made.extend(texts)
        return np.array([[len(text), 1.0] for text in texts], np.float32)

    weights = tmp_path / "model"
    weights.write_bytes(b"one")
    file = tmp_path / "vectors.sqlite"
    assert Kept(weights, encode, file).vectors(["bb", "a", "bb"]).tolist() == [[2, 1], [1, 1], [2, 1]]
    assert made == ["a", "bb"]
    assert Kept(weights, encode, file).vectors(["bb"]).tolist() == [[2, 1]]
    assert made == ["a", "bb"]
    weights.write_bytes(b"other")
    Kept(weights, encode, file).vectors(["bb"])
    assert made == ["a", "bb", "bb"]
    assert sqlite3.connect(file).execute("SELECT count(*) FROM vectors").fetchone() == (3,)


def test_rows_of_scores_have_a_head_of_their_own_and_fit_the_page() -> None:
    columns = scores(ask({"written": Written()}, QUESTIONS)) | {"n": 4}
    lines = render([Scores("reporting", "behaviour: the product, in the site", columns)]).split("\n")
    assert lines[0].split() == ["file@1", "file@5", "f.MRR", "sym@1", "sym@5", "s.MRR", "n"]
    assert lines[2].split()[-7:] == ["0.500", "0.750", "0.625", "0.250", "0.500", "0.375", "4"]
    assert max(map(len, lines)) <= WIDTH
