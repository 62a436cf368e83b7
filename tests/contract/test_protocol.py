"""protocol.py against the engine that answers and the page that asks, in a real run on CPython."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine.engine import Engine
from app.engine.graph.model import Edge, Node
from app.engine.store import records
from app.engine.talk import Talk
from app.shared import errors, protocol
from tests.contract import vocabulary
from tests.contract.vocabulary import Field, Fields
from tests.github import faults
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.providers.server import ProviderServer, json_reply
from tests.support.providers.streams import openai_call, openai_chunk, openai_text, sse, stream
from tests.support.shop import FILES, Repository
from tools.paths import ROOT

SOURCE = (ROOT / "app/shared/protocol.py").read_text(encoding="utf-8")
DESIGN = (ROOT / "app/DESIGN.md").read_text(encoding="utf-8")
METHODS = vocabulary.methods(SOURCE)
EVENTS = vocabulary.events(SOURCE)
SHOP, BROKEN = "github.com/o/shop@main", "github.com/o/broken@main"
PRICE_OF = "shop/prices.py::price_of"
QUESTION = "Where is the total of an Order computed?"
# What a host without a browser cannot do; tests/workers/ tries it in one.
IN_A_BROWSER = ("FETCH_MODEL", "FORGET_MODEL")


def designed(name: str) -> Fields:
    """A record of DESIGN.md's, written ``Name = {...}``."""
    return vocabulary.read_fields(DESIGN[re.search(rf"^    {name} +=", DESIGN, re.MULTILINE).end() :])


def fields_of(names: Any) -> Fields:
    return {name: Field() for name in names}


def repository_fields() -> Fields:
    """records.py's, and what the engine keeps to take the repository up again."""
    values = dict.fromkeys(inspect.signature(records.repository).parameters, "")
    return fields_of([*records.repository(**values), "address", "endpoints"])


RECORDS = {
    "Answer": lambda: designed("Answer"),
    "Place": lambda: designed("Place"),
    "Ranked": lambda: designed("Ranked"),
    "Repository": repository_fields,
    "Node": lambda: fields_of(field.name for field in dataclasses.fields(Node)),
    "Edge": lambda: fields_of(field.name for field in dataclasses.fields(Edge)),
    "Error": lambda: fields_of(errors.to_record(ValueError())),
    "Choice": lambda: vocabulary.record(SOURCE, "Choice"),
    "Prompt": lambda: vocabulary.record(SOURCE, "Prompt"),
    "Cited": lambda: vocabulary.record(SOURCE, "Cited"),
    "News": lambda: vocabulary.alternatives(SOURCE, "News"),
}


@pytest.fixture(scope="module")
def provider() -> Iterator[ProviderServer]:
    """A model that looks lines up and answers, and then breaks off."""
    reads = openai_call(0, "call-1", "callers", json.dumps({"symbol": "price_of"}))
    with ProviderServer() as server:
        server.on("GET", "/v1/models", json_reply({"data": [{"id": "m", "max_model_len": 32_000}]}))
        server.on(
            "POST",
            "/v1/chat/completions",
            stream(reads, openai_chunk({}, "tool_calls"), sse("[DONE]")),
            stream(*openai_text("In `Order.total` ", "[shop/orders.py:14].")),
            stream(*openai_text("")),
            stream(*openai_text("Hello.")),
        )
        yield server


def choice(provider: ProviderServer) -> dict[str, Any]:
    return {"kind": protocol.OPENAI, "address": provider.origin, "model": "m", "context": 0, "tools": True}


@pytest.fixture(scope="module")
def run(
    tmp_path_factory: pytest.TempPathFactory, provider: ProviderServer
) -> Iterator[tuple[EngineDriver, list[dict[str, Any]]]]:
    """An engine that took in one repository after a limit, failed at another, and was answered by a model;
    and all its events."""
    shop = Repository(tmp_path_factory.mktemp("protocol") / "shop")
    shop.write({**FILES, "logo.png": b"\x89PNG\r\n", ".env": "PASSWORD=total\n"})
    with (
        GitHubServer({"o/shop": shop.folder, "o/broken": shop.folder}) as github,
        engine_over(github) as driver,
    ):
        github.fail("o/shop/git/trees", faults.secondary_limit(1), times=1)
        _, told = driver.index("o/shop")
        # What the two have in common is kept already, so only this is fetched for the second.
        shop.write({"later.py": "later = 1\n"})
        github.fail("/o/broken/.*later.py|/o/broken/git/blobs", faults.bad_token())
        driver.start("o/broken")
        told += driver.until(lambda event: event["kind"] == protocol.FAILED)
        driver.call(protocol.REMOVE, repository=BROKEN)
        told += driver.until(lambda event: event["kind"] == protocol.REMOVED)
        driver.call(protocol.MODEL, choice=choice(provider))
        for id, end in (("whole", "done"), ("broken", "error")):
            driver.call(protocol.CHAT, repository=SHOP, question="who calls price_of?", id=id)
            told += driver.until(lambda event, end=end: any(end in news for news in event.get("news", ())))
        yield driver, told


