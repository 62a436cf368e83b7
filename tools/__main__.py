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
    options = commands.add_parser("serve", help="build the site and serve it")
    options.add_argument("--port", type=int, default=8000)
    options.add_argument("--host", default="localhost")
    arguments = parser.parse_args(argv)
    if arguments.command == "build":
        site.build()
    if arguments.command == "serve":
        serving = server.SiteServer(site.build(), host=arguments.host, port=arguments.port)
        print(f"Understory is at {serving.url} (Ctrl+C ends it).", flush=True)
        serving.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
