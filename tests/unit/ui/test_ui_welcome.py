"""Below the address field: what is looked up, what it waits for, why it failed."""

from app.shared import errors
from app.ui.state import State
from app.ui.views.welcome import add_status

NOW = 1_700_000_000


def text_of(**fields):
    state = State()
    for name, value in fields.items():
        setattr(state, name, value)
    return str(add_status(state, NOW))


def test_nothing_is_said_while_nothing_is_added():
    assert add_status(State(), NOW) == []


def test_an_address_waits_for_the_engine_and_is_then_looked_up():
    assert "o/r is read as soon as the engine is up" in text_of(adding={"address": "o/r"})
    assert "Looking up o/r" in text_of(adding={"address": "o/r"}, engine="ready")


def test_a_limit_met_before_the_repository_is_known_counts_down():
    waiting = {"o/r": {"reason": "GitHub asks for a pause.", "until": NOW + 40}}
    shown = text_of(adding={"address": "o/r"}, engine="ready", waiting=waiting)
    assert "GitHub asks for a pause." in shown and "in 40 s" in shown
    waiting["o/r"]["until"] = NOW
    assert "pause" not in text_of(adding={"address": "o/r"}, engine="ready", waiting=waiting)


def test_a_refusal_says_why_and_the_way_out():
    error = errors.AddressError("bad-address", "“?” does not name a repository.", "Paste owner/name.")
    shown = text_of(add_error=errors.to_record(error))
    assert "does not name a repository" in shown and "Paste owner/name." in shown
