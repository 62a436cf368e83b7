"""What every language's import module offers; see `imports/__init__.py` for how it is found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """One import statement's captures as written, "" where the grammar tells nothing."""

    statement: str
    module: str
    name: str
    alias: str
    everything: bool
    reexport: bool


class Language:
    """The default: modules are looked for nowhere, and a clause means what its captures say."""

    def __init__(self, name: str) -> None:
        self.name = name

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        """(module, name, alias) of every name that a statement binds, as `Import` defines them."""
        module = clause.module.strip().strip("\"'`<>")
        if clause.everything:
            return [(module, "", clause.alias) if clause.alias else (module, "*", "")]
        return [(module, clause.name, clause.alias or clause.name)]
