"""The code pane: a file at a line, and its outline. What stands below: relations.py."""

from app.ui import route, words
from app.ui.spec import fold, group, h, tool

# Rows of the outline, so that a generated file opens as fast as any.
SYMBOLS = 300


def head(state, source):
    """Specs for #code-head; `source` is the file's address at its host, or ""."""
    file = state.file
    if not file:
        return []
    folder, slash, name = file["path"].rpartition("/")
    crumbs = h("span.crumbs", {"title": file["path"]}, h("bdi", None, folder + slash, h("b", None, name)))
    tools = [tool("copy", "Copy path and line", "copy-place")]
    if source:
        tools.append(
            h(
                "a.tool",
                {
                    "href": source,
                    "target": "_blank",
                    "rel": "noopener noreferrer",
                    "title": "Open at its host",
                    "aria-label": "Open at its host",
                    "$icon": "external",
                },
            )
        )
    return [crumbs, h("span.help", None, words.count(file["text"]["lines"], "line"))] + tools


def body(state):
    """Specs for #code."""
    file = state.file
    if not file:
        return [h("p.empty", None, "Open a file from the tree, a citation or the finder.")]
    if not file["text"]["characters"]:
        reason = file.get("reason")
        text = "This file was left out: %s." % reason if reason else "This file is empty."
        return [h("p.empty", {"$key": "reason"}, text)]
    code = {"token": file["text"]["token"], "language": file["language"]}
    return [h("div.file-text", {"$key": state.current + "/" + file["path"], "$code": code})]


def outline(state):
    """Specs for #outline. Its rows are there only while it is open: a long file has thousands."""
    file = state.file
    if not file or not file["symbols"]:
        return []
    here = current(state)
    title = h(
        "span.outline-title",
        None,
        words.count(len(file["symbols"]), "symbol"),
        h("span.here", None, here["qualified_name"]) if here else None,
    )
    rows = group("ul.symbols", {}, _symbols(state, here)) if state.is_outline_open else None
    return [fold(title, rows, is_open=state.is_outline_open, key="outline", on_toggle="fold-outline")]


def _symbols(state, here):
    """Rows of the outline; of more than SYMBOLS, those around the current one."""
    symbols = state.file["symbols"]
    place = symbols.index(here) if here else 0
    first = max(0, min(place - SYMBOLS // 2, len(symbols) - SYMBOLS))
    items, above = [], []
    # They come in the order of their first lines, an outer one before those inside.
    for place, symbol in enumerate(symbols):
        while above and symbol["start_line"] > above[-1]:
            above.pop()
        if first <= place < first + SYMBOLS:
            items.append(_symbol(state, symbol, len(above), symbol is here))
        above.append(symbol["end_line"])
    if len(items) < len(symbols):
        rest = words.number(len(symbols) - len(items))
        items.append(h("li.help", {"$key": "rest"}, rest + " more: Ctrl+K finds them by name."))
    return items


def current(state):
    """The innermost symbol around the first line that is set off, or None."""
    line = state.lines[0]
    symbols = state.file["symbols"] if state.file else []
    around = [s for s in symbols if s["start_line"] <= line <= s["end_line"]]
    return around[-1] if around else None


def _symbol(state, symbol, depth, is_current):
    link = h(
        "a",
        {
            "href": route.link(state.current, state.file["path"], symbol["start_line"], symbol["end_line"]),
            "data-click": "open-symbol",
            "data-symbol": symbol["id"],
            "data-name": symbol["name"],
            "data-line": str(symbol["start_line"]),
            "data-end": str(symbol["end_line"]),
            "title": symbol.get("signature") or symbol["qualified_name"],
            "aria-current": is_current and "true",
        },
        h("span.name", None, symbol["name"]),
        h("span.kind", None, symbol["kind"]),
        h("span.line-number", None, str(symbol["start_line"])),
    )
    return h("li.depth-" + str(min(depth, 6)), None, link)
