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
from app.shared import errors, protocol
from tests.contract import vocabulary
from tests.contract.vocabulary import Field, Fields
from tests.github import faults
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.shop import FILES, Repository
from tools.paths import ROOT

SOURCE = (ROOT / "app/shared/protocol.py").read_text(encoding="utf-8")
DESIGN = (ROOT / "app/DESIGN.md").read_text(encoding="utf-8")
METHODS = vocabulary.methods(SOURCE)
EVENTS = vocabulary.events(SOURCE)
SHOP, BROKEN = "github.com/o/shop@main", "github.com/o/broken@main"
PRICE_OF = "shop/prices.py::price_of"


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
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EngineDriver, list[dict[str, Any]]]]:
    """An engine that took in one repository after a limit, and failed at another; and all its events."""
    shop = Repository(tmp_path_factory.mktemp("protocol") / "shop")
    shop.write({**FILES, "logo.png": b"\x89PNG\r\n"})
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
    named = set(re.findall(r'^([A-Z]+) = "', SOURCE, re.MULTILINE))
    queries = {query.upper() for query in protocol.QUERIES}
    assert named == METHODS.keys() | EVENTS.keys() | queries | {"INDEXING", "ELSEWHERE", "PARTIAL", "READY"}


@pytest.mark.parametrize("name", METHODS)
def test_the_engine_takes_the_payload_that_is_written_down(engine: EngineDriver, name: str):
    payload, _ = METHODS[name]
    handler = engine.engine._methods[getattr(protocol, name)]
    assert handler == getattr(engine.engine, getattr(protocol, name))
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
    "REMOVE": {"repository": SHOP},
}


def test_every_method_is_tried():
    assert PAYLOADS.keys() == METHODS.keys()


@pytest.mark.parametrize("name", PAYLOADS)
def test_the_engine_answers_as_is_written_down(engine: EngineDriver, name: str):
    _, said = METHODS[name]
    payload = PAYLOADS[name] | (engine.endpoints() if name == "INDEX" else {})
    result = json.loads(json.dumps(engine.call(getattr(protocol, name), **payload)))
    shape = vocabulary.read_fields(said) if said.startswith("{") else re.match(r"\w+", said)[0]
    assert vocabulary.faults(result, shape, RECORDS | {"Event": lambda: {"<": Field()}}) == []
    # An empty list tells nothing of what is in it.
    lists = {field for field, value in result.items() if value == []}
    assert lists <= {"text_only"}, lists


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
    source = (ROOT / "app/ui/repositories.py").read_text(encoding="utf-8")
    taken = set(re.findall(r"kind == protocol\.([A-Z]+)", source))
    assert taken == EVENTS.keys()


def test_the_engine_has_no_method_but_those(engine: EngineDriver):
    assert set(engine.engine._methods) == set(protocol.METHODS)
    public = {name for name, _ in inspect.getmembers(Engine, inspect.iscoroutinefunction) if name[0] != "_"}
    assert public == set(protocol.METHODS) | {"call"}
