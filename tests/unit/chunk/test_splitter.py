"""What becomes of a source file: which chunks, how they are named, headed and joined."""

from __future__ import annotations

from textwrap import dedent

from app.engine.chunk.model import Chunk
from app.engine.chunk.splitter import embed_text


def table(chunks: list[Chunk]) -> list[tuple[str, str, int, int]]:
    return [(c.kind, c.symbol, c.start_line, c.end_line) for c in chunks]


def long_body(statements: int, indent: str = "    ") -> str:
    return "".join(f"{indent}total_{n} = compute(value_{n}, factor={n})\n" for n in range(statements))


STORE = '''\
"""Keeps things."""

import json
from pathlib import Path

# Where things are kept by default.
FOLDER = Path("things")
LIMIT = 10


class Store:
    """Things in a folder."""

    suffix = ".json"

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.cache: dict[str, dict[str, object]] = {}
        self.folder.mkdir(parents=True, exist_ok=True)

    # Reads through the cache.
    @property
    def names(self) -> list[str]:
        """Sorted names of what is kept."""
        found = [path.stem for path in self.folder.glob("*" + self.suffix)]
        return sorted(set(found) | set(self.cache))

    def one(self): return 1

    def two(self): return 2


def main() -> None:
    """Print every name that is kept in the default folder."""
    for name in Store().names:
        print(json.dumps({"name": name}))


if __name__ == "__main__":
    main()
'''


def test_definitions_are_chunks_and_the_code_between_them_too(chunked) -> None:
    assert table(chunked("pkg/store.py", STORE)) == [
        ("constant", "FOLDER", 1, 8),
        ("class", "Store", 11, 14),
        ("method", "Store.__init__", 16, 19),
        ("method", "Store.names", 21, 26),
        ("method", "Store.one", 28, 30),
        ("function", "main", 33, 40),
    ]


def test_a_few_words_between_definitions_go_with_one_of_them(chunked) -> None:
    fields = "".join(f"        int count_{n} = {n}; // of orders\n" for n in range(8))
    orders = "".join(f"    class Order{n}\n    {{\n{fields}    }}\n    #endregion\n" for n in range(2))
    assert table(chunked("Orders.cs", "namespace Shop.Orders\n{\n" + orders + "}\n")) == [
        ("class", "Shop.Orders.Order0", 1, 13),
        ("class", "Shop.Orders.Order1", 14, 27),
    ]
    # Not where it would have to be cut for them.
    full = "def f():\n" + long_body(16)
    assert [c.tokens > 200 for c in chunked("full.py", full)] == [True]
    assert table(chunked("full.py", "\n".join(["import os", "import sys", "", full]))) == [
        ("code", "", 1, 2),
        ("function", "f", 4, 20),
    ]


def test_definitions_of_two_lines_are_joined_with_those_beside_them(chunked) -> None:
    text = "".join(
        f"#define CHECK_{n}(first, second) \\\n  check_all_of_them(first, second, {n})\n" for n in range(8)
    )
    assert [(c.start_line, c.end_line) for c in chunked("check.c", text)] == [(1, 10), (11, 16)]


def test_what_a_callback_defines_stays_with_the_code_around_it(chunked) -> None:
    text = (
        "test('orders', () => {\n  const schema = z.string();\n  type Order = z.infer<typeof schema>;\n"
        "  const check = (text) => schema.parse(text);\n  expect(check('a')).toBe('a');\n});\n"
    )
    assert table(chunked("orders.test.ts", text)) == [("code", "", 1, 6)]


def test_a_long_comment_is_cut_between_its_paragraphs(chunked) -> None:
    paragraph = "// " + "\n// ".join(["It says what it does and why, at length and in order."] * 8)
    chunks = chunked("long.go", f"{paragraph}\n//\n{paragraph}\n//\n{paragraph}\npackage long\n")
    assert [(c.start_line, c.end_line) for c in chunks] == [(1, 9), (10, 18), (19, 27)]


