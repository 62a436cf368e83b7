"""Models whose files are kept in this browser: seen, fetched, picked and deleted in the dialog."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.profile import Profile
from tests.github.server import GitHubServer
from tests.support.model_server import Behaviour, ModelServer
from tests.support.tiny_gguf import gguf
from tools.server import SiteServer

HEAD = {
    "general__architecture": "llama",
    "llama__context_length": 2048,
    "tokenizer__chat_template": "{{ m }}",
}
SMALL = gguf(3_000_000, **HEAD)


@pytest.fixture
def host() -> Iterator[ModelServer]:
    """A host of three files: one comes at once, one slowly, one is no model."""
    paths = {
        "/small.gguf": Behaviour(SMALL),
        "/slow.gguf": Behaviour(gguf(40_000_000, **HEAD), pause=0.2),
        "/page.gguf": Behaviour(b"<html>Not a model.", kind="text/html"),
    }
    with ModelServer(paths) as server:
        yield server


@pytest.fixture
def page(profile: Profile, site: SiteServer, host: ModelServer) -> Iterator[Page]:
    """The dialog at its files, in a fresh profile."""
    profile.watch.admit([host.origin], unreliable=True)
    with GitHubServer({}) as github:
        tab = profile.visit(site, github).page
        tab.get_by_role("button", name="The model that writes answers").click()
        tab.get_by_role("radio", name="A file in this tab").check()
        expect(tab.get_by_text("No file is kept yet.")).to_be_visible()
        yield tab


def look(page: Page, address: str) -> None:
    page.locator("#model-source").fill(address)
    page.get_by_role("button", name="Look").click()


def test_a_file_is_fetched_once_its_size_was_seen_chosen_and_deleted(page: Page, host: ModelServer):
    look(page, host.origin + "/small.gguf")
    expect(page.locator(".fetch")).to_contain_text("small.gguf 3.0 MB, from localhost")
    page.get_by_role("button", name="Fetch and keep it").click()
    row = page.locator(".file-row")
    expect(row).to_contain_text("small.gguf2,048 tokens · 3.0 MB")
    expect(row.locator(".offer")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#models")).not_to_be_visible()
    expect(page.locator("#toast")).to_have_text("small.gguf answers now, on this device.")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-engine", "ready", timeout=240_000)
    page.get_by_role("button", name="The model that writes answers").click()
    expect(page.get_by_role("radio", name="A file in this tab")).to_be_checked()
    page.get_by_role("button", name="Delete small.gguf").click()
    expect(page.get_by_text("No file is kept yet.")).to_be_visible()
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#models .notice")).to_contain_text("No file is chosen yet.")


def test_fetching_shows_how_far_it_is_can_be_cancelled_and_gone_on_with(page: Page, host: ModelServer):
    look(page, host.origin + "/slow.gguf")
    page.get_by_role("button", name="Fetch and keep it").click()
    fetch = page.locator(".fetch")
    expect(fetch).to_contain_text(" of 40 MB")
    expect(fetch).to_contain_text("a second")
    page.get_by_role("button", name="Cancel").click()
    row = page.locator(".file-row")
    expect(row).to_contain_text(" of 40 MB")
    expect(row.locator(".offer")).to_be_disabled()
    host.paths["/slow.gguf"].pause = 0
    page.get_by_role("button", name="Go on fetching slow.gguf").click()
    expect(row).to_contain_text("slow.gguf2,048 tokens · 40 MB")
    assert any(asked.range for asked in host.asked)  # what had come was not fetched again


def test_what_is_no_model_is_not_kept(page: Page, host: ModelServer):
    look(page, host.origin + "/page.gguf")
    page.get_by_role("button", name="Fetch and keep it").click()
    expect(page.locator(".fetch .refusal")).to_be_visible()
    page.get_by_role("button", name="Put it away").click()
    expect(page.locator(".fetch")).to_have_count(0)


def test_a_file_of_this_device_is_picked_and_kept(page: Page, tmp_path: Path):
    file = tmp_path / "own.gguf"
    file.write_bytes(SMALL)
    with page.expect_file_chooser() as choosing:
        page.get_by_role("button", name="pick a file of this device").click()
    choosing.value.set_files(file)
    expect(page.locator(".file-row")).to_contain_text("own.gguf")
    expect(page.locator(".file-row .offer")).to_have_attribute("aria-pressed", "true")
