import pytest

from app.engine.retrieve.structure import Structure, read_structure


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("who calls Order.total?", "callers"),
        ("which functions call Order.total", "callers"),
        ("callers of `Order.total`", "callers"),
        ("where is Order.total called", "callers"),
        ("what does Order.total call?", "callees"),
        ("what functions does Order.total invoke", "callees"),
        ("Which classes inherit from Order.total?", "derived"),
        ("subclasses of Order.total", "derived"),
        ("who implements Order.total", "derived"),
        ("what does Order.total inherit from", "bases"),
        ("base classes of Order.total", "bases"),
        ("who uses Order.total", "uses"),
        ("where is Order.total used?", "uses"),
        ("usages of Order.total", "uses"),
        ("what imports Order.total", "importers"),
        ("which files import Order.total", "importers"),
        ("what does Order.total import", "imports"),
        ("what breaks if I change Order.total", "impact"),
        ("what happens if Order.total is removed?", "impact"),
        ("what depends on Order.total", "impact"),
        ("methods of Order.total", "members"),
    ],
)
def test_relations_in_their_wordings(text, relation):
    assert read_structure(text) == Structure(relation, "Order.total")


@pytest.mark.parametrize(
    "text",
    [
        "how does authentication work",
        "where is the total computed",
        "who calls it",
        "what is a caller",
        "how are calls routed to the server",
        "",
        "explain the import system",
        "what " * 200,
    ],
)
def test_what_asks_for_something_else(text):
    assert read_structure(text) is None
