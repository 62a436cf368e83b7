"""How an answer came: what was searched, found, expanded and sent, and a model's calls of tools."""

from app.ui import words
from app.ui.spec import h

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
    """What is being done, in words."""
    for step in reversed(made["steps"]):
        if step["ms"] is None:
            return name(step)
    return "Waiting for " + (made["model"] or "the model") if made["steps"] else "Looking"


def name(step):
    """A step's name; a call's as the model wrote it."""
    return _call(step) if "arguments" in step else step["name"]


def _title(made, steps):
    calls = len([step for step in steps if "arguments" in step])
    title = words.count(len(steps), "step")
    if calls:
        title += ", " + words.count(calls, "call") + " of tools"
    if made["live"]:
        last = steps[-1]
        return title + " · " + name(last) + _took(last)
    return title


def _row(step):
    is_call = "arguments" in step
    return h(
        "li.call" if is_call else "li",
        None,
        h("code" if is_call else "span.step-name", None, name(step)),
        h("span.step-detail", None, step["detail"]) if step["detail"] else None,
        h("span.step-time", None, words.milliseconds(step["ms"])) if step["ms"] is not None else None,
    )


def _took(step):
    return " " + words.milliseconds(step["ms"]) if step["ms"] is not None else " …"


def _call(step):
    """search(query="price", path="src/") as a person reads it."""
    arguments = step["arguments"]
    named = [key + "=" + _value(arguments[key]) for key in sorted(arguments)]
    return step["name"] + "(" + ", ".join(named) + ")"


def _value(value):
    text = '"' + value + '"' if isinstance(value, str) else str(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
