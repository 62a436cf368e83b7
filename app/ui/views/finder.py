"""The finder's matches."""

from app.ui.spec import group, h


def hits(state):
    """Specs for #hits."""
    if not state.current:
        return [h("p.empty", None, "Open a repository first.")]
    if not state.sought:
        return [h("p.empty", None, "Type a part of a name. Initials work too: gsr finds getStoredRow.")]
    if not state.hits:
        return [h("p.empty", None, "Nothing here is called that.")]
    rows = [_hit(index, hit, state.sought) for index, hit in enumerate(state.hits)]
    return [group("div", {"role": "listbox", "id": "hit-list", "aria-label": "Matches"}, rows)]


def _hit(index, hit, sought):
    is_file = hit["kind"] == "file"
    where = hit["path"] if is_file else "%s:%d" % (hit["path"], hit["line"])
    return h(
        "div.hit",
        {
            "role": "option",
            "id": "hit-" + str(index),
            "aria-selected": "true" if index == 0 else "false",
            "data-click": "pick",
            "data-index": str(index),
            "$key": "%s:%d:%s" % (hit["path"], hit["line"], hit["qualified_name"]),
        },
        h("span.kind", None, hit["kind"]),
        h("span.name", None, *_marked(hit["name"] if is_file else hit["qualified_name"], sought)),
        h("span.where", None, h("bdi", None, where)),
    )


def _marked(name, sought):
    """A name with what was sought in it set off, where it stands in one piece."""
    at = name.lower().rfind(sought.lower())
    if at < 0:
        return [name]
    end = at + len(sought)
    return [name[:at], h("b", None, name[at:end]), name[end:]]
