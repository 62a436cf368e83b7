"""One module a language gives its imports meaning; a language is found by its module's name.

Adding a language is adding a module here (see `base.py` for what it may define),
or a line in `_SHARED` where it imports as another one does.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache

from app.engine.graph.imports.base import Language

_SHARED = {
    "typescript": "javascript",
    "tsx": "javascript",
    "jsx": "javascript",
    "kotlin": "java",
    "scala": "java",
    "cpp": "c",
}
_CONFIGS = frozenset(("package.json", "go.mod", "Cargo.toml", "composer.json"))


@cache
def language(name: str) -> Language:
    """How a language imports; one without a module imports nothing."""
    module = f"{__name__}.{_SHARED.get(name, name)}"
    if not name.isidentifier() or importlib.util.find_spec(module) is None:
        return Language(name)
    found: Language = importlib.import_module(module).LANGUAGE(name)
    return found


def is_config(path: str) -> bool:
    """Whether a file's text tells how imports are found, and is to be handed to the graph."""
    name = path.rpartition("/")[2]
    return name in _CONFIGS or (name.startswith(("tsconfig", "jsconfig")) and name.endswith(".json"))
