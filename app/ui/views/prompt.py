"""The exact prompt of a question: where it goes, how large it is, and every piece with its reason."""

from app.ui import words
from app.ui.spec import fold, group, h
from app.ui.views.notice import action, notice
from app.ui.views.places import opens

ROLES = {
    "system": "Instructions",
    "user": "Question and code",
    "assistant": "Earlier answer",
    "tool": "Result of a tool",
}
# Rows of pieces before "and n more".
PIECES = 200


def panel(state):
    """Specs for #prompt-body."""
    shown = state.prompt
    if shown is None:
        return []
    if shown.get("error"):
        return [notice(shown["error"])]
    prompt = shown.get("prompt")
    if prompt is None:
        return [h("p.thinking", None, "Putting it together …")]
    return [
        _where(shown, prompt),
        _sizes(prompt),
        _messages(prompt["messages"]),
        _pieces(state.current, prompt["pieces"]),
        _omitted(prompt.get("omitted") or []),
        _tools(prompt.get("tools") or []),
        _foot(state, prompt),
    ]


def _where(shown, prompt):
    verb = "was " if shown["sent"] else "will be "
    if prompt["is_local"]:
        sentence = ["This " + verb + "given to " + prompt["model"] + " ", h("strong", None, "on this device")]
        if prompt["host"]:
            sentence.append(" (" + prompt["host"] + ")")
    else:
        sentence = ["This " + verb + "sent to ", h("strong", None, prompt["host"]), " for " + prompt["model"]]
    searched = prompt.get("searched") or ""
    more = None
    if searched and searched != prompt["question"]:
        more = h("p.help", None, "Searched for: ", h("q", None, searched))
    return h("section", {"$key": "where"}, h("p", None, *sentence, "."), more)


def _sizes(prompt):
    tokens, context = prompt["tokens"], prompt["context"]
    text = "%s tokens, %s" % (words.number(tokens), words.size(prompt["bytes"]))
    meter = None
    if context:
        text += ", of a context of %s tokens" % words.number(context)
        meter = h("span.meter", None, h("span", {"$width": min(100, tokens * 100 / context)}))
    return h("section", {"$key": "sizes"}, h("p", None, text), meter)


def _messages(messages):
    """Every message in full; the newest is open."""
    folds = []
    for number, message in enumerate(messages):
        role = ROLES.get(message["role"], message["role"])
        title = role + " · " + words.count(message["text"]["characters"], "character")
        folds.append(
            fold(
                title,
                h(
                    "pre.message",
                    {"$text": message["text"], "tabindex": "0", "role": "group", "aria-label": role},
                ),
                is_open=number == len(messages) - 1,
                key="message-%d" % number,
            )
        )
    head = h("h3", None, words.count(len(messages), "message") + ", word for word")
    return h("section", {"$key": "messages"}, head, *folds)


def _pieces(repository, pieces):
    if not pieces:
        return None
    rows = [
        h(
            "tr",
            None,
            h("td", None, _piece(repository, piece), h("div.help", None, piece["reason"])),
            h("td.number", None, words.number(piece["tokens"])),
        )
        for piece in pieces[:PIECES]
    ]
    head = h("tr", None, h("th", None, "Lines of the repository"), h("th.number", None, "Tokens"))
    more = None
    if len(pieces) > PIECES:
        more = h("p.help", None, "and %s more" % words.number(len(pieces) - PIECES))
    table = h("table.table", None, h("thead", None, head), group("tbody", {}, rows))
    return h("section", {"$key": "pieces"}, table, more)


def _piece(repository, piece):
    text = "%s:%d" % (piece["path"], piece["first"])
    if piece["last"] > piece["first"]:
        text += "–%d" % piece["last"]
    attributes = opens(repository, piece["path"], piece["first"], piece["last"])
    attributes["data-click"] = "open-piece"
    return h(
        "span", None, h("a.where", attributes, h("bdi", None, text)), " ", h("code", None, piece["symbol"])
    )


def _omitted(omitted):
    if not omitted:
        return None
    rows = [h("li", None, h("code", None, row["path"]), " ", row["reason"]) for row in omitted]
    return h(
        "section", {"$key": "omitted"}, h("h3", None, "Stays on this device"), group("ul.omitted", {}, rows)
    )


def _tools(tools):
    if not tools:
        return None
    text = (
        "The model may also call: "
        + ", ".join(tools)
        + ". They read this repository alone; each call is shown."
    )
    return h("p.help", {"$key": "tools"}, text)


def _foot(state, prompt):
    """Copy it, and take back what a host was allowed."""
    withdraw = None
    if not prompt["is_local"] and not prompt["consent"]:
        withdraw = h(
            "span.help",
            None,
            prompt["host"] + " may see this repository. ",
            action("Take that back", "withdraw", host=prompt["host"]),
        )
    return h(
        "div.prompt-foot",
        {"$key": "foot"},
        withdraw,
        h("button.secondary", {"type": "button", "data-click": "copy-prompt"}, "Copy it all"),
    )
