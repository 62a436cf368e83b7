"""Listens to everything a profile does: what it asks for, from every thread, and what goes wrong in it."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request

# What needs no server: a worker's own source, the page's images.
LOCAL = ("blob:", "data:", "about:")
# The browser's own word on an answer that is no success, which it writes to the console.
REFUSED = "Failed to load resource"


class Watch:
    """`complaints` are requests to other origins than the admitted ones, errors on any console (a
    violation of the content security policy is one) and exceptions that nobody caught."""

    def __init__(self, context: BrowserContext) -> None:
        self.complaints: list[str] = []
        self._admitted: set[str] = set()
        self._unreliable: set[str] = set()
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))

    def admit(self, addresses: Collection[str], unreliable: bool = False) -> None:
        """Let these servers be asked; those that are `unreliable` may refuse and be unreachable."""
        origins = {_origin(address) for address in addresses}
        self._admitted |= origins
        if unreliable:
            self._unreliable |= origins

    def _request(self, request: Request) -> None:
        if not request.url.startswith(LOCAL) and _origin(request.url) not in self._admitted:
            self.complaints.append(f"asked {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error":
            return
        expected = message.text.startswith(REFUSED) and _origin(message.location["url"]) in self._unreliable
        if not expected:
            self.complaints.append(f"console: {message.text} ({message.location['url']})")


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
