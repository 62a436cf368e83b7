"""The finder's order of hits."""

from app.engine.find import find, score
from app.engine.graph.model import FileSymbols, Symbol


def symbol(name: str, qualified: str = "") -> Symbol:
    return Symbol(f"a.py::{qualified or name}", "function", name, qualified or name, "a.py", 3, 4, 0, 9, 5, 9)


def test_an_equal_name_goes_before_a_prefix_a_word_an_inside_and_initials():
    names = ["get", "getRow", "row_get", "forget", "GetEveryThing"]
    scores = [score("get", name) for name in names]
    assert scores[0] > scores[1] > scores[2] > scores[3] > 0
    assert score("gsr", "getStoredRow") > 0
    assert score("xyz", "getStoredRow") == 0


def test_symbols_and_files_are_found_together():
    files = {"a.py": FileSymbols("a.py", "python", [symbol("session"), symbol("close", "Session.close")])}
    rows = {
        "a.py": {"state": "indexed"},
        "session.py": {"state": "indexed"},
        "session.bin": {"state": "skipped"},
    }
    hits = find(files, rows, "session", 10)
    assert [hit["qualified_name"] for hit in hits] == ["session", "session.py", "Session.close"]
    assert hits[0]["line"] == 3


def test_nothing_typed_finds_nothing_and_the_limit_holds():
    files = {"a.py": FileSymbols("a.py", "python", [symbol(f"name{i}") for i in range(30)])}
    assert find(files, {}, "  ", 10) == []
    assert len(find(files, {}, "name", 10)) == 10
