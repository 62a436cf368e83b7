"""The parse worker in Chromium gives what the native parser gives: rows, and so symbols and chunks."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from app.engine.parse.captures import ROW_WIDTH, Parsed
from app.engine.parse.languages import LANGUAGES
from app.host.base import Parser
from app.host.cpython_parser import QUERIES, CPythonParser
from tests.support.source_files import fixtures, installed, read_sources, token_counter
from tests.workers import site_of_workers as site

# Rows as one string: a list of numbers would be taken apart one by one on its way.
PARSE = """async ([settings, jobs]) => {
  window.parser ??= start("parse");
  await parser.call("init", [settings]);
  const { results, names, rows } = await parser.call("parse", [jobs]);
  return results.map(({ status, message, offset, length }, i) => ({
    status, message, names: names[jobs[i][0]] ?? [], rows: rows.slice(offset, offset + length).join(),
  }));
}"""

Parse = Callable[..., list[Parsed]]


@pytest.fixture(scope="module")
def grammars(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The grammars of all packages in one folder, as the build puts them."""
    modules = _modules()
    folder = tmp_path_factory.mktemp("grammars")
    for pattern in ("tree-sitter-*/tree-sitter-*.wasm", "@tree-sitter-grammars/*/tree-sitter-*.wasm"):
        for grammar in modules.glob(pattern):
            (folder / grammar.name).symlink_to(grammar.resolve())
    return folder


@pytest.fixture(scope="module")
def open_site(chromium: Browser, grammars: Path) -> Iterator[Callable[[Path], Page]]:
    """Open a page whose site has these grammars and queries."""
    closing: list[Callable[[], Any]] = []

    def open_with(queries: Path) -> Page:
        server = site.serve(
            {
                "/workers/": site.ROOT / "workers",
                "/vendor/web-tree-sitter/": _modules() / "web-tree-sitter",
                "/grammars/": grammars,
                "/queries/": queries,
            }
        )
        page = chromium.new_page()
        closing.extend((lambda: server.__exit__(None, None, None), page.close))
        page.goto(server.__enter__())
        page.wait_for_function("window.ready")
        return page

    yield open_with
    for close in reversed(closing):
        close()


@pytest.fixture(scope="module")
def parse(open_site: Callable[[Path], Page]) -> Parse:
    return _parser_of(open_site(QUERIES))


def _parser_of(page: Page) -> Parse:
    def parse(jobs: Iterable[tuple[str, str]], time_limit: float = 20) -> list[Parsed]:
        results = page.evaluate(PARSE, [{"timeLimit": time_limit}, [list(job) for job in jobs]])
        return [
            Parsed(
                result["status"],
                tuple(result["names"]),
                array("i", map(int, result["rows"].split(",")) if result["rows"] else ()),
                result["message"],
            )
            for result in results
        ]

    return parse


def _modules() -> Path:
    modules = site.node_modules()
    if modules is None:
        pytest.skip("the npm packages are not installed")
    return modules


def _assert_same(jobs: list[tuple[str, str]], parse: Parse) -> None:
    native = CPythonParser(time_limit=20)
    for (language, text), worker in zip(jobs, parse(jobs), strict=True):
        own = native.parse_one(language, text)
        where = f"{language}: {text[:80]!r}"
        assert (worker.status, worker.message) == (own.status, own.message), where
        if own.status in ("ok", "errors"):
            assert worker.names == own.names, where
            assert _rows(worker) == _rows(own), where


def _rows(parsed: Parsed) -> list[tuple[int, ...]]:
    return [tuple(parsed.rows[i : i + ROW_WIDTH]) for i in range(0, len(parsed.rows), ROW_WIDTH)]


