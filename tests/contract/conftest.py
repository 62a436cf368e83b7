"""One repository with everything that a listing can hold, and what the product asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.exchange import Fetched, fetch
from tests.github import faults
from tests.github.repository import commit_folder, git
from tests.github.server import GitHubServer

TOKEN = "github_pat_contract"


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("contract") / "r"
    files = {
        "README.md": b"# Hello\n",
        "src/a.py": b"def a():\n    return 1\n",
        "src/deep/b.py": b"def b():\r\n    return 2\r\n",
        "bom.py": b"\xef\xbb\xbfx = 1\n",
        "latin1.txt": "Gr\u00fc\u00dfe".encode("latin-1"),
        "binary.dat": b"\0\1\2",
        "empty.txt": b"",
        "just.txt": b"x" * 512_000,
        "long.txt": b"y" * 512_001,
        "odd ü#?.txt": b"odd\n",
    }
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    (root / "link").symlink_to("src")
    commit_folder(root)
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},lib")
    git(root, "commit", "-q", "-m", "Add a submodule")
    git(root, "tag", "v1")
    git(root, "tag", "-a", "v2", "-m", "The second")
    git(root, "branch", "feature/one")
    return root


@pytest.fixture(scope="session")
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("contract") / "empty"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    return root


@pytest.fixture
def github(folder: Path, empty_folder: Path) -> Iterator[GitHubServer]:
    with GitHubServer(
        {"o/r": folder, "o/secret": folder, "o/empty": empty_folder},
        private=["o/secret"],
        tokens=[TOKEN],
        renamed={"o/former": "o/r"},
    ) as server:
        yield server


@pytest.fixture(scope="session")
def runs(folder: Path, empty_folder: Path) -> dict[str, Fetched]:
    """Every way in which the product asks, by name."""
    repositories = {"o/r": folder, "o/secret": folder, "o/empty": empty_folder}
    options = {"private": ["o/secret"], "tokens": [TOKEN], "renamed": {"o/former": "o/r"}}
    with (
        GitHubServer(repositories, **options) as server,
        GitHubServer(repositories, tree_limit=12, **options) as cutting,
    ):
        runs = {
            "without a token": fetch(server, "o/r"),
            "with a token": fetch(server, "o/r", TOKEN),
            "private": fetch(server, "o/secret", TOKEN),
            "renamed": fetch(server, "o/former", TOKEN),
            "a branch with a slash": fetch(server, "o/r/tree/feature/one/src"),
            "a listing that was cut": fetch(cutting, "o/r/tree/main/src", TOKEN),
            "unknown repository": fetch(server, "o/nothing"),
            "unknown branch": fetch(server, "o/r/tree/nothing"),
            "bad token": fetch(server, "o/r", "wrong"),
            "empty": fetch(server, "o/empty"),
        }
        server.fail("GET /raw/", faults.message(403, "Forbidden"))
        server.fail("POST /graphql", change=faults.partial(3), times=1)
        runs["without the raw server"] = fetch(server, "o/r")
        runs["with partial answers"] = fetch(server, "o/r", TOKEN)
        return runs
