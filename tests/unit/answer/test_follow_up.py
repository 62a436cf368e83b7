"""What follow-ups mean, on conversations and questions that were written by hand."""

import pytest

from app.engine.answer.follow_up import Turn, rewritten, searched
from app.engine.answer.pronouns import is_follow_up
from app.engine.retrieve.question import read_question
from tests.support.searchable import opened

TOTAL = Turn(
    "Where is the total of an order computed?",
    "The best match is **`Order.total`**, a method [shop/orders.py:12]: The sum to pay.\n\nAlso:\n\n"
    "- `price_of` [shop/prices.py:6]: Cents for one piece.\n- `Basket.add` [web/basket.ts:4].",
)
CALLERS = Turn(
    "who calls Session.request",
    "**`Session.request`** [requests/sessions.py:500] has 3 callers:\n\n"
    "- `Session.get` [requests/sessions.py:600]\n"
    "- `Session.post` [requests/sessions.py:610]\n- `request` [requests/api.py:58]",
)
REDIRECTS = Turn(
    "How are redirects followed?",
    "`SessionRedirectMixin.resolve_redirects` goes on to the next answer [requests/sessions.py:150-200]. It "
    "asks `get_redirect_target` for the address [requests/sessions.py:100], and stops after `max_redirects`.",
)
DERIVED = Turn(
    "Which classes inherit from Graph?",
    "**`Graph`** [nx/classes/graph.py:60] is extended by 2 types:\n\n- `DiGraph` [nx/classes/digraph.py:50]\n"
    "- `MultiGraph` [nx/classes/multigraph.py:40]",
)
TIMEOUT = Turn(
    "How does Client.send handle timeouts?", "It gives up after the seconds that were set, and raises."
)
CONFIG = Turn("What does src/config.py do?", "It reads the settings, and nothing else [src/config.py:1-40].")
TWO = Turn("What is the difference between parse_header and parse_body?", "One reads the head, one the rest.")
FILES = Turn(
    "Where are the tests of the parser?",
    "In two files:\n\n1. [tests/test_parser.py:1]\n2. [tests/test_errors.py:1]",
)

SYMBOLS = {
    *(
        "Order",
        "Order.total",
        "price_of",
        "Basket.add",
        "Session",
        "Session.request",
        "Session.get",
        "Session.post",
    ),
    *(
        "request",
        "SessionRedirectMixin.resolve_redirects",
        "get_redirect_target",
        "Graph",
        "DiGraph",
        "MultiGraph",
    ),
    *("Client.send", "Client", "parse_header", "parse_body", "max_redirects", "AsyncClient"),
}

