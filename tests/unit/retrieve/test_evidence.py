import pytest

from app.engine.retrieve.evidence import FILE_MEANING, FILE_WORDS, MEANING, WORDS, Evidence
from app.engine.retrieve.fuse import fuse
from app.engine.retrieve.rows import ChunkRow


def row(id, path):
    return ChunkRow(id, path, id, id, id, "function", "", "", 1, 1, f"h{id}", "code", "python")


def evidence(rows, **lists):
    held = {row.id: row for row in rows}
    of = Evidence(fuse(lists), held)
    return {row.id: of.of(row) for row in rows}


def test_scores_count_and_not_ranks_alone():
    rows = [row(1, "a.py"), row(2, "b.py"), row(3, "c.py")]
    near = evidence(rows, dense=[(1, 0.60), (2, 0.59), (3, 0.20)])
    assert near[1] - near[2] == pytest.approx(0.01 * (MEANING + FILE_MEANING))
    assert near[2] - near[3] > 10 * (near[1] - near[2])


def test_text_scores_are_shares_of_the_best():
    rows = [row(1, "a.py"), row(2, "b.py")]
    few = evidence(rows, lexical=[(1, 2.0), (2, 1.0)])
    many = evidence(rows, lexical=[(1, 40.0), (2, 20.0)])
    assert few == many
    assert few[1] - few[2] == pytest.approx((WORDS + FILE_WORDS) / 2)


def test_a_chunk_that_only_words_find_has_the_least_cosine():
    rows = [row(1, "a.py"), row(2, "b.py"), row(3, "c.py")]
    found = evidence(rows, dense=[(1, 0.5), (2, 0.3)], lexical=[(3, 9.0)])
    assert found[3] - found[2] == pytest.approx(WORDS + FILE_WORDS)


def test_a_file_s_best_chunk_lifts_the_others():
    rows = [row(1, "a.py"), row(2, "a.py"), row(3, "b.py")]
    found = evidence(rows, dense=[(1, 0.6), (2, 0.3), (3, 0.3)])
    assert found[2] - found[3] == pytest.approx(0.3 * FILE_MEANING)


def test_nothing_found_is_no_evidence():
    assert evidence([row(1, "a.py")]) == {1: 0.0}
