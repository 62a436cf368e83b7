"""How an answer came: what was searched, found, expanded and sent, and a model's calls of tools."""

from app.ui import words
from app.ui.spec import h

# What the engine's steps are called on the page, and what comes after each.
NAMES = {
    "follow-up": "Read on from before",
    "ask aside": "Asked the model aside",
    "search": "Searched",
    "rerank": "Ordered anew",
    "expand": "Followed the graph",
    "pack": "Packed",
    "shown before": "Took what was shown",
    "send": "Sent",
    "read prompt": "Read",
    "first words": "First words",
    "make room": "Made room",
    "check": "Checked citations",
}
NEXT = {
    "": "Searching",
    "follow-up": "Searching",
    "ask aside": "Searching",
    "search": "Following the graph",
    "rerank": "Following the graph",
    "expand": "Packing",
    "pack": "Sending",
    "shown before": "Sending",
}
# Characters of a call's argument that are shown.
SHOWN = 60


def fold_of(made):
    """The fold of an answer's steps, or None before the first."""
    steps = made["steps"]
    if not steps:
        return None
    return [
        "details.fold.steps",
        {"$key": "steps"},
        h("summary", None, _title(made, steps)),
        h("ol", None, *[_row(step) for step in steps]),
    ]


def now(made):
    """What is being done, in words: a step is told when it has ended."""
    last = made["steps"][-1] if made["steps"] else {"name": ""}
    if last["name"] == "read prompt":
        return "Reading: " + last["detail"]
    if "arguments" in last or last["name"] == "send":
        return "Waiting for " + made["model"]
    return NEXT.get(last["name"], "Working")


def _title(made, steps):
    calls = len([step for step in steps if "arguments" in step])
    title = words.count(len(steps), "step")
    if calls:
        title += ", " + words.count(calls, "look-up") + " by the model"
    if made["live"]:
        last = steps[-1]
        title += " · " + _name(last) + " " + words.milliseconds(last["ms"])
    return title


def _row(step):
    is_call = "arguments" in step
    return h(
        "li.call" if is_call else "li",
        None,
        h("code" if is_call else "span.step-name", None, _name(step)),
        h("span.step-detail", None, step["detail"]) if step["detail"] else None,
        h("span.step-time", None, words.milliseconds(step["ms"])) if step["ms"] else None,
    )


def _name(step):
    if "arguments" in step:
        return _call(step)
    return NAMES.get(step["name"], step["name"])


def _call(step):
    """search(query="price", path="src/") as a person reads it."""
    arguments = step["arguments"]
    named = [key + "=" + _value(arguments[key]) for key in sorted(arguments)]
    return step["name"] + "(" + ", ".join(named) + ")"


def _value(value):
    text = '"' + value + '"' if isinstance(value, str) else str(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
