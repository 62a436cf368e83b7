"""Every language is one row, one query and one grammar, and files find their row."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from app.engine.parse.languages import LANGUAGES, header_language, language_of
from app.host.cpython_parser import QUERIES, CPythonParser

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_has_its_query_grammar_and_fixture(name: str) -> None:
    row = LANGUAGES[name]
    assert (QUERIES / f"{name}.scm").is_file()
    assert callable(getattr(importlib.import_module(row.module), row.function))
    fixtures = [*TESTS.glob("parse/fixtures/*"), *TESTS.glob("parse_more/fixtures/*")]
    assert name in {
        language_of(path.name, path.read_text(encoding="utf-8").split("\n")[0]) for path in fixtures
    }


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_query_is_accepted_by_its_grammar(name: str) -> None:
    result = CPythonParser(time_limit=20).parse_one(name, "\n")
    assert result.status in ("ok", "errors"), result.message


def test_no_extension_file_name_or_interpreter_belongs_to_two_languages() -> None:
    for attribute in ("extensions", "filenames", "interpreters"):
        claimed = [claim for row in LANGUAGES.values() for claim in getattr(row, attribute)]
        assert len(claimed) == len(set(claimed))


@pytest.mark.parametrize(
    ("path", "first_line", "language"),
    [
        ("src/app.py", "", "python"),
        ("types.PYI", "", "python"),
        ("a/b.test.jsx", "", "javascript"),
        ("index.d.ts", "", "typescript"),
        ("view.tsx", "", "tsx"),
        ("build.gradle.kts", "", "kotlin"),
        ("Main.java", "", "java"),
        ("lib.rs", "", "rust"),
        ("a.h", "", "c"),
        ("a.hpp", "", "cpp"),
        ("a.C", "", "cpp"),
        ("a.c", "", "c"),
        ("Gemfile", "", "ruby"),
        ("lib/tasks/x.rake", "", "ruby"),
        ("build.sbt", "", "scala"),
        (".bashrc", "", "bash"),
        ("bin/run", "#!/bin/sh -e", "bash"),
        ("bin/run", "#!/usr/bin/env -S PYTHONPATH=. python3.12 -u", "python"),
        ("bin/run", "#! /usr/local/bin/node", "javascript"),
        ("bin/run", "#!/usr/bin/perl", ""),
        ("bin/run", "no shebang", ""),
        ("notes.txt", "#!/bin/sh", ""),
        (".gitignore", "", ""),
        ("README.md", "", ""),
        ("py", "", ""),
    ],
)
def test_a_path_and_its_first_line_tell_the_language(path: str, first_line: str, language: str) -> None:
    assert language_of(path, first_line) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("#include <stdio.h>\nstruct point { int x; };\nint f(struct point *p);\n", "c"),
        ("/* class Foo { */\nint f(void); // namespace std::x\n", "c"),
        ('#ifdef __cplusplus\nextern "C" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n', "c"),
        ("#pragma once\nnamespace a {\nint f();\n}\n", "cpp"),
        ("template <typename T>\nT f(T a);\n", "cpp"),
        ("class Foo : public Bar {\n public:\n};\n", "cpp"),
        ("#include <vector>\nint f();\n", "cpp"),
        ("void f(std::string s);\n", "cpp"),
    ],
)
def test_a_header_is_cpp_if_it_says_what_c_cannot(text: str, language: str) -> None:
    assert header_language(text) == language_of("include/a.h", text) == language
