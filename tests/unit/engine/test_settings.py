"""What a person sets for questions: kept, refused in words, and obeyed by the next one."""

from __future__ import annotations

import pytest

from app.shared.errors import UserError
from app.shared.settings import DEFAULTS
from tests.support.engine_driver import EngineDriver

SHOP = "github.com/o/shop@main"


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("k", 0, "1 to 100 places"),
        ("k", 2.5, "a whole number"),
        ("k", True, "a whole number"),
        ("floor", 1, "a cosine from 0 to 0.9"),
        ("floor", "high", "a cosine"),
        ("rerank", 1, "on or off"),
    ],
)
def test_a_setting_out_of_its_range_is_refused_in_words(
    engine: EngineDriver, name: str, value: object, words: str
) -> None:
    engine.call("settings", values={"k": 7})
    with pytest.raises(UserError, match=words):
        engine.call("settings", values={"limit": 20_000, name: value})
    assert engine.call("settings")["values"] == {**DEFAULTS, "k": 7}


def test_a_setting_goes_back_to_its_default(engine: EngineDriver) -> None:
    engine.call("settings", values={"k": 7, "floor": 0.4, "rerank": True})
    assert engine.call("settings", values={"k": None, "rerank": None})["values"] == {**DEFAULTS, "floor": 0.4}


def test_questions_are_answered_with_as_many_places_as_is_set(engine: EngineDriver) -> None:
    engine.index("o/shop")
    asked = {"repository": SHOP, "question": "How is the total of an order made?"}
    usual = engine.call("ask", **asked)
    engine.call("settings", values={"k": 2})
    few = engine.call("ask", **asked)
    found = [place for place in few["ranked"] if place["source"] != "graph"]
    assert found == usual["ranked"][:2]
    assert len(engine.call("ask", **asked, k=5)["ranked"]) > len(few["ranked"])


def test_a_floor_cuts_what_meaning_alone_has_found_and_tells_how_much(engine: EngineDriver) -> None:
    engine.index("o/shop")
    asked = {"repository": SHOP, "question": "How is the total of an order made?"}
    usual = engine.call("ask", **asked)
    assert usual["floor"]["value"] == DEFAULTS["floor"]
    assert usual["floor"]["of"] == usual["coverage"]["chunks"]
    engine.call("settings", values={"floor": 0.9})
    strict = engine.call("ask", **asked)
    assert usual["floor"]["cut"] < strict["floor"]["cut"] < strict["floor"]["of"]
    assert strict["ranked"][0]["symbol"] == usual["ranked"][0]["symbol"]
    # What meaning no longer finds may come back as a neighbour of what is left.
    found = [sum(place["source"] != "graph" for place in one["ranked"]) for one in (strict, usual)]
    assert 0 < found[0] < found[1]
