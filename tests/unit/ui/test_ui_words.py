"""Numbers and times as a person reads them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui import words
from app.ui.text import encode


@given(st.integers(0, 10**15))
def test_thousands_are_grouped(value):
    assert words.number(value) == f"{value:,}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 KB"),
        (14_200, "14 KB"),
        (3_240_000, "3.2 MB"),
        (999_600, "1.0 MB"),
    ],
)
def test_sizes_have_two_or_three_digits(value, text):
    assert words.size(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0 s"), (89, "89 s"), (90, "2 min"), (5300, "88 min"), (5400, "1 h 30 min")]
)
def test_durations_use_the_unit_that_fits(seconds, text):
    assert words.duration(seconds) == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


@given(JSON)
def test_json_written_in_pieces_reads_back_the_same(value):
    assert json.loads(encode(value)) == value


def test_nothing_but_what_is_certain_is_told_as_such():
    assert [words.certainty(n) for n in (0.29, 0.97, 0.999, 1.0)] == ["29 %", "97 %", "99 %", "100 %"]
