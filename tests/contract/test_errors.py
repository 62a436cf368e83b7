"""Errors on their way from the engine to the page: what is raised there is what was raised here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine import worker
from app.shared import errors, protocol
from app.ui.engine_client import EngineClient
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over


def tree(root: type) -> set[type]:
    return {root}.union(*(tree(child) for child in root.__subclasses__()))


CLASSES = sorted(tree(errors.UnderstoryError), key=lambda kind: kind.__name__)
FIELDS = ("code", "message", "hint", "link", "until", "user", "stack")


@pytest.mark.parametrize("kind", CLASSES)
def test_every_error_comes_back_as_what_it_was(kind: type[errors.UnderstoryError]):
    made = kind("some-code", "A sentence with “signs”.", "A way out.", "https://host/page", 1_700_000_000)
    record = json.loads(json.dumps(errors.to_record(made, "the stack")))
    back = errors.from_record(record)
    assert type(back) is kind
    assert str(back) == made.message
    assert {name: getattr(back, name) for name in FIELDS} == {
        **{name: getattr(made, name) for name in FIELDS},
        "stack": "the stack",
    }
    # The page makes a record of it again, to show it.
    assert errors.to_record(back) == record


@pytest.mark.parametrize("kind", CLASSES)
def test_the_tree_is_drawn(kind: type):
    assert kind.__name__ in errors.__doc__
    assert kind.user == issubclass(kind, errors.UserError)


@pytest.mark.parametrize("error", [KeyError("path"), ZeroDivisionError("division by zero"), ValueError()])
def test_any_other_exception_is_a_bug(error: Exception):
    back = errors.from_record(errors.to_record(error, "where"))
    assert type(back) is errors.InternalError
    assert (back.code, back.user, back.stack) == ("internal", False, "where")
    assert back.message and back.hint


@pytest.mark.parametrize("record", [{}, {"type": "NoSuchError", "message": "?"}])
def test_a_record_of_an_unknown_kind_is_a_bug(record: dict):
    back = errors.from_record(record)
    assert type(back) is errors.InternalError
    assert back.message == record.get("message", "")


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineDriver]:
    """The engine behind the worker's one export, as the page reaches it."""
    with GitHubServer({}) as github, engine_over(github) as driver:
        monkeypatch.setattr(worker, "_engine", driver.engine)
        yield driver


def page_of(driver: EngineDriver) -> EngineClient:
    async def connect():
        return worker

    client = EngineClient(connect, "https://host/", lambda text: text, lambda payload: payload)
    driver.run(client.start())
    return client


@pytest.mark.parametrize(
    ("method", "payload", "kind", "code"),
    [
        (protocol.FILE, {"repository": "nothing", "path": "a"}, errors.UserError, "no-such-repository"),
        (protocol.INDEX, {"address": "??"}, errors.AddressError, "bad-address"),
        (protocol.INDEX, {"address": "https://gitlab.com/o/r"}, errors.AddressError, "other-host"),
        ("nonsense", {}, errors.InternalError, "unknown-method"),
        (protocol.FILE, {"unknown": 1}, errors.InternalError, "internal"),
    ],
)
def test_what_the_engine_raises_the_page_raises(
    engine: EngineDriver, method: str, payload: dict, kind: type, code: str
):
    client = page_of(engine)
    with pytest.raises(errors.UnderstoryError) as raised:
        engine.run(client.call(method, **payload))
    assert type(raised.value) is kind
    assert raised.value.code == code
    assert "Traceback" in raised.value.stack


def test_a_call_before_the_greeting_is_told_so(monkeypatch: pytest.MonkeyPatch, engine: EngineDriver):
    monkeypatch.setattr(worker, "_engine", None)
    answer = json.loads(engine.run(worker.call(protocol.OPEN, '{"repository": "r"}')))
    assert errors.from_record(answer["error"]).code == "no-hello"


def test_what_is_no_json_is_answered_too(engine: EngineDriver):
    answer = json.loads(engine.run(worker.call(protocol.OPEN, "{")))
    assert answer["error"]["type"] == "InternalError"
