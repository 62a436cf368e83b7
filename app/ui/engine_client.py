"""The engine as the page sees it: calls that wait until it is up, and its events."""

import asyncio
import json

from app.shared import errors, protocol
from app.ui.text import encode

# What is answered with long texts, and what is asked with them.
LIFTED = (protocol.FILE, protocol.EVENTS, protocol.PREVIEW, protocol.CONVERSATION)
LOWERED = (protocol.ASK, protocol.PREVIEW, protocol.CHAT, protocol.CONVERSATION)


class EngineClient:
    """`connect` returns the worker's exports (an awaitable); everything asked before they are
    there waits for them, so a person never waits for the engine to type. `lift` takes long texts out of
    an answer, and `lower` puts them into a payload, see static/texts.js; `tab` names this tab to its
    engine, see static/built-in.js."""

    def __init__(self, connect, base, lift, lower, tab=""):
        self._lift = lift
        self._lower = lower
        self._connect = connect
        self._greeting = {"base": base, "tab": tab}
        self._up = asyncio.Event()
        self._exports = None
        self._failure = None

    async def start(self):
        """Reach the worker and greet it: the answer of HELLO. Raises UnderstoryError, and has every
        call raise it, where the engine does not start."""
        try:
            return await self._greet()
        except errors.UnderstoryError as error:
            self._failure = error
            raise
        finally:
            self._up.set()

    async def _greet(self):
        try:
            self._exports = await self._connect()
            return await self._send(protocol.HELLO, self._greeting)
        except errors.UnderstoryError:
            raise
        except Exception:
            # What reaches the page is only that the worker exports nothing; the reason is in its log.
            raise errors.InternalError(
                "engine-failed", "Its Python could not be loaded.", "The browser's console says why."
            ) from None

    async def call(self, method, **payload):
        """The result of a method. Raises what the engine raised, see app/shared/errors.py."""
        await self._up.wait()
        if self._failure:
            raise self._failure
        if method == protocol.HELLO:
            payload.update(self._greeting)
        return await self._send(method, payload)

    async def _send(self, method, payload):
        text = encode(payload)
        if method in LOWERED:
            text = self._lower(text)
        text = await self._exports.call(method, text)
        if method in LIFTED:
            text = self._lift(text)
        answer = json.loads(text)
        if "error" in answer:
            raise errors.from_record(answer["error"])
        return answer["result"]

    async def events(self, take):
        """Hand every event to `take`, for as long as the page lives."""
        since = 0
        while True:
            answer = await self.call(protocol.EVENTS, since=since)
            since = answer["next"]
            for event in answer["events"]:
                take(event)
