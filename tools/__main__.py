"""The commands of build.py, run in the environment that it made."""

from __future__ import annotations

import argparse
import subprocess
import sys

from tools.paths import DIST, ROOT

HELP = """\
commands:
  setup               make the environment inside this folder, and nothing else
  build               build the site into dist/
  serve               build the site and serve it; --port 8000, --host localhost
  test [ARGUMENT...]  check and test everything; arguments go to pytest
  bench [NAME...]     run the benchmarks, or the named ones
  ask                 ask a local repository questions, headless; --help tells more
  notices             write dist/THIRD_PARTY_NOTICES.txt again
"""


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="build.py", epilog=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=COMMANDS, metavar="COMMAND")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="...")
    parsed = parser.parse_args(argv)
    return COMMANDS[parsed.command](parsed.arguments)


def setup(arguments: list[str]) -> int:
    """Nothing is left to do: build.py made the environment before it came here."""
    return 0


def build(arguments: list[str]) -> int:
    from tools import site
    from tools.environment import SetupError
    from tools.model import FidelityError

    try:
        site.build()
    except (FidelityError, SetupError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def serve(arguments: list[str]) -> int:
    from tools.server import SiteServer

    parser = argparse.ArgumentParser(prog="build.py serve")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--host", default="localhost")
    options = parser.parse_args(arguments)
    if code := build([]):
        return code
    try:
        server = SiteServer(DIST, host=options.host, port=options.port)
    except OSError as error:
        print(f"Port {options.port} cannot be served: {error.strerror}. Try --port.", file=sys.stderr)
        return 1
    print(f"Understory is at {server.url} (Ctrl+C ends it).", flush=True)
    server.serve_forever()
    return 0


def test(arguments: list[str]) -> int:
    """Checks, then the build, then pytest, whose closing line is the last. A failed check stops nothing."""
    from tools import browser, checks

    try:
        with browser.playwright() as running:
            browser.ensure(running)
    except browser.BrowserMissing as error:
        print(error, file=sys.stderr)
        return 1
    failed = checks.run()
    if code := build([]):
        return code
    code = subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT)
    if failed:
        print(f"Checks failed above: {', '.join(failed)}.", file=sys.stderr)
    return code or bool(failed)


def bench(arguments: list[str]) -> int:
    if code := build([]):
        return code
    return subprocess.call([sys.executable, "-m", "benchmarks", *arguments], cwd=ROOT)


def ask(arguments: list[str]) -> int:
    if code := build([]):
        return code
    from tools import ask

    return ask.main(arguments)


def notices(arguments: list[str]) -> int:
    from tools.notices import write_notices

    DIST.mkdir(exist_ok=True)
    write_notices(DIST / "THIRD_PARTY_NOTICES.txt")
    return 0


COMMANDS = {command.__name__: command for command in (setup, build, serve, test, bench, ask, notices)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
