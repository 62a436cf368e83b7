"""dist/: a plain folder of files, complete, with nothing in it that the site does not ask for."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.github.server import GitHubServer
from tools import precache, vendor
from tools.browser import Chromium
from tools.drive import Driver
from tools.paths import DIST, ROOT
from tools.server import SiteServer

pytestmark = pytest.mark.usefixtures("dist")

# The page never asks for these itself: a browser does, or a person.
FOR_OTHERS = {"service-worker.js", "LICENSE", "THIRD_PARTY_NOTICES.txt"}
# Asked for where a device has WebGPU with 16-bit floats, which no machine of the tests has, and where a model
# answers: itself, formulas and diagrams.
LATER = (
    *precache.ON_DEMAND,
    "models/all-MiniLM-L6-v2/config.json",
    "vendor/temml/",
    "diagram.html",
    "diagram.js",
    "workers/generate.js",
    "workers/gguf.js",
    "workers/kept.js",
    "workers/models.js",
)


def files(folder: Path = DIST) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def lock_file() -> dict[str, Any]:
    return json.loads((DIST / "vendor/pyodide/pyodide-lock.json").read_text())


def sha256(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def test_every_address_in_the_page_and_its_settings_is_relative() -> None:
    found = []
    for name in ("index.html", "diagram.html", *(path.name for path in DIST.glob("*.css"))):
        text = (DIST / name).read_text(encoding="utf-8")
        # A person may follow a link to anywhere; everything else is loaded.
        text = re.sub(r"<a\s[^>]*>", "", text)
        found += re.findall(r"""(?:\s(?:src|href|config)=|url\()["']?([^"')\s]+)""", text)
    for name in ("ui.json", "engine.json"):
        text = (DIST / name).read_text(encoding="utf-8")
        found += [value for value in re.findall(r'"([^"]*)"', text) if "/" in value]
    found += [package["file_name"] for package in lock_file()["packages"].values()]
    assert {"./boot.js", "./engine.json", "../../lib/networkx-3.6.1-py3-none-any.whl"} <= set(found)
    assert [address for address in found if not address.startswith(("./", "../", "#"))] == []


def test_the_lock_file_of_pyodide_has_the_shipped_wheels_and_their_hashes() -> None:
    packages = lock_file()["packages"]
    listed = {}
    for name, package in packages.items():
        wheel = (DIST / "vendor/pyodide" / package["file_name"]).resolve()
        listed[wheel.name] = package["sha256"]
        assert wheel.parent == DIST / "lib"
        assert wheel.name.startswith(f"{name}-{package['version']}-")
        assert set(package["depends"]) <= packages.keys()
    assert listed == {wheel.name: sha256(wheel).hex() for wheel in (DIST / "lib").iterdir()}
    wanted = json.loads((DIST / "engine.json").read_text())["packages"]
    assert packages.keys() == {"micropip", *wanted}


def test_the_projects_wheel_tells_the_right_hash_of_each_of_its_files() -> None:
    (wheel,) = (DIST / "lib").glob("understory-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (record,) = [name for name in archive.namelist() if name.endswith(".dist-info/RECORD")]
        rows = [row.rsplit(",", 2) for row in archive.read(record).decode().splitlines()]
        assert {path for path, _, _ in rows} == set(archive.namelist())
        for path, told, size in rows:
            if path != record:
                data = archive.read(path)
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert (told, int(size)) == (f"sha256={digest}", len(data))
        assert {"app/engine/worker.py", "app/engine/assets/vocab.txt"} <= set(archive.namelist())


def test_a_wheel_that_differs_from_its_hash_is_not_installed(tmp_path: Path, browser: Chromium) -> None:
    copy = Path(shutil.copytree(DIST, tmp_path / "dist", copy_function=os.link))
    (wheel,) = (copy / "lib").glob("understory-*.whl")
    data = wheel.read_bytes()
    wheel.unlink()
    # An archive may have anything before it, so this one is as good as it was.
    wheel.write_bytes(b"#" + data)
    with SiteServer(copy) as site, contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(site.url)
        expect(page.locator("html")).to_have_attribute("data-engine", "failed", timeout=120_000)


def test_the_service_worker_knows_the_hash_of_every_file() -> None:
    code = (DIST / "service-worker.js").read_text(encoding="utf-8")
    listed = json.loads(code.removeprefix("self.SITE = ").partition(";\n")[0])
    assert listed["files"].keys() == files() - FOR_OTHERS
    for path, told in listed["files"].items():
        assert told == base64.b64encode(sha256(DIST / path)).decode(), path
    on_demand = listed["onDemand"]
    assert on_demand == [path for path in listed["files"] if path.startswith(precache.ON_DEMAND)]
    for name in precache.ON_DEMAND:
        assert any(path.startswith(name) for path in on_demand), name


def test_nothing_is_shipped_that_the_site_does_not_ask_for(every_language: Path, browser: Chromium) -> None:
    without_worker = browser.new_context(service_workers="block")
    with (
        SiteServer(DIST) as site,
        GitHubServer({"o/every": every_language}) as github,
        contextlib.closing(without_worker) as context,
    ):
        driver = Driver(context.new_page(), site.url)
        driver.open()
        driver.call("cancel", repository=driver.index("sample"))
        id = driver.index("o/every", **github.endpoints)
        driver.wait(id)
        driver.call("ask", repository=id, question="where is the queue emptied?")
    asked = {path.removeprefix("/") or "index.html" for path in site.requests}
    assert {path for path in files() - asked if not path.startswith(LATER)} == FOR_OTHERS
    assert asked - files() == set()


def test_the_notices_that_are_shipped_name_every_shipped_package() -> None:
    text = (DIST / "THIRD_PARTY_NOTICES.txt").read_text(encoding="utf-8")
    wheels = {path.name.split("-")[0] for path in (DIST / "lib").iterdir()} - {"understory"}
    for name in [*vendor.PACKAGES, *wheels, "all-MiniLM-L6-v2"]:
        assert re.search(rf"^{re.escape(name)} \S.*\)$", text, re.MULTILINE), name
    grammars = {path.name for path in (DIST / "grammars").iterdir()}
    assert grammars == {Path(path).name for path in vendor.files() if path.startswith("grammars/")}


def private_names() -> list[str]:
    """What would tell of the machine that built: its paths, and the hosts its package managers ask."""
    names = [str(ROOT)]
    for command in (
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"],
        ["npm", "config", "get", "registry"],
    ):
        told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout
        names += re.findall(r"//(?:[^/@\s]*@)?([^/:\s]+)", told)
    return names


def test_no_shipped_file_tells_of_the_machine_that_built_it() -> None:
    names = [name.encode() for name in private_names()]
    for path in sorted(DIST.rglob("*.*")):
        if path.is_file():
            data = path.read_bytes()
            assert [name for name in names if name in data] == [], path
    (wheel,) = (DIST / "lib").glob("understory-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.namelist():
            data = archive.read(member)
            assert [name for name in names if name in data] == [], member


def test_no_file_of_the_repository_names_a_registry_or_a_path_of_this_machine() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], capture_output=True, cwd=ROOT)
    if tracked.returncode:
        pytest.skip("this is no git checkout")
    names = [*private_names(), "registry." + "npmjs.org", "files." + "pythonhosted.org"]
    for path in tracked.stdout.decode().split("\0")[:-1]:
        data = (ROOT / path).read_bytes() if (ROOT / path).is_file() else b""
        assert [name for name in names if name.encode() in data] == [], path
