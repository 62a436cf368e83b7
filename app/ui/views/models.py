"""The dialog that chooses the model: every kind with what leaves the device, the chosen one unfolded."""

from app.shared import protocol
from app.ui import words
from app.ui.spec import h
from app.ui.views import model_address, model_files
from app.ui.views.notice import notice

# (kind, name, what leaves the device) in the order a careful person would want.
KINDS = (
    (
        protocol.NONE,
        "No model",
        "Answers are put together from the code itself. Nothing leaves this device.",
    ),
    (
        protocol.BUILT_IN,
        "The browser's own model",
        "It comes with some browsers and runs in them. Nothing leaves this device.",
    ),
    (
        protocol.IN_TAB,
        "A file in this tab",
        "A GGUF file runs in this page. Nothing leaves this device; only the file is fetched, if you wish.",
    ),
    (
        protocol.LOCAL,
        "A server on this device",
        "Ollama, LM Studio, llama.cpp, vLLM: questions and code go to it, and stay on this device.",
    ),
    (
        protocol.OPENAI,
        "OpenAI, or any service like it",
        "Your questions and the code that they are about go to the address you give.",
    ),
    (
        protocol.ANTHROPIC,
        "Anthropic",
        "Your questions and the code that they are about go to api.anthropic.com.",
    ),
    (
        protocol.GEMINI,
        "Google Gemini",
        "Your questions and the code that they are about go to generativelanguage.googleapis.com.",
    ),
)
REMOTE = (protocol.OPENAI, protocol.ANTHROPIC, protocol.GEMINI)
BY_ADDRESS = (protocol.LOCAL,) + REMOTE


def where(state):
    """What stands in the page's head: where answers are made."""
    if state.model and not state.model["is_local"]:
        return ["Answers by " + state.model["host"]]
    return ["On this device"]


def panel(state):
    """Specs for #models-body."""
    choosing = state.choosing
    if choosing is None:
        return [h("p.help", None, "Looking at what is chosen …")]
    chosen = state.model["choice"]["kind"] if state.model else protocol.NONE
    return [
        h(
            "form.models",
            {"data-submit": "use-model", "autocomplete": "off"},
            h(
                "fieldset.kinds",
                None,
                h("legend.unseen", None, "Kind of model"),
                *[_kind(state, choosing, row, chosen) for row in KINDS],
            ),
            h("div.models-foot", None, *_outcome(choosing), _actions(choosing)),
        )
    ]


def _kind(state, choosing, row, chosen):
    kind, name, leaves = row
    is_picked = kind == choosing["kind"]
    radio = {
        "type": "radio",
        "name": "kind",
        "value": kind,
        "checked": is_picked,
        "data-input": "pick-kind",
        "aria-describedby": "leaves-" + kind,
    }
    where = "leaves this device" if kind in REMOTE else "on this device"
    head = h(
        "label.kind-head",
        None,
        h("input", radio),
        h("span.kind-name", None, name),
        h("span.kind-chosen", None, "in use") if kind == chosen else None,
        h("span.kind-where" + (".leaves" if kind in REMOTE else ""), None, where),
        h("span.help", {"id": "leaves-" + kind}, leaves),
    )
    body = _body(state, choosing, kind) if is_picked else []
    return h(
        "div.kind" + (".picked" if is_picked else ""),
        {"$key": kind},
        head,
        h("div.kind-body", {"$key": "body"}, *body) if body else None,
    )


def _body(state, choosing, kind):
    if kind == protocol.BUILT_IN:
        return model_files.built_in(choosing)
    if kind == protocol.IN_TAB:
        return model_files.files(choosing) + model_address.context(state, choosing["drafts"][kind])
    if kind in BY_ADDRESS:
        return model_address.fields(state, choosing, kind)
    return []


def _outcome(choosing):
    """How a trial went, or why the choice cannot be used."""
    if choosing["error"]:
        return [notice(choosing["error"])]
    tried = choosing["tried"]
    if tried is None:
        return []
    if tried == "busy":
        return [
            h(
                "p.help",
                {"role": "status"},
                "Asking for a greeting; a local server may load the model first …",
            )
        ]
    said = "It says: “%s”" % tried["text"] if tried["text"] else "It answered, with no word."
    return [
        h(
            "p.said",
            {"role": "status"},
            said,
            h("span.help", None, " after " + words.milliseconds(tried["ms"])),
        )
    ]


def _actions(choosing):
    kind = choosing["kind"]
    use = "Answer without a model" if kind == protocol.NONE else "Use it"
    is_busy = choosing["saving"]
    try_it = {
        "type": "button",
        "data-click": "try-model",
        "disabled": choosing["tried"] == "busy",
        "title": "Sends one short message that holds nothing of any repository",
    }
    return h(
        "div.dialog-actions",
        None,
        h("button.secondary", try_it, "Say hello") if kind != protocol.NONE else None,
        h("button.primary", {"type": "submit", "disabled": is_busy}, "Looking …" if is_busy else use),
    )
