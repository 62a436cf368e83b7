"""What a snapshot asks for, beside what is already stored: fetch, keep, skip, forget."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from app.engine.source.attributes import Attributes
from app.engine.source.selection import Settings, decide, priority, role
from app.engine.source.snapshot import Entry, Snapshot


@dataclass(slots=True)
class Plan:
    """`fetch`: entries to take, those first that questions are most often about; `kept`: paths stored as
    they are; `skipped`: rows with their reason; `gone`: stored paths that the snapshot has no more."""

    fetch: list[Entry] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    skipped: list[dict[str, Any]] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)


def file_row(
    repository: str, entry: Entry, state: str, reason: str = "", language: str = ""
) -> dict[str, Any]:
    """A record of the store `files`."""
    return {
        "repository": repository,
        "path": entry.path,
        "sha": entry.sha,
        "size": entry.size,
        "language": language,
        "role": role(entry.path),
        "active": True,
        "state": state,
        "reason": reason,
    }


def make_plan(
    snapshot: Snapshot,
    stored: dict[str, dict[str, Any]],
    attributes: Attributes,
    settings: Settings,
    repository: str,
) -> Plan:
    """Compare by blob sha alone: a file whose sha is stored is neither fetched nor parsed again."""
    plan = Plan()
    for entry in snapshot.entries:
        row = stored.get(entry.path)
        reason = decide(entry, attributes, settings)
        if reason:
            plan.skipped.append(file_row(repository, entry, "skipped", reason))
        elif row and row["sha"] == entry.sha and row["state"] == "indexed":
            plan.kept.append(entry.path)
        elif row and row["sha"] == entry.sha and row["state"] == "skipped" and row.get("by_content"):
            plan.skipped.append(row)
        else:
            plan.fetch.append(entry)
    plan.fetch.sort(key=lambda entry: priority(entry.path, role(entry.path)))
    present = {entry.path for entry in snapshot.entries}
    plan.gone = [path for path in stored if path not in present]
    return plan
