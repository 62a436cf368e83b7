"""How a kept repository is shown that nothing in this tab is working on."""

from __future__ import annotations

from app.engine.store.keeper import unknown_format
from app.engine.store.records import FORMAT, repository
from app.host.base import Record
from app.shared import errors, protocol


def shown(record: Record, elsewhere: bool) -> Record:
    """The record as the page takes it; `elsewhere` says whether another tab is reading the repository.

    What cannot be gone on with, or not here, is `partial` with an `error` that says why.
    """
    if record.get("format") != FORMAT:
        return _unreadable(record)
    if elsewhere:
        return record | {"state": protocol.PARTIAL, "error": errors.to_record(busy(record["id"]))}
    if record["state"] == protocol.INDEXING:
        return record | {"state": protocol.PARTIAL}
    return record


def busy(id: str) -> errors.UserError:
    """For a repository that another tab is reading."""
    return errors.UserError(
        "busy-elsewhere",
        f"Another tab is reading {id}.",
        "It can be asked here as far as it had come when it was opened; reload this page to see the rest.",
    )


def _unreadable(record: Record) -> Record:
    """A stand-in with the names that the id tells: nothing else of the record can be relied on."""
    _, owner, rest = record["id"].split("/", 2)
    name, _, ref = rest.partition("@")
    known = repository(
        id=record["id"], origin="", owner=owner, name=name, ref=ref, commit="", folder="", added=0
    )
    error = errors.to_record(unknown_format(record))
    return known | {"format": record.get("format"), "state": protocol.PARTIAL, "error": error}
