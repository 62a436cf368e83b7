import pytest

from app.engine.retrieve.filters import NO_FILTERS, Filters
from app.engine.retrieve.lexical import FORMAT, LexicalIndex
from app.shared import filters as typed
from app.shared.errors import StorageError
from tests.support.searchable import opened
from tests.support.shop_files import FILES


@pytest.fixture(scope="module")
def shop():
    return opened(FILES)


def paths(index, text, filters=NO_FILTERS):
    ids = [id for id, _ in index.search(text, 10, filters)]
    rows = index.rows(ids)
    return [rows[id].path for id in ids]


def test_either_spelling_of_a_name_finds_the_other(shop):
    for text in ("get_user_by_name", "getUserByName", "user by name"):
        assert paths(shop.lexical, text)[0] == "shop/accounts.py"


def test_words_are_found_by_their_stem(shop):
    assert paths(shop.lexical, "authenticates users")[0] == "shop/accounts.py"


def test_scores_fall_and_other_words_rank_otherwise(shop):
    scores = [score for _, score in shop.lexical.search("order total cents", 10)]
    assert len(scores) > 2 and scores == sorted(scores, reverse=True)
    assert paths(shop.lexical, "price")[0] != paths(shop.lexical, "password")[0]


@pytest.mark.parametrize(
    ("written", "admitted"),
    [
        ("path:tests/", lambda row: row.path.startswith("tests/")),
        ("kind:method", lambda row: row.kind == "method"),
        ("lang:py", lambda row: row.language == "python"),
        ("lang:markdown,toml", lambda row: row.path.endswith((".md", ".toml"))),
        ("test:no -lang:md", lambda row: row.role != "test" and not row.path.endswith(".md")),
        (
            "path:shop/*.py -path:orders",
            lambda row: row.path.startswith("shop/") and "orders" not in row.path,
        ),
    ],
)
def test_a_filter_admits_what_it_says_and_agrees_with_itself(shop, written, admitted):
    filters = Filters.made(typed.read(written)[0])
    found = shop.lexical.rows(id for id, _ in shop.lexical.search("order validate total", 50, filters))
    everything = shop.lexical.rows(id for id, _ in shop.lexical.search("order validate total", 50))
    assert found and found.keys() < everything.keys()
    assert all(map(admitted, found.values()))
    assert found.keys() == {id for id, row in everything.items() if filters.admit(row)}


def test_removed_and_added_again_is_as_fresh(shop):
    index, path = opened(FILES).lexical, "shop/orders.py"
    row, text = shop.rows[path], FILES[path]
    index.remove_file(path)
    assert path not in index.files() and not index.named("place_order")
    assert path not in paths(index, "place order")
    index.add_file(row, shop.chunks[path], text, shop.symbols[path].symbols)
    assert index.count() == shop.lexical.count()
    for question in ("place order", "validate", "sum to pay"):
        fresh = {round(score, 6) for _, score in shop.lexical.search(question, 20)}
        assert {round(score, 6) for _, score in index.search(question, 20)} == fresh


def test_an_image_reads_back_and_another_format_is_refused(shop):
    loaded = LexicalIndex.load(shop.lexical.serialize())
    assert loaded.search("order", 9) == shop.lexical.search("order", 9)
    loaded._db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    for image in (loaded.serialize(), b"no database at all"):
        with pytest.raises(StorageError) as error:
            LexicalIndex.load(image)
        assert error.value.code == "lexical-format"


def test_names_come_in_the_order_of_their_spelling(shop):
    index = opened({"a.py": "def get_user(): ...\n\ndef getUser(): ...\n\nclass GETUSER: ...\n"}).lexical
    assert [row.name for row in index.named("getUser")] == ["getUser", "GETUSER", "get_user"]
    assert [row.qualified_name for row in shop.lexical.named("Order.validate")] == ["Order.validate"]
    assert len(shop.lexical.named("validate")) == 3


def test_words_that_occur_nowhere_are_told(shop):
    assert shop.lexical.absent("Where is the Kubernetes order?") == ["Kubernetes"]


@pytest.mark.parametrize("text", ["", "?", '"', "AND OR NOT", "a* NEAR(b", "x" * 99_999, "\x00", "col:um"])
def test_no_text_is_an_error(shop, text):
    shop.lexical.search(text, 5)
    shop.lexical.phrase(text, 5)
