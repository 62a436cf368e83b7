"""The shelf: the repositories that are kept here."""

from app.shared import protocol
from app.ui import words
from app.ui.spec import h, tool
from app.ui.views.progress import share

# What stands on an empty shelf, by the engine's state.
EMPTY = {
    "starting": "Opening the shelf …",
    "ready": "None yet. Paste an address to add the first.",
    "failed": "It opens with the engine.",
}


def shelf(state):
    """Specs for #shelf."""
    if not state.repositories:
        return [
            h(
                "p.empty",
                None,
                EMPTY[state.engine],
            )
        ]
    records = sorted(
        state.repositories.values(), key=lambda r: (r["owner"].lower(), r["name"].lower(), r["ref"])
    )
    return [_row(state, record) for record in records]


def _row(state, record):
    id = record["id"]
    is_open = id == state.current
    name = record["name"] + ("/" + record["folder"] if record["folder"] else "")
    opener = h(
        "button.repo-open",
        {
            "type": "button",
            "data-click": "open-repository",
            "data-repository": id,
            "aria-current": is_open and "true",
        },
        h("span.repo-name", {"title": id}, h("span.owner", None, record["owner"] + "/"), name),
        h("span.repo-facts", None, *_facts(state, record)),
        _meter(state, record),
    )
    data = {"data-repository": id}
    tools = [_reader(record, name, data), tool("trash", "Remove " + name, "ask-remove", data)]
    return h(
        "div.repo" + (".open" if is_open else ""), {"$key": id}, opener, h("span.repo-tools", None, *tools)
    )


def _reader(record, name, data):
    """The button that reads on: what is missing, or what is new at the host."""
    if record["state"] == protocol.PARTIAL:
        return tool("resume", "Go on reading " + name, "resume", data)
    if record["state"] == protocol.READY and not record.get("sample"):
        return tool("refresh", "Read what is new in " + name, "resume", data)
    return None


def _facts(state, record):
    ref = h("span.ref", None, record["ref"])
    if record["state"] == protocol.INDEXING:
        return [ref, h("span.state-indexing", None, "reading %d %%" % share(state, record))]
    files = h("span", None, words.count(record["files"], "file"))
    if record["state"] == protocol.PARTIAL:
        return [ref, files, h("span.state-partial", None, "unfinished")]
    if record["state"] == protocol.ELSEWHERE:
        return [ref, files, h("span.state-partial", None, "read in another tab")]
    return [ref, files]


def _meter(state, record):
    if record["state"] != protocol.INDEXING:
        return None
    return h("span.meter", {"aria-hidden": "true"}, h("span", {"$width": share(state, record)}))


def removal(record):
    """Specs for #confirm-body."""
    return [
        h("h2", {"id": "confirm-title"}, "Remove %s/%s?" % (record["owner"], record["name"])),
        h(
            "p",
            None,
            "Its files, index and conversation are deleted from this browser, and nowhere else.",
        ),
        h(
            "div.dialog-actions",
            None,
            h("button.secondary", {"type": "button", "data-close": "confirm"}, "Keep it"),
            h(
                "button.secondary.danger",
                {"type": "button", "data-click": "remove", "data-repository": record["id"]},
                "Remove",
            ),
        ),
    ]
