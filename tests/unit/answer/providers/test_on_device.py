"""Models of this device as the chat asks them."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from app.engine.answer.providers.base import LENGTH, STOP, Delta, Message, Usage
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.on_device import CONTEXT, OnDevice
from app.host.device_models import AVAILABLE, DOWNLOADABLE, BuiltIn, KeptModel, NoModels, Written
from app.shared import protocol
from app.shared.errors import UserError
from tests.support.scripted_models import ScriptedModels

FILE = KeptModel("small.gguf", 9, 9, "https://host/small.gguf", True, 32_768, True)
SHORT = KeptModel("short.gguf", 9, 9, "", True, 2_048, True)
PART = KeptModel("part.gguf", 3, 9, "https://host/part.gguf", False)
QUESTION = [Message("system", "Be short."), Message("user", "Why?")]


def standing(models: NoModels, **choice: object) -> tuple[int, str]:
    return asyncio.run(OnDevice(models).standing(Choice.read({"kind": protocol.IN_TAB, **choice})))


def answers(models: ScriptedModels, model: str = "small.gguf", limit: int = 7) -> list[Delta]:
    async def gather() -> list[Delta]:
        chosen = await OnDevice(models).model(Choice(protocol.IN_TAB, model=model))
        return [delta async for delta in chosen.stream(QUESTION, (), limit)]

    return asyncio.run(gather())


def test_a_files_context_is_what_the_person_set_and_what_it_was_trained_for():
    models = ScriptedModels([FILE, SHORT])
    assert standing(models, model="small.gguf") == (CONTEXT, "")
    assert standing(models, model="small.gguf", context=8_192) == (8_192, "")
    assert standing(models, model="short.gguf", context=8_192) == (2_048, "")


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        ("", "No file is chosen yet."),
        ("gone.gguf", "gone.gguf is not kept in this browser."),
        ("part.gguf", "part.gguf was not fetched to its end."),
    ],
)
def test_a_file_that_cannot_be_asked_says_why(model: str, reason: str):
    models = ScriptedModels([FILE, PART])
    assert standing(models, model=model)[1] == reason
    with pytest.raises(UserError, match=reason):
        answers(models, model)


def test_the_browsers_own_model_says_how_it_stands():
    ready = ScriptedModels(own=BuiltIn(AVAILABLE, "", 9_216))
    assert standing(ready, kind=protocol.BUILT_IN) == (9_216, "")
    later = ScriptedModels(own=BuiltIn(DOWNLOADABLE, "It has to be fetched first."))
    assert standing(later, kind=protocol.BUILT_IN) == (0, "It has to be fetched first.")


def test_without_a_browser_there_is_none_and_that_is_said():
    context, reason = standing(NoModels(), kind=protocol.BUILT_IN)
    assert (context, reason) == (0, "There is no browser here.")
    with pytest.raises(UserError, match="there is none here"):
        asyncio.run(NoModels().fetch("https://host/m.gguf", "m.gguf"))


def test_an_answer_comes_in_order_with_its_tokens_and_what_was_thought_left_out():
    says = [Written("<think>hm"), Written("</think>It "), Written("is."), Written("", "stop", 12, 4)]
    models = ScriptedModels([FILE], says)
    assert answers(models) == [
        Delta("It "),
        Delta("is."),
        Delta("", finish=STOP, usage=Usage(12, 4)),
    ]
    told = [{"role": "system", "content": "Be short."}, {"role": "user", "content": "Why?"}]
    assert models.asked == [("small.gguf", told, 7, CONTEXT)]


def test_a_model_that_reads_for_long_tells_how_far_it_is():
    says = [
        Written("", prompt=40, read=10),
        Written("It", prompt=40, read=40),
        Written("", "stop", 40, 1, 40),
    ]
    assert answers(ScriptedModels([FILE], says))[:2] == [Delta(read=0.25), Delta("It")]


def test_an_answer_that_met_its_limit_says_so():
    models = ScriptedModels([FILE], [Written("It", "length", 12, 1)])
    assert [delta.finish for delta in answers(models)] == ["", LENGTH]


def test_closing_the_stream_stops_the_model():
    models = ScriptedModels([FILE], [Written("one"), Written("two"), Written("", "stop")])

    async def first() -> None:
        chosen = await OnDevice(models).model(Choice(protocol.IN_TAB, model="small.gguf"))
        async with aclosing(chosen.stream(QUESTION)) as stream:  # type: ignore[type-var]
            async for _ in stream:
                return

    asyncio.run(first())
    assert models.closed == 1


def test_it_stays_on_this_device_and_is_given_no_tools():
    chosen = asyncio.run(OnDevice(ScriptedModels([FILE])).model(Choice(protocol.IN_TAB, model="small.gguf")))
    assert (chosen.host, chosen.is_local, chosen.has_tools, chosen.name) == ("", True, False, "small")
