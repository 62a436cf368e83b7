"""The chat over real parts: a model with real weights behind a server of OpenAI's format."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.shared import protocol
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.openai_server import OpenAIServer
from tests.support.shop import FILES, Repository

PATIENCE = 300
# Room for some 200 tokens of an answer: the model does not end by itself.
CONTEXT = 900
SHOP = "github.com/o/shop@main"


@pytest.fixture(scope="module")
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(context=CONTEXT, threads=1) as running:
        yield running


@pytest.fixture(scope="module")
def engine(server: OpenAIServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineDriver]:
    shop = Repository(tmp_path_factory.mktemp("real") / "shop")
    shop.write(FILES)
    with GitHubServer({"o/shop": shop.folder}) as github, engine_over(github) as driver:
        driver.index("o/shop")
        choice = {"kind": protocol.LOCAL, "address": server.url, "model": server.model, "context": CONTEXT}
        told = driver.call(protocol.MODEL, choice=choice | {"tools": False})
        assert told["is_local"] and told["ready"], told
        yield driver


def news(engine: EngineDriver, *ends: str) -> list[dict[str, Any]]:
    """What is told up to one of these kinds of news. A busy machine reads a prompt for a minute."""
    told: list[dict[str, Any]] = []
    began = time.monotonic()
    while not any(end in one for one in told for end in ends):
        assert time.monotonic() - began < PATIENCE, told[-1:]
        events = engine.call(protocol.EVENTS, since=engine._since)
        engine._since = events["next"]
        told += [one for event in events["events"] for one in event.get("news", ())]
    return told


def test_a_small_model_answers_within_its_context(engine: EngineDriver):
    shown = engine.call(
        protocol.PREVIEW, repository=SHOP, question="Where is the total of an order computed?"
    )
    assert shown["tokens"] < CONTEXT and not shown["consent"] and shown["tools"] == []
    engine.call(protocol.CHAT, repository=SHOP, question=shown["question"], id="a")
    told = news(engine, "done", "error")
    done = told[-1].get("done")
    assert done, json.dumps(told[-1])
    assert done["finish"] in ("stop", "length") and done["text"].strip()
    assert "".join(one["text"] for one in told if one.keys() == {"text"}) == done["text"]
    assert 0 < done["usage"]["prompt"] < CONTEXT and done["usage"]["answer"] > 0
    for cited in done["citations"]:
        assert done["text"][cited["start"] : cited["end"]]


def test_stop_ends_the_model_itself(engine: EngineDriver, server: OpenAIServer):
    engine.call(protocol.CHAT, repository=SHOP, question="Tell all that there is to say of orders.", id="b")
    news(engine, "text")
    engine.call(protocol.STOP, id="b")
    done = news(engine, "done")[-1]["done"]
    assert done["finish"] == "stopped" and done["text"]
    engine.run(_seconds(1.5))
    before = server.seconds()
    engine.run(_seconds(2))
    assert server.seconds() - before < 0.5


async def _seconds(number: float) -> None:
    await asyncio.sleep(number)


def test_calls_of_a_real_model_are_answered(tmp_path: Path):
    shop = Repository(tmp_path / "shop")
    shop.write(FILES)
    with (
        OpenAIServer(context=16_384, calls=1, threads=1) as server,
        GitHubServer({"o/shop": shop.folder}) as github,
        engine_over(github) as driver,
    ):
        driver.index("o/shop")
        choice = {"kind": protocol.LOCAL, "address": server.url, "model": server.model, "context": 12_288}
        driver.call(protocol.MODEL, choice=choice | {"tools": True})
        driver.call(protocol.CHAT, repository=SHOP, question="who calls price_of?", id="c")
        told = news(driver, "call", "error")
        calls = [one["call"] for one in told if "call" in one]
        assert calls and all(call["detail"] for call in calls), told[-1]
        # What it would write then goes on and on.
        driver.call(protocol.STOP, id="c")
        assert news(driver, "done")[-1]["done"]["finish"] == "stopped"
