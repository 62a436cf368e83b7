"""Published query sets: their README's table and their records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.search import sets
from benchmarks.search.measures import Target

SHA = "fc67cfdfd7d4bbf53ef76515fae69726626fe256"
README = f"""
| name | repository @ revision | benchmark_root | queries here | in published run* | one | other |
|---|---|---|---|---|---|---|
| shop | o/shop @ {SHA} | src/shop | 1 | 1 | 0.8521 | 0.6345 |
| till | o/till.js @ {SHA} | lib | **1** | **20** | 0.1 | 0.9491 |
"""
RECORD = {
    "query": "how are orders kept",
    "relevant": ["src/shop/orders.py", {"path": "src/shop/till.py", "start_line": 3, "end_line": 9}],
    "secondary": ["src/shop/base.py"],
    "category": "semantic",
}


def test_a_set_is_read_with_where_it_is_from_and_the_best_that_is_known(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(README)
    for name in ("shop", "till"):
        (tmp_path / f"{name}.json").write_text(json.dumps([RECORD]))
    shop, till = sets.read(tmp_path)
    assert (shop.repository, shop.revision, shop.root, shop.best) == ("o/shop", SHA, "src/shop", 0.8521)
    assert shop.is_comparable
    assert (till.repository, till.best, till.is_comparable) == ("o/till.js", 0.9491, False)
    (query,) = shop.queries
    assert (query.text, query.category) == ("how are orders kept", "semantic")
    assert query.targets == (
        Target("src/shop/orders.py"),
        Target("src/shop/till.py", 3, 9),
        Target("src/shop/base.py"),
    )


def test_a_file_that_the_readme_does_not_know_is_refused(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(README)
    (tmp_path / "other.json").write_text("[]")
    with pytest.raises(ValueError, match=r"other\.json"):
        sets.read(tmp_path)
