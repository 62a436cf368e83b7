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
    kept = device["files"]
    specs = []
    if kept:
        rows = [_file(file, draft) for file in kept]
        specs.append(h("div.offers", {"$key": "files", "role": "group", "aria-label": "Kept files"}, *rows))
    else:
        specs.append(
            h("p.help", {"$key": "files"}, "No file is kept yet. Small ones, of 0.3 to 2 GB, suit a tab.")
        )
    specs += [_fetch(address, fetch) for address, fetch in choosing["fetches"].items()]
    specs.append(_bring(draft))
    if device["quota"]:
        room = "The browser allows this site up to " + words.size(device["quota"]) + "."
        specs.append(h("p.help", {"$key": "room"}, room))
    return specs


def _file(file, draft):
    is_chosen = file["name"] == draft["model"]
    choose = {
        "type": "button",
        "data-click": "take-model",
        "data-model": file["name"],
        "data-context": "0",
        "aria-pressed": "true" if is_chosen else "false",
        "title": file["source"] or "A file of this device",
    }
    return h(
        "div.file-row",
        {"$key": file["name"]},
        h(
            "button.offer",
            choose,
            h("span.name", None, file["name"]),
            h("span.help", None, words.size(file["bytes"])),
        ),
        tool("trash", "Delete " + file["name"], "forget-model", {"data-name": file["name"]}),
    )


def _fetch(address, fetch):
    """A file on its way: how far, how fast, and a way to stop it."""
    if fetch.get("error"):
        error = fetch["error"]
        return h(
            "div.fetch",
            {"$key": "fetch " + address, "role": "alert"},
            h("p.refusal", None, error["message"] + " " + error["hint"]),
            h("p", None, action("Put it away", "drop-fetch", address=address)),
        )
    facts = words.size(fetch["done"])
    if fetch["total"]:
        facts += " of " + words.size(fetch["total"])
    if fetch["rate"]:
        facts += ", " + words.size(fetch["rate"]) + " a second"
    if fetch["remaining"]:
        facts += ", " + words.duration(fetch["remaining"]) + " left"
    width = fetch["done"] * 100 / fetch["total"] if fetch["total"] else 0
    stop = action("Cancel", "cancel-fetch", address=address) if fetch["fetched"] else None
    return h(
        "div.fetch",
        {"$key": "fetch " + address},
        h(
            "p",
            None,
            h("span.name", None, address.rsplit("/", 1)[-1]),
            " ",
            h("span.help", None, facts),
            " ",
            stop,
        ),
        h(
            "span.meter",
            {"role": "progressbar", "aria-label": "Fetched", "aria-valuenow": "%d" % width},
            h("span", {"$width": width}),
        ),
    )


def _bring(draft):
    source = {
        "id": "model-source",
        "name": "source",
        "type": "url",
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
            h("button.secondary", {"type": "button", "data-click": "fetch-model"}, "Fetch"),
        ),
        h(
            "p.help",
            None,
            "Or ",
            action("pick a file of this device", "pick-model"),
            ": it is kept here, too.",
        ),
    )
