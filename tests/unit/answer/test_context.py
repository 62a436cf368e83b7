from hypothesis import given
from hypothesis import strategies as st

from app.engine.answer.context import Wanted, pack, render

TEXTS = {
    "a.py": [f"line {n} of a" for n in range(1, 31)],
    "b.py": [f"line {n} of b" for n in range(1, 11)],
}


def count(text):
    return len(text.split())


def want(path, first, last, reason="fits"):
    return Wanted(path, first, last, "f", reason)


def test_pieces_are_shown_in_the_order_of_files_and_lines():
    pieces = pack([want("b.py", 1, 2), want("a.py", 20, 22), want("a.py", 3, 5)], TEXTS, 1000, count)
    assert [(p.path, p.first, p.last) for p in pieces] == [("a.py", 3, 5), ("a.py", 20, 22), ("b.py", 1, 2)]
    assert pieces[0].render() == "### [a.py:3-5] f — fits\nline 3 of a\nline 4 of a\nline 5 of a\n"


def test_no_line_is_shown_twice():
    pieces = pack([want("a.py", 5, 10), want("a.py", 1, 20), want("a.py", 6, 7)], TEXTS, 1000, count)
    assert [(p.first, p.last) for p in pieces] == [(1, 4), (5, 10), (11, 20)]


def test_a_place_over_the_budget_is_cut_at_a_line_end_and_says_so():
    (piece,) = pack([want("a.py", 1, 30)], TEXTS, 40, count)
    assert piece.cut and piece.text.split("\n") == TEXTS["a.py"][: piece.last]
    assert "goes on" in piece.render()


def test_what_does_not_fit_makes_room_for_what_does():
    pieces = pack([want("a.py", 1, 3), want("a.py", 10, 30), want("b.py", 1, 1)], TEXTS, 28, count)
    assert [(p.path, p.first) for p in pieces] == [("a.py", 1), ("b.py", 1)]


def test_an_unknown_file_and_lines_past_the_end_are_left_out():
    assert pack([want("c.py", 1, 2), want("b.py", 11, 12)], TEXTS, 1000, count) == []


@given(
    st.lists(
        st.tuples(st.sampled_from(["a.py", "b.py"]), st.integers(1, 35), st.integers(0, 20)), max_size=12
    ),
    st.integers(0, 300),
)
def test_the_budget_holds_and_lines_are_whole_and_distinct(wanted, budget):
    pieces = pack([want(path, first, first + more) for path, first, more in wanted], TEXTS, budget, count)
    assert count(render(pieces)) <= budget
    shown = [(p.path, line) for p in pieces for line in range(p.first, p.last + 1)]
    assert len(shown) == len(set(shown))
    for p in pieces:
        assert p.text.split("\n") == TEXTS[p.path][p.first - 1 : p.last]