# (turns before, follow-up, what the searched question has to hold, the relation that it has to ask for or "")
FOLLOW_UPS = [
    ((TOTAL,), "and who calls it?", ["Order.total"], "callers"),
    ((TOTAL,), "who calls it", ["Order.total"], "callers"),
    ((TOTAL,), "What does it call?", ["Order.total"], "callees"),
    ((TOTAL,), "where is that used?", ["Order.total"], "uses"),
    ((TOTAL,), "Why?", ["total", "order"], ""),
    ((TOTAL,), "is it tested?", ["Order.total", "tested"], ""),
    ((TOTAL,), "show me the second one", ["Basket.add"], ""),
    ((TOTAL,), "explain the first one", ["price_of"], ""),
    ((TOTAL,), "And what breaks if I change it?", ["Order.total"], "impact"),
    ((TOTAL,), "tell me more", ["total", "order"], ""),
    ((TOTAL,), "in tests?", ["total", "order", "tests"], ""),
    ((TOTAL,), "what about discounts?", ["total", "order", "discounts"], ""),
    ((TOTAL,), "how about price_of?", ["price_of"], ""),
    ((TOTAL,), "does it round?", ["Order.total", "round"], ""),
    ((TOTAL,), "its callers?", ["Order.total"], "callers"),
    ((CALLERS,), "what does it call?", ["Session.request"], "callees"),
    ((CALLERS,), "and what does that return?", ["Session.request", "return"], ""),
    ((CALLERS,), "what do they have in common?", ["Session.get", "Session.post"], ""),
    ((CALLERS,), "show me the third one", ["request"], ""),
    ((CALLERS,), "what about Session.get?", ["Session.get"], "callers"),
    ((CALLERS,), "what about the async one?", ["Session.request", "async"], ""),
    ((CALLERS,), "Which of them are tests?", ["Session.get", "tests"], ""),
    ((CALLERS,), "where is it defined?", ["Session.request", "defined"], ""),
    ((CALLERS,), "only in tests", ["Session.request", "tests"], ""),
    ((CALLERS,), "and what is its base class?", ["Session.request", "base"], ""),
    ((CALLERS,), "explain that function", ["Session.request"], ""),
    ((REDIRECTS,), "how many are allowed?", ["redirects", "allowed"], ""),
    ((REDIRECTS,), "who calls it?", ["SessionRedirectMixin.resolve_redirects"], "callers"),
    ((REDIRECTS,), "what happens when it fails?", ["resolve_redirects", "fails"], ""),
    ((REDIRECTS,), "why not?", ["redirects"], ""),
    ((REDIRECTS,), "where exactly?", ["redirects"], ""),
    ((REDIRECTS,), "show me the code", ["redirects"], ""),
    ((REDIRECTS,), "What exceptions can this raise?", ["resolve_redirects", "exceptions"], ""),
    ((REDIRECTS,), "for example?", ["redirects"], ""),
    ((DERIVED,), "what do they override?", ["DiGraph", "MultiGraph"], ""),
    ((DERIVED,), "what about MultiGraph?", ["MultiGraph"], "derived"),
    ((DERIVED,), "Where are these defined?", ["DiGraph", "MultiGraph", "defined"], ""),
    ((DERIVED,), "which methods does the second one have?", ["MultiGraph"], ""),
    ((DERIVED,), "compare both", ["DiGraph", "MultiGraph"], ""),
    ((DERIVED,), "and the last one?", ["MultiGraph"], ""),
    ((TIMEOUT,), "what about the async one?", ["Client.send", "async", "timeouts"], ""),
    ((TIMEOUT,), "same for AsyncClient?", ["AsyncClient", "timeouts"], ""),
    ((TIMEOUT,), "and retries?", ["Client.send", "retries"], ""),
    ((TIMEOUT,), "who calls it?", ["Client.send"], "callers"),
    ((TIMEOUT,), "which exception?", ["Client.send", "exception"], ""),
    ((TIMEOUT,), "can I turn that off?", ["Client.send"], ""),
    ((TIMEOUT,), "how?", ["Client.send", "timeouts"], ""),
    ((CONFIG,), "who imports it?", ["src/config.py"], "importers"),
    ((CONFIG,), "what else is in there?", ["src/config.py"], ""),
    ((CONFIG,), "is this file generated?", ["src/config.py", "generated"], ""),
    ((TWO,), "where are they called?", ["parse_header", "parse_body"], ""),
    ((TWO,), "which one is faster?", ["parse_header", "parse_body", "faster"], ""),
    ((TOTAL,), "what are its tests?", ["Order.total", "tests"], ""),
    ((CALLERS,), "what would break if that changed?", ["Session.request"], "impact"),
    ((REDIRECTS,), "what's the limit?", ["redirects", "limit"], ""),
    ((REDIRECTS,), "does this also apply to cookies?", ["resolve_redirects", "cookies"], ""),
    ((DERIVED,), "which of those is abstract?", ["DiGraph", "MultiGraph", "abstract"], ""),
    ((DERIVED,), "who uses the first one", ["DiGraph"], "uses"),
    ((TIMEOUT,), "I meant the async client", ["timeouts", "async", "client"], ""),
    ((TIMEOUT,), "can you show the relevant code?", ["Client.send", "timeouts"], ""),
    ((CONFIG,), "what reads it?", ["src/config.py"], ""),
    ((TWO,), "do they share code?", ["parse_header", "parse_body"], ""),
    ((CALLERS,), "please explain it in one sentence", ["Session.request"], ""),
    ((FILES,), "show me the second one", ["tests/test_errors.py"], ""),
    ((FILES,), "what is in the first file?", ["tests/test_parser.py"], ""),
    (
        (CALLERS, Turn("and what does it call?", "`Session.send` and others.")),
        "who implements it?",
        ["Session.request"],
        "derived",
    ),
    (
        (TOTAL, Turn("why?", "Because orders keep names alone.")),
        "and who calls it?",
        ["Order.total"],
        "callers",
    ),
    ((TIMEOUT, Turn("thanks", "You are welcome.")), "and who calls it?", ["Client.send"], "callers"),
]

