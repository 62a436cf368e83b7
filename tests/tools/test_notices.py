"""The licences of everything that the site ships."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import environment, notices, vendor


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    target = tmp_path_factory.mktemp("notices") / "THIRD_PARTY_NOTICES.txt"
    notices.write_notices(target)
    return target.read_text(encoding="utf-8")


def parts(written: str) -> dict[str, tuple[str, str]]:
    """(title, text) by the package's name; the first package of a name is the one that is shipped."""
    _, *pieces = written.split(notices.RULE)
    titles, texts = pieces[::2], pieces[1::2]
    found: dict[str, tuple[str, str]] = {}
    for title, text in zip(titles, texts, strict=True):
        found.setdefault(title.split()[0], (title.strip(), text.strip()))
    return found


def test_every_shipped_package_is_named_with_its_licence_and_its_text(written: str) -> None:
    found = parts(written)
    wheels = [wheel.name.split("-")[0] for wheel in environment.site_wheels()]
    for name in [*vendor.PACKAGES, *wheels, "all-MiniLM-L6-v2"]:
        title, text = found[name]
        assert title.endswith(")") and "()" not in title, title
        assert len(text) > 500, title


def test_what_was_bundled_into_a_package_is_named_and_what_serves_node_alone_is_not(written: str) -> None:
    found = parts(written)
    assert {"onnxruntime-common", "@huggingface/jinja"} <= found.keys()
    assert not [name for name in found if name.startswith(notices.NODE_ONLY)]


def test_python_comes_with_pyodide(written: str) -> None:
    _, text = parts(written)["pyodide"]
    assert "Mozilla Public License" in text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in text


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One package without a licence text, as all that is shipped."""
    folder = tmp_path / "node_modules" / "bare"
    folder.mkdir(parents=True)
    (folder / "package.json").write_text(json.dumps({"author": {"name": "A. Body"}}))
    monkeypatch.setattr(notices, "ROOT", tmp_path)
    monkeypatch.setattr(vendor, "PACKAGES", ("bare",))
    monkeypatch.setattr(environment, "PACKAGE_LOCK", tmp_path / "package-lock.json")
    return folder


def lock(package: Path, licence: str) -> None:
    packages = {"node_modules/bare": {"version": "1.0.0", "license": licence}}
    (package.parents[1] / "package-lock.json").write_text(json.dumps({"packages": packages}))


def test_a_package_without_a_text_stops_the_build(package: Path, tmp_path: Path) -> None:
    lock(package, "Unheard-of-1.0")
    with pytest.raises(LookupError, match=r"bare ships no licence text.*Unheard-of-1\.0"):
        notices.write_notices(tmp_path / "out.txt")
    assert not (tmp_path / "out.txt").exists()


def test_a_usual_licence_is_written_out_with_the_author(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock(package, "MIT")
    (tmp_path / "LICENSE").write_text("Apache")
    notices.write_notices(tmp_path / "out.txt")
    title, text = parts((tmp_path / "out.txt").read_text())["bare"]
    assert title == "bare 1.0.0 (MIT)"
    assert "A. Body" in text and "Permission is hereby granted" in text
