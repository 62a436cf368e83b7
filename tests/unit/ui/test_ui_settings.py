"""The settings of the search: what they are, what the floor cut, and the way back to the defaults."""

import pytest

from app.shared.settings import DEFAULTS
from app.ui.state import State
from app.ui.views import searching


def state_with(told=None, **values):
    state = State()
    state.current = "r"
    state.settings = {**DEFAULTS, **values}
    if told:
        state.turns["r"] = [{"question": "why", "answer": {"floor": told, "places": []}}]
    return state


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (None, "ask a question to see what it leaves out."),
        (
            {"value": 0.3, "cut": 41, "of": 150},
            "0.3 left out 41 of the 150 nearest chunks for your last question.",
        ),
        ({"value": 0.3, "cut": 0, "of": 150}, "0.3 left out none of the 150 nearest"),
        ({"value": 0.1, "cut": 2, "of": 9}, "0.3 holds from the next question on; 0.1 left out 2 of the 9"),
    ],
)
def test_the_floor_tells_what_it_left_out(told, words):
    assert words in str(searching.settings(state_with(told, floor=0.3)))


def test_there_is_a_way_back_from_anything_but_the_defaults():
    assert "reset-search" not in str(searching.settings(state_with()))
    for name, value in (("k", 5), ("floor", 0.5), ("rerank", True)):
        assert "reset-search" in str(searching.settings(state_with(**{name: value})))


def test_the_price_of_ordering_is_told_where_it_is_switched_on():
    off, on = (str(searching.settings(state_with(rerank=value))) for value in (False, True))
    assert "one more call of about 2,500 tokens a question" in off
    assert "'aria-checked': 'false'" in off and "'aria-checked': 'true'" in on
