"""Real Chromium on a page that can start the workers, each test in a fresh profile."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.workers import site_of_workers as site
from tools import model as model_files
from tools.browser import Chromium, launch, settings

# What every piece of Python in the page begins with.
PREAMBLE = """
import asyncio, json
from app.host.browser import BrowserHost
from app.shared.errors import UnderstoryError, to_record
if "host" not in globals():
    host = BrowserHost(BASE)
async def error_of(work):
    try:
        await work
    except UnderstoryError as error:
        return to_record(error)
"""

Run = Callable[[str], Any]


@pytest.fixture(scope="session")
def layout(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Where each path of the served site comes from."""
    modules = site.node_modules()
    if modules is None:
        pytest.skip("the npm packages are not installed")
    built = tmp_path_factory.mktemp("site")
    site.compile_scan(modules, built / "scan.wasm")
    site.pack_engine(built / "app.zip")
    return site.files(modules, built)


@pytest.fixture(scope="session")
def origin(layout: dict[str, Path]) -> Iterator[str]:
    with site.serve(layout) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    with launch() as browser:
        yield browser


@pytest.fixture(scope="session")
def chromium_with_gpu() -> Iterator[Chromium]:
    """WebGPU computed on the processor."""
    with launch(settings()["SOFTWARE_WEBGPU"]) as browser:
        yield browser


def _open(context: BrowserContext, origin: str) -> Page:
    page = context.new_page()
    page.goto(origin)
    page.wait_for_function("window.ready")
    return page


@pytest.fixture
def context(chromium: Chromium) -> Iterator[BrowserContext]:
    """A fresh profile: nothing is stored in it."""
    with contextlib.closing(chromium.new_context()) as fresh:
        yield fresh


@pytest.fixture
def open_page(context: BrowserContext, origin: str) -> Callable[[], Page]:
    """Open another tab of the same profile."""
    return lambda: _open(context, origin)


@pytest.fixture
def page(open_page: Callable[[], Page]) -> Page:
    return open_page()


@pytest.fixture(scope="session")
def model(layout: dict[str, Path]) -> Path:
    """The model's files, and beside them a model with a word that it cannot take."""
    folder = model_files.folder()
    poisoned = layout["/models/poisoned/"]
    if not poisoned.exists():
        site.poison(folder, poisoned)
    return folder


@pytest.fixture
def page_with_gpu(chromium_with_gpu: Chromium, origin: str) -> Iterator[Page]:
    with contextlib.closing(chromium_with_gpu.new_context()) as fresh:
        yield _open(fresh, origin)


@pytest.fixture
def run(page: Page) -> Run:
    """Run the body of an async function in Pyodide; what it returns must be JSON."""
    page.evaluate("startPython()")

    def run_code(body: str) -> Any:
        lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
        return page.evaluate("run", f"{PREAMBLE}\nasync def main():\n{lines}\njson.dumps(await main())")

    return run_code
