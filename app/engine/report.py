"""What became of a repository, for `build.py ask`, the benchmarks and whoever wants to check."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from typing import Any

from app.engine.opened import Opened
from app.host.base import Host


async def report(host: Host, opened: Opened) -> dict[str, Any]:
    """{repository, commit, files, chunks, embedded, nodes, edges by kind, skipped, failed parses,
    timings in seconds by stage, memory, and what this tab's embedder has done for whatever repository}."""
    counts = opened.counts()
    storage = await host.store.estimate()
    return {
        "repository": opened.record["id"],
        "commit": opened.record["commit"],
        "files": counts["files"],
        "chunks": counts["chunks"],
        "embedded": counts["embedded"],
        "nodes": sum(1 for _ in opened.graph.nodes()),
        "edges": dict(Counter(edge.kind for edge in opened.graph.edges())),
        "skipped": opened.left_out(),
        "text_only": [
            {"path": path, "reason": row["reason"]}
            for path, row in sorted(opened.rows.items())
            if row.get("parse") in ("timeout", "failed")
        ],
        "unembeddable": opened.unembeddable,
        "timings": opened.record["timings"],
        "embedder": await host.embedder.stats(),
        "memory": {"indexeddb_bytes": storage["database"]},
    }


def graph_export(opened: Opened) -> dict[str, Any]:
    """Every node and edge as plain records."""
    return {
        "nodes": [asdict(node) for node in opened.graph.nodes()],
        "edges": [asdict(edge) for edge in opened.graph.edges()],
    }
