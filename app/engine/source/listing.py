"""The first stage: what is in the snapshot, and what of it is to be taken."""

from __future__ import annotations

from app.engine.job import Job
from app.engine.source.attributes import Attributes
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
    contents = {}
    if marks:
        async for entry, content in job.source.contents(marks, job.is_cancelled):
            if isinstance(content, bytes):
                contents[entry.path] = content
    job.check()
    plan = make_plan(job.snapshot, job.opened.rows, Attributes(contents), job.settings, job.id)
    meter.add(len(entries))
    job.timings["list"] = meter.seconds
    return plan
