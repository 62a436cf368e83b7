"""Text that a model thinks aloud before it answers, taken out of the answer.

Servers with a parser for it send it in a field of its own, which is not read.
Those without leave it in the text, between tags, at its very start.
"""

from __future__ import annotations

OPEN, CLOSE = "<think>", "</think>"


class Thoughts:
    """Drops a leading ``<think>...</think>`` from a text that comes in parts."""

    def __init__(self) -> None:
        self._held = ""
        self._answering = False

    def answer(self, part: str) -> str:
        """What of the text so far belongs to the answer and was not given yet."""
        if self._answering:
            return part
        self._held += part
        text = self._held.lstrip()
        if text.startswith(OPEN):
            _, closed, text = text.partition(CLOSE)
            if not closed:
                return ""
            self._held = text = text.lstrip()
        elif OPEN.startswith(text):
            return ""  # nothing yet, or a tag that is still coming
        self._answering = bool(text)
        return text

    def rest(self) -> str:
        """At the end: what was held back only because a tag might have begun with it."""
        text = self._held.lstrip()
        return "" if self._answering or text.startswith(OPEN) else text
