"""What a model wrote to a question: its text with checked citations, how it came, and from where."""

from app.ui import words
from app.ui.spec import h, tool
from app.ui.views import consent, steps
from app.ui.views.notice import action, notice
from app.ui.views.places import opens

# Why an answer ended before its end, in words, by `finish`.
ENDINGS = {
    "length": "The model met its limit of tokens.",
    "refused": "The model's provider withheld the rest.",
    "stopped": "Stopped.",
    "left": "The page was left before the answer was whole.",
}
# Errors that another key or another model mends, by their codes.
TO_THE_MODEL = (
    "bad-key",
    "no-access",
    "no-quota",
    "no-such-model",
    "no-model",
    "no-models",
    "no-models-here",
    "model-not-ready",
    "no-answer",
    "origin-refused",
    "not-a-model-server",
    "not-secure",
    "context-too-long",
)


def has_text(turn):
    """Whether a model has written anything to a turn."""
    made = turn.get("written")
    return bool(made and made["text"] and made["text"]["characters"])


def parts(state, index, turn):
    """Specs for what a model wrote to one turn, `index` its number."""
    if turn.get("asks"):
        return [consent.card(index, turn["asks"])]
    made = turn.get("written")
    if not made:
        return []
    children = [_searched(turn, made), steps.fold_of(made)]
    if has_text(turn):
        children.append(h("div.summary.written", {"$key": "text", "$answer": _text(state.current, made)}))
    elif made["live"]:
        children.append(h("p.thinking", {"$key": "thinking"}, steps.now(made) + " …"))
    if made.get("error"):
        children.append(_error(index, turn, made["error"]))
    elif made.get("finish") in ENDINGS:
        children.append(_ending(index, made["finish"]))
    children.append(_omitted(made))
    if not made["live"]:
        children.append(_foot(index, turn, made))
    return children


def _text(repository, made):
    """What `$answer` takes, see static/answer.js."""
    shown = {"token": made["text"]["token"], "live": made["live"]}
    if not made["live"]:
        shown["citations"] = [_cited(repository, cited) for cited in made.get("citations") or []]
    return shown


def _cited(repository, cited):
    right = not cited["reason"]
    href = opens(repository, cited["path"], cited["first"], cited["last"])["href"] if right else ""
    return dict(cited, href=href)


def _searched(turn, made):
    searched = made.get("searched") or ""
    if not searched or searched == turn["question"]:
        return None
    return h("p.searched", {"$key": "searched"}, "Searched for: ", h("q", None, searched))


def _error(index, turn, error):
    number = str(index)
    actions = []
    if error["code"] in TO_THE_MODEL:
        actions.append(action("Choose or change the model", "choose-model"))
    if has_text(turn):
        actions.append(action("Go on", "go-on"))
    actions.append(action("Try again", "retry", turn=number))
    return h("div", {"$key": "error"}, notice(error, *actions))


def _ending(index, finish):
    buttons = [action("Go on", "go-on")] if finish != "refused" else []
    return h("p.ending", {"$key": "ending"}, ENDINGS[finish] + " ", *buttons)


def _omitted(made):
    """Files that stayed on this device, and why."""
    omitted = made.get("omitted") or []
    if not omitted:
        return None
    rows = [h("li", None, h("code", None, row["path"]), " ", row["reason"]) for row in omitted]
    title = words.count(len(omitted), "file was", "files were") + " not sent"
    return ["details.fold.omitted", {"$key": "omitted"}, h("summary", None, title), h("ul", None, *rows)]


def _foot(index, turn, made):
    """Which model, where, when, at what cost; and what can be done with the answer."""
    data = {"data-turn": str(index)}
    buttons = []
    if has_text(turn):
        buttons.append(tool("copy", "Copy as Markdown", "copy-answer", data))
    buttons.append(tool("refresh", "Write it again", "retry", data))
    sent = None
    if made.get("prompt"):
        sent = action("What was sent", "show-sent", turn=str(index))
    return h(
        "div.answer-foot",
        {"$key": "foot"},
        h("p.facts", None, *_facts(made)),
        h("span.answer-tools", None, sent, *buttons),
    )


def _facts(made):
    where = "on this device" if made["is_local"] else "at " + made["host"]
    if made["is_local"] and made["host"]:
        where += " (" + made["host"] + ")"
    facts = [h("strong", None, made["model"] or "A model"), " " + where]
    usage = made.get("usage") or {}
    more = [h("time", {"$time": made["when"]})] if made.get("when") else []
    if usage.get("prompt"):
        more.append(words.number(usage["prompt"]) + " tokens read")
    if usage.get("answer"):
        more.append(words.number(usage["answer"]) + " written")
    if made.get("ms"):
        more.append(words.milliseconds(made["ms"]))
    for fact in more:
        facts += [" · ", fact]
    return facts
