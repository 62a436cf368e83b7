import pytest

from app.engine.answer.budget import MARGIN, MOST_IN_TAB, MOST_PIECES, budget, estimator
from tests.support.source_files import token_counter

COUNT = estimator(token_counter())


@pytest.mark.parametrize("context", [2_048, 4_096, 8_192, 32_000, 200_000, 1_000_000])
@pytest.mark.parametrize("has_tools", [True, False])
def test_the_shares_stay_within_the_context(context, has_tools):
    shares = budget(context, has_tools)
    fixed = shares.history + 700
    assert (shares.answer + fixed + shares.pieces(fixed) + shares.results) * MARGIN <= context + 1
    assert 0 < shares.pieces(fixed) <= MOST_PIECES


def test_a_model_in_the_tab_is_given_no_more_than_it_reads_in_half_a_minute():
    assert budget(32_000, False, is_in_tab=True).pieces(1_000) == MOST_IN_TAB


def test_small_contexts_have_no_tools_and_short_instructions():
    assert budget(2_048, True).is_small and not budget(2_048, True).has_tools
    assert not budget(8_192, True).is_small and not budget(8_192, True).has_tools
    assert budget(32_000, True).has_tools and not budget(32_000, False).has_tools


def test_a_question_that_fills_the_context_leaves_no_room():
    assert budget(2_048, False).pieces(10_000) == 0


def test_lines_have_no_fewer_tokens_than_the_text_they_make():
    lines = [f"{n}\tvalue_{n} = {n * 37}  # {'x' * (n % 120)}" for n in range(300)]
    assert COUNT("\n".join(lines)) <= sum(map(COUNT, lines))


def test_what_the_embedding_model_takes_for_one_token_is_counted_by_its_length():
    assert COUNT("A" * 4_000) >= 2_000


def test_line_ends_and_digits_count():
    assert COUNT("a\n\n\n\nb") >= COUNT("a b") + 4
    assert COUNT("1234567890" * 3) >= 9
