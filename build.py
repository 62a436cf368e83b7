#!/usr/bin/env python3
"""Understory's one command: ``python3 build.py setup|build|serve|test|bench|ask|notices``.

Needs Python 3.11 or later and Node 20 or later, nothing else. What it fetches is pinned and
hash-checked, and goes into .venv, node_modules and .cache inside this folder. This file only makes
that environment; what the commands do is in tools/.
"""

import os
import subprocess
import sys
from pathlib import Path


def main() -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - told here in words, before a newer syntax is met
        print(f"Understory needs Python 3.11 or later; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 1
    from tools import environment

    try:
        python = environment.ensure()
    except (environment.SetupError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted. Run the command again to go on.", file=sys.stderr)
        return 130
    # The model check multiplies small matrices: more threads than one only wait for each other.
    # Modules come from here, whatever the current folder: the arguments' paths are relative to that.
    variables = {"OPENBLAS_NUM_THREADS": "1", **os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    try:
        command = [str(python), "-P", "-m", "tools", *sys.argv[1:]]
        return subprocess.call(command, env=variables)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
