"""A model that is reached by an address: servers that were found, the fields, the models that there are."""

from app.shared import protocol
from app.ui import words
from app.ui.spec import h
from app.ui.views.notice import action

# Models that are listed at once; a part of a name finds the others.
SHOWN = 40
# (name, address, where keys are made) of services that speak OpenAI's format.
PRESETS = (
    ("OpenAI", "https://api.openai.com/v1", "https://platform.openai.com/api-keys"),
    ("OpenRouter", "https://openrouter.ai/api/v1", "https://openrouter.ai/settings/keys"),
    ("Mistral", "https://api.mistral.ai/v1", "https://console.mistral.ai/api-keys"),
    ("Groq", "https://api.groq.com/openai/v1", "https://console.groq.com/keys"),
    ("DeepSeek", "https://api.deepseek.com/v1", "https://platform.deepseek.com/api_keys"),
)
KEY_PAGES = {
    protocol.ANTHROPIC: "https://platform.claude.com/settings/keys",
    protocol.GEMINI: "https://aistudio.google.com/apikey",
}
ADDRESSES = {
    protocol.LOCAL: "http://localhost:11434",
    protocol.OPENAI: "https://api.openai.com/v1",
    protocol.ANTHROPIC: "https://api.anthropic.com/v1",
    protocol.GEMINI: "https://generativelanguage.googleapis.com/v1beta",
}


def fields(state, choosing, kind):
    """Specs for what a model behind an address needs to be told."""
    draft = choosing["drafts"][kind]
    specs = []
    if kind == protocol.LOCAL:
        specs += _finding(choosing)
    if kind == protocol.OPENAI:
        specs.append(_presets(draft))
    specs.append(
        _field(kind, "address", "Address", draft, {"placeholder": ADDRESSES[kind], "inputmode": "url"})
    )
    if kind != protocol.LOCAL:
        specs += _key(state, kind, draft)
    specs.append(_field(kind, "model", "Model", draft, {"placeholder": "Its name"}, *_lister(choosing, kind)))
    specs += _listed(choosing, kind, draft)
    if kind == protocol.LOCAL:
        specs += _key(state, kind, draft)
    specs += _limits(state, kind, draft)
    return specs


def _field(kind, name, label, draft, more, *beside):
    """A labelled field whose text goes into the draft as it is typed."""
    id = "model-" + name
    attributes = {
        "id": id,
        "name": name,
        "type": "text",
        "autocapitalize": "none",
        "spellcheck": "false",
        "autocomplete": "off",
        "value": draft[name],
        "data-input": "draft-model",
        "data-field": name,
        # A field that was typed in holds on to what it shows, so another kind gets another field.
        "$key": kind + name,
    }
    attributes.update(more)
    return h(
        "div.field",
        {"$key": "field-" + name},
        h("label", {"for": id}, label),
        h("div.field-row", None, h("input", attributes), *beside),
    )


# Servers on this device ---------------------------------------------------------


def _finding(choosing):
    is_busy = choosing["finding"]
    button = {"type": "button", "data-click": "find-servers", "disabled": is_busy}
    words_ = "Looking on the usual ports of this device …" if is_busy else "Find servers on this device"
    specs = [h("p", {"$key": "find"}, h("button.secondary", button, words_))]
    if choosing["servers"] is not None:
        specs.append(h("div.servers", {"$key": "servers", "role": "status"}, *_servers(choosing)))
    return specs


def _servers(choosing):
    found = [server for server in choosing["servers"] if not server["code"]]
    draft = choosing["drafts"][protocol.LOCAL]
    specs = []
    for server in found:
        specs.append(
            h(
                "div.server",
                {"$key": server["address"]},
                h("h3", None, server["name"], h("span.help", None, " " + server["address"])),
                *[_offer(model, draft, server["address"]) for model in server["models"][:SHOWN]],
            )
        )
    if not found:
        none = (
            "None answers this page: none runs, or those that do refuse it (CORS). The browser may also ask "
        )
        specs.append(h("p", {"$key": "none"}, none + "whether this page may reach this device: allow it."))
    silent = [server for server in choosing["servers"] if server["code"]]
    if silent:
        title = "Not found: " + ", ".join([server["name"] for server in silent])
        helps = [
            h(
                "li",
                None,
                h("strong", None, server["name"] + ": "),
                ("" if server["code"] == "no-answer" else server["reason"] + " ") + server["hint"],
            )
            for server in silent
        ]
        specs.append(
            h(
                "details.silent",
                {"$key": "silent", "open": not found},
                h("summary", None, title),
                h("ul", None, *helps),
            )
        )
    return specs


# Models that there are ----------------------------------------------------------


def _lister(choosing, kind):
    is_busy = choosing["listing"] == kind
    button = {"type": "button", "data-click": "list-models", "disabled": is_busy}
    return [h("button.secondary", button, "Asking …" if is_busy else "List models")]


