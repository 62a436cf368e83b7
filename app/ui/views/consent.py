"""Before a repository's code first goes to a host: what goes, where, and the ways to answer."""

from app.ui.spec import h
from app.ui.views.notice import action


def card(index, asks):
    """`asks` is {host, model}; `index` the turn that waits."""
    number = str(index)
    host = asks["host"]
    return h(
        "section.consent",
        {"$key": "consent", "aria-label": "May this repository's code go to " + host + "?"},
        h("p", None, h("strong", None, "Send this question and code of this repository to " + host + "?")),
        h(
            "p",
            None,
            "The places below were found on this device. For " + asks["model"] + " to write an answer, your "
            "question, the turns before it and the lines that are found for it go to ",
            h("strong", None, host),
            ". Files that look like secrets stay here. You are asked once for this repository, "
            "and can take it back where what is sent is shown.",
        ),
        h(
            "div.consent-actions",
            None,
            _button("button.primary", "Send to " + host, "consent", number),
            _button("button.secondary", "Answer on this device instead", "decline", number),
            action("Show what will be sent", "preview-turn", turn=number),
        ),
    )


def _button(tag, label, name, turn):
    return h(tag, {"type": "button", "data-click": name, "data-turn": turn}, label)
