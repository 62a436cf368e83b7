"""Looking for servers: only when asked, and each is told for what it is."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.engine.answer.providers import help, servers
from app.engine.models import Models
from app.host.cpython import CPythonHost
from app.shared import protocol
from tests.support.providers.asking import KEY
from tests.support.providers.server import Pause, ProviderServer, Reply, json_reply
from tools import model as model_files

MODELS = json_reply({"object": "list", "data": [{"id": "m", "object": "model", "max_model_len": 4096}]})


def look(site: str = "http://localhost:4000/", **asked: Any) -> list[dict[str, Any]]:
    async def ask() -> list[dict[str, Any]]:
        host = CPythonHost(model_files.folder())
        return (await Models(host, site).servers(**asked))["servers"]

    return asyncio.run(ask())


@pytest.fixture
def usual(server: ProviderServer, monkeypatch: pytest.MonkeyPatch) -> int:
    """The one usual port, which is the server's."""
    port = server.server_address[1]
    monkeypatch.setattr(servers, "NAMES", {port: "vLLM"})
    monkeypatch.setattr(help, "NAMES", {port: "vLLM"})
    return port


def test_a_server_on_a_usual_port_is_found_with_its_models(server: ProviderServer, usual: int):
    server.on("GET", "/v1/models", MODELS)
    [found] = look()
    assert (found["name"], found["code"]) == ("vLLM", "")
    assert found["address"] == f"http://localhost:{usual}/v1"
    assert found["models"] == [{"name": "m", "context": 4096, "bytes": 0}]


def test_this_site_is_not_taken_for_a_server(server: ProviderServer, usual: int):
    assert look(site=f"http://localhost:{usual}/under/") == []
    assert server.requests == []


def test_the_usual_ports_are_those_of_five_servers():
    assert help.NAMES == {
        11434: "Ollama",
        1234: "LM Studio",
        8080: "llama.cpp",
        8000: "vLLM",
        1337: "Jan",
    }


def test_a_web_page_on_a_usual_port_is_no_server(server: ProviderServer, usual: int):
    server.on("GET", "/v1/models", Reply(200, {"Content-Type": "text/html"}, (b"<html>",), 6))
    [found] = look()
    assert (found["models"], found["code"]) == ([], "not-a-model-server")


def test_ollama_is_asked_in_its_own_way_wherever_its_path_is_given(server: ProviderServer):
    server.on("GET", "/api/tags", json_reply({"models": [{"name": "qwen3:8b", "size": 5}]}))
    [found] = look(addresses=[server.origin + "/api"])
    assert found["models"] == [{"name": "qwen3:8b", "context": 0, "bytes": 5}]


def test_a_server_without_models_says_so(server: ProviderServer):
    server.on("GET", "/v1/models", json_reply({"data": []}))
    [found] = look(addresses=[server.origin])
    assert (found["code"], bool(found["hint"])) == ("no-models", True)


def test_one_that_does_not_answer_keeps_nobody_waiting(
    server: ProviderServer, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(servers, "PATIENCE", 0.3)
    server.on("GET", "/v1/models", Reply(pieces=(Pause(),)))
    [found] = look(addresses=[server.origin])
    assert found["code"] == "no-answer"
    assert server.gone.wait(5)


def test_a_port_that_nobody_listens_on_says_how_to_start_what_should():
    [found] = look(addresses=["http://localhost:9"])
    assert found["code"] == "no-answer"
    assert "CORS" in found["hint"] and help.BROWSER in found["hint"]


def test_a_given_key_lists_the_models_of_a_provider_and_is_not_kept(server: ProviderServer):
    server.on("GET", "/v1/models", json_reply({"data": [{"id": "claude", "max_input_tokens": 200_000}]}))

    async def ask() -> tuple[Any, str]:
        models = Models(CPythonHost(model_files.folder()), "http://localhost:4000/")
        listed = await models.servers([server.origin], protocol.ANTHROPIC, KEY)
        return listed["servers"], await models._key(server.origin)

    [found], kept = asyncio.run(ask())
    assert found["models"] == [{"name": "claude", "context": 200_000, "bytes": 0}]
    assert server.requests[0].headers["x-api-key"] == KEY
    assert kept == ""


def test_a_key_given_for_several_addresses_goes_to_none(server: ProviderServer):
    server.on("GET", "/v1/models", MODELS)
    look(addresses=[server.origin, "http://localhost:9"], key=KEY)
    assert "authorization" not in server.requests[0].headers


def test_an_address_that_no_page_may_ask_is_told_and_the_others_are_looked_at(server: ProviderServer):
    server.on("GET", "/v1/models", MODELS)
    refused, found = look(addresses=["http://192.168.1.5:1234", server.origin])
    assert (refused["code"], found["code"]) == ("not-secure", "")
