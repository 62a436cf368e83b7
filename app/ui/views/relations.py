"""Below the code: what a symbol has to do with others, and what a file's references leave open."""

from app.shared import protocol
from app.ui import route, words
from app.ui.spec import fold, group, h

# Rows of one group before "and n more".
ROWS = 100
# What may be asked, its name on the screen, and what it means; "" are the direct relations of every kind.
QUERIES = (
    ("", "Direct", "What it is tied to by one step, of every kind"),
    (protocol.CALLERS, "Callers", "What calls it, and what calls that"),
    (protocol.CALLEES, "Calls", "What it calls, and what that calls"),
    (protocol.NEIGHBOURHOOD, "Around", "All that is tied to it by use, either way"),
    (protocol.IMPLEMENTATIONS, "Implementations", "What implements or overrides it"),
    (protocol.IMPACT, "Impact", "What a change to it may touch, tests apart"),
    (protocol.PATH, "Path", "How it and another symbol lead to each other"),
)
DEEP = (protocol.CALLERS, protocol.CALLEES, protocol.NEIGHBOURHOOD, protocol.IMPACT)
DEPTHS = (1, 2, 3, 4, 5, 6)
# What stands where a query finds nothing.
NOTHING = {
    "": "Nothing in this repository refers to it, and it refers to nothing.",
    protocol.CALLERS: "No call in this repository is known to lead here.",
    protocol.CALLEES: "It calls nothing that is known here.",
    protocol.IMPLEMENTATIONS: "Nothing implements or overrides it.",
    protocol.IMPACT: "Nothing in this repository rests on it.",
}


def panel(state, here):
    """Specs for #neighbours; `here` is the symbol around the lines that are set off, or None."""
    if not state.file:
        return []
    above = _relations(state) if state.relations else _offer(here)
    return [above, _unresolved(state) if state.file["symbols"] else None]


def _offer(here):
    """What leads to a symbol's relations while none are shown."""
    if here is None:
        return None
    attributes = {"type": "button", "data-click": "relate-here", "title": "Its relations (r)"}
    return h("p.offer", None, h("button.link", attributes, "Relations of ", h("b", None, here["name"])))


def _relations(state):
    known = state.relations
    groups = known["groups"]
    total = sum(kind["total"] for kind in groups) if groups else 0
    title = h("span.relations-title", None, h("b", None, known["name"]))
    if groups:
        unit = "step" if known["query"] == protocol.PATH else "relation"
        title.append(" · " + words.count(total, unit))
    children = [_queries(known)]
    if known["query"] == protocol.PATH:
        children.append(_target(known))
    if groups:
        children += _groups(state.current, known)
    elif groups is not None:
        children.append(h("p.empty", None, _nothing(known)))
    elif known["query"] != protocol.PATH or known["to"]:
        children.append(h("p.empty", None, "Looking …"))
    return fold(title, *children, is_open=True, key="relations-" + known["id"])


def _queries(known):
    """The row of what may be asked, and how far it goes."""
    buttons = []
    for query, name, meaning in QUERIES:
        attributes = {
            "type": "button",
            "data-click": "relate",
            "data-query": query,
            "title": meaning,
            "aria-pressed": "true" if query == known["query"] else "false",
        }
        buttons.append(h("button", attributes, name))
    depth = None
    if known["query"] in DEEP:
        options = [
            h("option", {"value": str(n), "selected": n == known["depth"]}, words.count(n, "step"))
            for n in DEPTHS
        ]
        depth = group("select", {"data-input": "relate-depth", "aria-label": "How far"}, options)
    return h("div.queries", None, group("div", {"role": "group", "aria-label": "Relations"}, buttons), depth)


def _target(known):
    """The field for a path's other end, and what it may be."""
    field = h(
        "input",
        {
            "type": "text",
            "name": "name",
            "data-input": "path-find",
            "placeholder": "Another symbol",
            "aria-label": "Path to",
            "spellcheck": "false",
            "autocomplete": "off",
        },
    )
    hits = [
        h(
            "button.path-hit",
            {"type": "button", "data-click": "path-pick", "data-index": str(index)},
            h("span.name", None, hit["qualified_name"]),
            h("span.where", None, "%s:%d" % (hit["path"], hit["line"])),
        )
        for index, hit in enumerate(known["hits"])
    ]
    return h("form.path-to", {"data-submit": "path-first"}, field, group("div.path-hits", {}, hits))


def _nothing(known):
    if known["query"] == protocol.PATH:
        return "No chain of uses leads from %s to %s, nor back." % (known["name"], known["to"])
    return NOTHING.get(known["query"], NOTHING[""])


def _groups(repository, known):
    children = []
    for kind in known["groups"]:
        rows = kind["rows"][:ROWS]
        children.append(h("h4", None, "%s · %s" % (kind["title"], words.number(kind["total"]))))
        children += [_row(repository, row, known["query"]) for row in rows]
        if len(rows) < kind["total"]:
            children.append(h("p.empty", None, "and %s more" % words.number(kind["total"] - len(rows))))
    return children


def _row(repository, row, query):
    where = "%s:%d" % (row["path"], row["line"])
    rule = row["rule"] + " · " + words.certainty(row["confidence"])
    if query in (protocol.NEIGHBOURHOOD, protocol.IMPACT, protocol.PATH):
        rule = row["kind"] + " · " + rule
    via = row.get("via") if query != protocol.PATH else ""
    if via:
        where += " through " + via
    return h(
        "div.neighbour",
        None,
        _place(repository, row["path"], row["line"], row["name"]),
        h("span.where", {"title": where}, where),
        h("span.rule", None, rule),
    )


def _place(repository, path, line, name):
    """A link that opens a line, and leaves these relations on the screen."""
    attributes = {
        "href": route.link(repository, path, line),
        "data-click": "open-file",
        "data-path": path,
        "data-line": str(line),
        "data-keep": "true",
        "title": "%s:%d" % (path, line),
    }
    return h("a", attributes, name)


def _unresolved(state):
    """A file's references that lead nowhere known. They are asked for when it is unfolded."""
    path = state.file["path"]
    groups = state.unresolved
    title, rows = "Unresolved references", []
    if groups is not None:
        title += " · " + words.number(sum(reason["total"] for reason in groups))
        rows = [] if groups else [h("p.empty", None, "Every name in this file leads somewhere known.")]
    for reason in groups or ():
        rows.append(h("h4", None, "%s · %s" % (reason["title"], words.number(reason["total"]))))
        rows += [_open_end(state.current, path, row) for row in reason["rows"][:ROWS]]
        if reason["total"] > ROWS:
            rows.append(h("p.empty", None, "and %s more" % words.number(reason["total"] - ROWS)))
    return fold(title, *rows, key="unresolved-" + path, on_toggle="fold-unresolved")


def _open_end(repository, path, row):
    return h(
        "div.neighbour",
        None,
        _place(repository, path, row["line"], row["name"]),
        h("span.where", None, "line %d" % row["line"], " in " + row["scope"] if row["scope"] else None),
        h("span.rule", None, row["kind"]),
    )
