"""The panel "Network and storage": which hosts were asked, and what is kept."""

from app.ui import words
from app.ui.spec import h


def panel(state):
    """Specs for #network-body."""
    return [
        h("section", None, h("h3", None, "Hosts contacted"), _hosts(state)),
        h("section", None, h("h3", None, "Storage"), *_storage(state)),
    ]


def _hosts(state):
    if not state.hosts:
        return h("p.help", None, "None but this site.")
    rows = [
        h(
            "tr",
            {"$key": host["origin"]},
            h("td", None, host["origin"], h("div.help", None, host["reason"])),
            h("td.number", None, words.number(host["requests"])),
            h("td.number", None, words.size(host["bytes"])),
        )
        for host in state.hosts
    ]
    head = h(
        "tr", None, h("th", None, "Host"), h("th.number", None, "Requests"), h("th.number", None, "Received")
    )
    return h("table.table", None, h("thead", None, head), h("tbody", None, *rows))


def _storage(state):
    storage = state.storage
    text = words.size(storage["usage"]) + " used"
    specs = []
    if storage["quota"]:
        text += " of " + words.size(storage["quota"]) + " that the browser allows"
        specs.append(h("span.meter", None, h("span", {"$width": storage["usage"] * 100 / storage["quota"]})))
    specs.insert(0, h("p", None, text))
    if storage["persisted"]:
        kept = "The browser has agreed to keep it."
    else:
        kept = "The browser may delete it when the disk runs low: it has not agreed to keep it."
    specs.append(h("p.help", None, kept))
    if state.offline:
        specs.append(h("p.help", None, "This page itself is not kept for offline use: " + state.offline))
    return specs
