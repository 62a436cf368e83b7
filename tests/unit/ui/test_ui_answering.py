"""A conversation with a model: the engine answers first, the model's words follow, and what came is kept."""

import pytest

from app.shared import errors, protocol
from tests.support.ui import (
    REPOSITORY,
    Conversation,
    actions,
    elements,
    extractive,
    lifted,
    model,
    prompt,
    words,
)

HOSTED = model("openai", "api.example.com", "big")
CITED = {"start": 6, "end": 19, "path": "src/a.py", "first": 3, "last": 3, "reason": ""}
DONE = {
    "text": lifted("Of it [src/a.py:3]."),
    "finish": "stop",
    "citations": [CITED],
    "usage": {"prompt": 1200, "answer": 30},
    "ms": 900,
}
STEP = {"step": {"name": "search", "detail": "8 places", "ms": 42}}
CALL = {"call": {"name": "callers", "arguments": {"symbol": "f"}, "detail": "2 found", "ms": 3}}


def cut(code="stream-cut"):
    return errors.to_record(errors.UserError(code, "The answer broke off.", "Try again."))


@pytest.fixture
def talk():
    """Someone who has a model on this device."""
    return Conversation(model())


@pytest.fixture
def hosted():
    """Someone whose model is a host's that has not been allowed to see the repository."""
    return Conversation(HOSTED, consent=lambda payload: {"given": payload.get("given", False)})


def ask(conversation, question="why"):
    conversation.do("ask", question=question)


def test_without_a_model_the_engine_answers_alone():
    conversation = Conversation(model("none", ""))
    ask(conversation)
    assert [method for method, _ in conversation.engine.asked] == [protocol.ASK, protocol.CONVERSATION]
    assert elements(conversation.shown(), "div.summary")[0][1]["$markdown"] == "About why [src/a.py:3]."
    assert not elements(conversation.shown(), "details.fold.sources")


def test_the_engine_answers_first_and_its_places_stay_open_until_there_are_words(talk):
    ask(talk)
    asked = [method for method, _ in talk.engine.asked]
    assert asked.index(protocol.ASK) < asked.index(protocol.CHAT)
    (fold,) = elements(talk.shown(), "details.fold.sources")
    assert fold[1]["open"] is True
    talk.tell({"text": lifted("Of")})
    (fold,) = elements(talk.shown(), "details.fold.sources")
    assert fold[1]["open"] is False
    assert elements(fold, "section.card")


def test_places_that_are_being_read_are_not_folded_away(talk):
    ask(talk)
    talk.screen.is_scrolled = True
    talk.tell({"text": lifted("Of")})
    assert elements(talk.shown(), "details.fold.sources")[0][1]["open"] is True


def test_words_that_follow_draw_nothing_in_python(talk):
    ask(talk)
    talk.tell({"text": lifted("Of")})
    talk.screen.specs.clear()
    talk.tell({"text": lifted("Of it")})
    assert talk.screen.specs == {}


def test_steps_and_calls_are_told_as_they_come(talk):
    ask(talk)
    talk.tell(STEP, CALL)
    (fold,) = elements(talk.screen.specs["#written-0"], "details.fold.steps")
    assert words(elements(fold, "summary")) == '2 steps, 1 look-up by the model · callers(symbol="f") 3 ms'
    assert [words(row) for row in elements(fold, "li") + elements(fold, "li.call")] == [
        "Searched8 places42 ms",
        'callers(symbol="f")2 found3 ms',
    ]


def test_how_far_a_model_has_read_is_one_step(talk):
    ask(talk)
    for share in ("20 %", "40 %"):
        talk.tell({"step": {"name": "read prompt", "detail": share + " of the prompt", "ms": 9000}})
    (doing,) = elements(talk.screen.specs["#written-0"], "p.thinking")
    assert words(doing) == "Reading: 40 % of the prompt …"
    (fold,) = elements(talk.screen.specs["#written-0"], "details.fold.steps")
    assert words(elements(fold, "summary")) == "1 step · Read 9.0 s"


def test_an_answer_that_is_whole_is_kept_without_its_prompt(talk):
    ask(talk)
    talk.tell(STEP, {"prompt": prompt(omitted=[{"path": ".env", "reason": "looks like a secret"}])})
    talk.tell({"done": DONE})
    (turn,) = talk.kept()
    written = turn["written"]
    assert "prompt" not in written and "live" not in written
    assert written["text"] == DONE["text"] and written["citations"] == [CITED]
    assert written["steps"] == [STEP["step"]]
    assert (written["model"], written["host"], written["omitted"][0]["path"]) == (
        "tiny",
        "localhost:11434",
        ".env",
    )
    assert turn["answer"]["places"]
    assert talk.screen.did("announce")[-1] == ("Answered by tiny.",)


