"""Documents by heading, other text by paragraph or block."""

from __future__ import annotations

from textwrap import dedent

from app.engine.chunk.model import Chunk

PARAGRAPH = (
    "The engine reads every file of the repository, cuts it into chunks and keeps them in the store. " * 3
)


def sections(chunks: list[Chunk]) -> list[tuple[str, int]]:
    return [(c.symbol, c.start_line) for c in chunks]


def test_sections_are_named_by_their_headings(chunked) -> None:
    text = f"# Guide\n{PARAGRAPH}\n## Install ##\n{PARAGRAPH}\n### Linux\n{PARAGRAPH}\n## Use\n{PARAGRAPH}\n"
    chunks = chunked("docs/guide.md", text)
    assert sections(chunks) == [
        ("Guide", 1),
        ("Guide > Install", 3),
        ("Guide > Install > Linux", 5),
        ("Guide > Use", 7),
    ]
    assert {c.kind for c in chunks} == {"section"}
    assert chunks[1].header == "docs/guide.md\nGuide > Install"


def test_underlined_headings_count_and_rules_and_tables_do_not(chunked) -> None:
    text = (
        f"Guide\n=====\n\n{PARAGRAPH}\n\nInstall\n---\n{PARAGRAPH}\n\n---\n\n"
        f"{PARAGRAPH}\n| a | b |\n|---|---|\n\n- item\n---\n{PARAGRAPH}\n"
    )
    assert {c.symbol for c in chunked("a.md", text)} == {"Guide", "Guide > Install"}


def test_fenced_code_and_front_matter_hold_no_headings(chunked) -> None:
    text = dedent(
        f"""\
        ---
        title: x
        # comment
        ---

        # Guide
        {PARAGRAPH}
        ```sh
        # not a heading
        ~~~
        ```

        ~~~~
        ```
        # nor this
        ~~~
        ~~~~

        ## Use
        {PARAGRAPH}
        """
    )
    assert {c.symbol for c in chunked("a.mdx", text)} == {"Guide", "Guide > Use"}


def test_a_title_without_text_goes_with_the_section_under_it(chunked) -> None:
    text = f"# Guide\n\n## Install\n\n{PARAGRAPH}\n"
    assert sections(chunked("a.md", text)) == [("Guide", 1)]


def test_long_sections_are_cut_between_paragraphs(chunked) -> None:
    text = "# Guide\n\n" + f"{PARAGRAPH}\n\n" * 12
    chunks = chunked("a.md", text)
    assert [c.part for c in chunks] == [(k, len(chunks)) for k in range(1, len(chunks) + 1)]
    assert len(chunks) > 2
    assert all(c.code(text).endswith("store. ") for c in chunks)


def test_headings_deeper_than_the_header_allows_keep_the_innermost(chunked, counter) -> None:
    headings = "".join(
        f"{'#' * n} The quite long heading of the level number {n}\n{PARAGRAPH}\n" for n in range(1, 7)
    )
    last = chunked("a.md", headings)[-1]
    assert last.header.endswith("number 6")
    assert counter.count(last.header) <= 40


def test_restructured_titles_are_told_by_their_adornment(chunked) -> None:
    text = (
        f"=====\nGuide\n=====\n\n{PARAGRAPH}\n\nInstall\n-------\n\n{PARAGRAPH}\n\n"
        f"Linux\n~~~~~\n\n{PARAGRAPH}\n\nUse\n---\n\n{PARAGRAPH}\n"
    )
    assert sections(chunked("docs/guide.rst", text)) == [
        ("Guide", 1),
        ("Guide > Install", 7),
        ("Guide > Install > Linux", 12),
        ("Guide > Use", 17),
    ]


def test_configuration_is_cut_between_its_blocks(chunked) -> None:
    job = "  {name}:\n    runs-on: ubuntu\n    steps:\n" + "      - run: make test TARGET=all\n" * 10
    text = "jobs:\n" + "".join(job.format(name=f"job{n}") for n in range(12))
    for chunk in chunked("ci.yml", text)[1:]:
        assert chunk.code(text).startswith("  job")
    entry = '  "{name}": {{\n' + '    "value": "a longer text",\n' * 15 + '    "last": 1\n  }},\n'
    text = "{\n" + "".join(entry.format(name=f"key{n}") for n in range(12)) + '  "end": 0\n}\n'
    for chunk in chunked("data.json", text)[1:]:
        assert chunk.code(text).lstrip().startswith(('"key', '"end'))
    text = "".join(f"[table.{n}]\n" + 'key = "a longer value"\n' * 14 for n in range(12))
    for chunk in chunked("pyproject.toml", text):
        assert chunk.code(text).startswith("[table")


def test_text_is_joined_from_paragraphs_to_a_good_size(chunked) -> None:
    text = "A short paragraph.\n\n" * 100
    chunks = chunked("notes.txt", text)
    assert {c.kind for c in chunks} == {"text"}
    assert len(chunks) == 2 or all(c.tokens > 100 for c in chunks)


def test_files_without_an_extension_are_taken(chunked) -> None:
    assert [c.kind for c in chunked("Makefile", "all:\n\tmake test\n")] == ["text"]
