import pytest

from app.engine.answer.excerpt import excerpt, first_sentence
from app.engine.answer.markdown import code, counted, joined, plain
from app.engine.answer.prose import first_paragraph

LINES = [f"line {n}" for n in range(1, 101)]
LINES[79] = "needle here, a needle and a pin"


def test_a_short_symbol_is_shown_whole_and_without_its_blank_end():
    part = excerpt(["def f():", "    return 1", "", ""], 1, 4, set())
    assert (part.first, part.last, part.code) == (1, 2, "def f():\n    return 1")


def test_a_long_one_is_cut_to_its_head_or_to_the_lines_that_say_most():
    assert (excerpt(LINES, 1, 100, set(), 10).first, excerpt(LINES, 1, 100, set(), 10).last) == (1, 10)
    part = excerpt(LINES, 1, 100, {"needle", "here", "pin"}, 10)
    assert part.first <= 80 <= part.last and part.last - part.first == 9


def test_lines_past_the_end_are_left_out():
    assert excerpt(["a", "b"], 2, 9, set()).code == "b"
    assert excerpt([""], 5, 9, set()).code == ""


def test_the_first_sentence():
    assert first_sentence("Keeps `a.b` orders. And more.\n\nNext.") == "Keeps `a.b` orders."
    assert first_sentence("word " * 99, 20) == "word word word word …"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*a* [b](c) <d> #e | ~f~", r"\*a\* \[b\](c) \<d\> \#e \| \~f\~"),
        ("keep `a*b` and ``c_d``", "keep `a*b` and `c_d`"),
        ("- no list\nat all", r"\- no list at all"),
        ("1. no list", r"1\. no list"),
        ("a_b\\c", r"a\_b\\c"),
    ],
)
def test_text_of_the_repository_formats_nothing(text, shown):
    assert plain(text) == shown


def test_words_are_counted_and_joined():
    assert [counted(1, "class", "classes"), counted(2, "class", "classes")] == ["1 class", "2 classes"]
    assert counted(1_234, "file") == "1,234 files"
    assert joined([]) == "" and joined(["a"]) == "a" and joined(["a", "b", "c"], "or") == "a, b or c"
    assert code("a`b\nc") == "`ab c`"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Title\n\n[![b](x)](y)\n\nIt keeps **all** the [orders](x) of one shop.\n", 5),
        ("Title\n=====\n\n.. image:: x\n\nIt keeps **all** the `orders <x>`_ of one shop.\n", 6),
        ("<p align=center>\n<img src=x>\n</p>\n\n<p>It keeps *all* the orders of one shop.</p>", 5),
        ("```\nIt is code and not prose at all, see\n```\n\nIt keeps all the orders of one shop.", 5),
    ],
)
def test_the_first_paragraph_of_a_readme(text, said):
    assert first_paragraph(text) == ("It keeps all the orders of one shop.", said)


def test_a_readme_without_prose():
    assert first_paragraph("# Title\n\n- a list of things that goes on and on for long\n") is None
