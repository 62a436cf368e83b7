"""The project's own wheel, the same bytes for the same sources."""

from __future__ import annotations

import base64
import hashlib
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from tools.paths import ROOT

PACKAGE = "app"
# What a wheel of the engine has no use for: the page's own code is loaded by MicroPython.
LEFT_OUT = ("ui", "__pycache__")


def metadata() -> dict[str, str]:
    """Name, version, summary, licence and Python versions, as pyproject.toml says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {key: project[key] for key in ("name", "version", "description", "license", "requires-python")}


def write_wheel(folder: Path, assets: Mapping[str, bytes]) -> Path:
    """Write the wheel with `assets` (path in the wheel -> bytes) beside the package's own files."""
    project = metadata()
    stem = f"{project['name']}-{project['version']}"
    entries = {path: (ROOT / path).read_bytes() for path in _package_files()} | dict(assets)
    entries[f"{stem}.dist-info/METADATA"] = "".join(
        f"{field}: {value}\n"
        for field, value in (
            ("Metadata-Version", "2.4"),
            ("Name", project["name"]),
            ("Version", project["version"]),
            ("Summary", project["description"]),
            ("License-Expression", project["license"]),
            ("Requires-Python", project["requires-python"]),
        )
    ).encode()
    entries[f"{stem}.dist-info/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: understory\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    entries[f"{stem}.dist-info/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = f"{stem}.dist-info/RECORD"
    rows = [f"{path},sha256={_record_hash(data)},{len(data)}" for path, data in sorted(entries.items())]
    entries[record] = "\n".join([*rows, f"{record},,", ""]).encode()

    target = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(target, "w") as archive:
        for path, data in sorted(entries.items()):
            # ZipInfo's own date, 1 January 1980, keeps the archive free of the time it was made at.
            archive.writestr(zipfile.ZipInfo(path), data, zipfile.ZIP_DEFLATED, compresslevel=9)
    return target


def _package_files() -> list[str]:
    return [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / PACKAGE).rglob("*"))
        if path.is_file() and path.suffix != ".md" and not set(path.parts) & set(LEFT_OUT)
    ]


def _record_hash(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
