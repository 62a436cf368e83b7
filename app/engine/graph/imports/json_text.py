"""JSON as people write it in config files: with comments and trailing commas."""

from __future__ import annotations

import json
import re
from typing import Any

_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_STRING_OR_COMMA = re.compile(r'"(?:\\.|[^"\\])*"|,(?=\s*[}\]])')


def read_object(text: str) -> dict[str, Any]:
    """The object in a text; an empty one where it cannot be read, since a broken config tells nothing."""
    text = _STRING_OR_COMMENT.sub(lambda m: m.group() if m.group()[0] == '"' else " ", text)
    text = _STRING_OR_COMMA.sub(lambda m: m.group() if m.group()[0] == '"' else "", text)
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
