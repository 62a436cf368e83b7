"""Models that run in this browser: its own, and files that are kept here."""

from app.shared import protocol
from app.ui import words
from app.ui.spec import h, tool
from app.ui.views.notice import action

WAITING = "Looking at what this browser has …"


def built_in(choosing):
    """Specs for the browser's own model."""
    device = choosing["device"]
    if device is None:
        return [h("p.help", None, WAITING)]
    own = device["built_in"]
    if own["state"] == "available":
        return [h("p", None, "It is here, and ready.")]
    specs = [h("p", None, own["reason"] or "It is not here yet.")]
    if own["state"] == "downloadable":
        specs.append(h("p", None, action("Have the browser fetch it", "fetch-built-in")))
    return specs


def files(choosing):
    """Specs for the files that are kept, and for bringing in another."""
    device = choosing["device"]
    if device is None:
        return [h("p.help", None, WAITING)]
    draft = choosing["drafts"][protocol.IN_TAB]
    fetches = choosing["fetches"]
    sources = [file["source"] for file in device["files"]]
    kept = [file for file in device["files"] if file["source"] not in fetches]
    specs = []
    if kept:
        rows = [_file(file, draft) for file in kept]
        specs.append(h("div.offers", {"$key": "files", "role": "group", "aria-label": "Kept files"}, *rows))
    else:
        advice = "No file is kept yet. Small ones, of 0.3 to 2 GB, suit a tab."
        specs.append(h("p.help", {"$key": "files"}, advice))
    specs += [_fetch(address, fetches[address], address in sources) for address in fetches]
    specs.append(_bring(draft))
    if device["quota"]:
        room = "There is room for " + words.size(device["quota"]) + " more in this browser."
        specs.append(h("p.help", {"$key": "room"}, room))
    return specs


def _file(file, draft):
    is_chosen = file["name"] == draft["model"]
    facts = words.size(file["bytes"])
    if not file["whole"]:
        facts = facts + " of " + (words.size(file["total"]) if file["total"] else "more")
    elif file["context"]:
        facts = words.number(file["context"]) + " tokens · " + facts
    choose = {
        "type": "button",
        "data-click": "take-model",
        "data-model": file["name"],
        "data-context": str(file["context"]),
        "aria-pressed": "true" if is_chosen else "false",
        "disabled": not file["whole"],
        "title": file["source"] or "A file of this device",
    }
    untaught = file["whole"] and not file["template"]
    return h(
        "div.file-row",
        {"$key": file["name"]},
        h(
            "button.offer",
            choose,
            h("span.name", None, file["name"]),
            h("span.help", None, facts),
            h("span.help.wide", None, "It was not taught to answer questions.") if untaught else None,
        ),
        None if file["whole"] or not file["source"] else _again(file),
        tool("trash", "Delete " + file["name"], "forget-model", {"data-name": file["name"]}),
    )


def _again(file):
    label = "Go on fetching " + file["name"]
    return tool("resume", label, "fetch-found", {"data-address": file["source"]})


def _fetch(address, fetch, is_kept):
    """A file that was found, is on its way, or could not be had."""
    if "error" in fetch:
        error = fetch["error"]
        specs = [h("p.refusal", None, error["message"] + " " + error["hint"])]
        again = action("Go on", "fetch-found", address=address) if is_kept else None
        specs.append(h("p.actions", None, again, action("Put it away", "drop-fetch", address=address)))
    elif "found" in fetch:
        found = fetch["found"]
        size = words.size(found["bytes"]) if found["bytes"] else "Its size is not told"
        specs = [
            h(
                "p",
                None,
                h("span.name", None, found["name"]),
                h("span.help", None, " %s, from %s" % (size, found["host"])),
            ),
            h(
                "p.actions",
                None,
                action("Fetch and keep it", "fetch-found", address=address),
                action("Do not", "drop-fetch", address=address),
            ),
        ]
    else:
        specs = _under_way(address, fetch)
    return h(
        "div.fetch", {"$key": "fetch " + address, "role": "alert" if "error" in fetch else "group"}, *specs
    )


def _under_way(address, fetch):
    """How far, how fast, and a way to stop it."""
    facts = words.size(fetch["done"])
    if fetch["total"]:
        facts += " of " + words.size(fetch["total"])
    if fetch["rate"]:
        facts += ", " + words.size(fetch["rate"]) + " a second"
    if fetch["remaining"] > 0:
        facts += ", " + words.duration(fetch["remaining"]) + " left"
    width = fetch["done"] * 100 / fetch["total"] if fetch["total"] else 0
    stop = action("Cancel", "cancel-fetch", address=address) if fetch["fetched"] else None
    return [
        h(
            "p",
            None,
            h("span.name", None, address.rsplit("/", 1)[-1]),
            h("span.help", None, " " + facts + " "),
            stop,
        ),
        h(
            "div.meter",
            {"role": "progressbar", "aria-label": "Fetched", "aria-valuenow": "%d" % width},
            h("span", {"$width": width}),
        ),
    ]


def _bring(draft):
    source = {
        "id": "model-source",
        "name": "source",
        "type": "text",
        "inputmode": "url",
        "autocapitalize": "none",
        "spellcheck": "false",
        "autocomplete": "off",
        "placeholder": "https://… .gguf",
        "value": draft["source"],
        "data-input": "draft-model",
        "data-field": "source",
    }
    return h(
        "div.field",
        {"$key": "bring"},
        h("label", {"for": "model-source"}, "Fetch a GGUF file from an address"),
        h(
            "div.field-row",
            None,
            h("input", source),
            h("button.secondary", {"type": "button", "data-click": "fetch-model"}, "Look"),
        ),
        h(
            "p.help",
            None,
            "You are told its size before it is fetched. Or ",
            action("pick a file of this device", "pick-model"),
            ": it is kept here, too.",
        ),
    )
