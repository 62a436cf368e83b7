"""The Python packages that the graph is measured on: pinned in requirements.txt beside this."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tools.environment import sources

_REQUIREMENTS = Path(__file__).with_name("requirements.txt")
_STAMP = "oracle-sources"


@dataclass(frozen=True, slots=True)
class Package:
    """`code` is the folder that is judged. Nobody looked into one that is `held_out` while rules were
    written: it tells how right the graph is on code that comes along. `tests` may be run for traces."""

    name: str
    code: str
    held_out: bool
    tests: str = ""

    @property
    def folder(self) -> Path:
        return _folders()[self.name]

    def judges(self, path: str) -> bool:
        """Whether a file is the package's own code, and no test within it."""
        return path.startswith(f"{self.code}/") and not path.startswith((f"{self.code}/test/",))


PACKAGES = (
    Package("jinja2", "src/jinja2", held_out=False, tests="tests"),
    Package("werkzeug", "src/werkzeug", held_out=False),
    Package("starlette", "starlette", held_out=False),
    Package("rich", "rich", held_out=True),
    Package("tornado", "tornado", held_out=True),
    Package("marshmallow", "src/marshmallow", held_out=True, tests="tests"),
)
# Where in the other sources is what the tests import.
_SUPPORT = {"markupsafe": "src", "simplejson": ""}


def import_paths(package: Package) -> list[Path]:
    """Where Python finds a package's code, its tests, and what those import."""
    support = [_folders()[name] / inner for name, inner in _SUPPORT.items()]
    return [(package.folder / package.code).parent, package.folder, *support]


def _folders() -> dict[str, Path]:
    return {path.name.rpartition("-")[0]: path for path in sources(_REQUIREMENTS, _STAMP)}