STANDING = [
    "Where is the retry policy configured?",
    "who calls Session.request",
    "How does Client.send handle redirects?",
    "What is this project about?",
    "How do I install this library?",
    "how are the tests run?",
    "Is there a cache for compiled patterns?",
    "Which function parses the header that the server sends?",
    "How does the parser report an error when it meets the end of the file?",
    "What does `Session.get` do and who calls it?",
    "Explain shop/orders.py",
    "and where is the license?",
    "Where is the configuration file read, and what happens when it is missing?",
    'Where is "connection reset by peer" raised?',
    "Which classes implement Iterator?",
    "What is the difference between DiGraph and MultiGraph?",
    "What is the architecture of this repository?",
    "How is thread safety ensured in the connection pool?",
    "So how does the embedder batch its texts?",
    "What happens if a migration fails?",
    "list all HTTP handlers",
    "Why does the build fail without node_modules?",
    "Where do the workers get their messages from?",
    "lang:go where is the socket closed?",
    "TypeError: 'NoneType' object is not subscriptable",
    "How are these three formats told apart: JSON, TOML and YAML?",
    "Which tests cover the first run of the migration?",
    "authentication middleware",
    "Where are cookies stored between requests?",
    "Is the cache shared between threads, and if so how is it locked?",
    "what's in the utils folder",
    "which exceptions can the loader raise when it parses its input?",
    "explain the algorithm that computes the shortest path",
    "where's the code that draws the chart?",
    "What runs first when the app starts?",
    "dependency injection",
    "What is the entry point?",
]


@pytest.mark.parametrize(("turns", "question", "held", "relation"), FOLLOW_UPS)
def test_a_follow_up_is_searched_with_what_it_leaves_out(turns, question, held, relation):
    found = rewritten(question, turns, SYMBOLS.__contains__)
    assert [word for word in held if word.lower() not in found.lower()] == [], found
    structure = read_question(found).structure
    assert (structure.relation if structure else "") == relation or not relation, found


@pytest.mark.parametrize("question", STANDING)
def test_a_question_that_stands_by_itself_is_left_alone(question):
    assert not is_follow_up(question)
    assert rewritten(question, (REDIRECTS, TOTAL), SYMBOLS.__contains__) == question


def test_a_first_question_is_left_alone_whatever_it_says():
    assert rewritten("who calls it?", (), SYMBOLS.__contains__) == "who calls it?"


def test_a_follow_up_to_nothing_that_is_known_is_searched_beside_the_question_before():
    turns = (Turn("How is it all put together?", "Well enough."),)
    assert rewritten("who calls it?", turns, SYMBOLS.__contains__) == "How is it all put together? calls"


def test_filters_stay_with_a_follow_up():
    lexical = opened({"a.py": "class Session:\n    def send(self): ...\n"}).lexical
    turns = (Turn("what does Session.send do?", "`Session.send` sends."),)
    assert searched("lang:py who calls it?", turns, lexical) == "lang:python who calls `Session.send`?"
    assert searched("lang:py where are cookies kept?", turns, lexical) == "lang:py where are cookies kept?"
