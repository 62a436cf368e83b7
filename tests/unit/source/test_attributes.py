"""``.gitattributes`` as git itself reads them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.source.attributes import Attributes, compile_pattern
from tests.github.repository import git

VENDORED, GENERATED = "linguist-vendored", "linguist-generated"


def test_the_last_line_and_the_deepest_file_decide():
    attributes = Attributes(
        {
            ".gitattributes": b"# marks\n*.ts linguist-generated\nkept.ts -linguist-generated\n"
            b"docs/** linguist-vendored\n/root.py linguist-generated=true\n",
            "sub/.gitattributes": b"*.ts linguist-generated=false\r\n",
            "sub/deep/.gitattributes": b"b.ts linguist-generated\n",
        }
    )
    marked = ["a/b.ts", "root.py", "sub/deep/b.ts"]
    assert all(attributes.is_set(path, GENERATED) for path in marked)
    assert all(attributes.is_unset(path, GENERATED) for path in ("a/kept.ts", "sub/b.ts", "sub/deep/c.ts"))
    assert attributes.is_set("docs/a/b.py", VENDORED)
    assert not attributes.is_set("a/root.py", GENERATED) and not attributes.is_unset("a/root.py", GENERATED)


@pytest.mark.parametrize(
    ("line", "path", "on"),
    [
        ("*.py linguist-vendored", "a.py", True),
        ("*.py -linguist-vendored", "a.py", False),
        ("*.py linguist-vendored=false", "a.py", False),
        ("*.py linguist-vendored=whatever", "a.py", True),
        ("*.py linguist-vendored -linguist-vendored", "a.py", False),
        ("*.py text eol=lf linguist-vendored", "a.py", True),
        ("*.py linguist-vendored\n*.py text", "a.py", True),
        ("* linguist-vendored\n*.py !linguist-vendored", "a.py", None),
        ("* linguist-vendored\n*.py !linguist-vendored", "a.js", True),
        ("[attr]vendored linguist-vendored", "a.py", None),
        ("[Mm]akefile linguist-vendored", "Makefile", True),
        ("#a linguist-vendored", "#a", None),
        ('"#a" linguist-vendored', "#a", True),
        ("!a.py linguist-vendored", "a.py", None),
        ("docs/ linguist-vendored", "docs/a.md", None),
        ("docs linguist-vendored", "docs/a.md", None),
        ('"with space.py" linguist-vendored', "with space.py", True),
        ('"\\303\\274 \\"x\\".py" linguist-vendored', 'ü "x".py', True),
        ('"ü x.py" linguist-vendored', "ü x.py", True),
        ('"open linguist-vendored', "open", None),
        ("\ufeff*.py linguist-vendored", "a.py", True),
        ("  *.py\tlinguist-vendored  ", "a.py", True),
        ("a.py", "a.py", None),
    ],
)
def test_a_line_means_what_it_means_to_git(tmp_path, line, path, on):
    attributes = Attributes({".gitattributes": line.encode()})
    assert (attributes.is_set(path, VENDORED), attributes.is_unset(path, VENDORED)) == (
        on is True,
        on is False,
    )
    # linguist takes any value but "false" for yes.
    said = asked_of_git(tmp_path, line, [path]).get((path, VENDORED), "unspecified")
    assert {"unspecified": None, "unset": False, "false": False}.get(said, True) == on


def asked_of_git(folder: Path, text: str, paths: list[str]) -> dict[tuple[str, str], str]:
    """What ``git check-attr`` says: (path, attribute) -> value, where it is specified."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q")
    (folder / ".gitattributes").write_text(text, encoding="utf-8")
    asked = "\0".join([*paths, ""]).encode()
    answer = subprocess.run(
        ["git", "check-attr", "-z", "--stdin", "--all"],
        cwd=folder,
        input=asked,
        capture_output=True,
        check=True,
    )
    words = answer.stdout.decode().split("\0")[:-1]
    return {(path, name): value for path, name, value in zip(*[iter(words)] * 3, strict=True)}


PIECES = st.sampled_from("a b ab . * ** ? / [ab] [!a] [^b] [a-c] []a] [z-a] \\a \\* **/ /** *.b - [a".split())
PATTERNS = st.lists(PIECES, min_size=1, max_size=5).map("".join)
NAMES = st.sampled_from("a b ab a.b c abc * - .b [a".split())
PATHS = st.lists(st.lists(NAMES, min_size=1, max_size=4).map("/".join), min_size=1, max_size=40)


@pytest.fixture(scope="module")
def repository(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("attributes")


@given(st.lists(PATTERNS, min_size=1, max_size=60), PATHS)
@settings(deadline=None, max_examples=60)
def test_patterns_match_what_git_matches(repository, patterns, paths):
    text = "".join(f"{pattern} x{i}\n" for i, pattern in enumerate(patterns))
    by_git = asked_of_git(repository, text, paths)
    for i, pattern in enumerate(patterns):
        expression = compile_pattern(pattern)
        for path in paths:
            assert bool(expression.fullmatch(path)) == ((path, f"x{i}") in by_git), (pattern, path)
