"""How a kept repository is shown whose record this version cannot read."""

from __future__ import annotations

from app.engine.store.keeper import unknown_format
from app.engine.store.records import repository
from app.host.base import Record
from app.shared import errors, protocol


def unreadable(record: Record) -> Record:
    """A stand-in with the names that the id tells: nothing else of the record can be relied on. It is
    `partial`, with an `error` that says why."""
    _, owner, rest = record["id"].split("/", 2)
    name, _, ref = rest.partition("@")
    known = repository(
        id=record["id"], origin="", owner=owner, name=name, ref=ref, commit="", folder="", added=0
    )
    error = errors.to_record(unknown_format(record))
    return known | {"format": record.get("format"), "state": protocol.PARTIAL, "error": error}