def test_a_comment_and_decorators_above_a_definition_are_in_its_chunk(chunked) -> None:
    names = next(c for c in chunked("pkg/store.py", STORE) if c.symbol == "Store.names")
    assert names.code(STORE).splitlines()[0] == "    # Reads through the cache."
    assert "@property" in names.code(STORE)


def test_the_header_names_path_and_class_and_leaves_out_the_signature_that_the_code_shows(chunked) -> None:
    names = next(c for c in chunked("pkg/store.py", STORE) if c.symbol == "Store.names")
    assert names.header == "pkg/store.py\nStore"
    assert embed_text(names, STORE) == names.header + "\n" + names.code(STORE)
    assert names.symbol_id == "pkg/store.py::Store.names"


def test_long_functions_are_cut_at_statements_and_repeat_their_signature(chunked) -> None:
    text = "def work(value_0: int) -> int:\n" + long_body(60) + "    return total_0\n"
    parts = chunked("pkg/work.py", text)
    assert len(parts) > 2
    assert [c.part for c in parts] == [(k, len(parts)) for k in range(1, len(parts) + 1)]
    assert parts[0].header == "pkg/work.py"
    assert {c.header for c in parts[1:]} == {"pkg/work.py\ndef work(value_0: int) -> int"}
    sizes = [c.tokens for c in parts]
    assert max(sizes) - min(sizes) < 60, "parts are of about one size"


def test_a_statement_is_kept_whole_where_another_cut_will_do(chunked) -> None:
    call = "    send(\n" + "".join(f"        argument_{n}=value_{n},\n" for n in range(12)) + "    )\n"
    text = "def work():\n" + call * 5
    for chunk in chunked("work.py", text):
        assert chunk.code(text).count("send(\n") == chunk.code(text).count("\n    )")


def test_a_statement_longer_than_the_window_is_cut_at_the_statements_inside(chunked) -> None:
    inside = "".join(f"        if item.kind == {n}:\n            handle_{n}(item, {n})\n" for n in range(60))
    text = "def work(items):\n    for item in items:\n" + inside
    parts = chunked("work.py", text)
    assert len(parts) > 2
    for part in parts[1:]:
        assert part.code(text).lstrip().startswith("if item.kind")


def test_a_comment_stays_with_the_statement_under_it_when_a_function_is_cut(chunked) -> None:
    step = "    # Explains the next step.\n    value = transform(value, step, more, and_more)\n\n"
    text = "def work(value):\n" + step * 30
    for part in chunked("work.py", text):
        assert part.code(text).rstrip().endswith("and_more)")


def test_a_line_longer_than_the_window_is_cut_inside_and_keeps_its_line_number(chunked) -> None:
    text = "first = 1\n\ndef f():\n    return [" + ", ".join(str(n) for n in range(600)) + "]\n"
    parts = [c for c in chunked("data.py", text) if c.start_line == 4]
    assert len(parts) > 3
    assert all(c.end_line == 4 for c in parts)
    assert "".join(c.code(text) for c in parts).replace(" ", "") == text.split("\n")[3].replace(" ", "")


def test_nested_functions_of_a_long_function_are_chunks_of_their_own(chunked) -> None:
    inner = "    def inner(row):\n" + long_body(8, "        ") + "        return row\n"
    text = "def outer():\n" + long_body(12) + "\n" + inner + "\n" + long_body(12) + "    return inner\n"
    chunks = chunked("outer.py", text)
    assert [c.symbol for c in chunks] == ["outer", "outer.inner", "outer"]
    assert [c.part for c in chunks] == [(1, 2), (1, 1), (2, 2)]
    assert chunks[1].header == "outer.py\nouter"


def test_nested_functions_of_a_short_function_stay_in_it(chunked) -> None:
    text = "def outer():\n    def inner():\n        return 1\n    return inner\n"
    assert table(chunked("outer.py", text)) == [("function", "outer", 1, 4)]


