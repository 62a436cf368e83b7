"""An error in words: what happened, the way out, and buttons that take it."""

from app.ui import words
from app.ui.spec import h


def notice(error, *actions):
    """`error` is a record of app/shared/errors.py; `actions` are buttons' specs."""
    children = [h("p", None, h("strong", None, error["message"]))]
    if error.get("hint"):
        children.append(h("p", None, error["hint"]))
    if not error.get("user") and error.get("stack"):
        children.append(
            h("details", None, h("summary", None, "What to report"), h("pre", None, error["stack"]))
        )
    row = list(actions)
    if error.get("link"):
        row.append(
            h(
                "a",
                {"href": error["link"], "target": "_blank", "rel": "noopener noreferrer"},
                "Open the page for it",
            )
        )
    if row:
        children.append(h("p.actions", None, *row))
    return h("div.notice.bad", {"role": "alert"}, *children)


def wait(event, now):
    """Specs of a limit that is waited out, none where it is over; `now` is in Unix seconds."""
    if not event or event["until"] <= now:
        return []
    left = words.duration(event["until"] - now)
    return [
        h(
            "div.notice",
            {"role": "status"},
            h("p", None, event["reason"]),
            # Counted down every second, which nobody wants read out.
            h("p", {"aria-live": "off"}, "Goes on by itself in " + left + "."),
        )
    ]


def action(label, name, **data):
    """A button that reads as a link."""
    attributes = {"type": "button", "data-click": name}
    for key, value in data.items():
        attributes["data-" + key] = value
    return h("button.link", attributes, label)
