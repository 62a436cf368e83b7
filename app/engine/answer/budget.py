"""How many tokens of a model's context go to what.

The model's own tokenizer is not here, so its tokens are estimated from the embedding model's. On
300 numbered excerpts of Python, JavaScript, TypeScript, C, JSON and Markdown the estimate is 1.02
times what Gemma 3 counts, 1.15 times Claude's, 1.36 times that of GPT-4o and Llama 3. In Gemma single
excerpts have up to 1.17 times as many (95 %), which a whole prompt evens out: MARGIN is left for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.engine.chunk.tokens import TokenCounter

MARGIN = 1.1
# Below this a model gets short instructions, and no tools: their descriptions alone are 700 tokens.
SMALL = 4_096
TOOLS_FROM = 12_000
# More context than this costs more than it tells.
MOST_PIECES = 12_000
# A model in the tab reads some 50 tokens a second.
MOST_IN_TAB = 1_500
MOST_ANSWER = 2_048
MOST_RESULT = 2_000

_DIGIT = re.compile(r"\d")
# The embedding model takes a longer word for one token.
_LONG = re.compile(r"[A-Za-z0-9+/=_-]{100,}")

Count = Callable[[str], int]


def estimator(counter: TokenCounter) -> Count:
    """A text's tokens in a language model, roughly. Line ends, digits and long words count there."""

    def count(text: str) -> int:
        long = sum(len(word) // 2 for word in _LONG.findall(text))
        # Rounded up, so that lines have no fewer than the text they make.
        digits = -(-3 * len(_DIGIT.findall(text)) // 10)
        return counter.count(text) + text.count("\n") + digits + long + 1

    return count


@dataclass(frozen=True, slots=True)
class Budget:
    """Tokens of a model's context. `whole` is what prompt and answer may have together, by our count."""

    whole: int
    answer: int
    history: int
    results: int
    most_pieces: int
    has_tools: bool
    is_small: bool

    def pieces(self, fixed: int) -> int:
        """What is left for the excerpts beside `fixed` tokens: instructions, question, earlier turns."""
        left = self.whole - self.answer - fixed - (self.results if self.has_tools else 0)
        return max(0, min(self.most_pieces, left))

    @property
    def prompt(self) -> int:
        """What a prompt may have, whatever is in it."""
        return self.whole - self.answer

    @property
    def one_result(self) -> int:
        """What a single call's result may have."""
        return min(MOST_RESULT, self.results // 2)


def budget(context: int, has_tools: bool, is_in_tab: bool = False) -> Budget:
    """The shares of a model's context of so many tokens."""
    whole = int(context / MARGIN)
    answer = min(MOST_ANSWER, max(192, whole // 4))
    with_tools = has_tools and context >= TOOLS_FROM
    return Budget(
        whole=whole,
        answer=answer,
        history=whole // 8,
        results=min(16_000, whole // 4) if with_tools else 0,
        most_pieces=MOST_IN_TAB if is_in_tab else MOST_PIECES,
        has_tools=with_tools,
        is_small=context <= SMALL,
    )
