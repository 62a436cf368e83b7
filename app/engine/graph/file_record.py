"""`FileSymbols` as plain lists, for the `symbols` field of a `nodes` record, and back.

A record holds all that joining files needs, so that a graph is rebuilt after
a reload without parsing. Keys that can be derived (path, ids' prefix) are left out.
"""

from __future__ import annotations

from typing import Any

from app.engine.graph.model import FileSymbols, Flow, Import, Reference, Symbol

_SYMBOL = tuple(name for name in Symbol.__slots__ if name != "path")
_REFERENCE = tuple(Reference.__slots__)
_IMPORT = tuple(Import.__slots__)
_FLOW = tuple(Flow.__slots__)


def to_record(file: FileSymbols) -> dict[str, Any]:
    """JSON-ready; strings, integers, lists and dicts only."""
    return {
        "path": file.path,
        "language": file.language,
        "package": file.package,
        "symbols": [[_plain(getattr(s, name)) for name in _SYMBOL] for s in file.symbols],
        "references": [[getattr(r, name) for name in _REFERENCE] for r in file.references],
        "imports": [[getattr(i, name) for name in _IMPORT] for i in file.imports],
        "flows": [[getattr(f, name) for name in _FLOW] for f in file.flows],
        "locals": file.locals,
        "types": file.types,
        "scopes": file.scopes,
        "statements": file.statements,
        "comments": [list(comment) for comment in file.comments],
    }


def from_record(record: dict[str, Any]) -> FileSymbols:
    """The inverse of `to_record`, also after a round trip through JSON."""
    path = record["path"]
    symbols = []
    for row in record["symbols"]:
        values = dict(zip(_SYMBOL, row, strict=True))
        values["bases"] = tuple(values["bases"])
        symbols.append(Symbol(path=path, **values))
    return FileSymbols(
        path=path,
        language=record["language"],
        symbols=symbols,
        references=[Reference(*row) for row in record["references"]],
        imports=[Import(*row) for row in record["imports"]],
        flows=[Flow(*row) for row in record.get("flows", ())],
        locals=record["locals"],
        types=record["types"],
        scopes=record["scopes"],
        package=record["package"],
        statements=list(record["statements"]),
        comments=[(start, end) for start, end in record["comments"]],
    )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
