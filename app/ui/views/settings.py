"""The panel of settings: how questions are searched for, which hosts were asked, what is kept."""

from app.ui import words
from app.ui.spec import h
from app.ui.views import searching
from app.ui.views.notice import action


def panel(state):
    """Specs for #network-body."""
    return [
        h("section", {"$key": "search"}, h("h3", None, "Search"), *searching.settings(state)),
        h("section", None, h("h3", None, "Hosts contacted"), _hosts(state)),
        h("section", None, h("h3", None, "Keys kept on this device, encrypted"), *_secrets(state)),
        h("section", None, h("h3", None, "Storage"), *_storage(state)),
        h("section", None, h("h3", None, "Files"), *_files(state)),
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


def _secrets(state):
    if not state.secrets:
        return [h("p.help", None, "None.")]
    rows = [
        h(
            "li",
            {"$key": name},
            name[:1].upper() + name[1:] + " ",
            action("Forget it", "forget-secret", secret=name),
        )
        for name in state.secrets
    ]
    return [h("ul.secrets", None, *rows)]


def _storage(state):
    storage = state.storage
    text = words.size(storage["usage"]) + " used"
    specs = []
    if storage["quota"]:
        text += " of " + words.size(storage["quota"]) + " that the browser allows"
        specs.append(h("span.meter", None, h("span", {"$width": storage["usage"] * 100 / storage["quota"]})))
    specs.insert(0, h("p", None, text))
    if storage["persisted"]:
        specs.append(h("p.help", None, "The browser has agreed to keep it."))
    else:
        kept = "The browser has not agreed to keep it, and may delete it when the disk runs low. "
        specs.append(h("p.help", None, kept, action("Ask it to keep it", "persist")))
    specs.append(h("p.help", None, state.offline))
    return specs


def _files(state):
    limit = state.settings.get("limit", 0) / 1e6
    field = {
        "id": "limit",
        "name": "megabytes",
        "type": "number",
        "min": "0.01",
        "max": "20",
        "step": "0.01",
        "required": "",
        "value": "%g" % limit,
    }
    return [
        h(
            "form.setting",
            {"data-submit": "set-limit"},
            h("label", {"for": "limit"}, "Leave out files over"),
            h("input", field),
            "MB",
            h("button.link", {"type": "submit"}, "Set"),
        ),
        h(
            "p.help",
            None,
            "It holds the next time a repository is read. What is left out is listed below its files.",
        ),
    ]
