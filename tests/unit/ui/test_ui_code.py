"""The code pane: the outline follows the lines that are set off, and stays short."""

import pytest

from app.ui.state import State
from app.ui.views import code


def symbol(name, start, end):
    return {
        "id": f"a.py#{name}",
        "kind": "function",
        "name": name,
        "qualified_name": name,
        "start_line": start,
        "end_line": end,
    }


def state_with(symbols, line=0):
    state = State()
    state.current = "r"
    state.file = {"path": "a.py", "symbols": symbols}
    state.lines = (line, line)
    state.is_outline_open = True
    return state


def rows(state):
    """The outline's rows as (classes of the row, name, whether it is the current one)."""
    ((_, _, _, listed),) = code.outline(state)
    return [
        (row[0], row[2][2][2], row[2][1]["aria-current"] == "true")
        for row in listed[2:]
        if row[0] != "li.help"
    ]


def test_a_symbol_inside_another_is_indented():
    nested = [symbol("A", 1, 9), symbol("f", 2, 4), symbol("g", 5, 9), symbol("B", 10, 12)]
    assert [(row, name) for row, name, _ in rows(state_with(nested))] == [
        ("li.depth-0", "A"),
        ("li.depth-1", "f"),
        ("li.depth-1", "g"),
        ("li.depth-0", "B"),
    ]


@pytest.mark.parametrize(("line", "current"), [(0, []), (1, ["A"]), (3, ["f"]), (9, ["A"]), (11, [])])
def test_the_innermost_symbol_around_the_cited_line_is_the_current_one(line, current):
    state = state_with([symbol("A", 1, 9), symbol("f", 2, 4)], line)
    assert [name for _, name, is_current in rows(state) if is_current] == current


@pytest.mark.parametrize("line", [0, 1, 5_000, 20_000])
def test_of_thousands_of_symbols_those_around_the_current_one_are_listed(line):
    state = state_with([symbol(f"f{n}", n, n) for n in range(1, 20_001)], line)
    listed = rows(state)
    assert len(listed) == code.SYMBOLS
    assert [name for _, name, is_current in listed if is_current] == ([f"f{line}"] if line else [])
    assert "19,700 more" in str(code.outline(state))


def test_a_closed_outline_has_no_rows():
    state = state_with([symbol("f", 1, 2)])
    state.is_outline_open = False
    assert "f" not in str(code.outline(state)[0][3:])
