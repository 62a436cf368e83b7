"""Below the code: what may be asked of a symbol, its rows, and a file's unresolved references."""

import json

from app.shared import protocol
from app.ui.state import State
from app.ui.views import relations

ROW = {"name": "place", "path": "a.py", "line": 7, "rule": "import", "confidence": 0.97, "kind": "calls"}


def state_with(**known):
    state = State()
    state.current = "r"
    state.file = {"path": "a.py", "symbols": [{"id": "a.py::f", "name": "f"}]}
    if known:
        common = {"id": "a.py::f", "name": "f", "query": "", "depth": 2, "hits": [], "to": "", "groups": None}
        state.relations = common | known
    return state


def text(specs):
    """All that is to be read, in one string."""
    if isinstance(specs, str):
        return specs
    children = specs[2:] if specs and isinstance(specs[0], str) else specs
    return " ".join(filter(None, (text(child) for child in children if child)))


def groups(*rows, total=None):
    return [{"title": "Directly", "total": total or len(rows), "rows": list(rows)}]


def test_without_a_file_there_is_nothing_and_without_lines_no_symbol_is_offered():
    assert relations.panel(State(), None) == []
    assert text(relations.panel(state_with(), None)) == "Unresolved references"
    assert "Relations of  f" in text(relations.panel(state_with(), {"name": "f"}))


def test_a_row_shows_its_place_its_rule_and_how_sure_it_is_and_leaves_the_relations_there():
    specs = relations.panel(state_with(query=protocol.CALLERS, groups=groups(ROW | {"via": "g"})), None)
    assert "a.py:7 through g import · 97 %" in text(specs)
    assert '"data-keep": "true"' in json.dumps(specs)


def test_what_is_asked_is_marked_and_only_what_goes_further_has_a_depth():
    callers = json.dumps(relations.panel(state_with(query=protocol.CALLERS, groups=[]), None))
    assert callers.count('"aria-pressed": "true"') == 1
    assert '"value": "2", "selected": true' in callers
    assert "relate-depth" not in json.dumps(relations.panel(state_with(groups=[]), None))


def test_more_rows_than_fit_are_counted():
    specs = relations.panel(state_with(groups=groups(*[ROW] * 150, total=400)), None)
    assert "400 relations" in text(specs)
    assert "and 300 more" in text(specs)


def test_a_path_that_is_not_there_is_told_of_once_it_was_asked_for():
    open_question = state_with(query=protocol.PATH)
    assert "No chain" not in text(relations.panel(open_question, None))
    asked = state_with(query=protocol.PATH, groups=[], to="g")
    assert "No chain of uses leads from f to g, nor back." in text(relations.panel(asked, None))


def test_unresolved_references_come_by_reason():
    state = state_with()
    row = {"name": "x.send", "kind": "call", "scope": "f", "line": 3}
    state.unresolved = [{"title": "not defined in scope", "total": 1, "rows": [row]}]
    shown = text(relations.panel(state, None))
    assert "Unresolved references · 1" in shown
    assert "not defined in scope · 1 x.send line 3  in f call" in shown
    state.unresolved = []
    assert "Every name in this file leads somewhere known." in text(relations.panel(state, None))
