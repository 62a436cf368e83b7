"""Questions and answers: what the engine found, and above it what a model wrote, where one was chosen."""

from app.ui import words
from app.ui.spec import h, tool
from app.ui.views import answer as written
from app.ui.views import filters
from app.ui.views.next import suggestions
from app.ui.views.notice import action, notice
from app.ui.views.places import places

# The newest turns that are shown without asking.
TURNS = 10

# What a conversation may begin with.
QUESTIONS = (
    "What are the main parts and how do they fit together?",
    "Where does it start?",
    "How are errors handled?",
)
SAMPLE_QUESTIONS = (
    "How are search results fused and ranked?",
    "What calls Opened.load?",
    "What happens when a job is cancelled?",
)

# What stands in an answer's place, by the engine's state.
PENDING = {
    "starting": "Answered as soon as the engine is up …",
    "ready": "Looking …",
    "failed": "Not answered: the engine did not start.",
}


def turns(state):
    """Specs for #turns."""
    record = state.repository
    if not record:
        if state.current and state.engine != "failed":
            return [h("p.thinking", None, "Opening …")]
        return []
    kept = state.turns.get(state.current)
    if not kept:
        return [_invitation(record)]
    first = 0 if state.all_turns else max(0, len(kept) - TURNS)
    specs = [_turn(state, index, kept[index]) for index in range(first, len(kept))]
    if _is_answered(kept[-1]):
        specs[-1].append(suggestions(kept[-1]))
    if first:
        earlier = "Show " + words.count(first, "earlier question")
        specs.insert(0, h("p.help", {"$key": "earlier"}, action(earlier, "show-earlier")))
    return specs


def _is_answered(turn):
    return bool(turn.get("answer")) and not turn.get("asks") and not (turn.get("written") or {}).get("live")


def _invitation(record):
    name = record["name"]
    questions = SAMPLE_QUESTIONS if record.get("sample") else QUESTIONS
    return h(
        "div",
        {"$key": "invitation"},
        h("p.question", None, "What do you want to know about " + name + "?"),
        h("p.help", None, "Ask in plain words or name a symbol. Answers cite the lines they rest on."),
        h(
            "div.suggestions",
            None,
            *[action(question, "suggest", question=question) for question in questions],
        ),
    )


def _turn(state, index, turn):
    children = [_editor(index, turn) if turn.get("editing") else _question(index, turn), filters.asked(turn)]
    if turn.get("error"):
        children.append(notice(turn["error"], action("Ask again", "ask-again", turn=str(index))))
    elif turn.get("answer") is None:
        children.append(h("p.thinking", None, PENDING[state.engine]))
    elif turn.get("written") or turn.get("asks"):
        children += _with_a_model(state, index, turn)
    else:
        children += places(state, index, turn)
        children.append(_facts(index, turn["answer"]))
    children.append(filters.offers(index, turn))
    return h("article.turn", {"$key": "turn-" + str(index), "id": "turn-" + str(index)}, *children)


def _question(index, turn):
    edit = tool("edit", "Edit and ask again", "edit-question", {"data-turn": str(index)})
    return h("div.question-line", {"$key": "question"}, h("h3.question", None, turn["question"]), edit)


def _editor(index, turn):
    """The question in place of itself, to be changed; what follows it goes when it is sent."""
    field = "edit-" + str(index)
    return h(
        "form.editor",
        {"$key": "editor", "data-submit": "resend", "data-turn": str(index)},
        h("label.unseen", {"for": field}, "Question"),
        h("textarea", {"id": field, "name": "question", "rows": "2", "data-sends": ""}, turn["question"]),
        h(
            "div.dialog-actions",
            None,
            h("span.help", None, "What follows it goes."),
            h(
                "button.secondary",
                {"type": "button", "data-click": "cancel-edit", "data-turn": str(index)},
                "Cancel",
            ),
            h("button.primary", {"type": "submit"}, "Ask"),
        ),
    )


def _with_a_model(state, index, turn):
    """What a model wrote, or is to write, and below it what the engine found: folded once there are words."""
    title = "Sources · " + words.count(len(turn["answer"]["places"]), "place")
    is_open = turn.get("keeps_sources") or not written.has_text(turn)
    # A fold is the person's once it is there: one that is to open or close by itself is another one.
    fold = {"$key": "sources-open" if is_open else "sources", "open": is_open}
    return [
        h(
            "div.from-model",
            {"$key": "model", "id": "written-" + str(index)},
            *written.parts(state, index, turn),
        ),
        ["details.fold.sources", fold, h("summary", None, title)] + places(state, index, turn),
    ]


def _facts(index, answer):
    timings = answer.get("timings_ms") or {}
    if not timings:
        return None
    total = timings.get("total")
    # MicroPython keeps no order of keys, so the costliest goes first.
    steps = sorted(((s, timings[s]) for s in timings if s != "total"), key=lambda step: -step[1])
    text = " · ".join("%s %s" % (stage, words.milliseconds(value)) for stage, value in steps)
    head = words.milliseconds(total if total is not None else sum(value for _, value in steps))
    return h("p.facts", {"title": text}, head + " on this device")
