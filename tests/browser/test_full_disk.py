"""A disk that has filled up: the page says so, what is stored stays readable, and reading goes on later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.person import Person
from tests.browser.profile import Profile
from tests.github.faults import slow
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools import browser as browsers
from tools.server import SiteServer

QUESTION = "How is the total of an order made?"
# Seconds that no test waits for: an answer that does not come.
NEVER = 3600.0


class Disk:
    """What the browser lets a site store. A running browser asks for it but twice a minute, so this
    is for one that has just been started."""

    def __init__(self, context: BrowserContext, site: SiteServer) -> None:
        self._devtools = context.new_cdp_session(context.pages[0])
        self._origin = {"origin": site.url}

    def fill(self) -> None:
        """Allow less than is used already."""
        used = self._devtools.send("Storage.getUsageAndQuota", self._origin)["usage"]
        self._devtools.send("Storage.overrideQuotaForOrigin", self._origin | {"quotaSize": used // 2})

    def free(self) -> None:
        self._devtools.send("Storage.overrideQuotaForOrigin", self._origin)


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHubServer]:
    shop, more, third = (Repository(tmp_path / name) for name in ("shop", "more", "third"))
    shop.write(FILES)
    more.write({"README.md": "# More\n", "more.py": "def more(items):\n    return items * 2\n"})
    third.write({"README.md": "# Third\n"})
    folders = {f"o/{made.folder.name}": made.folder for made in (shop, more, third)}
    with GitHubServer(folders) as server:
        yield server


@pytest.fixture
def before(tmp_path: Path, site: SiteServer, github: GitHubServer) -> list[str]:
    """The places of an answer from before the disk was full; a second repository was half read by then."""
    with browsers.profile(tmp_path / "profile") as context, Profile(context) as profile:
        person = profile.visit(site, github)
        person.add("o/shop")
        person.wait_indexed()
        places = person.ask(QUESTION).places
        github.fail("GET /raw/o/more/.*/more.py", change=slow(NEVER), times=1)
        person.add("o/more")
        expect(person.row).to_contain_text("reading")
        person.cancel()
        expect(person.job).to_contain_text("Reading was interrupted.")
        person.wait_offline()
    return places


def check_readable(person: Person, places: list[str]) -> None:
    """The first repository shows what was answered, answers as before, and opens its code."""
    person.open_repository("shop")
    assert person.newest_answer().places == places
    answer = person.ask(QUESTION)
    assert answer.places == places
    person.open_citation()
    path, number, text = person.seen_line()
    assert f"{path}:{number}" == answer.citations[0]
    assert text == FILES[path].split("\n")[number - 1]


def test_a_full_disk_is_told_stays_readable_and_can_be_made_room_on(before, tmp_path, site, github):
    with browsers.profile(tmp_path / "profile") as context, Profile(context) as profile:
        disk = Disk(context, site)
        disk.fill()
        person = profile.visit(site, github)

        person.open_repository("more")
        person.go_on()
        alert = person.job.get_by_role("alert")
        expect(alert).to_contain_text(re.compile(r"The storage is full: this site uses \d+\.\d MB\."))
        expect(alert).to_contain_text("What is stored stays readable.")
        expect(alert).to_contain_text("Remove a repository or free space on the disk, then go on.")
        expect(person.row).to_contain_text("unfinished")

        person.ask_for("o/third")
        expect(person.refusal.get_by_role("alert")).to_contain_text("The storage is full")
        expect(person.page.locator(".repo")).to_have_count(2)
        check_readable(person, before)

        disk.free()
        person.open_repository("more")
        alert.get_by_role("button", name="Try again").click()
        person.wait_indexed()
        expect(person.row).to_contain_text("2 files")


def test_a_repository_can_be_removed_from_a_full_disk(before, tmp_path, site, github):
    with browsers.profile(tmp_path / "profile") as context, Profile(context) as profile:
        Disk(context, site).fill()
        person = profile.visit(site, github)
        person.remove("more")
        expect(person.page.locator(".repo")).to_have_count(1)
        person.reload()
        expect(person.page.locator(".repo")).to_have_count(1)
        check_readable(person, before)
