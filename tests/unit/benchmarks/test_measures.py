"""Hits, reciprocal ranks and discounted gain, on rankings that are worked out by hand."""

from __future__ import annotations

from math import log2

import pytest

from benchmarks.search.measures import (
    Ranks,
    Target,
    gain_by_chunk,
    gain_by_file,
    rank_by_file,
    rank_by_symbol,
)
from benchmarks.search.questions import Spot

ANSWER = Spot("shop/orders.py", "Order.total", 10, 30)


def spots(*places: tuple[str, str, int, int]) -> list[Spot]:
    return [Spot(*place) for place in places]


def test_a_place_counts_by_symbol_where_it_is_the_symbol_or_lies_in_it() -> None:
    other = ("shop/orders.py", "Order", 1, 60)
    assert rank_by_symbol(spots(other, ("shop/orders.py", "Order.total", 10, 18)), [ANSWER]) == 2
    assert rank_by_symbol(spots(("shop/orders.py", "", 12, 14)), [ANSWER]) == 1
    assert rank_by_symbol(spots(("shop/orders.py", "Order.total.add", 12, 14)), [ANSWER]) == 1


def test_what_holds_the_symbol_or_touches_it_or_is_called_like_it_elsewhere_does_not_count() -> None:
    assert rank_by_symbol(spots(("shop/orders.py", "Order", 1, 60)), [ANSWER]) == 0
    assert rank_by_symbol(spots(("shop/orders.py", "", 8, 14)), [ANSWER]) == 0
    assert rank_by_symbol(spots(("shop/till.py", "Order.total", 10, 30)), [ANSWER]) == 0


def test_any_of_several_answers_is_right() -> None:
    answers = [ANSWER, Spot("shop/till.py", "Till.pay", 1, 9)]
    assert rank_by_symbol(spots(("shop/till.py", "Till.pay", 1, 9)), answers) == 1


def test_ranks_count_places_and_end_after_ten() -> None:
    wrong = [("shop/a.py", "", 1, 2)]
    right = [("shop/orders.py", "Order.total", 10, 30)]
    assert rank_by_symbol(spots(*wrong * 3, *right), [ANSWER]) == 4
    assert rank_by_symbol(spots(*wrong * 10, *right), [ANSWER]) == 0
    assert rank_by_file(spots(*wrong * 2, ("shop/orders.py", "", 90, 91)), ["shop/orders.py"]) == 3


def test_hits_are_shares_and_the_reciprocal_rank_is_a_mean() -> None:
    ranks = Ranks([1, 2, 0, 6])
    assert (ranks.hit(1), ranks.hit(5), ranks.hit(10)) == (0.25, 0.5, 0.75)
    assert ranks.reciprocal == pytest.approx((1 + 1 / 2 + 1 / 6) / 4)
    assert Ranks().hit(5) == Ranks().reciprocal == 0.0


def test_further_chunks_of_a_file_use_up_ranks_and_gain_nothing() -> None:
    targets = [Target("a.py"), Target("b.py")]
    ideal = 1 + 1 / log2(3)
    places = spots(("a.py", "", 1, 2), ("a.py", "", 3, 4), ("b.py", "", 1, 2))
    assert gain_by_chunk(places, targets) == pytest.approx((1 + 1 / log2(4)) / ideal)
    assert gain_by_file(places, targets) == pytest.approx(1.0)


def test_two_targets_in_one_chunk_gain_once_and_both_count_in_the_ideal() -> None:
    targets = [Target("a.py", 1, 5), Target("a.py", 4, 9)]
    ideal = 1 + 1 / log2(3)
    assert gain_by_chunk(spots(("a.py", "", 4, 5)), targets) == pytest.approx(1 / ideal)


def test_a_span_is_met_where_lines_overlap_and_a_file_anywhere() -> None:
    span = [Target("a.py", 10, 20)]
    assert gain_by_chunk(spots(("a.py", "", 1, 9), ("a.py", "", 20, 30)), span) == pytest.approx(1 / log2(3))
    assert gain_by_file(spots(("a.py", "", 1, 9)), span) == 1.0


def test_paths_match_where_one_ends_with_the_other_at_a_folder() -> None:
    assert Target("src/a.py").meets(Spot("repo/src/a.py", "", 1, 2))
    assert Target("repo/src/a.py").meets(Spot("src/a.py", "", 1, 2))
    assert not Target("src/a.py").meets(Spot("src/ba.py", "", 1, 2))


def test_the_ideal_is_a_perfect_list_of_at_most_ten() -> None:
    targets = [Target(f"{n}.py") for n in range(12)]
    places = spots(*((f"{n}.py", "", 1, 2) for n in range(10)))
    assert gain_by_chunk(places, targets) == gain_by_file(places, targets) == pytest.approx(1.0)
