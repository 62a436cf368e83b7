"""What is asked of a model beside the answer: which models are asked, and how their words are read."""

import pytest

from app.engine.answer.aside import is_tiny
from app.engine.answer.follow_up import Turn
from app.engine.answer.rerank import read_order
from app.engine.answer.rewrite import _sensible
from tests.support.scripted_model import ScriptedModel

TURNS = (Turn("Where is the total of an order computed?", "In `Order.total` [shop/orders.py:14]."),)


@pytest.mark.parametrize(
    "name", ["gemma-3-270m", "Llama-3.2-1B-Instruct", "qwen2.5:0.5b", "smollm2-135m-q4_k_m", "tiny-1.5b"]
)
def test_a_model_says_by_its_name_that_it_is_tiny(name):
    assert is_tiny(ScriptedModel(name=name))


@pytest.mark.parametrize(
    "name", ["gpt-4o-mini", "claude-haiku-4-5", "qwen2.5:7b", "mixtral-8x7b", "llama3.1-405b", "gemini-2.5"]
)
def test_a_model_of_another_size_or_none_is_not(name):
    assert not is_tiny(ScriptedModel(name=name))


def test_a_short_context_makes_any_model_tiny():
    assert is_tiny(ScriptedModel(name="qwen2.5:7b", context=4_096))


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("3, 1, 2", [3, 1, 2]),
        ("3 > 1 > 2", [3, 1, 2]),
        ("[3],[1]", [3, 1]),
        ("1. place 3\n", [1, 3]),
        ("The best is 2, then 2 again, then 99 and 0.", [2]),
        ("none of them", []),
        ("v3.2 and 1.5", []),
    ],
)
def test_an_order_is_read_as_models_write_it(said, order):
    assert read_order(said, 5) == order


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Who calls Order.total?", "Who calls Order.total?"),
        ('"Who calls Order.total?"\nI replaced it.', "Who calls Order.total?"),
        ("Whole question: Who calls Order.total?", "Who calls Order.total?"),
        ("I am afraid that this goes beyond what anybody could help with.", ""),
        ("", ""),
        ("of the", ""),
        ("Who calls Order.total? " * 20, ""),
    ],
)
def test_a_whole_question_is_taken_where_it_is_one(said, question):
    assert _sensible(said, "who calls it?", TURNS) == question
