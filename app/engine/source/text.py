"""From a file's bytes to text, whatever its encoding, and git's name for its bytes."""

from __future__ import annotations

import codecs
import hashlib

# Longer marks first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Above this share of bytes that are not UTF-8, a file is taken for a single-byte encoding.
_FOREIGN = 0.01


def blob_sha(data: bytes) -> str:
    """The sha1 by which git names a blob of these bytes."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def is_wide(data: bytes) -> bool:
    """Whether the bytes begin with the mark of UTF-16 or UTF-32, whose texts are full of NULs."""
    return any(data.startswith(mark) for mark, encoding in _MARKS if encoding != "utf-8")


def decode(data: bytes) -> str:
    """The text of any bytes; never raises, and never holds a lone surrogate.

    A byte order mark decides, and is dropped; else UTF-8, its broken bytes replaced; else, where
    too much is broken for that, Windows-1252. Line ends stay as they are: lines are GitHub's.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    text = data.decode("utf-8", "replace")
    if text.count("\ufffd") <= _FOREIGN * len(data) and any(ord(c) > 127 and c != "\ufffd" for c in text):
        return text
    # Windows-1252 leaves five bytes undefined; Latin-1 has a character for each.
    return "".join(
        bytes([byte]).decode("cp1252", "replace") if 0x80 <= byte < 0xA0 else chr(byte) for byte in data
    )
