"""The page's controllers and views on CPython: the whole application over a screen that remembers what it was
given, and an engine that answers what a test wrote down."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from app.shared import errors, protocol
from app.ui.application import Application

Spec = list[Any]
REPOSITORY = "github.com/o/r@main"


class Screen:
    """Stands for app/ui/page.py: `specs` are what each part was last given, `done` everything else, in order.
    `fields` are what stands in fields; `is_scrolled` whether a person has read on below an answer."""

    fragment = ""

    def __init__(self) -> None:
        self.specs: dict[str, list[Spec]] = {}
        self.done: list[tuple[Any, ...]] = []
        self.fields: dict[str, str] = {}
        self.is_scrolled = False

    def render(self, selector: str, specs: list[Spec]) -> None:
        self.specs[selector] = specs

    def value(self, selector: str) -> str:
        return self.fields.get(selector, "")

    def is_above(self, selector: str) -> bool:
        return self.is_scrolled

    async def say(self, text: str) -> None:
        self.done.append(("say", text))

    async def copy_texts(self, parts: list[tuple[str, dict[str, Any]]]) -> None:
        self.done.append(("copy_texts", parts))

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments: self.done.append((name, *arguments))

    def did(self, name: str) -> list[tuple[Any, ...]]:
        """The arguments of each call of one method."""
        return [call[1:] for call in self.done if call[0] == name]


class Engine:
    """Answers each method from `answers`: a value, an error to raise, or a function of the payload. `asked`
    are the calls so far."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def call(self, method: str, **payload: Any) -> Any:
        self.asked.append((method, payload))
        await asyncio.sleep(0)
        answer = self.answers.get(method, {})
        answer = answer(payload) if callable(answer) else answer
        if isinstance(answer, errors.UnderstoryError):
            raise answer
        return answer

    def payloads(self, method: str) -> list[dict[str, Any]]:
        return [payload for asked, payload in self.asked if asked == method]


class Conversation:
    """A person in the conversation of one repository. `model` is what MODEL answers."""

    def __init__(self, model: dict[str, Any] | None = None, **answers: Any) -> None:
        known = {
            protocol.ASK: lambda payload: extractive(payload["question"]),
            protocol.CONVERSATION: {"turns": []},
            protocol.CONSENT: {"given": True},
        }
        self.screen = Screen()
        self.engine = Engine(**(known | answers))
        self.app = Application(self.screen, self.engine)
        state = self.app.state
        state.engine, state.current, state.model = "ready", REPOSITORY, model
        state.repositories[REPOSITORY] = {"id": REPOSITORY, "name": "r", "state": "ready"}
        state.turns[REPOSITORY] = []

    @property
    def turns(self) -> list[dict[str, Any]]:
        return self.app.state.turns[REPOSITORY]

    def do(self, action: str, **detail: str) -> None:
        """What an action of the page sets off, to its end."""
        asyncio.run(self._do(action, detail))

    async def _do(self, action: str, detail: dict[str, str]) -> None:
        self.app.act(action, detail)
        await _rest()

    def tell(self, *news: dict[str, Any], of: str = "") -> None:
        """CHATTED of the answer under way, or of one by its id."""
        id = of or self.engine.payloads(protocol.CHAT)[-1]["id"]
        event = {"kind": protocol.CHATTED, "repository": REPOSITORY, "id": id, "news": list(news)}
        asyncio.run(self._tell(event))

    async def _tell(self, event: dict[str, Any]) -> None:
        self.app._take(event)
        await _rest()

    def load(self, turns: list[dict[str, Any]]) -> None:
        """Come back to a conversation that was stored."""
        self.engine.answers[protocol.CONVERSATION] = {"turns": turns}
        del self.app.state.turns[REPOSITORY]
        asyncio.run(self.app.asking.load(REPOSITORY))

    def kept(self) -> list[dict[str, Any]]:
        """The conversation as it was last stored."""
        return self.engine.payloads(protocol.CONVERSATION)[-1]["turns"]

    def shown(self) -> list[Spec]:
        """The conversation as it stands on the screen."""
        return self.screen.specs["#turns"]


async def _rest() -> None:
    """Until everything that was set off has ended."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.gather(*others)


def lifted(text: str, token: str = "answer:1") -> dict[str, Any]:
    """A text as Python has it, see static/texts.js."""
    return {"token": token, "lines": text.count("\n") + 1, "characters": len(text)}


def extractive(question: str) -> dict[str, Any]:
    """An answer of the engine alone."""
    place = {
        "path": "src/a.py",
        "language": "python",
        "kind": "function",
        "symbol": "f",
        "start_line": 3,
        "end_line": 4,
        "code": "def f():\n    pass",
        "score": 0.5,
        "source": "dense",
        "why": "it is near",
        "relations": [],
    }
    return {
        "question": question,
        "summary": f"About {question} [src/a.py:3].",
        "places": [place],
        "ranked": [],
        "coverage": {"chunks": 10, "embedded": 10},
        "timings_ms": {"total": 8},
    }


def model(kind: str = "local", host: str = "localhost:11434", name: str = "tiny") -> dict[str, Any]:
    """What MODEL answers; the hosts of this device's are loopback."""
    address = f"http://{host}/v1" if host else ""
    return {
        "choice": {"kind": kind, "address": address, "model": name, "context": 0, "tools": True},
        "host": host,
        "is_local": not host or host.startswith("localhost"),
        "context": 8192,
        "key": "",
        "ready": True,
        "reason": "",
    }


def prompt(**changes: Any) -> dict[str, Any]:
    """What PREVIEW answers, its texts lifted."""
    made = {
        "question": "why",
        "searched": "why",
        "model": "tiny",
        "host": "localhost:11434",
        "is_local": True,
        "tokens": 1200,
        "bytes": 4800,
        "context": 8192,
        "messages": [
            {"role": "system", "text": lifted("Answer.", "message:1")},
            {"role": "user", "text": lifted("why", "message:2")},
        ],
        "pieces": [
            {"path": "src/a.py", "first": 3, "last": 4, "symbol": "f", "reason": "it is near", "tokens": 40}
        ],
        "omitted": [],
        "tools": ["search"],
        "consent": False,
    }
    return made | changes


def elements(spec: Any, tag: str) -> list[Spec]:
    """Every element of a spec whose tag with classes is `tag`."""
    if not isinstance(spec, list):
        return []
    found = [spec] if spec and spec[0] == tag else []
    for child in spec:
        found += elements(child, tag)
    return found


def words(spec: Any) -> str:
    """The text of a spec, as it is read."""
    if isinstance(spec, str):
        return spec
    if not isinstance(spec, list):
        return ""
    if spec and isinstance(spec[0], str):
        return "".join(words(child) for child in spec[2:])
    return "".join(words(child) for child in spec)


def actions(spec: Any) -> dict[str, str]:
    """What can be pressed: action -> its words or its label."""
    found = {}
    if isinstance(spec, list):
        if len(spec) > 1 and isinstance(spec[1], dict) and "data-click" in spec[1]:
            found[spec[1]["data-click"]] = words(spec) or spec[1].get("aria-label", "")
        for child in spec:
            found |= actions(child)
    return found