class WorkerParser(Parser):
    """The page's parse worker, as the engine has it."""

    def __init__(self, parse: Parse) -> None:
        self._parse = parse

    async def parse(self, jobs: Sequence[tuple[str, str]]) -> list[Parsed]:
        return self._parse(jobs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_parsers_give_the_same_rows_for_the_fixture_of(language: str, parse: Parse) -> None:
    jobs = [(language, text) for _, text in fixtures(language)]
    assert jobs
    _assert_same(jobs, parse)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_parsers_give_the_same_symbols_and_chunks(language: str, parse: Parse) -> None:
    """By way of `parse_files`, so that broken code is mended alike; of real files where any is installed."""
    files = [*fixtures(language), *installed(language, 60)]
    files += [(path, text[: len(text) // 2] + text[len(text) // 2 + 9 :]) for path, text in files[:5]]
    native = read_sources(files, CPythonParser(time_limit=60))
    counter = token_counter()
    for own, worker in zip(native, read_sources(files, WorkerParser(parse)), strict=True):
        assert (worker.parsed.status, worker.parsed.message) == (own.parsed.status, own.parsed.message)
        assert worker.symbols == own.symbols, own.path
        assert worker.chunks(counter) == own.chunks(counter), own.path


@pytest.mark.parametrize("language", ["python", "javascript", "typescript", "c", "cpp"])
def test_both_parsers_give_the_same_rows_for_real_files(language: str, parse: Parse) -> None:
    jobs = [(language, text) for _, text in installed(language, 100)]
    assert jobs
    _assert_same(jobs, parse)


def test_both_parsers_mend_broken_files_in_the_same_way(parse: Parse) -> None:
    jobs = [
        (language, text[: len(text) * part // 7] + text[len(text) * part // 7 + 9 :])
        for language in ("python", "typescript", "java", "go", "rust")
        for part in (1, 3, 5)
        for _, text in fixtures(language)
    ]
    _assert_same(jobs, parse)
    assert "errors" in {CPythonParser().parse_one(*job).status for job in jobs}


def test_both_parsers_count_code_points_and_end_lines_at_newlines_alone(parse: Parse) -> None:
    text = "# é 😀\r\nname = '😀𝒳'  # \u2028 \x85 \x0c\rCONST = 1\ndef grüß(ä): return '😀'\n"
    _assert_same([("python", text), ("python", text.replace("😀", "x"))], parse)
    parsed = parse([("python", text)])[0]
    function = next(c for _, c in parsed.captures() if c.name == "definition.function")
    assert text[function.start : function.end] == "def grüß(ä): return '😀'"
    assert function.start_row == text[: function.start].count("\n")


def test_files_that_fail_leave_the_others_of_their_batch_alone(parse: Parse) -> None:
    results = parse([("python", "a = f(1)"), ("klingon", "x"), ("python", "b = g(2)")])
    assert [result.status for result in results] == ["ok", "failed", "ok"]
    assert "klingon" in results[1].message
    assert results[0].rows == results[2].rows


def test_a_file_out_of_time_gives_no_captures_and_the_next_one_is_whole(parse: Parse) -> None:
    long = "x = [" + "(1, " * 200_000 + "\n"
    timeout = parse([("python", long)], time_limit=0.01)[0]
    assert timeout.status == "timeout"
    assert list(timeout.rows) == []
    _assert_same([("python", "def after(): pass\n")], parse)


HARD = {
    "nested brackets": "x = " + "(" * 10_000 + "1" + ")" * 10_000 + "\n",
    # A query's work grows with the square of the depth: 5,000 calls take 12 s, too near the limit.
    "nested calls": "f(" * 1_500 + ")" * 1_500,
    "nested braces": "{" * 10_000 + "}" * 10_000,
    "unclosed": "{[(" * 300,
    "a line of a megabyte": "x = [" + ", ".join(f"{n:050}" for n in range(19_000)) + "]\n",
    "a string of a megabyte": "x = '" + "QUJD+/x=" * 125_000 + "'\n",
    "many errors": "def ( class ]] = ;\n" * 300,
    "nothing": "",
    "blanks": "\n\t \r\n" * 5_000,
}


@pytest.mark.parametrize("language", ["python", "javascript", "java"])
def test_hard_input_ends_in_both_parsers_alike(language: str, parse: Parse) -> None:
    _assert_same([(language, text) for text in HARD.values()], parse)


def test_a_file_that_breaks_the_parser_down_fails_alone(parse: Parse) -> None:
    """Java's grammar runs out of WebAssembly's stack over this: a trap, so a new runtime is taken."""
    breaking = ("java", "{[(" * 3_000)
    whole = ("java", "class A { void f() { g(); } }")
    results = parse([whole, breaking, whole, breaking, ("python", "f(1)")])
    assert [result.status for result in results] == ["ok", "failed", "ok", "failed", "ok"]
    assert results[1].message.startswith("The parser broke down over this file: ")
    assert results[0] == results[2]
    # What is left of the old runtimes is not freed once more, which would end the worker.
    for _ in range(10):
        _assert_same([("java", "class B { int x = 1; }" * 500)], parse)


def test_a_file_that_is_out_of_time_is_cut_as_text(parse: Parse) -> None:
    """Without captures both parsers leave the same chunks: those of the text."""
    text = "".join(f"def f{n}(a):\n    return a.{n}\n\n" for n in range(20_000))
    counter = token_counter()
    told = []
    for parser in (CPythonParser(time_limit=0), WorkerParser(partial(parse, time_limit=0))):
        (file,) = read_sources([("long.py", text)], parser)
        told.append((file.parsed.status, file.parsed.message, file.chunks(counter)))
    assert told[0] == told[1]
    status, message, chunks = told[0]
    assert (status, message) == ("timeout", "Parsing took longer than 0 s.")
    assert {chunk.kind for chunk in chunks} == {"text"}
    assert "".join("".join(chunk.code(text) for chunk in chunks).split()) == "".join(text.split())


def test_a_broken_query_fails_its_language_alone(open_site: Callable[[Path], Page], tmp_path: Path) -> None:
    for query in QUERIES.glob("*.scm"):
        (tmp_path / query.name).write_bytes(query.read_bytes())
    (tmp_path / "go.scm").write_text("(no_such_node) @comment")
    broken, whole = _parser_of(open_site(tmp_path))([("go", "package a"), ("python", "f(1)")])
    assert broken.status == "failed"
    assert whole.status == "ok"
