"""A fence around text that others wrote, which that text cannot close.

Its boundary is drawn from all that it encloses and a key of this session: the same prompt has the
same boundary, so that what is shown is what is sent, and no file can hold it.
"""

from __future__ import annotations

import hashlib
import re

# Signs by which chat templates part the roles. A local server reads them in any text.
_CONTROL = re.compile(
    r"<(?=\|[\w▁ ]{1,40}\|>|｜[\w▁ ]{1,40}｜>|/?(?:start|end)_of_turn>|/?(?:bos|eos|s)>|<SYS>>|</SYS>>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\])"
)


class Fence:
    """The fence of one prompt. `key` is random and of this session."""

    def __init__(self, key: bytes, enclosed: str) -> None:
        self.boundary = hashlib.blake2b(
            enclosed.encode("utf-8", "replace"), key=key, digest_size=8
        ).hexdigest()

    def around(self, what: str, text: str) -> str:
        """The text between its marks, `what` says what it is."""
        inside = disarmed(text).replace(self.boundary, "…")
        return f"<data {self.boundary}: {what}>\n{inside}\n</data {self.boundary}>"


def disarmed(text: str) -> str:
    """A text whose signs of chat templates are no such signs any more: a space parts them."""
    return _CONTROL.sub(lambda match: f"{match[0]} ", text)


def flat(text: str) -> str:
    """A name on one line: a path may hold line ends."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
