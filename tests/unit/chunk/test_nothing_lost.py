"""No line of a file is lost, whatever the file: real packages, random edits of real files, hostile text."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parents[3]
STDLIB = Path(sysconfig.get_path("stdlib"))
PACKAGES = ["json", "asyncio", "email", "unittest", "importlib", "logging"]


def read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


@pytest.mark.parametrize("package", PACKAGES)
def test_real_packages_lose_no_line(chunked, keeps_promises, package: str) -> None:
    paths = sorted(STDLIB.joinpath(package).rglob("*.py"))
    assert paths
    for path in paths:
        text = read(path)
        name = path.relative_to(STDLIB).as_posix()
        keeps_promises(name, text, chunked(name, text))


def test_this_repository_loses_no_line(chunked, keeps_promises) -> None:
    folders = [ROOT / name for name in ("app", "workers", "static", "tests")]
    suffixes = {".py", ".js", ".mjs", ".ts", ".md", ".scm", ".json", ".css", ".html", ".wat"}
    paths = [p for folder in folders for p in sorted(folder.rglob("*")) if p.suffix in suffixes]
    assert len(paths) > 50
    for path in paths:
        text = read(path)
        name = path.relative_to(ROOT).as_posix()
        keeps_promises(name, text, chunked(name, text))


SEEDS = [
    read(STDLIB / "bisect.py"),
    read(STDLIB / "contextlib.py")[:6000],
    read(ROOT / "app" / "DESIGN.md")[:6000],
    read(ROOT / "app" / "engine" / "chunk" / "regions.py")[:6000],
]
NAMES = ["a.py", "a.md", "a.rst", "a.txt", "a.json", "a.toml", "a.unknown", "Makefile", "a.ipynb"]
SCRAPS = st.sampled_from(
    [
        "", "\n", "\n\n\n", "\r\n", "\r", "\f", "\u2028", "\x85", "\t", "  ", "\x00", "\u200b", "🎉",
        "\ud800", "class A:\n", "    def f(self): pass\n", "def f(): return [\n", '"""', "```\n",
        "# Title\n", "---\n", "Title\n=====\n", "}", "{", "(" * 50, "@decorator\n", "# note\n",
        "x = 1; y = 2; def z(): pass\n",
        "word " * 400 + "\n", "a" * 3000, "+-" * 400, "中文" * 300, "\n" * 60,
    ]
)  # fmt: skip


@st.composite
def edited(draw: st.DrawFn) -> str:
    """A real file after a few deletions and insertions."""
    text = draw(st.sampled_from([*SEEDS, ""]))
    for _ in range(draw(st.integers(0, 5))):
        at = draw(st.integers(0, len(text)))
        gone = draw(st.integers(0, min(1500, len(text) - at)))
        text = text[:at] + draw(SCRAPS) + text[at + gone :]
    return text


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=edited(), name=st.sampled_from(NAMES))
def test_edited_files_lose_no_line(chunked, keeps_promises, text: str, name: str) -> None:
    keeps_promises(name, text, chunked(name, text))


@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=300), name=st.sampled_from(NAMES))
def test_any_text_loses_no_line(chunked, keeps_promises, text: str, name: str) -> None:
    keeps_promises(name, text, chunked(name, text))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["", "\n", " \n\t\n\r\n", "\u2028", "\f"])
def test_files_without_a_visible_character_have_no_chunks(chunked, name: str, text: str) -> None:
    assert chunked(name, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "".join(" " * depth + f"def f{depth}():\n" for depth in range(400)) + " " * 400 + "pass\n",
        "[" * 10_000 + "]" * 10_000,
        "x = " + "(" * 10_000 + "1" + ")" * 10_000 + "\n",
        "{" * 5_000,
        "\n" * 20_000 + "x = 1" + "\n" * 20_000,
        "data = '" + "QUJD+/x=" * 5_000 + "'\n",
    ],
    ids=["functions in functions", "brackets", "parentheses", "unclosed", "blank lines", "one long line"],
)
@pytest.mark.parametrize("name", ["deep.py", "deep.json", "deep.ipynb", "deep.md"])
def test_deep_and_long_files_lose_no_line(chunked, keeps_promises, name: str, text: str) -> None:
    keeps_promises(name, text, chunked(name, text))
