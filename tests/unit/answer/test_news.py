"""News of an answer, joined while the page is busy."""

from __future__ import annotations

from typing import Any

from app.engine.answer.news import READING, joined


def step(name: str, detail: str) -> dict[str, Any]:
    return {"step": {"name": name, "detail": detail, "ms": 1}}


def test_words_become_one_text_and_nothing_else_is_joined():
    first = [step("search", "8 places"), {"text": "It "}]
    second = [{"text": "is."}, step("search", "8 places")]
    assert joined(first, second) == [
        step("search", "8 places"),
        {"text": "It is."},
        step("search", "8 places"),
    ]


def test_of_reading_only_how_far_it_is_stays():
    told = [step("send", ""), step(READING, "20 %")]
    assert joined(told, [step(READING, "40 %"), {"text": "It"}]) == [
        step("send", ""),
        step(READING, "40 %"),
        {"text": "It"},
    ]
