"""The native parser: offsets, order, limits and what goes wrong."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.parse.captures import ROW_WIDTH
from app.engine.parse.languages import LANGUAGES
from app.host.cpython_parser import QUERIES, CPythonParser

FIXTURES = Path(__file__).parent / "fixtures"
PREDICATES = {"#eq?", "#not-eq?", "#match?", "#not-match?", "#any-of?"}


def test_offsets_are_code_points_and_rows_count_newlines_alone(parser: CPythonParser) -> None:
    text = "# é 😀\r\nname = '😀𝒳'  # \u2028 \x85 \x0c\rCONST = 1\ndef grüß(ä): return '😀'\n"
    captures = [capture for _, capture in parser.parse_one("python", text).captures()]
    words = {text[c.start : c.end]: c for c in captures if c.name in ("name", "definition.function")}
    assert set(words) == {"grüß", "def grüß(ä): return '😀'"}
    for capture in captures:
        assert capture.start_row == text.count("\n", 0, capture.start)
        assert capture.end_row == text.count("\n", 0, capture.end)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab =()[]:'\"#\n\tdef class,.é漢😀\r\u2028", max_size=200))
def test_whatever_the_text_says_every_capture_lies_within_it(text: str) -> None:
    parsed = CPythonParser(time_limit=20).parse_one("python", text)
    assert parsed.status in ("ok", "errors")
    for _, capture in parsed.captures():
        assert 0 <= capture.start <= capture.end <= len(text)
        assert capture.start_row == text.count("\n", 0, capture.start)


@pytest.mark.parametrize("path", sorted(FIXTURES.iterdir()), ids=lambda path: path.name)
def test_rows_are_in_their_canonical_order_without_repeats(path: Path, parser: CPythonParser) -> None:
    parsed = parser.parse_one(path.stem, path.read_text(encoding="utf-8"))
    rows = [tuple(parsed.rows[i : i + ROW_WIDTH]) for i in range(0, len(parsed.rows), ROW_WIDTH)]
    matches = [[row[1:] for row in group] for _, group in groupby(rows, key=lambda row: row[0])]
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    for match in matches:
        keys = [(start, -end, parsed.names[name]) for name, start, end, _, _ in match]
        assert keys == sorted(keys)
    firsts = [(match[0][1], -match[0][2]) for match in matches]
    assert firsts == sorted(firsts)
    assert not any(parsed.names[row[1]].startswith("_") for row in rows)


def test_a_match_that_says_the_same_twice_is_told_once(say: Callable[[str, str], Any]) -> None:
    # The third value lets the pattern of the first name match twice.
    found = say("go", "package a\nfunc f() { a, b, c := 1, 2, 3 }\n")
    assert found.locals == ["a = 1", "b = 2", "b", "c"]


def test_a_batch_keeps_its_order_and_a_language_without_grammar_fails_alone(parser: CPythonParser) -> None:
    jobs = [("python", "def a(): pass"), ("klingon", "x"), ("go", "package a")]
    first, second, third = asyncio.run(parser.parse(jobs))
    assert (first.status, second.status, third.status) == ("ok", "failed", "ok")
    assert "klingon" in second.message
    assert list(second.rows) == []


def test_a_file_with_errors_gives_its_good_parts(parser: CPythonParser) -> None:
    text = "def good():\n    pass\n\n]]] = $$\n\ndef fine():\n    pass\n"
    parsed = parser.parse_one("python", text)
    assert parsed.status == "errors"
    names = {text[c.start : c.end] for _, c in parsed.captures() if c.name == "name"}
    assert {"good", "fine"} <= names


def test_a_file_out_of_time_gives_nothing_and_the_next_one_is_whole() -> None:
    hurried = CPythonParser(time_limit=0)
    late = hurried.parse_one("python", "x = 1\n" * 20_000)
    assert late.status == "timeout"
    assert list(late.rows) == []
    assert CPythonParser().parse_one("python", "def after(): pass").status == "ok"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "x = " + "(" * 10_000 + "1" + ")" * 10_000),
        ("javascript", "[" * 10_000 + "]" * 10_000),
        ("java", "class A { int x = " + "(" * 10_000 + "1" + ")" * 10_000 + "; }"),
        ("python", "(" * 10_000),
        ("go", "{" * 10_000),
        ("rust", ""),
    ],
)
def test_deep_or_empty_text_is_parsed(language: str, text: str, parser: CPythonParser) -> None:
    assert parser.parse_one(language, text).status in ("ok", "errors")


def test_lone_surrogates_and_nul_do_not_end_the_parser(parser: CPythonParser) -> None:
    assert parser.parse_one("python", "a = '\ud800' + '\udc00'\nb\x00 = 1\n").status in ("ok", "errors")


@pytest.mark.parametrize("path", sorted(QUERIES.glob("*.scm")), ids=lambda path: path.name)
def test_queries_use_only_the_predicates_that_both_parsers_have(path: Path) -> None:
    code = re.sub(r'"(?:\\.|[^"\\])*"|;[^\n]*', "", path.read_text(encoding="utf-8"))
    assert set(re.findall(r"#[\w-]+[?!]", code)) <= PREDICATES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_binding_of_a_local_name_is_told_once(language: str, parser: CPythonParser) -> None:
    """Another match may tell what it is bound to."""
    for path in FIXTURES.glob(f"{language}.*"):
        parsed = parser.parse_one(language, path.read_text(encoding="utf-8"))
        bound = [
            (capture.start, frozenset(other.name for other in match))
            for match in parsed.matches()
            for capture in match
            if capture.name == "local"
        ]
        assert len(bound) == len(set(bound))
