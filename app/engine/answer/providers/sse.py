"""Lines and server-sent events out of a stream of bytes, as they come.

The format is that of the HTML standard, section "Server-sent events": lines
end by LF, CR or CRLF, an event at an empty line. NDJSON needs the lines alone.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass

from app.shared.errors import UserError

# Characters of one line. A longer one is no answer, and would fill the memory.
LONGEST = 4_000_000


@dataclass(frozen=True, slots=True)
class Event:
    """`name` is "" where the server gave none; `data` has its lines joined by newlines."""

    name: str
    data: str


async def lines(chunks: AsyncIterable[bytes]) -> AsyncIterator[str]:
    """Lines without their ends, the last one too where nothing ends it. What is no UTF-8 becomes U+FFFD.
    Raises UserError for a line without an end."""
    decoder = getincrementaldecoder("utf-8-sig")("replace")
    rest = ""
    async for chunk in chunks:
        rest += decoder.decode(chunk)
        # A CR at the end may be the first half of a CRLF.
        held = "\r" if rest.endswith("\r") else ""
        *whole, rest = rest.removesuffix("\r").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        rest += held
        for line in whole:
            yield line
        if len(rest) > LONGEST:
            raise UserError("model-failed", "The server sends a line that does not end.", "Try another one.")
    rest += decoder.decode(b"", True)
    if rest:
        yield rest.removesuffix("\r")


async def events(chunks: AsyncIterable[bytes]) -> AsyncIterator[Event]:
    """Events that have data. One that the end of the stream cuts short is given too: its reader sees that
    it is not whole."""
    name = ""
    data: list[str] = []
    async for line in lines(chunks):
        if not line:
            if data:
                yield Event(name, "\n".join(data))
            name, data = "", []
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            data.append(value)
        elif field == "event":
            name = value
    if data:
        yield Event(name, "\n".join(data))
