"""What tools return, how wrong calls are refused, and that nothing leaves that may not."""

import asyncio
import json

import pytest

from app.engine.answer.budget import estimator
from app.engine.answer.sent import Sent
from app.engine.answer.sources import Sources
from app.engine.answer.toolbox import Toolbox
from app.engine.answer.tools import TOOLS
from tests.unit.answer.conftest import PASSWORD


class Calls:
    """A toolbox with what it has sent."""

    def __init__(self, shop, room=2_000):
        self.sent = Sent()
        self.count = estimator(shop.counter)
        sources = Sources(shop.host.store, shop.rows)
        self.toolbox = Toolbox(shop, sources, self.sent, room, self.count)

    def __call__(self, tool, /, **arguments):
        return asyncio.run(self.toolbox.call(tool, arguments))


@pytest.fixture
def call(shop):
    return Calls(shop)


def test_search_shows_places_with_their_first_lines(call):
    result = call("search", query="total of an order", k=3)
    assert "[shop/orders.py:12-14] `Order.total`, method" in result.text
    assert "12\t    def total(self):" in result.text
    assert result.detail == "3 places"
    assert call.sent.share("shop/orders.py", 12, 14) == 1


def test_lines_are_read_with_their_numbers(call):
    result = call("read_lines", path="shop/prices.py", first=6, last=8)
    assert result.text.split("\n")[:2] == ["[shop/prices.py:6-8] of 9 lines", "6\tdef price_of(name):"]
    assert call.sent.share("shop/prices.py", 6, 8) == 1 and not call.sent.share("shop/prices.py", 5, 5)


def test_the_end_of_a_path_is_enough_where_one_file_ends_so(call):
    assert "[shop/prices.py:1]" in call("read_lines", path="prices.py", first=1, last=1).text


def test_more_lines_than_there_is_room_for_are_cut_and_said_to_be(shop):
    call = Calls(shop, room=300)
    result = call("read_lines", path="shop/long.py", first=1, last=402)
    assert "Cut here: ask for lines" in result.text
    assert call.count(result.text) < 360
    last = int(result.text.split("\n")[-2].split("\t")[0])
    assert call.sent.share("shop/long.py", 1, last) == 1 and not call.sent.share(
        "shop/long.py", last + 1, last + 1
    )


def test_files_are_listed_below_a_folder_and_by_a_pattern(call):
    assert "- shop/orders.py, code" in call("list_files", folder="shop").text
    assert "web/" not in call("list_files", folder="shop/").text
    assert call("list_files", name="*.ts").text == "- web/basket.ts, code"
    assert "The top folders are: conf, shop, tests, web" in call("list_files", folder="nowhere").text


def test_callers_and_callees_come_with_the_line_where_the_call_stands(call):
    callers = call("callers", symbol="price_of()")
    assert (
        "`Order.total` [shop/orders.py:14] return sum(price_of(name) for name in self.names)" in callers.text
    )
    assert call.sent.share("shop/orders.py", 14, 14) == 1
    assert "`price_of` [shop/orders.py:14]" in call("callees", symbol="Order.total").text
    further = call("callers", symbol="price_of", depth=2)
    assert "`Till.pay`, by way of `Order.total` [shop/sales.py:10]" in further.text


def test_implementations_and_impact_are_told(call):
    assert "LoudTill.pay" in call("implementations", symbol="Till.pay").text
    impact = call("impact", symbol="shop/prices.py::price_of", depth=3).text
    assert "Code that rests on it" in impact and "Tests that rest on it" in impact and "test_total" in impact


def test_a_path_between_two_symbols_is_found_in_either_direction(call):
    for start, end in (("Till.pay", "price_of"), ("price_of", "Till.pay")):
        text = call("path_between", start=start, end=end).text
        assert text.startswith("From Till.pay to price_of")
        assert "calls" not in text.split("\n")[1] and "[shop/sales.py:10]" in text
    assert "No chain" in call("path_between", start="price_of", end="Basket.add").text


def test_a_name_of_several_symbols_can_be_told_apart(call):
    both = call("callees", symbol="pay").text
    assert "`Till.pay`" in both and "`LoudTill.pay`" in both
    assert "LoudTill.pay`, method" not in call("callees", symbol="shop/sales.py::Till.pay").text
    assert "callees of `Till.pay`" in call("callees", symbol="sales.py:Till.pay").text


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("delete", {}, "There is no function 'delete'. There are search, read_lines"),
        ("search", {}, "search needs `query`"),
        ("search", {"query": "x", "url": "http://evil.example"}, "search takes query, k, and no 'url'"),
        ("search", {"query": ["x"]}, "`query` has to be a text"),
        ("search", {"query": "x" * 500}, "more than 400 characters"),
        ("search", {"query": "x", "k": 99}, "`k` has to be from 1 to 10"),
        ("search", {"query": "x", "k": True}, "`k` has to be a whole number"),
        (
            "read_lines",
            {"path": "shop/orders.py", "first": "one", "last": 2},
            "`first` has to be a whole number",
        ),
        ("read_lines", {"path": "/etc/passwd", "first": 1, "last": 2}, "There is no file '/etc/passwd' here"),
        ("read_lines", {"path": "../../secret", "first": 1, "last": 2}, "There is no file"),
        ("read_lines", {"path": "shop/orders.py", "first": 400, "last": 402}, "has lines 1 to 15"),
        ("read_lines", {"path": "shop/orders.py", "first": 9, "last": 2}, "has lines 1 to 15"),
        ("callers", {"symbol": "price"}, "No symbol is named 'price' here. Did you mean PRICES, price_of?"),
        ("callers", {"symbol": "qqqq"}, "No symbol is named 'qqqq' here. search finds by words."),
    ],
)
def test_a_wrong_call_is_refused_in_words_that_the_model_can_act_on(call, name, arguments, words):
    result = call(name, **arguments)
    assert result.text.startswith("Not done: ") and words in result.text
    assert result.detail.startswith("refused: ")


def test_numbers_are_taken_as_models_write_them(call):
    assert call("read_lines", path="shop/prices.py", first="6", last=8.0).text.startswith(
        "[shop/prices.py:6-8]"
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("read_lines", {"path": ".env", "first": 1, "last": 1}),
        ("read_lines", {"path": "conf/settings.yaml", "first": 1, "last": 1}),
        ("read_lines", {"path": "shop/keys.py", "first": 1, "last": 8}),
    ],
)
def test_secrets_are_withheld_from_what_is_read(call, name, arguments):
    result = call(name, **arguments)
    assert result.text.startswith("Withheld: ") and PASSWORD not in result.text
    assert not call.sent.has(arguments["path"])


@pytest.mark.parametrize(
    "query", ["password", PASSWORD, "order key token", "total: order: password:", "DATABASE_PASSWORD"]
)
def test_secrets_are_withheld_from_what_is_found(call, query):
    assert PASSWORD not in call("search", query=query, k=10).text.replace(f"“{PASSWORD}”", "")


def test_what_stands_beside_a_secret_in_code_is_shown(call):
    assert "def total_key" in call("read_lines", path="shop/keys.py", first=9, last=10).text


def test_every_function_is_told_to_the_model_and_can_be_run(call):
    assert {tool.name for tool in TOOLS} == call.toolbox._functions.keys()
    for tool in TOOLS:
        schema = json.loads(json.dumps(tool.parameters))
        assert schema["type"] == "object" and set(schema["required"]) <= schema["properties"].keys()
