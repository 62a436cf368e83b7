"""The first stage: what is in the snapshot, and what of it is to be taken."""

from __future__ import annotations

from app.engine.job import Job
from app.engine.source.attributes import Attributes
from app.engine.source.kept import contents
from app.engine.source.plan import Plan, make_plan
from app.engine.source.snapshot import NOT_FILES
from app.shared.errors import EmptyError

ATTRIBUTES = ".gitattributes"


async def list_files(job: Job) -> Plan:
    """Compare the snapshot with what is stored. Raises EmptyError where it has no files at all."""
    entries = job.snapshot.entries
    if not entries:
        raise EmptyError(
            "empty-repository",
            "This repository has no files yet.",
            "Push a first commit, or choose another branch or folder.",
        )
    meter = job.meter("list", len(entries))
    # Git follows no symbolic link to one.
    marks = [e for e in entries if e.path.rsplit("/", 1)[-1] == ATTRIBUTES and e.mode not in NOT_FILES]
    files = {
        entry.path: content async for entry, content in contents(job, marks) if isinstance(content, bytes)
    }
    job.check()
    plan = make_plan(job.snapshot, job.opened.rows, Attributes(files), job.settings, job.id)
    meter.add(len(entries))
    job.timings["list"] = meter.seconds
    return plan
