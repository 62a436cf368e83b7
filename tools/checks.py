"""The checks that need no run: formatting, lint, types. Each is one command, and all of them are run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.paths import NODE_MODULES, ROOT


def _tool(package: str, path: str) -> list[str]:
    return ["node", str(NODE_MODULES / package / path)]


def _python(module: str, *arguments: str) -> list[str]:
    return [sys.executable, "-m", module, *arguments]


STYLED = ("static", "workers", "benchmarks/oracle", "tests/support/*.{js,mjs}", "*.json", ".prettierrc.json")
TSC = _tool("typescript", "bin/tsc")

COMMANDS = {
    "ruff format": _python("ruff", "format", "--check", "--quiet", "."),
    "ruff": _python("ruff", "check", "--quiet", "."),
    "mypy": _python("mypy", "--no-error-summary"),
    "tsc (workers)": [*TSC, "-p", "tsconfig.json"],
    "tsc (page)": [*TSC, "-p", "tsconfig.page.json"],
    "prettier": [*_tool("prettier", "bin/prettier.cjs"), "--check", "--log-level=warn", *STYLED],
}


def run(root: Path = ROOT) -> list[str]:
    """Run every check; the names of those that failed, whose own words went to the terminal."""
    failed = []
    for name, command in COMMANDS.items():
        passed = subprocess.call(command, cwd=root) == 0
        print(f"{name}: {'ok' if passed else 'FAILED'}", flush=True)
        if not passed:
            failed.append(name)
    return failed
