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
_FOLDER = re.compile(r"""^(?:\$\{?\w+\}?|\$\(.*\)|["'])+/""")


class BashImports(ImportResolver):
    def resolve(self, path: str, imported: Import) -> list[Target]:
        name = _FOLDER.sub("", imported.module).strip("\"'")
        for place in (joined(folder_of(path), name), joined("", name)):
            if place is not None and place in self.tree.paths:
                return [Target(place, "*")]
        return []


class Bash(Language):
    resolver = BashImports

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        sourced = _SOURCED.match(clause.statement.split("\n")[0])
        module = sourced[1].strip() if sourced else unquoted(clause.module)
        return [(module, "*", "")] if module else []


LANGUAGE = Bash
