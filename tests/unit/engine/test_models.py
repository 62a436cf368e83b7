"""The choice of the model: what is kept of it, where its key is, and to whom the key goes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from app.engine.answer.providers.base import ChatModel, Message
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.contexts import UNKNOWN, known_context
from app.engine.models import HELLO, Models
from app.host.cpython import CPythonHost
from app.shared import protocol
from app.shared.errors import AccessError, UserError
from tests.support.providers.server import ProviderServer, json_reply
from tests.support.providers.streams import NDJSON, ollama, ollama_end, openai_text, stream
from tools import model as model_files

KEY = "sk-of-a-person"
CHAT = "/v1/chat/completions"
SITE = "http://localhost:4000/"


@pytest.fixture
def server() -> Iterator[ProviderServer]:
    with ProviderServer() as running:
        running.on("POST", CHAT, stream(*openai_text("Hello ", "there.")))
        running.on("GET", "/v1/models", json_reply({"data": [{"id": "m", "max_model_len": 5000}]}))
        yield running


@pytest.fixture
def host() -> CPythonHost:
    return CPythonHost(model_files.folder())


def run(host: CPythonHost, work: Callable[[Models], Awaitable[Any]]) -> Any:
    """A session: the host's store and vault outlive it, its memory does not."""

    async def session() -> Any:
        await host.store.open()
        return await work(Models(host, SITE))

    return asyncio.run(session())


def choice(server: ProviderServer, **more: Any) -> dict[str, Any]:
    return {"kind": protocol.OPENAI, "address": server.origin, "model": "m"} | more


def test_nothing_is_chosen_at_first_and_nobody_is_asked(host: CPythonHost):
    async def look(models: Models) -> Any:
        return await models.model(), await models.chosen()

    told, chosen = run(host, look)
    assert (told["choice"]["kind"], told["is_local"], told["ready"]) == (protocol.NONE, True, True)
    assert chosen is None
    assert host.network.contacted() == []


def test_a_choice_outlives_the_session_and_a_key_that_is_not_kept_does_not(
    host: CPythonHost, server: ProviderServer
):
    told = run(host, lambda models: models.model(choice=choice(server), key=KEY))
    assert told["choice"] == {
        "kind": protocol.OPENAI,
        "address": server.origin + "/v1",
        "model": "m",
        "context": 0,
        "tools": True,
    }
    assert (told["host"], told["context"], told["key"], told["ready"]) == (server.host, 5000, "session", True)
    asked = len(server.requests)
    later = run(host, lambda models: models.model())
    assert later == told | {"key": ""}
    assert len(server.requests) == asked  # to tell what is chosen, nobody is asked


def test_a_key_is_kept_only_when_asked_for_and_forgotten_when_asked_for(
    host: CPythonHost, server: ProviderServer
):
    run(host, lambda models: models.model(choice=choice(server), key=KEY, keep=True))
    assert run(host, lambda models: models.model())["key"] == "kept"
    assert run(host, lambda models: models.model(forget=True))["key"] == ""
    assert run(host, lambda models: models.model())["key"] == ""


def test_the_key_of_the_session_can_be_kept_later_and_a_new_one_is_not_kept_by_itself(
    host: CPythonHost, server: ProviderServer
):
    async def later(models: Models) -> list[str]:
        first = await models.model(choice=choice(server), key=KEY)
        second = await models.model(keep=True)
        third = await models.model(key="another")
        return [first["key"], second["key"], third["key"]]

    assert run(host, later) == ["session", "kept", "session"]
    assert run(host, lambda models: models.model())["key"] == ""


def test_a_key_that_was_kept_can_be_held_for_the_session_alone(host: CPythonHost, server: ProviderServer):
    async def change(models: Models) -> list[str]:
        kept = await models.model(choice=choice(server), key=KEY, keep=True)
        same = await models.model(choice=choice(server))
        held = await models.model(choice=choice(server), keep=False)
        return [kept["key"], same["key"], held["key"]]

    assert run(host, change) == ["kept", "kept", "session"]
    assert run(host, lambda models: models.model())["key"] == ""


