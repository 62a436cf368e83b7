"""Server-sent events out of bytes that are cut anywhere."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.engine.answer.providers.sse import Event, events, lines
from app.shared.errors import UserError

STREAM = (
    "\ufeff: a comment\n"
    "data: one\n\n"
    "event: named\r\ndata: Grüße 🌲\r\ndata:  two lines\r\n\r\n"
    "id: 7\nretry: 10\n\n"
    "data\rdata:\r\r"
    "data: not ended"
).encode()
EVENTS = [
    Event("", "one"),
    Event("named", "Grüße 🌲\n two lines"),
    Event("", "\n"),
    Event("", "not ended"),
]


async def pieces(data: bytes, size: int) -> AsyncIterator[bytes]:
    for at in range(0, len(data), size):
        yield data[at : at + size]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
def test_events_are_the_same_however_the_bytes_are_cut(size: int):
    async def read() -> list[Event]:
        return [event async for event in events(pieces(STREAM, size))]

    assert asyncio.run(read()) == EVENTS


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_lines_end_by_any_of_three_ends(size: int):
    async def read() -> list[str]:
        return [line async for line in lines(pieces(b"a\r\nb\rc\n\nd\r", size))]

    assert asyncio.run(read()) == ["a", "b", "c", "", "d"]


def test_an_event_is_given_before_the_next_byte_comes():
    async def slow() -> AsyncIterator[bytes]:
        yield b"data: now\n\n"
        raise AssertionError("asked for more than was needed")

    async def first() -> Event:
        return await anext(aiter(events(slow())))

    assert asyncio.run(first()) == Event("", "now")


def test_a_line_that_does_not_end_is_not_read_for_ever():
    given = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal given
        while True:
            given += 1
            yield b"x" * 1_000_000

    async def read() -> list[str]:
        return [line async for line in lines(endless())]

    with pytest.raises(UserError):
        asyncio.run(read())
    assert given == 5


def test_bytes_that_are_no_text_do_not_end_the_stream():
    async def read() -> list[Event]:
        return [event async for event in events(pieces(b"data: a\xffb\n\ndata: c\xe2\x82", 3))]

    assert asyncio.run(read()) == [Event("", "a\ufffdb"), Event("", "c\ufffd")]
