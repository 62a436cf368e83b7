"""Stopping, closing, asking and removing while a repository is read; and what is never done twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from app.engine.embed.batches import BATCH
from tests.browser.person import READING, Person
from tests.browser.profile import Profile
from tests.github.faults import slow
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.drive import Driver
from tools.server import SiteServer

SHOP, BIG = "github.com/o/shop@main", "github.com/o/large@main"
# Seconds that no test waits for: an answer that does not come.
NEVER = 3600.0
# Each function is a chunk of its own: several batches, so that there is time to interrupt them.
FUNCTION = '''def step_{number}(values, limit={number}):
    """Step {number}: sum up the values below the limit, then halve what came of it."""
    total = 0
    for position, value in enumerate(values):
        if value < limit:
            total += value * (position + {number})
        elif value == limit:
            total -= position
    return total // 2


'''
STEPS = 8
LARGE = {
    f"steps/part_{part:02}.py": "".join(
        FUNCTION.format(number=part * STEPS + number) for number in range(STEPS)
    )
    for part in range(60)
}
# Read anew by every run; it has nothing to embed.
MARKS = {".gitattributes": "web/* linguist-documentation\n"}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "shop")
    made.write({**FILES, **MARKS})
    return made


@pytest.fixture
def github(repository: Repository, tmp_path: Path) -> Iterator[GitHubServer]:
    large = Repository(tmp_path / "large")
    large.write(LARGE)
    with GitHubServer({"o/shop": repository.folder, "o/large": large.folder}) as server:
        yield server


@pytest.fixture
def person(profile: Profile, site: SiteServer, github: GitHubServer) -> Person:
    return profile.visit(site, github)


def fetched(github: GitHubServer) -> list[str]:
    """The paths of the files that were asked for, the marks aside, which every run reads."""
    paths = [request.path.split("/", 5)[-1] for request in github.requests if request.part == "raw"]
    return sorted(path for path in paths if path not in MARKS)


def report(person: Person, repository: str) -> dict[str, Any]:
    """What the engine of a tab reports, which the page itself does not show."""
    return Driver(person.page, "").call("report", repository=repository)


def embedded_here(person: Person, repository: str) -> int:
    """How many chunks the tab has embedded, each time counted."""
    return report(person, repository)["embedder"]["chunks"]


def wait_for_a_batch(person: Person) -> None:
    """Until some chunks are embedded, while more are to come."""
    some = "|".join(str(BATCH * number) for number in range(1, 5))
    expect(person.job).to_contain_text(re.compile(rf"\b({some}) of \d+ chunks"), timeout=READING)


def test_cancelling_the_list_gives_a_silent_host_up_and_reading_goes_on(person, github):
    github.fail("GET /raw/.*gitattributes", change=slow(NEVER), times=1)
    person.add("o/shop")
    expect(person.stage("List files")).to_be_visible()
    person.cancel()
    expect(person.job).to_contain_text("Reading was interrupted.")
    assert fetched(github) == []
    person.go_on()
    person.wait_indexed()
    assert fetched(github) == sorted(FILES)
    assert embedded_here(person, SHOP) == report(person, SHOP)["chunks"]


def test_cancelling_the_fetch_keeps_what_had_come_and_reading_goes_on(person, github):
    silent = "shop/prices.py"
    github.fail(f"GET /raw/.*/{silent}", change=slow(NEVER), times=1)
    person.add("o/shop")
    expect(person.stage("Parse")).to_contain_text(f"{len(FILES)} of {len(FILES) + 1} files")
    person.cancel()
    expect(person.job).to_contain_text("Reading was interrupted.")
    expect(person.row).to_contain_text(f"{len(FILES)} files")
    person.go_on()
    person.wait_indexed()
    # The one that was given up is asked for again, and nothing else.
    assert fetched(github) == sorted([*FILES, silent])
    assert embedded_here(person, SHOP) == report(person, SHOP)["chunks"]


def test_cancelling_the_embedding_keeps_what_is_embedded_and_it_goes_on(person, github):
    person.add("o/large")
    wait_for_a_batch(person)
    person.cancel()
    expect(person.job).to_contain_text("Reading was interrupted.")
    expect(person.job).to_contain_text(re.compile(r"\d+ of \d+ chunks embedded"))
    chunks = report(person, BIG)["chunks"]
    assert 0 < embedded_here(person, BIG) < chunks
    person.go_on()
    person.wait_indexed()
    assert fetched(github) == sorted(LARGE)
    assert embedded_here(person, BIG) == chunks


def test_a_closed_tab_goes_on_by_itself_when_it_is_opened_again(person, github, profile, site):
    person.add("o/large")
    wait_for_a_batch(person)
    address, before = person.page.url, embedded_here(person, BIG)
    person.page.close()
    again = Person(profile.context.new_page(), site.url, github)
    again.open(address.removeprefix(site.url))
    again.wait_indexed()
    assert fetched(github) == sorted(LARGE)
    # Only what was under way when the tab was closed may be embedded again.
    assert 0 < embedded_here(again, BIG) <= report(again, BIG)["chunks"] - before


def test_a_question_is_answered_while_chunks_are_embedded_and_says_how_far_that_is(person):
    person.add("o/large")
    wait_for_a_batch(person)
    answer = person.ask("What does step_7 do?")
    assert re.search(r"\d+ % of the code is embedded so far", answer.summary)
    assert "steps/part_00.py" in {place.rpartition(":")[0] for place in answer.places}
    expect(person.row.locator(".state-indexing")).to_be_visible()
    person.wait_indexed()
    assert "embedded so far" not in person.ask("What does step_9 do?").summary


def test_a_second_tab_explains_itself_answers_and_takes_over_when_the_first_is_closed(
    person, github, profile, site
):
    person.add("o/large")
    wait_for_a_batch(person)
    second = profile.visit(site, github)
    second.open_repository("large")
    expect(second.job).to_contain_text("Another tab is reading this repository.")
    expect(second.row).to_contain_text("read in another tab")
    answer = second.ask("What does step_7 do?")
    assert "steps/part_00.py" in {place.rpartition(":")[0] for place in answer.places}
    before = embedded_here(person, BIG)
    person.page.close()
    second.wait_indexed()
    assert fetched(github) == sorted(LARGE)
    assert 0 < embedded_here(second, BIG) <= report(second, BIG)["chunks"] - before
    assert "embedded so far" not in second.ask("What does step_9 do?").summary


def test_removing_while_files_are_fetched_leaves_nothing(person, github):
    github.fail("GET /raw/.*/shop/prices.py", change=slow(NEVER), times=1)
    person.add("o/shop")
    expect(person.stage("Fetch")).to_be_visible()
    person.remove("shop")
    expect(person.page.locator("#shelf")).to_have_text("None yet. Paste an address to add the first.")
    person.reload()
    expect(person.page.locator("#shelf")).to_have_text("None yet. Paste an address to add the first.")


def test_a_new_commit_brings_what_changed_and_no_more(person, github, repository):
    person.add("o/shop")
    person.wait_indexed()
    before = embedded_here(person, SHOP)
    github.requests.clear()
    changed = FILES["shop/prices.py"].replace("cake", "pie")
    repository.write({"shop/prices.py": changed, "shop/copy.py": FILES["shop/orders.py"]})
    person.add("o/shop")
    expect(person.row).to_contain_text(f"{len(FILES) + 2} files")
    person.wait_indexed()
    # A copy of a file is known by its contents, under whatever name.
    assert fetched(github) == ["shop/prices.py"]
    assert embedded_here(person, SHOP) == before + 1
    person.find("prices.py")
    expect(person.page.locator("#code .lines")).to_contain_text('"pie": 400')
