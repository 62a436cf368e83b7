import pytest

from app.engine.answer.citations import Citation, Paths, check, cite, find
from app.engine.answer.sent import Sent

PATHS = Paths(
    [
        "src/a.py",
        "lib/a.py",
        "b.py",
        "app/[id]/[[...slug]]/page.tsx",
        "app/(shop)/cart.ts",
        "a b.py",
        "Makefile",
    ]
)


def places(text):
    return [(c.path, c.first, c.last) for c in find(text, PATHS)]


def spans(text):
    return [text[c.start : c.end] for c in find(text, PATHS)]


def test_a_citation_is_found_where_it_was_written():
    text = f"See {cite('src/a.py', 3)} and {cite('b.py', 4, 9)}."
    assert places(text) == [("src/a.py", 3, 3), ("b.py", 4, 9)]
    assert spans(text) == ["[src/a.py:3]", "[b.py:4-9]"]


@pytest.mark.parametrize(
    ("text", "found", "span"),
    [
        ("see b.py:12, 3 callers", ("b.py", 12, 12), "b.py:12"),
        ("It is in `b.py:12-15`.", ("b.py", 12, 15), "`b.py:12-15`"),
        ("It is there (b.py:12).", ("b.py", 12, 12), "b.py:12"),
        ("b.py#L12-L20 does it", ("b.py", 12, 20), "b.py#L12-L20"),
        ("as [here](src/a.py#L5) said", ("src/a.py", 5, 5), "[here](src/a.py#L5)"),
        ("as [b.py:12](b.py#L12) said", ("b.py", 12, 12), "[b.py:12](b.py#L12)"),
        ("[b.py, lines 12-20]", ("b.py", 12, 20), "[b.py, lines 12-20]"),
        ("in b.py, line 7, it", ("b.py", 7, 7), "b.py, line 7"),
        ("in `b.py` line 7 it", ("b.py", 7, 7), "`b.py` line 7"),
        ("[`b.py:12`]", ("b.py", 12, 12), "[`b.py:12`]"),
        ("[`a b.py`:2]", ("a b.py", 2, 2), "[`a b.py`:2]"),
        ("[b.py:L3-L5]", ("b.py", 3, 5), "[b.py:L3-L5]"),
        ("[b.py:9–12]", ("b.py", 9, 12), "[b.py:9–12]"),
        ("[b.py:12:5]", ("b.py", 12, 12), "[b.py:12:5]"),
        ("**b.py:3**", ("b.py", 3, 3), "b.py:3"),
        ("| b.py:3 |", ("b.py", 3, 3), "b.py:3"),
        ("Makefile:4 says", ("Makefile", 4, 4), "Makefile:4"),
        ("in app/(shop)/cart.ts:3", ("app/(shop)/cart.ts", 3, 3), "app/(shop)/cart.ts:3"),
        ("[app/[id]/[[...slug]]/page.tsx:7]", ("app/[id]/[[...slug]]/page.tsx", 7, 7), None),
        ("nowhere/z.py:3", ("nowhere/z.py", 3, 3), "nowhere/z.py:3"),
    ],
)
def test_ways_that_models_write_citations_are_understood(text, found, span):
    assert places(text) == [found]
    assert spans(text) == [span or text]


@pytest.mark.parametrize("text", ["[b.py:12, 15-16]", "(b.py:12, 15-16)"])
def test_several_lines_of_a_file_are_citations_of_their_own(text):
    assert places(text) == [("b.py", 12, 12), ("b.py", 15, 16)]
    assert spans(text) == ["b.py:12", "15-16"]


def test_several_files_in_brackets_are_citations_of_their_own():
    assert places("[b.py:1, src/a.py:2-3; lib/a.py:4]") == [
        ("b.py", 1, 1),
        ("src/a.py", 2, 3),
        ("lib/a.py", 4, 4),
    ]


def test_neighbouring_and_linked_brackets_are_kept_apart():
    assert places("[b.py:1][src/a.py:2] [text](http://x) [1] [c:d]") == [("b.py", 1, 1), ("src/a.py", 2, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "x = a[1:2] and b[0:10], `s[i:5]`",
        "http://localhost/b.py:80 at 10:30, note: 12",
        "version 1.2.py:3.4",
        "foo:3 and [foo:3] and localhost:8080",
        "```py\nb.py:12\n[b.py:3]\n```",
        "~~~\n[b.py:3]\n",
    ],
)
def test_what_only_looks_like_a_citation_is_none(text):
    assert places(text) == []


def test_what_follows_a_block_of_code_is_found():
    assert places("```\nx\n```\n[b.py:3]") == [("b.py", 3, 3)]


def test_positions_count_code_points():
    (citation,) = find("😀 [b.py:3]", PATHS)
    assert citation == Citation("b.py", 3, 3, 2, 10)


def checked(text, sent, counts=None):
    counts = counts or {"src/a.py": 50, "lib/a.py": 50, "b.py": 20}
    return [(c.path, c.reason) for c in (check(one, PATHS, sent, counts) for one in find(text, PATHS))]


def test_a_citation_is_good_where_its_lines_were_sent():
    sent = Sent({"b.py": range(3, 9), "src/a.py": [7]})
    assert checked("[b.py:3-8] b.py:5 [a.py:7]", sent) == [("b.py", ""), ("b.py", ""), ("src/a.py", "")]


def test_a_citation_may_reach_a_little_beyond_what_was_sent():
    sent = Sent({"b.py": range(3, 9)})
    assert checked("[b.py:3-10] [b.py:5-20] [b.py:1-8]", sent) == [
        ("b.py", ""),
        ("b.py", "the model was not shown these lines"),
        ("b.py", "the model was not shown these lines"),
    ]


def test_what_is_wrong_with_a_citation_is_said():
    sent = Sent({"b.py": range(3, 9)})
    assert checked("[b.py:15] [b.py:21] [b.py:0] [zz.py:1] [a.py:1]", sent) == [
        ("b.py", "the model was not shown these lines"),
        ("b.py", "the file has 20 lines"),
        ("b.py", "the file has 20 lines"),
        ("", "there is no such file"),
        ("", "several files end so"),
    ]
