"""How many tokens models read, for those whose provider does not say.

From the providers' pages, November 2026. The first name that fits counts; where
a family differs, its smallest: a context that is too small only sends less.
"""

from __future__ import annotations

import re

# What is taken where nothing is known.
UNKNOWN = 8_192

_BY_NAME = (
    (r"gpt-5", 400_000),
    (r"gpt-4\.1", 1_000_000),
    (r"gpt-4(o|-turbo)|chatgpt", 128_000),
    (r"gpt-4-32k", 32_000),
    (r"gpt-4", 8_192),
    (r"gpt-3\.5", 16_000),
    (r"gpt-oss", 131_072),
    (r"\bo[134](-|$)", 128_000),
    (r"claude", 200_000),
    (r"gemini", 1_000_000),
    (r"gemma-?3.*270m|gemma-?3.*1b", 32_768),
    (r"gemma-?3", 131_072),
    (r"llama-?3\.[123]", 131_072),
    (r"mistral|codestral|devstral|magistral", 32_768),
    (r"qwen|deepseek|glm|kimi", 32_768),
)


def known_context(model: str) -> int:
    """Tokens by a model's name, ``vendor/`` before it or not; 0 where nothing is known."""
    name = model.lower()
    return next((tokens for pattern, tokens in _BY_NAME if re.search(pattern, name)), 0)
