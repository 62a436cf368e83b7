"""Settings of the search: how many places, from which similarity on, and whether a model orders them."""

from app.shared.settings import DEFAULTS, HIGHEST_FLOOR, MOST_PLACES, RERANK_TOKENS, RERANKED, SEARCH
from app.ui import words
from app.ui.spec import h
from app.ui.views.notice import action


def settings(state):
    """Specs for the section "Search"."""
    values = {name: state.settings.get(name, DEFAULTS[name]) for name in SEARCH}
    specs = [
        h(
            "form.setting.search-setting",
            {"data-submit": "set-search"},
            h("label", {"for": "set-k"}, "Places for a question"),
            _number("set-k", "k", values["k"], 1, MOST_PLACES, "1"),
            h("label", {"for": "set-floor"}, "Similarity floor"),
            _number("set-floor", "floor", values["floor"], 0, HIGHEST_FLOOR, "0.01"),
            h("button.link", {"type": "submit", "aria-label": "Set places and floor"}, "Set"),
        ),
        h("p.help", {"id": "floor-help"}, _floor(state, values["floor"])),
        _ordering(values["rerank"]),
    ]
    if values != {name: DEFAULTS[name] for name in SEARCH}:
        default = "%d places, a floor of %g, not ordered" % (DEFAULTS["k"], DEFAULTS["floor"])
        specs.append(h("p.help", None, action("Back to the defaults", "reset-search"), ": " + default + "."))
    return specs


def _number(id, name, value, least, most, step):
    return h(
        "input",
        {
            "id": id,
            "name": name,
            "type": "number",
            "min": str(least),
            "max": str(most),
            "step": step,
            "required": "",
            "value": "%g" % value,
        },
    )


def _floor(state, value):
    """What the floor is, and what it left out of the last answer."""
    text = "What meaning alone has found below this cosine is left out. "
    turns = [turn for turn in state.turns.get(state.current) or [] if (turn.get("answer") or {}).get("floor")]
    if not turns:
        return text + "The default is %g; ask a question to see what it leaves out." % DEFAULTS["floor"]
    told = turns[-1]["answer"]["floor"]
    cut = "left out %s of the %d nearest chunks for your last question." % (told["cut"] or "none", told["of"])
    if told["value"] == value:
        return text + ("%g " % value) + cut
    return text + ("%g holds from the next question on; %g " % (value, told["value"])) + cut


def _ordering(is_on):
    about = "one more call of about %s tokens a question." % words.number(RERANK_TOKENS)
    return h(
        "p",
        None,
        h(
            "button.switch",
            {
                "type": "button",
                "role": "switch",
                "aria-checked": "true" if is_on else "false",
                "aria-describedby": "rerank-help",
                "data-click": "set-rerank",
                "data-on": "false" if is_on else "true",
            },
            "Let the chosen model order the first %d places" % RERANKED,
        ),
        h("span.help", {"id": "rerank-help"}, "Off by default: " + about),
    )
