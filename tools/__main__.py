"""The commands of build.py, run in the environment that it made."""

from __future__ import annotations

import argparse
import sys

from tools import server, site


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py", description="Builds, serves and tests Understory.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("setup", help="make the environment inside this folder, and nothing else")
    commands.add_parser("build", help="build the site into dist/")
    serving = commands.add_parser("serve", help="build the site and serve it")
    serving.add_argument("--port", type=int, default=8000)
    serving.add_argument("--host", default="127.0.0.1")
    arguments = parser.parse_args(argv)
    if arguments.command == "build":
        site.build()
    if arguments.command == "serve":
        server.serve(site.build(), arguments.host, arguments.port)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
