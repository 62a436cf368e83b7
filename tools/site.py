"""The built site: a plain folder of files that any file host can serve, under a sub-path too."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from tools import environment, model, pyscript, vendor, weights, wheel
from tools.notices import write_notices
from tools.paths import CACHE, DIST, NODE_MODULES, ROOT
from tools.precache import write_service_worker
from tools.sample import write_sample

ENGINE_PACKAGES = ("networkx", "understory")


def build(say: Callable[[str], None] = print) -> Path:
    """Build the site into dist/, replacing what was there. Returns dist/.

    The new site is made beside the old one and moved into place at the end, so a failed build
    leaves the old one as it was.
    """
    fresh = CACHE / "dist"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    _copy_sources(fresh)
    _compile_scan(ROOT / "workers" / "scan.wat", fresh / "workers" / "scan.wasm")
    for path, source in vendor.files().items():
        _copy(source, fresh / path)
    for source in model.shipped():
        # The vocabulary is in the engine's wheel, and nobody else reads it.
        if source.name != "vocab.txt":
            _copy(source, fresh / "models" / model.NAME / source.relative_to(model.folder()))
    _write_engine(fresh)
    _write_json(fresh / "ui.json", pyscript.page_config())
    write_sample(ROOT, fresh / "sample.json")
    write_notices(fresh / "THIRD_PARTY_NOTICES.txt")
    write_service_worker(fresh)
    shutil.rmtree(DIST, ignore_errors=True)
    fresh.rename(DIST)
    say(f"dist/ is ready: {_size(DIST) / 1e6:.0f} MB.")
    return DIST


def _copy_sources(site: Path) -> None:
    shutil.copytree(ROOT / "static", site, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.d.ts"))
    for source in sorted((ROOT / "workers").glob("*.js")):
        _copy(source, site / "workers" / source.name)
    for path in pyscript.page_files():
        _copy(ROOT / path, site / path)
    for source in sorted((ROOT / "app/engine/parse/queries").glob("*.scm")):
        _copy(source, site / "queries" / source.name)
    _copy(ROOT / "LICENSE", site / "LICENSE")


def _compile_scan(source: Path, target: Path) -> None:
    wat2wasm = NODE_MODULES / "wabt" / "bin" / "wat2wasm"
    subprocess.run(["node", str(wat2wasm), str(source), "-o", str(target)], check=True)


def _write_engine(site: Path) -> None:
    library = site / "lib"
    library.mkdir()
    wheels = [Path(shutil.copy(path, library)) for path in environment.site_wheels()]
    vocabulary = (weights.source() / "vocab.txt").read_bytes()
    wheels.append(wheel.write_wheel(library, {"app/engine/assets/vocab.txt": vocabulary}))
    _write_json(site / "vendor/pyodide/pyodide-lock.json", pyscript.lock_file(wheels, "../../lib/"))
    _write_json(site / "engine.json", pyscript.engine_config(ENGINE_PACKAGES))
    (site / "engine.py").write_text(pyscript.ENGINE_SOURCE)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def _write_json(target: Path, value: object) -> None:
    target.write_text(json.dumps(value, indent=1, sort_keys=True) + "\n")


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
