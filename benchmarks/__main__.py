"""``python -m benchmarks [NAME ...] [--json OUT]``: run, print one table, and write the figures."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import platform
import sys
from pathlib import Path
from types import ModuleType

from benchmarks import table
from benchmarks.bench import Bench, Options
from tools.browser import BrowserMissing

# In the order of the pipeline; `reopen` is after what looks at the run that it leaves.
NAMES = (
    "fetch",
    "parse",
    "graph",
    "edges",
    "context",
    "embed",
    "ask",
    "generate",
    "storage",
    "memory",
    "first_answer",
    "reopen",
)
# What is run with another: how fast the graph is made, and how right it is.
WITH = {"edges": "graph"}
# What runs by its name alone: it embeds twelve packages in the browser, for an hour and more.
ALONE = ("retrieval",)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=", ".join(NAMES) + f"; without one all of these. By name alone: {', '.join(ALONE)}",
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="where the figures go, as JSON")
    group = parser.add_argument_group("retrieval")
    group.add_argument("--native", action="store_true", help="leave out the browser")
    group.add_argument("--repositories", type=Path, metavar="DIR", help="clones, one folder each")
    group.add_argument("--set", type=Path, metavar="DIR", help="published query sets, for their NDCG@10")
    group.add_argument("--whole", action="store_true", help="search whole repositories for these")
    arguments = parser.parse_args(argv)
    options = Options(arguments.native, arguments.set, arguments.repositories, arguments.whole)
    asked = set(arguments.names)
    if unknown := asked - {*NAMES, *ALONE}:
        there = ", ".join((*NAMES, *ALONE))
        parser.error(f"there is no benchmark {', '.join(sorted(unknown))}; there are {there}")
    names = [name for name in NAMES if not asked or name in asked or WITH.get(name) in asked]
    machine = {
        "platform": platform.platform(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0],
    }
    rows: list[table.AnyRow] = []
    try:
        run([*names, *(name for name in ALONE if name in asked)], rows, options)
    except BrowserMissing as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        print(f"{machine['cores']} cores, load {machine['load_before']:.1f} before; ratio: browser / native")
        print(table.render(rows))
        if arguments.json:
            records = {"machine": machine, "rows": [row.record() for row in rows]}
            arguments.json.write_text(json.dumps(records, indent=1), encoding="utf-8")
    return 0


def run(names: list[str], rows: list[table.AnyRow], options: Options) -> None:
    """Append the rows of the named benchmarks; those before one that fails are kept."""
    with contextlib.ExitStack() as stack:
        bench = Bench(stack, options)
        for name in names:
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows += _module(name).measure(bench)


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"benchmarks.{name}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