def test_a_kept_answer_is_shown_again_after_a_reload(talk):
    ask(talk)
    talk.tell({"done": DONE})
    later = Conversation(model())
    later.load(talk.kept())
    (text,) = elements(later.shown(), "div.summary.written")
    assert text[1]["$answer"]["token"] == "answer:1"


def test_kept_turns_from_before_there_were_models_still_show(talk):
    talk.turns.append({"question": "old", "answer": extractive("old"), "error": None})
    ask(talk)
    assert [words(one) for one in elements(talk.shown(), "h3.question")] == ["old", "why"]


def test_an_answer_whose_page_was_left_says_so_and_can_be_written_again():
    turn = {"question": "why", "answer": extractive("why"), "error": None}
    turn["written"] = {"id": "1", "text": lifted("Of"), "model": "tiny", "host": "", "is_local": True}
    turn["written"] |= {"steps": [], "citations": [], "finish": "", "error": None}
    conversation = Conversation(model())
    conversation.load([turn])
    assert "The page was left before the answer was whole." in words(conversation.shown())
    assert {"retry", "go-on", "copy-answer"} <= actions(conversation.shown()).keys()


def test_the_turns_before_go_along_with_what_was_written(talk):
    ask(talk, "first")
    talk.tell({"done": DONE})
    ask(talk, "and then?")
    expected = [{"question": "first", "answer": DONE["text"]}]
    assert talk.engine.payloads(protocol.CHAT)[-1]["history"] == expected
    assert talk.engine.payloads(protocol.ASK)[-1]["history"] == expected


def test_at_most_six_turns_go_along(talk):
    for number in range(9):
        ask(talk, str(number))
        talk.tell({"done": DONE})
    history = talk.engine.payloads(protocol.CHAT)[-1]["history"]
    assert [turn["question"] for turn in history] == list("234567")


def test_citations_that_are_right_lead_somewhere_and_the_others_do_not(talk):
    ask(talk)
    wrong = CITED | {"path": "no/such.py", "reason": "it was not sent"}
    talk.tell({"done": DONE | {"citations": [CITED, wrong]}})
    (text,) = elements(talk.shown(), "div.summary.written")
    right, struck = text[1]["$answer"]["citations"]
    assert right["href"].endswith("/f/src/a.py:3") and struck["href"] == ""
    assert struck["reason"] == "it was not sent"


def test_who_asks_before_the_choice_is_known_is_answered_by_the_model_all_the_same():
    conversation = Conversation()
    conversation.engine.answers[protocol.MODEL] = model()
    ask(conversation)
    assert len(conversation.engine.payloads(protocol.CHAT)) == 1


# Stopping, failing, again -----------------------------------------------------------


def test_stop_takes_the_place_of_ask_and_ends_the_answer(talk):
    ask(talk)
    assert talk.screen.did("attribute")[-1] == (".ask", "data-writing", "")
    talk.do("stop-answer")
    id = talk.engine.payloads(protocol.CHAT)[0]["id"]
    assert talk.engine.payloads(protocol.STOP) == [{"id": id}]
    talk.tell({"done": DONE | {"finish": "stopped", "citations": []}})
    assert talk.screen.did("attribute")[-1] == (".ask", "data-writing", None)
    assert "Stopped." in words(talk.shown())
    assert talk.kept()[0]["written"]["text"] == DONE["text"]


def test_a_question_waits_while_an_answer_is_written(talk):
    ask(talk)
    ask(talk, "another")
    assert len(talk.turns) == 1
    assert talk.screen.did("say") == [("An answer is being written. Esc stops it.",)]
    assert ("#question", "") in talk.screen.did("set_value")
    assert len(talk.screen.did("set_value")) == 1


def test_an_error_keeps_what_came_and_offers_ways_out(talk):
    ask(talk)
    talk.tell({"text": lifted("Of")}, {"error": cut(), "text": lifted("Of it")})
    shown = talk.shown()
    assert elements(shown, "div.summary.written")[0][1]["$answer"]["token"] == "answer:1"
    assert "The answer broke off." in words(shown) and "Try again." in words(shown)
    assert {"go-on", "retry"} <= actions(shown).keys()
    assert talk.kept()[0]["written"]["error"]["code"] == "stream-cut"


@pytest.mark.parametrize("code", ["bad-key", "context-too-long", "origin-refused", "model-not-ready"])
def test_what_another_model_or_key_mends_leads_to_the_choice(talk, code):
    ask(talk)
    talk.tell({"error": cut(code), "text": lifted("")})
    shown = talk.shown()
    assert {"choose-model", "retry"} <= actions(shown).keys()
    assert "go-on" not in actions(shown)
    assert elements(shown, "details.fold.sources")[0][1]["open"] is True


def test_a_model_that_refuses_to_begin_is_an_error_of_its_answer():
    refusal = errors.UserError("model-not-ready", "It has no key.", "Look at the choice of the model.")
    conversation = Conversation(model(), chat=refusal)
    ask(conversation)
    assert "It has no key." in words(conversation.shown())
    assert conversation.screen.did("attribute")[-1] == (".ask", "data-writing", None)


