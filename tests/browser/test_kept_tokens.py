"""A token for a private repository that the person has kept, in the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.profile import Profile
from tests.browser.test_models import EVERYTHING_KEPT
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.server import SiteServer

TOKEN = "github_pat_of_a_person_at_a_page"


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHubServer]:
    Repository(tmp_path / "shop").write(FILES)
    with GitHubServer({"o/shop": tmp_path / "shop"}, private=["o/shop"], tokens=[TOKEN]) as server:
        yield server


def test_a_kept_token_is_there_after_a_reload_lies_nowhere_readable_and_is_forgotten_in_the_settings(
    profile: Profile, site: SiteServer, github: GitHubServer
):
    person = profile.visit(site, github)
    page = person.page
    page.get_by_text("Private repository").click()
    expect(page.get_by_label("Keep it on this device, encrypted")).not_to_be_checked()
    page.get_by_label("Keep it on this device, encrypted").check()
    person.add("o/shop", TOKEN)
    person.wait_indexed()
    assert TOKEN not in page.evaluate(EVERYTHING_KEPT)
    person.reload()
    page.get_by_role("button", name="Read what is new in").click()
    person.wait_indexed()
    page.get_by_role("button", name="Settings, network and storage").click()
    kept = page.locator(".secrets li")
    expect(kept).to_contain_text("Token of github.com/o/shop at ")
    kept.get_by_role("button", name="Forget it").click()
    expect(kept).to_have_count(0)
