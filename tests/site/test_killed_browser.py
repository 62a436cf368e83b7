"""The whole browser killed in the midst of a job, on a profile that stays: what is lost, and what is not."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Error

from tests.github.server import GitHubServer
from tests.support.shop import FILES, Repository
from tools.browser import profile
from tools.drive import Driver
from tools.server import SiteServer

ID = "github.com/o/shop@main"
MODULES = 120

# What is kept, without times: every record, the keys of texts and images, and each vector's hash.
DUMP = """async () => {
    const database = await new Promise((resolve, reject) => {
        const request = indexedDB.open("understory");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const ask = (store, method) => new Promise((resolve) => {
        const request = database.transaction(store).objectStore(store)[method]();
        request.onsuccess = () => resolve(request.result);
    });
    const kept = {};
    for (const store of ["repositories", "files", "nodes", "edges"]) kept[store] = await ask(store, "getAll");
    for (const store of ["texts", "lexical"]) kept[store] = await ask(store, "getAllKeys");
    kept.vectors = (await ask("vectors", "getAll")).flatMap(({ hashes }) => hashes.split("\\n")).sort();
    database.close();
    for (const record of kept.repositories) delete record.timings, delete record.added;
    return kept;
}"""


@pytest.fixture
def github(tmp_path: Path) -> Iterator[GitHubServer]:
    repository = Repository(tmp_path / "shop")
    modules = {
        f"shop/module_{n}.py": "from shop.prices import price_of\n\n\n"
        f"def step_{n}(name):\n    return {n} * price_of(name)\n"
        for n in range(MODULES)
    }
    repository.write(FILES | modules)
    with GitHubServer({"o/shop": repository.folder}) as server:
        yield server


@contextmanager
def tab(site: SiteServer, folder: Path) -> Iterator[Driver]:
    """The site in a browser whose profile is in `folder`."""
    with profile(folder) as context:
        driver = Driver(context.new_page(), site.url)
        driver.open()
        yield driver


def kill(folder: Path) -> None:
    """End the browser of a profile at once. It can neither save anything nor say goodbye."""
    # Chromium names itself in a link: host-pid.
    os.kill(int((folder / "SingletonLock").readlink().name.rpartition("-")[2]), signal.SIGKILL)


def index(driver: Driver, github: GitHubServer) -> None:
    driver.index("o/shop", **github.endpoints)


def run_until(driver: Driver, stage: str, done: int) -> None:
    """Let the job run until a stage has done so many."""
    since = 0
    while True:
        told = driver.call("events", since=since)
        since = told["next"]
        if any(e["kind"] == "progress" and e["stage"] == stage and e["done"] >= done for e in told["events"]):
            return


def killed_at(site: SiteServer, folder: Path, begin: Callable[[Driver], None], stage: str, done: int) -> None:
    """Begin a job, and kill the browser once a stage has done so many."""
    with pytest.raises(Error, match="closed"), tab(site, folder) as driver:
        begin(driver)
        run_until(driver, stage, done)
        kill(folder)
        driver.page.evaluate(DUMP)


def resume(driver: Driver) -> None:
    driver.call("resume", repository=ID)


def test_a_browser_killed_twice_ends_with_what_an_undisturbed_one_has(
    site: SiteServer, github: GitHubServer, tmp_path: Path
) -> None:
    with tab(site, tmp_path / "undisturbed") as driver:
        index(driver, github)
        driver.wait(ID)
        expected = driver.page.evaluate(DUMP)

    folder = tmp_path / "killed"
    killed_at(site, folder, lambda driver: index(driver, github), "parse", 40)
    with tab(site, folder) as driver:
        (record,) = driver.call("hello")["repositories"]
        assert record["state"] == "partial"
        parsed = driver.page.evaluate(DUMP)
    paths = {file["path"] for file in parsed["files"] if file["state"] == "indexed"}
    assert len(paths) >= 40
    # Each file is there as a whole or not at all.
    assert paths == {nodes["path"] for nodes in parsed["nodes"]}
    assert {file["sha"] for file in parsed["files"] if file["state"] == "indexed"} <= set(parsed["texts"])

    github.requests.clear()
    killed_at(site, folder, resume, "embed", 64)
    assert not paths & {
        request.path.split("/", 5)[-1] for request in github.requests if request.part == "raw"
    }

    github.requests.clear()
    with tab(site, folder) as driver:
        embedded = driver.page.evaluate(DUMP)["vectors"]
        assert 64 <= len(embedded) < len(expected["vectors"])
        resume(driver)
        driver.wait(ID)
        assert driver.page.evaluate(DUMP) == expected
    assert [request for request in github.requests if request.part == "raw"] == []