def test_members_without_a_body_stay_with_their_class_unless_documented(chunked) -> None:
    note = ("  // " + "explains what it does and why a caller may want it " + "\n") * 3
    text = (
        "class Shape {\n public:\n" + note + "  double area() const;\n\n"
        "  double width() const;\n  double height() const;\n  double depth() const;\n\n"
        "  int twice(int n) { return 2 * n; }\n};\n"
    )
    assert table(chunked("shape.hpp", text)) == [
        ("class", "Shape", 1, 2),
        ("method", "Shape.area", 3, 6),
        ("class", "Shape", 8, 13),
    ]


def test_fields_below_methods_are_another_part_of_the_class(chunked) -> None:
    method = "    def run(self):\n" + long_body(6, "        ")
    fields = "".join(f"    field_{n}: int = {n}\n" for n in range(12))
    text = "class Job:\n" + fields + "\n" + method + "\n" + fields.replace("field", "late")
    chunks = chunked("job.py", text)
    assert [(c.symbol, c.part) for c in chunks] == [("Job", (1, 2)), ("Job.run", (1, 1)), ("Job", (2, 2))]
    assert chunks[2].header == "job.py\nclass Job"


def test_short_neighbours_that_are_alike_are_joined_under_the_longest(chunked) -> None:
    text = dedent(
        """\
        A = 1
        B = {"key": "value", "other": "thing"}

        def one(): return 1
        def two(): return 2
        """
    )
    assert table(chunked("short.py", text)) == [("constant", "B", 1, 2), ("function", "one", 4, 5)]


def test_a_brace_that_closes_belongs_to_what_it_closes(chunked) -> None:
    broken = "class A:\n    def f(self):\n" + long_body(8, "        ") + "\n)\n"
    assert chunked("broken.py", broken)[-1].symbol == "A.f"


def test_good_parts_of_a_file_with_errors_keep_their_names(chunked, keeps_promises) -> None:
    text = (
        "def good():\n"
        + long_body(6)
        + "\ndef bad(:\n    return ][\n\nclass Fine:\n    def f(self):\n"
        + long_body(6, "        ")
    )
    chunks = chunked("broken.py", text)
    keeps_promises("broken.py", text, chunks)
    assert {"good", "Fine.f"} <= {c.symbol for c in chunks}


def test_a_rename_keeps_every_hash_and_a_change_keeps_the_others(chunked) -> None:
    before = {c.symbol: c.hash for c in chunked("pkg/store.py", STORE)}
    assert {c.symbol: c.hash for c in chunked("other/name.py", STORE)} == before
    after = {c.symbol: c.hash for c in chunked("pkg/store.py", STORE.replace("in the default", "in a"))}
    assert {symbol for symbol in before if before[symbol] != after[symbol]} == {"main"}


def test_lines_count_as_github_counts_them(chunked) -> None:
    text = 'A = """\r\n\u2028 one\x0c\r two\r\n"""\r\n\r\n\r\ndef f():\r\n' + long_body(6).replace(
        "\n", "\r\n"
    )
    function = next(c for c in chunked("crlf.py", text) if c.symbol == "f")
    assert function.start_line == 6
    assert text.split("\n")[5].startswith("def f")


def test_long_paths_and_signatures_are_shortened_to_the_header_s_share(chunked, counter) -> None:
    arguments = ", ".join(f"argument_number_{n}: dict[str, list[int]] = DEFAULT_{n}" for n in range(20))
    text = f"def work({arguments}):\n" + long_body(30)
    path = "/".join(["organisation", "application", "component", "implementation"] * 4) + "/work.py"
    last = chunked(path, text)[-1]
    assert counter.count(last.header) <= 40
    assert last.header.split("\n")[0].endswith("implementation/work.py")
    assert last.header.split("\n")[1].startswith("def work(argument_number_0")
