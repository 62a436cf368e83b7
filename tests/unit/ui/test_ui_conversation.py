"""Answers as specs: everything from a repository stays text, every citation is a link."""

from app.ui import route
from app.ui.state import State
from app.ui.views import conversation, places
from tests.support.ui import elements

HOSTILE = '<img src=x onerror="alert(1)">'


def place(**changes):
    made = {
        "path": "src/a.py",
        "language": "python",
        "kind": "function",
        "symbol": "f",
        "start_line": 3,
        "end_line": 4,
        "code": "def f():\n    pass",
        "score": 0.5,
        "source": "dense",
        "why": "It is near.",
        "relations": [],
    }
    return {**made, **changes}


def state_with(*places, ranked=()):
    state = State()
    state.engine = "ready"
    state.current = "github.com/o/r@main"
    state.repositories[state.current] = {"id": state.current, "name": "r", "state": "ready"}
    answer = {
        "question": "why",
        "summary": "Because [src/a.py:3].",
        "places": list(places),
        "ranked": list(ranked),
        "coverage": {"chunks": 10, "embedded": 10},
        "timings_ms": {"embed": 8, "scan": 3},
    }
    state.turns[state.current] = [{"question": "why", "answer": answer, "error": None}]
    return state


def test_a_place_links_to_its_lines():
    (link,) = elements(conversation.turns(state_with(place())), "a.where")
    assert link[1]["href"] == route.link("github.com/o/r@main", "src/a.py", 3, 4)
    assert (link[1]["data-path"], link[1]["data-line"], link[1]["data-end"]) == ("src/a.py", "3", "4")


def test_hostile_names_stay_strings_of_the_spec():
    state = state_with(place(symbol=HOSTILE, path=HOSTILE, why=HOSTILE))
    (symbol,) = elements(conversation.turns(state), "span.symbol")
    assert symbol[2] == HOSTILE
    assert "$markdown" not in symbol[1]


def test_only_the_summary_is_read_as_markdown():
    markdown = [
        e for e in elements(conversation.turns(state_with(place())), "div.summary") if "$markdown" in e[1]
    ]
    assert [e[1]["$markdown"] for e in markdown] == ["Because [src/a.py:3]."]


def test_long_code_is_cut_until_it_is_asked_for():
    long = place(code="\n".join(f"line {n}" for n in range(100)))
    state = state_with(long)
    (snippet,) = elements(conversation.turns(state), "div.snippet")
    assert snippet[1]["$code"]["text"].count("\n") + 1 == places.LINES
    state.turns[state.current][0]["opened"] = [0]
    (snippet,) = elements(conversation.turns(state), "div.snippet")
    assert snippet[1]["$code"]["text"].count("\n") + 1 == 100


def test_ranked_places_without_a_card_are_listed():
    rows = [
        {
            "path": "src/a.py",
            "symbol": "f",
            "start_line": 3,
            "end_line": 4,
            "score": 1,
            "source": "dense",
            "why": "",
        },
        {
            "path": "b.py",
            "symbol": "",
            "start_line": 9,
            "end_line": 9,
            "score": 1,
            "source": "graph",
            "why": "",
        },
    ]
    listed = elements(conversation.turns(state_with(place(), ranked=rows)), "div.ranked-row")
    assert [row[2][1]["data-path"] for row in listed] == ["b.py"]


def test_a_question_before_the_engine_is_up_says_when_it_is_answered():
    state = state_with()
    state.engine = "starting"
    state.turns[state.current] = [{"question": "why", "answer": None, "error": None}]
    assert "as soon as the engine is up" in str(conversation.turns(state))


def test_the_newest_answer_leads_on_to_what_the_graph_has_of_its_symbols():
    row = {
        "name": "g",
        "symbol_id": "g",
        "path": "b.py",
        "line": 1,
        "rule": "name",
        "confidence": 1,
    }
    state = state_with(place(relations=[{"title": "Called by", "total": 1, "rows": [row]}]))
    state.turns[state.current].insert(0, dict(state.turns[state.current][0]))
    (offered,) = elements(conversation.turns(state), "div.suggestions.next")
    assert [link[1]["data-question"] for link in elements(offered, "button.link")] == [
        "Who calls f?",
        "What breaks if f changes?",
    ]
    # Neither what was just asked, nor anything while an answer is written.
    state.turns[state.current][-1]["question"] = "Who calls f?"
    (offered,) = elements(conversation.turns(state), "div.suggestions.next")
    assert len(elements(offered, "button.link")) == 1
    state.turns[state.current][-1]["answer"] = None
    assert not elements(conversation.turns(state), "div.suggestions.next")
