"""The environment that the build makes: what it needs, what it says, and that it goes on."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from tools import environment
from tools.environment import SetupError

WANTED = (
    "requirements.txt",
    "requirements-model.txt",
    "requirements-site.txt",
    "tests/support/models/requirements.txt",
)
NODE_LOCKS = (environment.PACKAGE_LOCK, environment.ROOT / "tests/support/models/package-lock.json")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(environment, "CACHE", tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one folder that commands are looked for in; it is empty."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def write_command(file: Path, says: str) -> None:
    file.write_text(f"#!/bin/sh\necho {says}\n")
    file.chmod(0o755)


def test_every_package_of_the_locks_has_its_hash() -> None:
    for name in WANTED:
        text = (environment.ROOT / name).read_text().replace("\\\n", " ")
        pins = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
        assert pins
        assert [pin for pin in pins if not re.match(r"[\w.-]+==\S+.*--hash=sha256:[0-9a-f]{64}", pin)] == []
    for lock in NODE_LOCKS:
        packages = json.loads(lock.read_text())["packages"]
        assert [path for path, package in packages.items() if path and "integrity" not in package] == []
        assert not any("resolved" in package for package in packages.values())


def test_missing_node_is_told_with_the_version_that_is_needed(path: Path) -> None:
    with pytest.raises(SetupError, match=r"needs Node 20 or later with npm; it is not on the PATH"):
        environment.check_node()


@pytest.mark.parametrize("version", ["v18.19.1", "nonsense"])
def test_an_old_node_is_told_with_its_version(path: Path, version: str) -> None:
    write_command(path / "node", version)
    write_command(path / "npm", "10.0.0")
    with pytest.raises(SetupError, match=f"needs Node 20 or later; .*/node is {version}"):
        environment.check_node()


def test_a_node_that_is_new_enough_is_taken(path: Path) -> None:
    write_command(path / "node", "v20.0.0")
    write_command(path / "npm", "10.0.0")
    environment.check_node()


def test_a_python_that_makes_no_environments_is_told_with_the_package_that_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    environment.check_python()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SetupError, match="python3-venv"):
        environment.check_python()


def test_a_small_disk_is_told_before_anything_is_fetched(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: usage._replace(free=500_000_000))
    monkeypatch.setattr(environment, "VENV", tmp_path / "venv")
    with pytest.raises(SetupError, match=r"needs 3 GB of disk; .* has 0\.5 GB free"):
        environment.ensure()
    assert not (tmp_path / "venv").exists()


def test_a_part_is_made_once_for_the_same_inputs_and_again_for_others(cache: Path, tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    made = []
    for text in ("a", "a", "b", "b", "a"):
        lock.write_text(text)
        environment._unless_stamped("part", [lock], lambda: made.append(lock.read_text()))
    assert made == ["a", "b", "a"]


def test_an_interrupted_part_is_made_again_be_it_for_the_old_inputs_or_the_new(
    cache: Path, tmp_path: Path
) -> None:
    lock = tmp_path / "lock"
    made = []

    def interrupted() -> NoReturn:
        raise KeyboardInterrupt

    lock.write_text("old")
    environment._unless_stamped("part", [lock], lambda: made.append("old"))
    lock.write_text("new")
    with pytest.raises(KeyboardInterrupt):
        environment._unless_stamped("part", [lock], interrupted)
    lock.write_text("old")
    environment._unless_stamped("part", [lock], lambda: made.append("old again"))
    assert made == ["old", "old again"]


def test_a_command_is_quiet_unless_it_fails(capfd: pytest.CaptureFixture[str]) -> None:
    warns = "import sys; print('WARNING: a setting is ignored', file=sys.stderr)"
    environment._run([sys.executable, "-c", warns], "It failed")
    assert capfd.readouterr() == ("", "")
    fails = f"{warns}; print('ERROR: no host answers', file=sys.stderr); sys.exit(1)"
    with pytest.raises(SetupError) as failed:
        environment._run([sys.executable, "-c", fails], "pip could not install the pinned packages")
    message = str(failed.value)
    assert message.startswith("pip could not install the pinned packages:")
    assert "ERROR: no host answers" in message
    assert "run the command again" in message
    assert capfd.readouterr() == ("", "")
