#!/usr/bin/env python3
"""Understory's one command: ``python3 build.py setup|build|serve|test|bench|ask|notices``.

Needs Python 3.11 or later and Node 20 or later, nothing else. What it fetches is pinned and
hash-checked, and goes into .venv, node_modules and .cache inside this folder. This file only makes
that environment; what the commands do is in tools/.
"""

import subprocess
import sys

if sys.version_info < (3, 11):
    sys.exit("Understory needs Python 3.11 or later; this is Python %d.%d." % sys.version_info[:2])

from tools import environment  # noqa: E402 - an older Python cannot read it


def main() -> int:
    try:
        python = environment.ensure()
    except environment.SetupError as error:
        print(error, file=sys.stderr)
        return 1
    try:
        return subprocess.call([str(python), "-m", "tools", *sys.argv[1:]], cwd=environment.ROOT)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