@pytest.fixture(scope="module")
def engine(run: tuple[EngineDriver, list[dict[str, Any]]]) -> EngineDriver:
    return run[0]


@pytest.fixture(scope="module")
def told(run: tuple[EngineDriver, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return run[1]


def test_every_name_is_written_down():
    assert {getattr(protocol, name) for name in METHODS} == set(protocol.METHODS)
    assert len(protocol.METHODS) == len(set(protocol.METHODS))
    named = set(re.findall(r'^([A-Z_]+) = "', SOURCE, re.MULTILINE))
    queries = {query.upper() for query in protocol.QUERIES}
    kinds = {kind.upper().replace("-", "_") for kind in protocol.MODELS}
    states = {"INDEXING", "ELSEWHERE", "PARTIAL", "READY"}
    assert named == METHODS.keys() | EVENTS.keys() | queries | kinds | states


@pytest.mark.parametrize("name", METHODS)
def test_the_engine_takes_the_payload_that_is_written_down(engine: EngineDriver, name: str):
    payload, _ = METHODS[name]
    handler = engine.engine._methods[getattr(protocol, name)]
    assert handler.__name__ == getattr(protocol, name)
    parameters = inspect.signature(handler).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        # HELLO's payload is the worker's, which starts the engine with it.
        assert name == "HELLO" and payload.keys() == {"base", "tab"}
        return
    taken = {parameter.name: parameter.default is not parameter.empty for parameter in parameters}
    # A poll may begin anywhere.
    assert taken == {field: told.optional or name == "EVENTS" for field, told in payload.items()}


PAYLOADS: dict[str, dict[str, Any]] = {
    "HELLO": {"base": "https://host/"},
    "EVENTS": {"since": 0},
    "INDEX": {"address": "o/shop"},
    "CANCEL": {"repository": SHOP},
    "RESUME": {"repository": SHOP},
    "OPEN": {"repository": SHOP},
    "ASK": {"repository": SHOP, "question": "test:no Where is the total of an Order computed?"},
    "FILE": {"repository": SHOP, "path": "shop/orders.py"},
    "FIND": {"repository": SHOP, "text": "or"},
    "NEIGHBOURS": {"repository": SHOP, "symbol": PRICE_OF},
    "RELATIONS": {"repository": SHOP, "symbol": PRICE_OF, "query": protocol.CALLERS},
    "UNRESOLVED": {"repository": SHOP, "path": "shop/orders.py"},
    "GRAPH": {"repository": SHOP},
    "REPORT": {"repository": SHOP},
    "SETTINGS": {"values": {"theme": "dark"}},
    "CONVERSATION": {"repository": SHOP, "turns": [{"question": "why?"}]},
    "MODEL": {"key": "k", "keep": True},
    "SERVERS": {},
    "TRY_MODEL": {},
    "SECRETS": {"forget": "key of nowhere"},
    "DEVICE_MODELS": {},
    "FETCH_MODEL": {"address": "https://host/model.gguf"},
    "FORGET_MODEL": {"name": "model.gguf"},
    "PREVIEW": {
        "repository": SHOP,
        "question": "and .env?",
        "history": [{"question": QUESTION, "answer": ""}],
    },
    "STOP": {"id": "whole"},
    "CHAT": {"repository": SHOP, "question": QUESTION, "id": "last"},
    "CONSENT": {"repository": SHOP, "host": "api.example.com", "given": True},
    "REMOVE": {"repository": SHOP},
}


def test_every_method_is_tried():
    assert PAYLOADS.keys() == METHODS.keys()


@pytest.mark.parametrize("name", IN_A_BROWSER)
def test_a_host_without_a_browser_says_so(engine: EngineDriver, name: str):
    assert engine.error(getattr(protocol, name), **PAYLOADS[name]).code == "no-models-here"


@pytest.mark.parametrize("name", [name for name in PAYLOADS if name not in IN_A_BROWSER])
def test_the_engine_answers_as_is_written_down(engine: EngineDriver, provider: ProviderServer, name: str):
    _, said = METHODS[name]
    payload = dict(PAYLOADS[name])
    if name == "INDEX":
        payload |= engine.endpoints()
    elif name == "SERVERS":
        payload["addresses"] = [provider.origin]
    elif name == "TRY_MODEL":
        payload["choice"] = choice(provider)
    result = json.loads(json.dumps(engine.call(getattr(protocol, name), **payload)))
    shape = vocabulary.read_fields(said) if said.startswith("{") else re.match(r"\w+", said)[0]
    assert vocabulary.faults(result, shape, RECORDS | {"Event": lambda: {"<": Field()}}) == []
    # An empty list tells nothing of what is in it.
    lists = {field for field, value in result.items() if value == []}
    assert lists <= {"text_only", "files"}, lists


@pytest.mark.parametrize("name", EVENTS)
def test_every_kind_of_event_comes_with_its_fields(told: list[dict[str, Any]], name: str):
    came = [event for event in told if event["kind"] == getattr(protocol, name)]
    assert came
    shape = EVENTS[name] | fields_of(("kind", "repository"))
    for event in json.loads(json.dumps(came)):
        assert vocabulary.faults(event, shape, RECORDS) == []


def test_no_other_event_comes(told: list[dict[str, Any]]):
    assert {event["kind"] for event in told} <= {getattr(protocol, name) for name in EVENTS}


def test_stages_come_in_their_order_and_states_are_those_named(told: list[dict[str, Any]]):
    stages = [e["stage"] for e in told if e["kind"] == protocol.PROGRESS and e["repository"] == SHOP]
    assert tuple(sorted(set(stages), key=stages.index)) == protocol.STAGES
    states = {event["record"]["state"] for event in told if event["kind"] == protocol.STATE}
    assert states == {protocol.INDEXING, protocol.PARTIAL, protocol.READY}


def page_calls() -> Iterator[tuple[str, int, str, list[ast.keyword]]]:
    """Every ``client.call(protocol.NAME, ...)`` of the page: (file, line, name, arguments)."""
    for path in sorted((ROOT / "app/ui").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="call" | "_send"),
                    args=[ast.Attribute(value=ast.Name(id="protocol"), attr=name), *_],
                ):
                    yield path.name, node.lineno, name, node.keywords


def test_the_page_calls_with_what_is_written_down():
    calls = list(page_calls())
    assert len(calls) > 10
    for file, line, name, keywords in calls:
        payload, _ = METHODS[name]
        given = {keyword.arg for keyword in keywords if keyword.arg}
        assert given <= payload.keys(), f"{file}:{line}"
        whole = any(keyword.arg is None for keyword in keywords) or name == "HELLO"
        required = {field for field, told in payload.items() if not told.optional}
        assert whole or required <= given, f"{file}:{line}"


def test_the_page_follows_every_kind_of_event():
    files = (ROOT / f"app/ui/{name}.py" for name in ("repositories", "application"))
    sources = "".join(path.read_text(encoding="utf-8") for path in files)
    assert set(re.findall(r"kind(?:\"\])? == protocol\.([A-Z]+)", sources)) == EVENTS.keys()


def test_every_kind_of_news_comes(told: list[dict[str, Any]]):
    came = [news for event in told if event["kind"] == protocol.CHATTED for news in event["news"]]
    shapes = vocabulary.alternatives(SOURCE, "News").shapes
    assert {next(iter(shape)) for shape in shapes} <= {name for news in came for name in news}


def test_the_engine_has_no_method_but_those(engine: EngineDriver):
    assert set(engine.engine._methods) == set(protocol.METHODS)
    owners = {handler.__self__.__class__ for handler in engine.engine._methods.values()}
    assert owners == {Engine, Talk}
    public = {name for owner in owners for name, _ in inspect.getmembers(owner, inspect.iscoroutinefunction)}
    assert {name for name in public if name[0] != "_"} == set(protocol.METHODS) | {"call", "leave"}
