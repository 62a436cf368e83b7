"""Notebooks: a chunk a cell, cited by the lines of the JSON file."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st


def notebook(*cells: tuple[str, object], indent: int | None = 1) -> str:
    rows = [
        {"cell_type": kind, "metadata": {"source": "no"}, "outputs": [{"source": ["no"]}], "source": source}
        for kind, source in cells
    ]
    return json.dumps(
        {"cells": rows, "metadata": {"cells": [{"source": "no"}]}, "nbformat": 4}, indent=indent
    )


def test_each_cell_is_a_chunk_under_the_last_heading(chunked) -> None:
    text = notebook(("markdown", ["# Load\n", "the data"]), ("code", ["import pandas\n", 'x = "{é}"']))
    chunks = chunked("a.ipynb", text)
    assert [(c.kind, c.symbol, c.code(text)) for c in chunks] == [
        ("cell", "cell 1", "# Load\nthe data"),
        ("cell", "cell 2", 'import pandas\nx = "{é}"'),
    ]
    assert chunks[1].header == "a.ipynb\nLoad"


def test_lines_are_those_of_the_strings_in_the_file(chunked) -> None:
    text = notebook(("code", ["import pandas\n", "frame = 1"]))
    chunk = chunked("a.ipynb", text)[0]
    lines = text.split("\n")
    assert "import pandas" in lines[chunk.start_line - 1]
    assert "frame = 1" in lines[chunk.end_line - 1]
    assert text[chunk.start : chunk.end].startswith('"import') and text[chunk.start : chunk.end].endswith(
        '1"'
    )


def test_long_cells_are_cut_and_each_part_cites_its_own_lines(chunked) -> None:
    source = [f"value_{n} = compute(source_{n}, factor={n})\n" for n in range(80)]
    text = notebook(("code", source))
    chunks = chunked("a.ipynb", text)
    lines = text.split("\n")
    assert len(chunks) > 2
    for chunk in chunks:
        assert chunk.tokens <= 256
        shown = [
            json.loads(line.strip().rstrip(",")) for line in lines[chunk.start_line - 1 : chunk.end_line]
        ]
        assert "".join(shown).rstrip("\n") == chunk.code(text)


def test_a_source_that_is_one_string_and_a_file_that_is_one_line(chunked) -> None:
    text = notebook(("code", "a = 1\nb = 2"), ("raw", ""), ("code", []), indent=None)
    chunks = chunked("a.ipynb", text)
    assert [(c.code(text), c.start_line, c.end_line) for c in chunks] == [("a = 1\nb = 2", 1, 1)]


def test_what_is_no_notebook_is_cut_as_text(chunked, keeps_promises) -> None:
    for text in ('{"cells": [', '{"cells": 1}', "[1, 2]", "[" * 5000, '{"worksheets": []}', "\ufeff{}"):
        chunks = chunked("a.ipynb", text)
        assert {c.kind for c in chunks} == {"text"}
        keeps_promises("a.ipynb", text, chunks)


@settings(max_examples=150, deadline=None)
@given(
    cells=st.lists(
        st.tuples(
            st.sampled_from(["code", "markdown", "raw"]),
            st.one_of(st.text(max_size=60), st.lists(st.text(max_size=30), max_size=5)),
        ),
        max_size=5,
    ),
    indent=st.sampled_from([None, 1]),
    ascii_only=st.booleans(),
)
def test_no_line_of_a_cell_is_lost(chunked, cells, indent, ascii_only) -> None:
    text = notebook(*cells, indent=indent)
    if not ascii_only:
        text = json.dumps(json.loads(text), ensure_ascii=False, indent=indent)
    whole = "".join(source if isinstance(source, str) else "".join(source) for _, source in cells)
    kept = "".join(chunk.code(text) for chunk in chunked("a.ipynb", text))
    assert sorted("".join(kept.split())) == sorted("".join(whole.split()))
