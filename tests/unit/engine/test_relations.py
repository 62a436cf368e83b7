"""What the engine tells of a symbol beyond its neighbours: to a depth, on a path, touched by a change."""

from __future__ import annotations

from typing import Any

import pytest

from app.shared import protocol
from tests.support.engine_driver import EngineDriver
from tests.support.shop import Repository

FILES = {
    "base.py": """class Checked:
    def check(self):
        return True


def run(thing: Checked):
    thing.check()
""",
    "prices.py": """def price_of(name):
    return len(name)


def vat(cents):
    return price_of(str(cents))
""",
    "orders.py": """from base import Checked
from prices import vat


class Order(Checked):
    def check(self):
        return self.total() > 0

    def total(self):
        return vat(3)


def place(anything):
    anything.send()
    missing()
    return Order().total()
""",
    "tests/test_orders.py": """from orders import Order


def test_total():
    assert Order().total()
""",
}


@pytest.fixture
def ask(engine: EngineDriver, repository: Repository) -> Any:
    """(query, **payload) -> {title: rows}."""
    repository.write(FILES)
    id, _ = engine.index("o/shop")

    def asked(query: str, **payload: Any) -> dict[str, list[dict[str, Any]]]:
        answer = engine.call(protocol.RELATIONS, repository=id, query=query, **payload)
        assert answer["query"] == query
        assert all(group["total"] == len(group["rows"]) for group in answer["groups"])
        return {group["title"]: group["rows"] for group in answer["groups"]}

    asked.engine, asked.id = engine, id
    return asked


def names(rows: list[dict[str, Any]]) -> list[str]:
    return sorted(row["name"] for row in rows)


def test_callers_come_by_distance_with_the_place_and_the_rule_of_each_call(ask):
    found = ask(protocol.CALLERS, symbol="prices.py::price_of", depth=3)
    assert {title: names(rows) for title, rows in found.items()} == {
        "Directly": ["vat"],
        "2 calls away": ["Order.total"],
        "3 calls away": ["Order.check", "place", "test_total"],
    }
    (row,) = found["2 calls away"]
    assert (row["path"], row["line"], row["kind"], row["via"]) == ("orders.py", 10, "calls", "vat")
    assert row["rule"] and 0 < row["confidence"] <= 1
    assert list(ask(protocol.CALLERS, symbol="prices.py::price_of")) == ["Directly"]


def test_callees_are_followed_the_other_way(ask):
    found = ask(protocol.CALLEES, symbol="orders.py::place", depth=2)
    assert names(found["Directly"]) == ["Order", "Order.total"]
    assert names(found["2 calls away"]) == ["vat"]


def test_implementations_are_those_of_a_method_too(ask):
    assert names(ask(protocol.IMPLEMENTATIONS, symbol="base.py::Checked.check")["Directly"]) == [
        "Order.check"
    ]


def test_a_neighbourhood_goes_both_ways(ask):
    found = ask(protocol.NEIGHBOURHOOD, symbol="orders.py::Order.total")
    assert {"vat", "place", "test_total", "Order.check"} <= set(names(found["Directly"]))


def test_a_change_touches_code_and_tests_apart_and_perhaps_who_calls_what_it_overrides(ask):
    found = ask(protocol.IMPACT, symbol="orders.py::Order", depth=3)
    assert names(found["Code that rests on it"]) == ["place"]
    assert "test_total" in names(found["Tests that rest on it"])
    assert names(found["Perhaps, by calling what it overrides"]) == ["run"]


def test_a_path_is_found_whichever_way_it_leads(ask):
    down = ask(protocol.PATH, symbol="orders.py::place", to="prices.py::price_of")
    assert [row["name"] for row in down["From place to price_of"]] == ["Order.total", "vat", "price_of"]
    assert ask(protocol.PATH, symbol="prices.py::price_of", to="orders.py::place") == down
    assert ask(protocol.PATH, symbol="base.py::run", to="prices.py::vat") == {}


def test_what_a_file_leaves_unresolved_is_told_with_its_reason(ask):
    answer = ask.engine.call(protocol.UNRESOLVED, repository=ask.id, path="orders.py")
    found = {
        (g["title"], row["name"], row["line"], row["scope"]) for g in answer["groups"] for row in g["rows"]
    }
    assert found == {
        ("type of receiver not known", "anything.send", 14, "place"),
        ("not defined in scope", "missing", 15, "place"),
    }


def test_what_is_not_there_is_refused(ask):
    engine, id = ask.engine, ask.id
    asked = {"repository": id, "symbol": "no.py::one"}
    assert engine.error(protocol.RELATIONS, query=protocol.CALLERS, **asked).code == "no-such-symbol"
    assert engine.error(protocol.UNRESOLVED, repository=id, path="no.py").code == "no-such-file"
    asked = {"repository": id, "symbol": "orders.py::place"}
    assert engine.error(protocol.RELATIONS, query="nonsense", **asked).code == "unknown-query"
