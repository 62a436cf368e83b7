"""The panel "Network and storage"."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.profile import Profile
from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.server import SiteServer


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHubServer]:
    Repository(tmp_path / "shop").write(FILES | {"shop/big.py": "# line\n" * 10_000})
    with GitHubServer({"o/shop": tmp_path / "shop"}) as server:
        yield server


def test_a_person_sets_how_large_a_file_may_be(
    profile: Profile, site: SiteServer, github: GitHubServer
) -> None:
    person = profile.visit(site, github)
    page = person.page
    page.get_by_role("button", name="Network and storage").click()
    field = page.get_by_label("Leave out files over")
    expect(field).to_have_value("1")
    field.fill("0.05")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_text("Files up to 0.05 MB are read from now on.")).to_be_visible()
    page.keyboard.press("Escape")
    page.reload()
    person.wait_ready()
    page.get_by_role("button", name="Network and storage").click()
    expect(field).to_have_value("0.05")
    page.keyboard.press("Escape")
    person.add("o/shop")
    person.wait_indexed()
    assert person.left_out() == {"shop/big.py": "larger than 0.05 MB (0.1 MB)"}
