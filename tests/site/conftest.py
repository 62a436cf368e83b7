"""A site to serve, of a few files under the real service worker, and a fresh profile to visit it with."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tools.browser import Chromium
from tools.paths import ROOT
from tools.precache import write_service_worker

# `outcome` becomes what the installation ends as: "installed" or later, or "redundant".
PAGE = """<!doctype html><title>small</title>
<p>one</p>
<script type="module">
  window.outcome = navigator.serviceWorker.register("./service-worker.js").then((registration) => {
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    return new Promise((resolve) => {
      const tell = () => worker.state === "installing" || resolve(worker.state);
      worker.addEventListener("statechange", tell);
      tell();
    });
  });
</script>
"""
ON_DEMAND = "models/all-MiniLM-L6-v2/onnx/model_fp16.onnx"
FILES = {"index.html": PAGE, "a.js": "1", "b.js": "2", "folder/ü c.txt": "3", ON_DEMAND: "weights"}


class Folder:
    """A site's folder. After `write` or `remove`, `publish` gives it a service worker that knows of it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, name: str, text: str) -> None:
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def remove(self, name: str) -> None:
        (self.path / name).unlink()

    def publish(self) -> None:
        shutil.copy(ROOT / "static" / "service-worker.js", self.path)
        write_service_worker(self.path)


@pytest.fixture
def small(tmp_path: Path) -> Folder:
    folder = Folder(tmp_path / "small")
    for name, text in FILES.items():
        folder.write(name, text)
    folder.publish()
    return folder


@pytest.fixture
def context(browser: Chromium) -> Iterator[BrowserContext]:
    """A fresh profile, with nothing kept in it."""
    fresh = browser.new_context()
    yield fresh
    fresh.close()


@pytest.fixture
def every_language(tmp_path: Path) -> Path:
    """A repository with a file of every language that has a grammar."""
    folder = tmp_path / "every"
    folder.mkdir()
    for fixtures in ("parse", "parse_more"):
        for file in (ROOT / "tests" / "unit" / fixtures / "fixtures").iterdir():
            shutil.copy(file, folder)
    return folder
