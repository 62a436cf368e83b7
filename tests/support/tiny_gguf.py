"""GGUF files of a few bytes: a head, and nothing behind it. Real ones are in small_model.py."""

from __future__ import annotations

import struct

UINT32, STRING, ARRAY = 4, 8, 9


def gguf(padding: int = 0, **entries: str | int | list[str]) -> bytes:
    """A file whose head has these entries (``general__architecture`` for general.architecture), and
    `padding` more bytes behind it."""
    head = struct.pack("<4sIQQ", b"GGUF", 3, 0, len(entries))
    return (
        head
        + b"".join(_text(name.replace("__", ".")) + _value(v) for name, v in entries.items())
        + bytes(padding)
    )


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _value(value: str | int | list[str]) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", STRING) + _text(value)
    if isinstance(value, int):
        return struct.pack("<II", UINT32, value)
    return struct.pack("<IIQ", ARRAY, STRING, len(value)) + b"".join(_text(item) for item in value)
