from dataclasses import replace

import pytest

from app.engine.retrieve.exact import Exact
from app.engine.retrieve.fuse import Fused, K, fuse
from app.engine.retrieve.question import read_question
from app.engine.retrieve.rank import rank
from app.engine.retrieve.rows import ChunkRow
from app.engine.retrieve.versions import older_versions


def row(id, path="shop/a.py", symbol="", role="code", kind="function", part=1, parts=1):
    lines = (id * 10, id * 10 + 5)
    symbol_id = f"{path}::{symbol}" if symbol else ""
    return ChunkRow(id, path, id, *lines, kind, symbol, symbol_id, part, parts, f"h{id}", role, "python")


def ranked(question, rows, exact=(), older=()):
    fused = {row.id: Fused(row.id, 1 / (K + rank_), {"dense": rank_}) for rank_, row in enumerate(rows, 1)}
    by_id = {row.id: row for row in rows}
    return [place.row.id for place in rank(read_question(question), fused, by_id, exact, older)]


def test_fusion_is_by_rank_alone():
    fused = fuse({"lexical": [(1, 99.0), (2, 0.1)], "dense": [(2, 0.9), (3, 0.8)]}, {"dense": 2.0})
    assert fused[1].score == pytest.approx(1 / (K + 1))
    assert fused[2].score == pytest.approx(1 / (K + 2) + 2 / (K + 1))
    assert fused[2].ranks == {"lexical": 2, "dense": 1}
    assert fused[3].score == pytest.approx(2 / (K + 2))


def test_code_goes_before_tests_unless_tests_are_asked_for():
    rows = [row(1, "tests/test_a.py", role="test"), row(2, "shop/b.py")]
    assert ranked("how are orders kept", rows) == [2, 1]
    assert ranked("tests of orders", rows) == [1, 2]


def test_what_the_question_names_comes_first():
    rows = [row(1, "shop/a.py"), row(2, "shop/b.py"), row(3, "shop/c.py")]
    assert ranked("keep getOrder", rows, [Exact(rows[2], "identifier", "getOrder")])[0] == 3


def test_a_name_that_says_the_question_gains():
    assert ranked("how is the total computed", [row(1, symbol="run"), row(2, "shop/b.py", "total")])[0] == 2
    assert ranked("read the configuration", [row(1, "shop/z.py"), row(2, "shop/config.py")])[0] == 2


def test_one_file_does_not_fill_the_first_places():
    rows = [row(n, "shop/big.py", f"f{n}") for n in range(1, 9)] + [row(9, "shop/other.py", "g")]
    assert ranked("how are orders kept", rows).index(9) < 4


def test_parts_and_overloads_of_a_symbol_are_one_place():
    rows = [row(1, symbol="f", part=2, parts=2), row(2, symbol="f", part=1, parts=2), row(3, symbol="g")]
    assert sorted(ranked("orders", rows)) == [1, 3]


def test_older_versions_come_later_unless_they_are_named():
    rows = [row(1, "shop/v1/a.py"), row(2, "shop/v2/a.py")]
    older = older_versions(["shop/v1/a.py", "shop/v2/a.py"])
    assert older == ["shop/v1/"]
    assert ranked("how are orders kept", rows, older=older) == [2, 1]
    assert ranked("how are orders kept in v1", rows, older=older) == [1, 2]


def test_the_only_version_is_older_where_its_files_stand_beside_it():
    twins = [f"shop/{folder}{name}.py" for folder in ("", "v1/") for name in "abc"]
    assert older_versions(twins) == ["shop/v1/"]
    assert older_versions(["api/v1/a.go", "api/v1/b.go", "api/v1/c.go", "api/d.go"]) == []


def test_declarations_come_behind_what_does_something_unless_one_is_asked_for():
    rows = [row(1, kind="interface"), row(2, "shop/b.py")]
    assert ranked("how are orders kept", rows) == [2, 1]
    assert ranked("which options does an order have", rows) == [1, 2]


def test_rust_s_test_modules_count_as_tests():
    test = replace(row(1, "src/a.rs", "tests.keeps_orders"), language="rust")
    code = replace(row(2, "src/b.rs", "keep"), language="rust")
    assert ranked("how are orders held", [test, code]) == [2, 1]
    assert ranked("how is holding of orders tested", [test, code]) == [1, 2]
    assert ranked("how are orders held", [replace(test, language="python"), code])[0] == 1


def test_text_without_a_grammar_among_code_counts_as_notes():
    rows = [row(1, "PKG-INFO", kind="text"), row(2, "shop/b.py")]
    assert ranked("how are orders kept", rows) == [2, 1]


def test_a_longer_chunk_gains():
    short, long = row(1), replace(row(2, "shop/b.py"), end_line=60)
    assert ranked("how are orders kept", [short, long]) == [2, 1]


def test_scores_compare_with_the_first_place():
    fused = fuse({"dense": [(1, 0.5), (2, 0.4)]})
    rows = {1: row(1), 2: row(2, "shop/b.py")}
    first, second = rank(read_question("orders"), fused, rows, [])
    assert first.score == 1.0
    assert 0 < second.score < 1
