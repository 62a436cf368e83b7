"""Published TypeScript and JavaScript, and what the TypeScript compiler's checker says of it.

The rules were made with the projects that are not held out; what is held out is looked at in the table alone.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.packages import Package
from tools.paths import ROOT

_CHECKER = Path(__file__).with_name("typescript.mjs")


@dataclass(frozen=True)
class Project:
    """A repository made of published packages. `packages` are by the folder that each lies in, "." for the
    project itself; `files` are written beside them."""

    name: str
    packages: Mapping[str, Package]
    is_held_out: bool
    files: Mapping[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write it to a new folder. Raises ValueError where a package is not the one that was pinned."""
        for place, package in self.packages.items():
            with TemporaryDirectory() as temporary:
                unpacked = package.unpack(Path(temporary) / "package")
                shutil.copytree(unpacked, folder / place)
        for path, text in self.files.items():
            (folder / path).write_text(text, encoding="utf-8")


def answers(folder: Path) -> list[dict[str, Any]]:
    """A record for each call and import of a folder, as `score.py` takes them."""
    command = ["node", str(_CHECKER), str(folder.resolve())]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8")
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def _package(name: str, version: str, sha256: str, parts: Sequence[str] = ("src",)) -> Package:
    return Package(
        file=f"{name.lstrip('@').replace('/', '-')}-{version}.tgz",
        sha256=sha256,
        fetch=["npm", "pack", "--silent", f"{name}@{version}"],
        inside="package",
        parts=["package.json", *parts],
    )


def _project(
    name: str, packages: Mapping[str, Package], paths: Mapping[str, str], is_held_out: bool
) -> Project:
    """`paths` are where the sources lie of what is imported by a package's name."""
    options = {"paths": {pattern: [f"./{place}"] for pattern, place in paths.items()}}
    files = {"tsconfig.json": json.dumps({"compilerOptions": options})}
    if "." not in packages:
        files["package.json"] = json.dumps({"private": True, "workspaces": ["packages/*"]})
    return Project(name, packages, is_held_out, files)


_RXJS = _package("rxjs", "7.8.2", "2312f8ffd9726ffd7bd53ea12c5f13663d09a3dc3326f448c70b88f5ef6fac82")
_MOBX = _package("mobx", "6.13.7", "064d4b73517da929eb985ac320e150ec7302a74786f9092b4f2b2e7ac7844d9f")
_FASTIFY = _package(
    "fastify",
    "5.4.0",
    "6c43f8c9d15c010651b994cae309f9a8713054524540cdd49850c5bb032ee4a5",
    ["fastify.js", "lib"],
)
_AJV = _package("ajv", "8.17.1", "f09dae78b8cc984dbf178eba92a7b19bff9e5f7c990508f3af0bf8f118770308", ["lib"])
_TOOLKIT = _package(
    "@reduxjs/toolkit", "2.8.2", "88a7b1fc2f5bc64b127f7cb755e705abc3a55550c370591e7fb63ce8871ad3b7"
)
_EXPRESS = _package(
    "express",
    "5.1.0",
    "dd6bdb4d4e54d520c78443d5c35aa4ae552be1837e8650d2ec1641df99393e1b",
    ["index.js", "lib"],
)
# Packages of one family side by side, as in the repository that they come from.
_QUERY_HASHES = {
    "query-core": "00f2ea0ed0b7829880eb63b0f3e8700c68fa7d88e1e63ad2f9387305121f7325",
    "query-persist-client-core": "d2c247b198ccfda7771a912fa4eef8299e7fc36f258aa484dd6c0adddd67738b",
    "query-sync-storage-persister": "9b016aadb2c772618eccfd376177e9861e1a3b2b860570323670ff5a4908811b",
    "query-async-storage-persister": "52dda984bd6d2a6c7a995ae5f6dc99dc99a6953587a66fa19aaf9c2868eb7a07",
    "react-query": "8db9ecd06c0e73036197b431537817b3eddda52513c6e4e0e7f1ed267c44e1e1",
    "react-query-persist-client": "deb48a29ce24e390044cbda0a12c5e628ed76be42367c6a76fd409a4276d3e77",
    "vue-query": "eadd56548219745e30ab6d3c053753230951bd6c606da4b9ea586e8230450135",
}
_QUERY = {
    f"packages/{name}": _package(f"@tanstack/{name}", "5.81.5", sha256)
    for name, sha256 in _QUERY_HASHES.items()
}
_QUERY_PATHS = {f"@tanstack/{name}": f"packages/{name}/src" for name in _QUERY_HASHES}
# Its tests import it by its name.
_TOOLKIT_PATHS = {"@reduxjs/toolkit": "src", "@reduxjs/toolkit/*": "src/*"}

PROJECTS = (
    _project("rxjs", {".": _RXJS}, {}, is_held_out=False),
    _project("mobx", {".": _MOBX}, {}, is_held_out=False),
    _project("fastify", {".": _FASTIFY}, {}, is_held_out=False),
    _project("@tanstack/query, a workspace", _QUERY, _QUERY_PATHS, is_held_out=True),
    _project("ajv", {".": _AJV}, {}, is_held_out=True),
    _project("@reduxjs/toolkit", {".": _TOOLKIT}, _TOOLKIT_PATHS, is_held_out=False),
    _project("express", {".": _EXPRESS}, {}, is_held_out=True),
)