def test_no_record_holds_a_key(host: CPythonHost, server: ProviderServer):
    async def kept(models: Models) -> str:
        await models.model(choice=choice(server), key=KEY, keep=True)
        return json.dumps(await host.store.get_all("settings"))

    assert KEY not in run(host, kept)


def test_the_key_goes_to_the_origin_that_it_was_given_for_and_to_no_other(
    host: CPythonHost, server: ProviderServer
):
    with ProviderServer() as other:
        other.on("POST", CHAT, stream(*openai_text("Hello.")))
        other.on("GET", "/v1/models", json_reply({"data": [{"id": "m"}]}))

        async def ask_both(models: Models) -> None:
            await models.model(choice=choice(server), key=KEY, keep=True)
            await asked(await models.chosen())
            for kind in (protocol.OPENAI, protocol.LOCAL):
                await models.model(choice=choice(other, kind=kind))
                await models.try_model(choice(other, kind=kind))
                await models.servers([other.origin], kind)
                await asked(await models.chosen())

        run(host, ask_both)
        assert server.asked(CHAT)[0].headers["authorization"] == f"Bearer {KEY}"
        assert len(other.requests) > 6
        for request in other.requests:
            assert KEY not in str(request.headers) + request.path + request.body.decode()
        # In the address it is nowhere, not even where it belongs.
        assert all(KEY not in request.path for request in server.requests)


async def asked(model: ChatModel | None) -> str:
    assert model is not None
    return "".join([delta.text async for delta in model.stream([Message("user", "Why?")])])


def test_the_chosen_model_answers_with_the_context_that_is_known(host: CPythonHost, server: ProviderServer):
    async def ask(models: Models) -> tuple[str, ChatModel]:
        await models.model(choice=choice(server))
        model = await models.chosen()
        return await asked(model), model

    text, model = run(host, ask)
    assert text == "Hello there."
    assert (model.name, model.host, model.is_local, model.context) == ("m", server.host, True, 5000)


@pytest.mark.parametrize(
    ("name", "told", "given", "context"),
    [
        ("m", 5000, 0, 5000),  # what the provider says
        ("m", 5000, 3000, 3000),  # what the person says
        ("gpt-4o", None, 0, 128_000),  # what is known by the name
        ("m", None, 0, UNKNOWN),
    ],
)
def test_a_context_is_the_persons_else_the_providers_else_a_known_one(
    host: CPythonHost, server: ProviderServer, name: str, told: int | None, given: int, context: int
):
    server.on("GET", "/v1/models", json_reply({"data": [{"id": name, "max_model_len": told}]}))
    wanted = choice(server, model=name, context=given)
    assert run(host, lambda models: models.model(choice=wanted))["context"] == context


def test_a_choice_is_kept_though_its_server_does_not_answer(host: CPythonHost):
    away = {"kind": protocol.LOCAL, "address": "http://localhost:9", "model": "m"}
    told = run(host, lambda models: models.model(choice=away))
    assert (told["ready"], told["context"]) == (True, UNKNOWN)


@pytest.mark.parametrize("kind", [protocol.ANTHROPIC, protocol.GEMINI])
def test_a_provider_that_wants_a_key_is_not_ready_without_one(host: CPythonHost, kind: str):
    async def look(models: Models) -> dict[str, Any]:
        models._told_context = lambda choice: asyncio.sleep(0, 0)  # type: ignore[method-assign]
        told = await models.model(choice={"kind": kind, "model": "m"})
        with pytest.raises(UserError) as refused:
            await models.chosen()
        assert refused.value.code == "model-not-ready"
        return told

    told = run(host, look)
    assert (told["ready"], told["is_local"]) == (False, False)
    assert "key" in told["reason"]


def test_a_model_without_a_name_is_not_ready(host: CPythonHost, server: ProviderServer):
    told = run(host, lambda models: models.model(choice=choice(server, model="")))
    assert (told["ready"], told["reason"]) == (False, "No model is named yet.")


