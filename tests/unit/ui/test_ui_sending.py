"""What will be sent, and what was: the exact prompt, its sizes and pieces; the badge that says where to."""

import pytest

from app.shared import errors, protocol
from app.ui.views import composer
from app.ui.views import prompt as view
from tests.support.ui import REPOSITORY, Conversation, actions, elements, lifted, model, prompt, words

HOSTILE = '<img src=x onerror="alert(1)">'


@pytest.fixture
def talk():
    return Conversation(model(), preview=prompt())


def body(conversation):
    return conversation.screen.specs["#prompt-body"]


def test_the_question_in_the_field_is_shown_as_it_would_be_sent(talk):
    talk.screen.fields["#question"] = " why "
    talk.app.filtering.take("lang:py x")
    talk.do("preview")
    assert talk.engine.payloads(protocol.PREVIEW) == [
        {"repository": REPOSITORY, "question": "lang:python why", "history": []}
    ]
    assert ("prompt",) in talk.screen.did("open_dialog")
    assert talk.screen.did("text")[-1] == ("#prompt-title", "What will be sent")
    assert not talk.engine.payloads(protocol.CHAT)


def test_with_an_empty_field_it_is_the_newest_question(talk):
    talk.do("ask", question="first")
    talk.do("preview")
    (payload,) = talk.engine.payloads(protocol.PREVIEW)
    assert payload["question"] == "first" and payload["history"] == []


def test_without_any_question_one_is_asked_for(talk):
    talk.do("preview")
    assert not talk.engine.payloads(protocol.PREVIEW)
    assert talk.screen.did("focus") == [("#question",)]


def test_every_message_is_there_in_full_and_the_newest_is_open(talk):
    talk.screen.fields["#question"] = "why"
    talk.do("preview")
    assert [part[1]["$text"]["token"] for part in elements(body(talk), "pre.message")] == [
        "message:1",
        "message:2",
    ]
    folds = elements(body(talk), "details.fold")
    assert [fold[1]["open"] for fold in folds] == [False, True]
    assert "1,200 tokens, 4.8 KB, of a context of 8,192 tokens" in words(body(talk))


def test_pieces_have_their_places_reasons_and_tokens(talk):
    talk.screen.fields["#question"] = "why"
    talk.do("preview")
    (table,) = elements(body(talk), "table.table")
    assert words(elements(table, "tbody")) == "src/a.py:3–4 fit is near40"
    assert elements(table, "a.where")[0][1]["data-line"] == "3"


def test_what_stays_here_is_told_with_its_reason():
    omitted = [{"path": ".env", "reason": "looks like a secret"}]
    conversation = Conversation(model(), preview=prompt(omitted=omitted))
    conversation.screen.fields["#question"] = "why"
    conversation.do("preview")
    assert "Stays on this device.env looks like a secret" in words(body(conversation))


def test_what_was_sent_is_the_prompt_that_the_engine_told(talk):
    talk.do("ask", question="why")
    sent = prompt(tokens=777)
    talk.tell({"prompt": sent}, {"text": lifted("Of")})
    done = {"text": lifted("Of"), "finish": "stop", "citations": [], "usage": {}, "ms": 1}
    talk.tell({"done": done})
    talk.do("show-sent", turn="0")
    assert talk.app.state.prompt["prompt"] is sent
    assert talk.screen.did("text")[-1] == ("#prompt-title", "What was sent")
    assert not talk.engine.payloads(protocol.PREVIEW)


def test_a_prompt_that_cannot_be_made_says_why():
    refusal = errors.UserError("context-too-long", "It has no room.", "Ask for less.")
    conversation = Conversation(model(), preview=refusal)
    conversation.screen.fields["#question"] = "why"
    conversation.do("preview")
    assert words(body(conversation)) == "It has no room.Ask for less."


def test_the_whole_prompt_is_copied_with_its_roles(talk):
    talk.screen.fields["#question"] = "why"
    talk.do("preview")
    talk.do("copy-prompt")
    ((parts,),) = talk.screen.did("copy_texts")
    assert [heading for heading, _ in parts] == ["# Instructions", "# Question and code"]


def test_a_consent_is_taken_back_where_the_prompt_is_shown():
    conversation = Conversation(
        model("openai", "api.example.com"), preview=prompt(host="api.example.com", is_local=False)
    )
    conversation.screen.fields["#question"] = "why"
    conversation.do("preview")
    assert "withdraw" in actions(body(conversation))
    conversation.do("withdraw", host="api.example.com")
    assert conversation.engine.payloads(protocol.CONSENT)[-1]["given"] is False


@pytest.mark.parametrize("part", ["path", "symbol", "reason"])
def test_hostile_names_stay_strings_of_the_spec(talk, part):
    piece = {"path": "a", "first": 1, "last": 1, "symbol": "f", "reason": "near", "tokens": 1} | {
        part: HOSTILE
    }
    talk.app.state.prompt = {"prompt": prompt(pieces=[piece]), "sent": False}
    assert HOSTILE in words(view.panel(talk.app.state))


# The badge --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "kind", "text"),
    [
        (None, "button.badge.local", "On this device"),
        (model("none", ""), "button.badge.local", "On this device"),
        (model("in-tab", "", "gemma"), "button.badge.local", "On this devicegemma"),
        (model(), "button.badge.local", "On this devicetiny"),
        (
            model("openai", "api.example.com", "big"),
            "button.badge.elsewhere",
            "api.example.combig",
        ),
    ],
)
def test_the_badge_names_where_questions_go(talk, chosen, kind, text):
    talk.app.state.model = chosen
    specs = composer.composer(talk.app.state)
    assert specs[0][0] == kind and words(specs[0]) == text
    assert ("preview" in actions(specs)) == composer.is_chosen(chosen)


def test_the_two_badges_differ_by_more_than_their_colour(talk):
    icons = []
    for chosen in (model(), model("openai", "api.example.com")):
        talk.app.state.model = chosen
        badge = composer.composer(talk.app.state)[0]
        icons.append(elements(badge, "span.badge-icon")[0][1]["$icon"])
    assert icons == ["device", "leaves"]
