"""No line of a file is lost, whatever the file: real packages, random edits of real files, hostile text."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine.parse.languages import LANGUAGES
from tests.support.source_files import ROOT, SourceFile, fixtures, installed, read_source, read_sources

STDLIB = Path(sysconfig.get_path("stdlib"))
PACKAGES = ["json", "asyncio", "email", "unittest", "importlib", "logging"]
# What a file may be like that its author did not see.
VARIANTS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR among LF": lambda text: text.replace(";\n", ";\r\n"),
    "byte order mark": lambda text: "\ufeff" + text,
    "form feeds": lambda text: text.replace("\n\n", "\n\f\n"),
    "other line separators": lambda text: text.replace(" ", "\u2028", 3).replace("\n\n", "\n\x85\n"),
    "lone surrogates": lambda text: text.replace("e", "\ud800", 5).replace("a", "\udc00", 5),
    "astral signs": lambda text: text.replace("e", "\U0001d465", 5),
    "no newline at the end": lambda text: text.rstrip("\n"),
    "tabs": lambda text: text.replace("    ", "\t").replace("  ", "\t"),
    "on one line": lambda text: " ".join(text.split("\n")),
}


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


@pytest.mark.parametrize("language", ["python", "javascript", "typescript", "c", "cpp", "bash"])
def test_installed_packages_lose_no_line(counter, keeps_promises, language: str) -> None:
    files = read_sources(installed(language, 40))
    assert files
    for file in files:
        keeps_promises(file.path, file.text, file.chunks(counter))
        lines_are_right(file)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_loses_no_line_however_it_is_written(
    counter, keeps_promises, language: str, variant: str
) -> None:
    own = fixtures(language)
    assert own
    for path, text in own:
        file = read_source(path, VARIANTS[variant](text))
        keeps_promises(path, file.text, file.chunks(counter))
        lines_are_right(file)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["CRLF", "byte order mark", "no newline at the end"])
def test_symbols_and_chunks_keep_their_lines_however_these_end(counter, language: str, variant: str) -> None:
    for path, text in fixtures(language):
        plain, other = read_source(path, text), read_source(path, VARIANTS[variant](text))
        assert placed(plain) == placed(other)
        lines = [(chunk.start_line, chunk.end_line) for chunk in plain.chunks(counter)]
        assert lines == [(chunk.start_line, chunk.end_line) for chunk in other.chunks(counter)]


def placed(file: SourceFile) -> list[tuple[str, str, int, int]]:
    return [(s.kind, s.qualified_name, s.start_line, s.end_line) for s in file.symbols.symbols]


def lines_are_right(file: SourceFile) -> None:
    """A symbol's lines are those of its offsets, and within the file."""
    for symbol in file.symbols.symbols:
        assert 0 <= symbol.start < symbol.end <= len(file.text)
        assert symbol.start <= symbol.body_start <= symbol.body_end <= symbol.end
        assert symbol.start_line == file.text.count("\n", 0, symbol.start) + 1
        assert symbol.end_line == file.text.count("\n", 0, symbol.end - 1) + 1
    for reference in file.symbols.references:
        assert reference.line == file.text.count("\n", 0, reference.start) + 1


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
