"""Makes the README's picture: ``python -m tools.screenshot FOLDER OWNER/NAME QUESTION``."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.browser.person import Person
from tests.github.server import GitHubServer
from tools.browser import launch
from tools.paths import DIST, ROOT
from tools.server import SiteServer

PICTURE = ROOT / "docs" / "screenshot.png"
SIZE = {"width": 1440, "height": 900}


def main(folder: str, name: str, question: str) -> None:
    """Have the built site read a repository, ask one question, and open the first place it cites."""
    with GitHubServer({name: Path(folder)}) as github, SiteServer(DIST) as site, launch() as chromium:
        page = chromium.new_context(viewport=SIZE, color_scheme="light").new_page()
        person = Person(page, site.url, github)
        person.open()
        person.add(name)
        person.wait_indexed(patience=1_200_000)
        person.ask(question)
        person.open_citation()
        person.seen_line()
        page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main(*sys.argv[1:])
