"""Below the question's field: where questions go, and what would be sent."""

from app.shared import protocol
from app.ui.spec import h
from app.ui.views.notice import action


def is_chosen(model):
    """Whether a model writes answers: `model` is the answer of MODEL, or None before it is known."""
    return bool(model) and model["choice"]["kind"] != protocol.NONE


def composer(state):
    """Specs for #composer."""
    model = state.model
    if not is_chosen(model):
        return [
            _badge("local", "device", "On this device", "Answers are made on this device, without a model")
        ]
    name = model["choice"]["model"]
    if model["is_local"]:
        title = "Answers are written by %s, on this device" % name
        badge = _badge("local", "device", "On this device", title, name)
    else:
        title = "Questions and the code they are about go to %s, for %s to answer" % (model["host"], name)
        badge = _badge("elsewhere", "leaves", model["host"], title, name)
    return [badge, action("Show what will be sent", "preview")]


def _badge(kind, symbol, where, title, name=""):
    return h(
        "button.badge." + kind,
        {
            "$key": "badge-" + kind,
            "type": "button",
            "data-click": "choose-model",
            "title": title + ". Change it.",
        },
        h("span.badge-icon", {"$icon": symbol}),
        h("span.where", None, where),
        h("span.model", None, name) if name else None,
    )
