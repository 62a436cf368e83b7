"""Specs: what a view returns. static/dom.js documents their form; they become JSON on the way to it."""


def h(tag, attributes=None, *children):
    """An element: ``h("p.empty", None, "Nothing yet.")``."""
    return [tag, attributes or {}] + list(children)


def group(tag, attributes, children):
    """An element with a list of children, which may be longer than MicroPython's stack has room for."""
    return [tag, attributes] + children


def icon(name):
    """A symbol of static/index.html."""
    return ["span.twist", {"$icon": name}]


def tool(symbol, label, action, data=None):
    """A button that shows an icon only; `label` is its name for everybody else."""
    attributes = {
        "type": "button",
        "data-click": action,
        "aria-label": label,
        "title": label,
        "$icon": symbol,
    }
    attributes.update(data or {})
    return ["button.tool", attributes]


def fold(title, *children, is_open=False, key=None, on_toggle=None):
    """A group that folds; the action `on_toggle` hears of it."""
    attributes = {"open": is_open}
    if key is not None:
        attributes["$key"] = key
    if on_toggle:
        attributes["data-toggle"] = on_toggle
    return ["details.fold", attributes, ["summary", {}, title]] + list(children)
