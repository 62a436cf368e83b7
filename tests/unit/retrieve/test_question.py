import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.retrieve.question import LONGEST, read_question


@pytest.mark.parametrize(
    ("text", "identifiers"),
    [
        ("who wrote get_user and getUser?", ("get_user", "getUser")),
        ("how does Session.get differ from Session::put", ("Session.get", "Session.put")),
        ("what does `request` do, and connect()", ("request", "connect")),
        ("is OAuth2 used, e.g. here", ("OAuth2",)),
        ("how are orders kept", ()),
        ("close", ("close",)),
    ],
)
def test_identifiers_are_the_words_that_only_code_writes(text, identifiers):
    assert set(read_question(text).identifiers) == set(identifiers)


def test_a_question_that_is_one_name_is_bare():
    assert read_question("`Client.send()`?").bare == "Client.send"
    assert read_question("where is Client").bare == ""


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("what is in shop/orders.py:12?", ("shop/orders.py",)),
        ('File "shop/orders.py", line 9, in total', ("shop/orders.py",)),
        ("explain orders.py.", ("orders.py",)),
        ("read and/or write", ()),
        ("see https://example.org/a.py", ()),
    ],
)
def test_paths(text, paths):
    assert read_question(text).paths == paths


def test_quotes_and_pasted_messages_are_searched_as_they_are():
    assert read_question('who raises "too many redirects"?').quoted == ("too many redirects",)
    assert "An order must not be empty" in read_question("ValueError: An order must not be empty: 7").quoted
    assert read_question("how is an order placed in the shop").quoted == ()


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("how are orders kept", {"code"}),
        ("tests for orders", {"test"}),
        ("what does the documentation say of orders", {"doc"}),
        ("what runs in the CI pipeline", {"config"}),
        ("how does dependency injection work", {"code"}),
    ],
)
def test_roles_that_are_asked_for(text, wants):
    assert read_question(text).wants == wants


def test_filters_leave_the_text():
    read = read_question("lang:py,go kind:class path:shop/ test:no where are orders")
    assert read.text == "where are orders"
    assert str(read.filters) == "lang:python lang:go kind:class path:shop/ test:no"


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("what is this project", "overview"),
        ("What does this library do?", "overview"),
        ("how do I run the tests", "tests"),
        ("how can I install it", "install"),
        ("where is the entry point", "entry"),
        ("which Python versions are supported", "versions"),
        ("what changed", "changes"),
        ("license", "licence"),
        ("how is a release made", "release"),
        ("what is this class for", None),
        ("how are plugins installed at start", None),
        ("where are orders tested", None),
    ],
)
def test_topics(text, topic):
    read = read_question(text).topic
    assert (read.name if read else None) == topic


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "?",
        "`",
        '"',
        "path:",
        "x" * 99999,
        "a-" * 50000,
        "a/" * 50000,
        "what breaks if " * 9000,
        "`" * 501,
        "who calls ",
        "\x00�",
        "::" * 5000,
        "_" * 99999,
        "'a'" * 9999,
    ],
)
def test_hostile_questions_are_read(text):
    assert len(read_question(text).text) <= LONGEST


@given(st.text(max_size=200))
def test_any_question_is_read(text):
    read_question(text)
