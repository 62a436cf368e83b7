"""The packages that questions are asked about: whole ones, with the tests and documents they come with.

Source distributions are pinned in requirements.txt beside this, npm's packages here.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.browser.packages import Package
from tools.environment import pins, sources
from tools.paths import CACHE

_REQUIREMENTS = Path(__file__).with_name("requirements.txt")
_STAMP = "search-sources"
_UNPACKED = CACHE / "search-packages"


def _npm(name: str, version: str, sha256: str, parts: Sequence[str] = ()) -> Package:
    """`parts` leave builds aside, which are not in the package's repository either."""
    return Package(
        file=f"{name.lstrip('@').replace('/', '-')}-{version}.tgz",
        sha256=sha256,
        fetch=["npm", "pack", "--silent", f"{name}@{version}"],
        inside="package",
        parts=parts,
    )


_NPM: Mapping[str, Package] = {
    "capacitor-android": _npm(
        "@capacitor/android", "8.5.2", "ebb2113aa97526ce66b11653b26f7f763d976788ee69b1725aa88c0bc5347efe"
    ),
    "pino": _npm("pino", "10.4.0", "f745d3dee0bddd39f11226335ee6dbbe3d49cc037168f2b31a8cdbe78f0e6216"),
    "query-core": _npm(
        "@tanstack/query-core",
        "5.108.4",
        "7660b37f747ce33f1e5456299009dbe217a08514f402c13e633ae95727e361e0",
        ["package.json", "src"],
    ),
    "redux-toolkit": _npm(
        "@reduxjs/toolkit",
        "2.8.2",
        "88a7b1fc2f5bc64b127f7cb755e705abc3a55550c370591e7fb63ce8871ad3b7",
        ["package.json", "README.md", "src"],
    ),
    "undici": _npm("undici", "7.10.0", "3b4e4b1ad745e44215abd745630344e2bf518065d5d43e037bb445c07810beb0"),
}


def names() -> set[str]:
    """Every package that `folder` knows."""
    return {*_NPM, *(name for name, _ in pins(_REQUIREMENTS))}


def folder(name: str) -> Path:
    """Where a package's files are, fetched and unpacked at the first call. Raises KeyError for others."""
    if name in _NPM:
        return _unpacked(name, _NPM[name])
    return {path.name.rpartition("-")[0]: path for path in sources(_REQUIREMENTS, _STAMP)}[name]


def _unpacked(name: str, package: Package) -> Path:
    # The hash is in the path, so that another version is unpacked beside this one.
    target = _UNPACKED / package.sha256[:12] / name
    if not target.exists():
        beside = target.with_name(f"{name}-partly")
        shutil.rmtree(target.parent, ignore_errors=True)
        target.parent.mkdir(parents=True)
        package.unpack(beside).rename(target)
    return target
