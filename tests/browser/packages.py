"""Real packages as repositories: fetched once by their registry's own client, and held against a hash."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.paths import CACHE

FOLDER = CACHE / "packages"


@dataclass(frozen=True)
class Package:
    """`file` is the archive's name, `fetch` the command that writes it to the working folder;
    `inside` is the archive's folder that is the repository, `parts` what is taken of it (all, if empty)."""

    file: str
    sha256: str
    fetch: Sequence[str]
    inside: str = ""
    parts: Sequence[str] = ()

    def unpack(self, target: Path) -> Path:
        """Write the package's files to a new folder. Raises ValueError where the archive is another one."""
        archive = self._archive()
        if hashlib.sha256(archive.read_bytes()).hexdigest() != self.sha256:
            raise ValueError(f"{archive} is not what was pinned: delete it, and find out why.")
        whole = target.with_name(target.name + "-archive")
        # A wheel is a zip file under another name.
        shutil.unpack_archive(archive, whole, "zip" if archive.suffix == ".whl" else None)
        source = whole / self.inside
        target.mkdir()
        for part in self.parts or [path.name for path in source.iterdir()]:
            shutil.move(source / part, target / part)
        return target

    def _archive(self) -> Path:
        archive = FOLDER / self.file
        if not archive.exists():
            FOLDER.mkdir(parents=True, exist_ok=True)
            subprocess.run(self.fetch, cwd=FOLDER, check=True)
        return archive


ITSDANGEROUS = Package(
    file="itsdangerous-2.2.0-py3-none-any.whl",
    sha256="c6242fc49e35958c8b15141343aa660db5fc54d4f13a1db01a3f5891b98700ef",
    fetch=[
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", "--only-binary", ":all:", "itsdangerous==2.2.0"),
    ],
)
# Its build is left aside, as it is not in its repository either.
IMMER = Package(
    file="immer-10.1.1.tgz",
    sha256="946cc79684ad1e080b09d4f2da14247b272aa667f3aaa100f35846148689f08f",
    fetch=["npm", "pack", "--silent", "immer@10.1.1"],
    inside="package",
    parts=["package.json", "readme.md", "src"],
)