def test_an_answer_can_be_written_again(talk):
    ask(talk)
    talk.tell({"error": cut(), "text": lifted("Of")})
    talk.do("retry", turn="0")
    assert len(talk.engine.payloads(protocol.ASK)) == 1
    first, second = talk.engine.payloads(protocol.CHAT)
    assert first["question"] == second["question"] and first["id"] != second["id"]
    talk.tell({"text": lifted("late")}, of=first["id"])
    assert not talk.turns[0]["written"]["text"]


def test_go_on_asks_as_the_next_question(talk):
    ask(talk)
    talk.tell({"done": DONE | {"finish": "length"}})
    assert "met its limit" in words(talk.shown())
    talk.do("go-on")
    assert [turn["question"] for turn in talk.turns] == ["why", "Go on where you stopped."]


def test_an_answer_is_copied_as_it_was_written(talk):
    ask(talk)
    talk.tell({"done": DONE})
    talk.do("copy-answer", turn="0")
    assert talk.screen.did("copy_texts") == [([("", DONE["text"])],)]


# Editing ----------------------------------------------------------------------------


def test_an_edited_question_drops_what_followed_it_when_it_is_sent(talk):
    for question in ("one", "two", "three"):
        ask(talk, question)
        talk.tell({"done": DONE})
    talk.do("edit-question", turn="1")
    (editor,) = elements(talk.shown(), "form.editor")
    assert words(elements(editor, "textarea")) == "two"
    assert len(talk.turns) == 3
    talk.do("resend", turn="1", question="two, better")
    assert [turn["question"] for turn in talk.turns] == ["one", "two, better"]
    assert [turn["question"] for turn in talk.kept()] == ["one", "two, better"]


def test_an_edit_can_be_given_up(talk):
    ask(talk)
    talk.tell({"done": DONE})
    talk.do("edit-question", turn="0")
    talk.do("cancel-edit", turn="0")
    assert not elements(talk.shown(), "form.editor")
    assert len(talk.turns) == 1


def test_an_edited_question_stops_what_is_being_written(talk):
    ask(talk)
    talk.do("resend", turn="0", question="better")
    first, second = talk.engine.payloads(protocol.CHAT)
    assert talk.engine.payloads(protocol.STOP) == [{"id": first["id"]}]
    # The engine's last word on what was dropped comes later, and changes nothing.
    talk.tell({"done": DONE | {"finish": "stopped"}}, of=first["id"])
    assert [turn["question"] for turn in talk.turns] == ["better"]
    assert second["question"] == "better" and talk.app.answering.is_writing(REPOSITORY)


# Consent ----------------------------------------------------------------------------


def test_a_host_is_asked_about_before_anything_is_sent(hosted):
    ask(hosted)
    assert not hosted.engine.payloads(protocol.CHAT)
    (card,) = elements(hosted.shown(), "section.consent")
    assert "api.example.com" in words(card)
    assert actions(card).keys() == {"consent", "decline", "preview-turn"}
    hosted.do("consent", turn="0")
    assert hosted.engine.payloads(protocol.CONSENT)[-1] == {
        "repository": REPOSITORY,
        "host": "api.example.com",
        "given": True,
    }
    assert len(hosted.engine.payloads(protocol.CHAT)) == 1
    assert not elements(hosted.shown(), "section.consent")


def test_a_host_that_was_allowed_is_not_asked_about_again(hosted):
    hosted.engine.answers[protocol.CONSENT] = {"given": True}
    ask(hosted)
    assert len(hosted.engine.payloads(protocol.CHAT)) == 1


def test_a_model_on_this_device_needs_no_consent(talk):
    ask(talk)
    assert not talk.engine.payloads(protocol.CONSENT)


def test_who_declines_is_answered_on_this_device(hosted):
    ask(hosted)
    hosted.do("decline", turn="0")
    assert not elements(hosted.shown(), "section.consent")
    assert not elements(hosted.shown(), "details.fold.sources")
    assert elements(hosted.shown(), "section.card")
    assert not hosted.engine.payloads(protocol.CHAT)
    assert "asks" not in hosted.kept()[0]


def test_a_consent_that_was_taken_back_elsewhere_is_asked_for_again(hosted):
    hosted.engine.answers[protocol.CONSENT] = {"given": True}
    hosted.engine.answers[protocol.CHAT] = errors.UserError("needs-consent", "Not allowed.")
    ask(hosted)
    assert elements(hosted.shown(), "section.consent")
    assert not hosted.app.answering.is_writing(REPOSITORY)


def test_a_repository_that_is_removed_takes_its_answer_along(talk):
    ask(talk)
    talk.app.state.turns.pop(REPOSITORY)
    kept = len(talk.engine.payloads(protocol.CONVERSATION))
    talk.tell({"done": DONE})
    assert len(talk.engine.payloads(protocol.CONVERSATION)) == kept
