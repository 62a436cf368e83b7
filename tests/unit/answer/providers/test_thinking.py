"""Thoughts in front of an answer are not the answer."""

from __future__ import annotations

import pytest

from app.engine.answer.providers.thinking import Thoughts


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Plain text.", "Plain text."),
        ("<think>\nWell.\n</think>\n\nThe answer.", "The answer."),
        ("\n <think></think>It has <think> in it.", "It has <think> in it."),
        ("<think>never ended", ""),
        ("<thi", "<thi"),
        ("<thinner> text", "<thinner> text"),
        ("a < b and <think>", "a < b and <think>"),
        ("", ""),
    ],
)
def test_only_leading_thoughts_are_taken_out(text: str, answer: str, size: int):
    thoughts = Thoughts()
    given = [thoughts.answer(text[at : at + size]) for at in range(0, len(text), size)]
    assert "".join(given) + thoughts.rest() == answer
