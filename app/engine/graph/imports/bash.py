"""Shell: `source` and `.` of a path, also of one that begins with a variable for the script's folder."""

from __future__ import annotations

import re

from app.engine.graph.imports.base import (
    Clause,
    ImportResolver,
    Language,
    Target,
    folder_of,
    joined,
    unquoted,
)
from app.engine.graph.model import Import

_SOURCED = re.compile(r"""^\s*(?:source|\.)\s+(.+)$""")
# Folders that are known when the script runs: `$ROOT/`, `${BASH_SOURCE%/*}/`, `$(dirname "$0")/`.
_FOLDERS = re.compile(r"""^["']*(?:(?:\$\w+|\$\{[^}]*\}|\$\([^)]*\))["']*/)+""")


class BashImports(ImportResolver):
    def resolve(self, path: str, imported: Import) -> list[Target]:
        name = _FOLDERS.sub("", imported.module).strip("\"'")
        for place in (joined(folder_of(path), name), joined("", name)):
            if place is not None and place in self.tree.paths:
                return [Target(place, "*")]
        if _FOLDERS.match(imported.module) and "$" not in name:
            fitting = [p for p in self.tree.paths if p.endswith(f"/{name}")]
            return [Target(fitting[0], "*")] if len(fitting) == 1 else []
        return []


class Bash(Language):
    resolver = BashImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        sourced = _SOURCED.match(clause.statement.split("\n")[0])
        module = sourced[1].strip() if sourced else unquoted(clause.module)
        return [(module, "*", "")] if module else []


LANGUAGE = Bash
