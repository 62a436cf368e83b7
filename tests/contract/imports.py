"""What a Python file imports, without importing it."""

from __future__ import annotations

import ast
from pathlib import Path

# Modules that only a browser has.
BROWSER = {"js", "pyodide", "pyscript"}


def imported(path: Path) -> set[str]:
    """The first names of what a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names
