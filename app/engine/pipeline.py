"""The order of the stages, and nothing else."""

from __future__ import annotations

from app.engine.embed.batches import batches
from app.engine.ingest import ingest
from app.engine.job import Job
from app.engine.source.listing import list_files
from app.shared import protocol

# Files whose edges go into one transaction.
EDGE_BATCH = 100


async def run(job: Job) -> None:
    """Bring a repository from its snapshot to fully embedded; resumes by itself where a run broke off."""
    await take_files(job)
    await draw_graph(job)
    await embed(job)
    await job.save(state=protocol.READY, error=None, **job.opened.counts())


async def take_files(job: Job) -> None:
    """source, parse, chunk, store: what changed since the last run, and no more."""
    before = {row["sha"] for row in job.opened.rows.values()}
    plan = await list_files(job)
    await job.opened.forget(plan.gone)
    await job.opened.skip(plan.skipped)
    await job.save(state=protocol.INDEXING, commit=job.snapshot.commit, **job.opened.counts())
    await ingest(job, plan.fetch)
    job.check()
    await job.opened.keeper.save_lexical(job.opened.lexical.serialize())
    await job.opened.keeper.drop_texts(before - {row["sha"] for row in job.opened.rows.values()})
    await job.opened.activate()
    await job.save(**job.opened.counts())


async def draw_graph(job: Job) -> None:
    """graph, store: edges between the symbols of all files."""
    opened = job.opened
    meter = job.meter("graph", len(opened.symbols))
    async for records in opened.draw(EDGE_BATCH):
        job.check()
        await opened.keeper.save_edges(records)
        meter.add(len(records))
    # The edges of all others are what they were.
    meter.add(meter.total - meter.done)
    job.timings["graph"] = meter.seconds
    await job.save(nodes=opened.graph.node_count(), edges=opened.graph.edge_count())


async def embed(job: Job) -> None:
    """embed, store: every chunk whose vector is not kept yet."""
    opened = job.opened
    # Another branch may have embedded some meanwhile.
    opened.embedded = set(await job.host.store.vectors(opened.record["space"]))
    missing = opened.missing()
    meter = job.meter("embed", len(opened.hashes()))
    meter.add(meter.total - len(missing))
    if missing:
        space = opened.record["space"]
        rows = [row for path, row in opened.rows.items() if path in opened.chunks]
        async for batch in batches(job.host.store, rows, opened.chunks, missing):
            job.check()
            report = await job.host.embedder.embed(space, batch)
            opened.embedded.update(report.done)
            opened.unembeddable.update(report.failed)
            meter.add(len(batch))
    meter.report()
    job.timings["embed"] = meter.seconds