def test_a_model_can_be_tried_before_it_is_chosen(host: CPythonHost, server: ProviderServer):
    async def attempt(models: Models) -> Any:
        tried = await models.try_model(choice(server), KEY)
        return tried, await models.model()

    tried, told = run(host, attempt)
    assert tried["text"] == "Hello there."
    [request] = server.asked(CHAT)
    assert request.json()["messages"] == [{"role": "user", "content": HELLO}]
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert told["choice"]["kind"] == protocol.NONE


def test_what_a_model_that_is_tried_refuses_with_is_told(host: CPythonHost, server: ProviderServer):
    server.on("POST", CHAT, json_reply({"error": {"message": "No.", "code": "invalid_api_key"}}, 401))
    with pytest.raises(AccessError):
        run(host, lambda models: models.try_model(choice(server), KEY))


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "schlüssel"])
def test_what_cannot_stand_in_a_header_is_no_key(host: CPythonHost, server: ProviderServer, key: str):
    for ask in (
        lambda models: models.model(choice=choice(server), key=key),
        lambda models: models.try_model(choice(server), key),
    ):
        with pytest.raises(AccessError) as refused:
            run(host, ask)
        assert key not in refused.value.message
    told = run(host, lambda models: models.model(choice=choice(server), key=f" {KEY}\n"))
    assert told["key"] == "session"


def test_a_choice_that_another_version_took_is_none(host: CPythonHost):
    async def look(models: Models) -> Any:
        old = {"kind": protocol.LOCAL, "address": "http://192.168.1.5:1234", "model": "m"}
        record = {"name": "model", "value": {"choice": old, "context": 0}}
        await host.store.write([{"op": "put", "store": "settings", "record": record}])
        return await models.model()

    assert run(host, look)["choice"]["kind"] == protocol.NONE


def test_a_local_model_is_tried_with_the_window_that_it_will_be_used_with(
    host: CPythonHost, server: ProviderServer
):
    server.on("POST", "/api/show", json_reply({"model_info": {"qwen3.context_length": 12_288}}))
    server.on("POST", "/api/chat", stream(ollama({"content": "Hello."}), ollama_end(), headers=NDJSON))
    tried = {"kind": protocol.LOCAL, "address": server.origin + "/api", "model": "qwen3"}
    assert run(host, lambda models: models.try_model(tried))["text"] == "Hello."
    assert server.asked("/api/chat")[0].json()["options"]["num_ctx"] == 12_288


class InTheTab:
    """Models of this browser, as far as the choice needs them."""

    async def standing(self, choice: Choice) -> tuple[int, str]:
        return 2048, "" if choice.model == "here" else "This file is not kept any more."

    async def model(self, choice: Choice) -> Any:
        return choice.model


def test_models_of_this_browser_are_asked_for_through_the_host(host: CPythonHost):
    async def choose(models: Models) -> Any:
        nowhere = await models.model(choice={"kind": protocol.IN_TAB, "model": "here"})
        assert (nowhere["ready"], nowhere["is_local"]) == (False, True)
        models.on_device = InTheTab()
        told = await models.model(choice={"kind": protocol.IN_TAB, "model": "here"})
        gone = await models.model(choice={"kind": protocol.IN_TAB, "model": "gone"})
        await models.model(choice={"kind": protocol.IN_TAB, "model": "here"})
        return told, gone, await models.chosen()

    told, gone, chosen = run(host, choose)
    assert (told["host"], told["is_local"], told["context"], told["ready"]) == ("", True, 2048, True)
    assert (gone["ready"], gone["reason"]) == (False, "This file is not kept any more.")
    assert chosen == "here"


@pytest.mark.parametrize(
    ("name", "context"),
    [("openai/gpt-5.4-mini", 400_000), ("claude-sonnet-5", 200_000), ("o3-mini", 128_000), ("phi-4", 0)],
)
def test_what_some_models_read_is_known_by_their_names(name: str, context: int):
    assert known_context(name) == context
