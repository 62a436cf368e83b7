"""Which browser is used, and what happens where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools import browser


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser; its PATH is one folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv(browser.OVERRIDE, raising=False)
    monkeypatch.setattr(browser, "ELSEWHERE", (str(tmp_path / "Applications" / "Chrome"),))
    return folder


@pytest.fixture
def running(tmp_path: Path) -> Any:
    """Playwright, whose own browser would be at a path of this test."""
    return SimpleNamespace(chromium=SimpleNamespace(executable_path=str(tmp_path / "playwright" / "chrome")))


def install(path: str | Path) -> Path:
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return path


def test_chrome_goes_before_edge_chromium_and_playwrights_own(machine: Path, running: Any) -> None:
    assert browser.find(running) is None
    worst_first = [
        running.chromium.executable_path,
        browser.ELSEWHERE[0],
        machine / "chromium",
        machine / "microsoft-edge",
        machine / "google-chrome",
    ]
    for path in worst_first:
        install(path)
        assert browser.find(running) == Path(path)


def test_the_named_browser_goes_before_all(
    machine: Path, running: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(machine / "google-chrome")
    monkeypatch.setenv(browser.OVERRIDE, str(install(tmp_path / "mine")))
    assert browser.find(running) == tmp_path / "mine"


def test_a_named_browser_that_is_not_there_is_told_and_no_other_is_taken(
    machine: Path, running: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(machine / "google-chrome")
    monkeypatch.setenv(browser.OVERRIDE, str(tmp_path / "none"))
    with pytest.raises(browser.BrowserMissing, match=f"{browser.OVERRIDE} names"):
        browser.ensure(running)


class Commands:
    """Stands in for running commands: keeps them, and may install a browser at one."""

    def __init__(self) -> None:
        self.run: list[str] = []
        self.installs: dict[str, Path] = {}

    def __call__(self, command: Sequence[str]) -> None:
        line = " ".join(map(str, command))
        self.run.append(line)
        for part, path in self.installs.items():
            if part in line:
                install(path)


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> Commands:
    made = Commands()
    monkeypatch.setattr(browser, "_try", made)
    return made


def test_a_browser_that_is_there_is_fetched_by_nobody(
    machine: Path, running: Any, commands: Commands
) -> None:
    found = install(machine / "chromium")
    assert browser.ensure(running) == found
    assert commands.run == []


def test_where_there_is_none_playwrights_is_fetched(machine: Path, running: Any, commands: Commands) -> None:
    install(machine / "apt-get")
    commands.installs["playwright install chromium"] = Path(running.chromium.executable_path)
    assert browser.ensure(running) == Path(running.chromium.executable_path)
    assert len(commands.run) == 1


def test_the_systems_package_comes_last_and_only_for_root(
    machine: Path, running: Any, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(machine / "apt-get")
    commands.installs["apt-get install"] = machine / "chromium"
    monkeypatch.setattr("os.geteuid", lambda: 1000, raising=False)
    with pytest.raises(browser.BrowserMissing):
        browser.ensure(running)
    monkeypatch.setattr("os.geteuid", lambda: 0, raising=False)
    assert browser.ensure(running) == machine / "chromium"


def test_nothing_to_be_had_is_told_with_a_way_out(machine: Path, running: Any, commands: Commands) -> None:
    with pytest.raises(browser.BrowserMissing) as missing:
        browser.ensure(running)
    assert browser.OVERRIDE in str(missing.value)
    assert "Chromium" in str(missing.value)
    assert commands.run


def test_a_command_that_is_not_there_ends_nothing() -> None:
    browser._try(["no-such-command-anywhere"])


def test_playwright_config_decides_how_it_starts(
    machine: Path, running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = install(machine / "chromium")
    monkeypatch.delenv("UNDERSTORY_HEADED", raising=False)
    options = browser.options(running, ["--one-more"])
    assert options["executable_path"] == found
    assert options["headless"] is True
    assert options["args"] == [*browser.settings()["ARGUMENTS"], "--one-more"]
    monkeypatch.setenv("UNDERSTORY_HEADED", "1")
    assert browser.options(running)["headless"] is False
