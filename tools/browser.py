"""Finds a Chromium browser, gets one where there is none, and starts it as playwright.config.py says."""

from __future__ import annotations

import contextlib
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from tools.paths import ROOT

# Names an executable, and comes before everything that is found.
OVERRIDE = "UNDERSTORY_BROWSER"

ON_PATH = (
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "chromium",
    "chromium-browser",
)
ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)


class BrowserMissing(Exception):
    """There is no browser and none could be had; the message is for the person."""


def settings() -> dict[str, Any]:
    """What playwright.config.py sets, by name."""
    return runpy.run_path(str(ROOT / "playwright.config.py"))


def find(running: Playwright) -> Path | None:
    """The browser to use: $UNDERSTORY_BROWSER, Chrome, Edge, Chromium, else Playwright's own."""
    if override := os.environ.get(OVERRIDE):
        if not Path(override).exists():
            raise BrowserMissing(f"{OVERRIDE} names {override}, which does not exist.")
        return Path(override)
    candidates = [shutil.which(name) for name in ON_PATH]
    candidates += [*ELSEWHERE, running.chromium.executable_path]
    return next((Path(path) for path in candidates if path and Path(path).exists()), None)


def ensure(running: Playwright) -> Path:
    """A browser, fetched where none is installed. Raises BrowserMissing."""
    if found := find(running):
        return found
    print("No browser is installed; fetching Playwright's Chromium ...", flush=True)
    _try([sys.executable, "-m", "playwright", "install", "chromium"])
    if found := find(running):
        return found
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("That failed; installing the system's chromium ...", flush=True)
        _try(["apt-get", "update", "-q"])
        _try(["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"])
        if found := find(running):
            return found
    raise BrowserMissing(
        "The browser tests need Chrome, Edge or Chromium. None is installed, and neither Playwright's own "
        f"download nor the system's package could be had. Install one, or name it in {OVERRIDE}."
    )


_running: Playwright | None = None


@contextlib.contextmanager
def playwright() -> Iterator[Playwright]:
    """Playwright, shared by nested uses: its synchronous interface cannot be started twice in a thread."""
    global _running
    if _running is not None:
        yield _running
        return
    with sync_playwright() as _running:
        try:
            yield _running
        finally:
            _running = None


class Chromium:
    """A running browser. `pid` is its main process."""

    def __init__(self, browser: Browser, timeout: int) -> None:
        self.browser = browser
        self._timeout = timeout
        session = browser.new_browser_cdp_session()
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        self.pid: int = next(process["id"] for process in processes if process["type"] == "browser")
        session.detach()

    def new_context(self, **options: Any) -> BrowserContext:
        """A fresh profile."""
        context = self.browser.new_context(**options)
        context.set_default_timeout(self._timeout)
        return context

    def new_page(self) -> Page:
        """A page in a fresh profile of its own."""
        return self.new_context().new_page()


@contextlib.contextmanager
def launch(arguments: Sequence[str] = ()) -> Iterator[Chromium]:
    """A browser with `arguments` more than the usual ones. Raises BrowserMissing."""
    with playwright() as running:
        browser = running.chromium.launch(**options(running, arguments))
        try:
            yield Chromium(browser, settings()["TIMEOUT"])
        finally:
            browser.close()


@contextlib.contextmanager
def profile(folder: Path, arguments: Sequence[str] = ()) -> Iterator[BrowserContext]:
    """A browser that keeps its profile in `folder`, so that a later one goes on where it ended."""
    with playwright() as running:
        context = running.chromium.launch_persistent_context(folder, **options(running, arguments))
        context.set_default_timeout(settings()["TIMEOUT"])
        try:
            yield context
        finally:
            context.close()


def options(running: Playwright, arguments: Sequence[str] = ()) -> dict[str, Any]:
    """Playwright's launch options."""
    set_up = settings()
    return {
        "executable_path": ensure(running),
        "headless": set_up["HEADLESS"],
        "args": [*set_up["ARGUMENTS"], *arguments],
    }


def _try(command: Sequence[str]) -> None:
    """Run a command whose failure shows in what it leaves behind, not here."""
    with contextlib.suppress(OSError):
        subprocess.call(command)
