"""A person who has chosen a model, and the model's server, which says what a test wrote down."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app.shared import protocol
from tests.browser.person import READING, Person
from tests.browser.profile import fresh_profile
from tests.browser.watch import Watch
from tests.github.server import GitHubServer
from tests.support.providers.server import Cut, Pause, ProviderServer, Reply
from tests.support.providers.streams import openai_call, openai_chunk, openai_text, sse, stream
from tests.support.shop import FILES, Repository
from tools.browser import Chromium
from tools.drive import Driver
from tools.server import SiteServer

COMPLETIONS = "/v1/chat/completions"
MODEL = "tiny-1b"
QUESTION = "How is the total of an order made?"


def says(*texts: str, finish: str = "stop", pause: float = 0.0) -> Reply:
    """A round in which the model says texts, one by one, `pause` seconds apart."""
    pieces = openai_text(*texts, finish=finish)
    return stream(*(part for piece in pieces for part in (piece, Pause(pause))))


def breaks_off(*texts: str) -> Reply:
    """A round whose connection is lost after some texts."""
    said = [openai_chunk({"content": text}) for text in texts]
    return stream(*said, Pause(0.3), Cut())


def goes_on(*texts: str, pause: float = 0.0) -> Reply:
    """The same without an end, for as long as the test runs."""
    said = (openai_chunk({"content": text}) for text in texts)
    return stream(*(part for piece in said for part in (piece, Pause(pause))), Pause())


def calls(name: str, **arguments: Any) -> Reply:
    """A round that asks for one call."""
    call = openai_call(0, "call-1", name, json.dumps(arguments))
    return stream(
        openai_chunk({"role": "assistant", "content": ""}),
        call,
        openai_chunk({}, "tool_calls"),
        sse("[DONE]"),
    )


class Talker:
    """`person` has had a small repository read, and has chosen the model of `server`; `watch` sees what their
    profile does."""

    def __init__(self, person: Person, server: ProviderServer, watch: Watch) -> None:
        self.person = person
        self.watch = watch
        self.page: Page = person.page
        self.server = server

    def choose(self, **choice: Any) -> None:
        """Choose a model as the dialog does, and come back to the page."""
        chosen = {"kind": protocol.LOCAL, "address": self.server.origin + "/v1", "model": MODEL}
        chosen |= {"context": 16_000, "tools": True} | choice
        Driver(self.page, "").call(protocol.MODEL, choice=chosen)
        self.person.reload()
        expect(self.page.locator(".badge")).to_have_attribute(
            "title", re.compile(re.escape(chosen["model"] or "without a model"))
        )

    def answers(self, *replies: Reply) -> None:
        """What the server says to the requests to come; the last of it to all later ones too."""
        self.server.on("POST", COMPLETIONS, *replies)

    @property
    def sent(self) -> list[dict[str, Any]]:
        """The bodies that the server was sent."""
        return [request.json() for request in self.server.asked(COMPLETIONS)]

    @property
    def turn(self) -> Locator:
        """The newest turn."""
        return self.page.locator(".turn").last

    @property
    def text(self) -> Locator:
        """What the model wrote to it."""
        return self.turn.locator(".written")

    def send(self, question: str = QUESTION) -> None:
        """Ask, and wait for nothing."""
        # Of a long conversation only the newest turns are shown, so they cannot be counted.
        before = self.page.evaluate("document.querySelector('.turn:last-child')?.id ?? ''")
        self.page.locator("#question").fill(question)
        self.page.keyboard.press("Enter")
        expect(self.turn).not_to_have_id(before)

    def wait_written(self) -> None:
        """Until the newest turn's answer has come to its end."""
        expect(self.turn.locator(".answer-foot")).to_be_visible(timeout=READING)
        expect(self.page.locator(".ask[data-writing]")).to_have_count(0)

    def ask(self, *replies: Reply, question: str = QUESTION) -> Locator:
        """Ask, and wait for the whole answer; it is what the model wrote."""
        self.answers(*replies)
        self.send(question)
        self.wait_written()
        return self.text


@contextlib.contextmanager
def talking(
    browser: Chromium,
    site: SiteServer,
    folder: Path,
    files: dict[str, str | bytes] | None = None,
    **options: Any,
) -> Iterator[Talker]:
    """A talker in a fresh profile, `options` its context's; what goes wrong unseen fails at the end."""
    Repository(folder).write(files or {**FILES})
    with (
        GitHubServer({"o/shop": folder}) as github,
        ProviderServer(cors="*") as server,
        fresh_profile(browser, **options) as profile,
    ):
        profile.watch.admit([server.origin], unreliable=True)
        person = profile.visit(site, github, reliable=True)
        # A phone shows no shelf meanwhile.
        person.ask_for("o/shop")
        person.wait_indexed()
        talker = Talker(person, server, profile.watch)
        talker.choose()
        yield talker
