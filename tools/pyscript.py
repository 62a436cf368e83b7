"""The two PyScript configurations and the Pyodide lock file, for exactly what the site ships."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from tools.paths import NODE_MODULES, ROOT

Config = dict[str, object]

# The page's modules that MicroPython may import, under these names; the page loads the same ones.
JS_MODULES = {
    "./built-in.js": "builtin",
    "./dom.js": "dom",
    "./keeping.js": "keeping",
    "./panes.js": "panes",
    "./peek.js": "peek",
    "./texts.js": "texts",
}

ENGINE_SOURCE = '''"""The engine worker: what the page can call in it."""

from app.engine.worker import call  # noqa: F401

__export__ = ["call"]
'''


def engine_config(packages: Sequence[str]) -> Config:
    return {
        "name": "engine",
        "interpreter": "./vendor/pyodide/pyodide.mjs",
        # The page calls the engine and never the other way round, which needs no SharedArrayBuffer.
        "sync_main_only": True,
        "packages": list(packages),
        # Every package is in the site's lock file. An index that cannot answer keeps a missing one
        # from being looked for elsewhere.
        "index_urls": ["./lib/{package_name}.json"],
        # PyScript would freeze the lock file under the packages' names, and meet the old one with
        # the next version of the site.
        "packages_cache": "never",
    }


def page_files() -> list[str]:
    """The Python files of the page, as paths in the checkout and in the site alike."""
    folders = (ROOT / "app/ui", ROOT / "app/shared")
    found = sorted(path for folder in folders for path in folder.rglob("*.py"))
    return ["app/__init__.py", *(path.relative_to(ROOT).as_posix() for path in found)]


def page_config() -> Config:
    return {
        "name": "page",
        "interpreter": "./micropython.js",
        "files": {f"./{path}": f"./{path}" for path in page_files()},
        "js_modules": {"main": JS_MODULES},
    }


def lock_file(wheels: Sequence[Path], base: str) -> Config:
    """Pyodide's own lock file with `wheels` alone; `base` leads from the lock file to their folder."""
    lock = json.loads((NODE_MODULES / "pyodide" / "pyodide-lock.json").read_text())
    lock["packages"] = {entry["name"]: entry for entry in (_entry(wheel, base) for wheel in wheels)}
    return lock


def _entry(wheel: Path, base: str) -> dict[str, object]:
    name, version, *_ = wheel.name.split("-")
    return {
        "name": name,
        "version": version,
        "file_name": base + wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": ["app"] if name == "understory" else [name],
        # None of them needs another: networkx imports numpy and matplotlib only where it is asked to.
        "depends": [],
        "unvendored_tests": False,
    }