def _listed(choosing, kind, draft):
    """The provider's models: all that hold what is typed, unless that is one of them already."""
    listed = choosing["lists"].get(kind)
    if listed is None:
        return []
    if listed["code"]:
        return [h("p.refusal", {"$key": "list", "role": "status"}, listed["reason"] + " " + listed["hint"])]
    models = listed["models"]
    typed = draft["model"].lower()
    if typed and not any(model["name"] == draft["model"] for model in models):
        models = [model for model in models if typed in model["name"].lower()]
    rows = [_offer(model, draft) for model in models[:SHOWN]]
    if len(models) > SHOWN:
        more = "%d more: type a part of a name above." % (len(models) - SHOWN)
        rows.append(h("p.help", {"$key": "more"}, more))
    if not rows:
        rows = [h("p.help", {"$key": "none"}, "No model of it has that in its name.")]
    return [h("div.offers", {"$key": "list", "role": "group", "aria-label": "Models"}, *rows)]


def _offer(model, draft, address=""):
    is_chosen = model["name"] == draft["model"] and address in ("", draft["address"])
    facts = []
    if model["context"]:
        facts.append(words.number(model["context"]) + " tokens")
    if model["bytes"]:
        facts.append(words.size(model["bytes"]))
    attributes = {
        "$key": model["name"],
        "type": "button",
        "data-click": "take-model",
        "data-model": model["name"],
        "data-context": str(model["context"]),
        "aria-pressed": "true" if is_chosen else "false",
    }
    if address:
        attributes["data-address"] = address
    return h(
        "button.offer",
        attributes,
        h("span.name", None, model["name"]),
        h("span.help", None, " · ".join(facts)),
    )


# Keys and limits ----------------------------------------------------------------


def _presets(draft):
    buttons = [
        h(
            "button.preset",
            {
                "type": "button",
                "data-click": "take-preset",
                "data-address": address,
                "aria-pressed": "true" if draft["address"] == address else "false",
            },
            name,
        )
        for name, address, _ in PRESETS
    ]
    return h("p.presets", {"$key": "presets", "role": "group", "aria-label": "Services"}, *buttons)


def _key_page(kind, draft):
    for _, address, page in PRESETS:
        if kind == protocol.OPENAI and address == (draft["address"] or ADDRESSES[kind]):
            return page
    return KEY_PAGES.get(kind, "")


def _key(state, kind, draft):
    """The key's field, and where a key is that the address has already."""
    held = state.model["key"] if state.model and _is_current(state.model["choice"], kind, draft) else ""
    label = "Another key" if held else "Key"
    if kind == protocol.LOCAL:
        label += ", if the server wants one"
    more = {"type": "password", "placeholder": "Goes to this address alone"}
    page = _key_page(kind, draft)
    link = {"href": page, "target": "_blank", "rel": "noopener noreferrer"}
    specs = [_field(kind, "key", label, draft, more, h("a.key-page", link, "Make one") if page else None)]
    if held:
        text = (
            "A key for it is kept on this device, encrypted. "
            if held == "kept"
            else "A key for it is held until this page is closed. "
        )
        specs.append(h("p.help", {"$key": "held"}, text, action("Forget it", "forget-key")))
    is_kept = draft["keep"]
    switch = _switch("Keep the key on this device, encrypted", is_kept, "keep")
    specs.append(h("p", {"$key": "keep"}, switch))
    return specs


def _is_current(choice, kind, draft):
    """Whether what is told of the chosen model's key is about the address in the field."""
    return choice["kind"] == kind and draft["address"] in ("", choice["address"])


def _switch(label, is_on, field):
    return h(
        "button.switch",
        {
            "type": "button",
            "role": "switch",
            "aria-checked": "true" if is_on else "false",
            "data-click": "switch-model",
            "data-field": field,
        },
        label,
    )


def _limits(state, kind, draft):
    tools = _switch("Let it search and read the repository by itself (tools)", draft["tools"], "tools")
    return context(state, draft) + [h("p", {"$key": "tools"}, tools)]


def context(state, draft):
    """Specs for how much a model reads at once: what is known of it, and what the person sets."""
    kind, known, model = draft["kind"], draft["known"], state.model
    if not known and model and (model["choice"]["kind"], model["choice"]["model"]) == (kind, draft["model"]):
        known = 0 if model["choice"]["context"] else model["context"]
    placeholder = words.number(known) if known else "automatic"
    more = {"type": "number", "min": "1024", "max": "10000000", "step": "1", "placeholder": placeholder}
    about = "Tokens that it reads at once. Leave it empty to go by what is known of the model."
    if kind == protocol.IN_TAB:
        about = (
            "Tokens that it reads at once: the more, the longer an answer takes to begin. Empty: up to 4,096."
        )
    return [
        _field(kind, "context", "Context", draft, more, h("span.unit", None, "tokens")),
        h("p.help", {"$key": "about-context"}, about),
    ]
