"""The places that an answer rests on: their code and relations, and what was found beside them."""

from app.ui import route, words
from app.ui.spec import h

# Lines of a place's code before "show all".
LINES = 16
# Rows of one relation before "and n more".
ROWS = 6

SOURCES = {"dense": "by meaning", "lexical": "by words", "graph": "by relation"}


def places(state, index, turn):
    """Specs for the answer of one turn as the engine alone gives it, `index` its number."""
    answer = turn["answer"]
    opened = turn.get("opened") or []
    parts = [h("div.summary", {"$markdown": answer["summary"]})]
    cards = [
        _card(state.current, place, index, number, number in opened)
        for number, place in enumerate(answer["places"])
    ]
    parts.append(h("div.cards", None, *cards))
    shown = {(place["path"], place["start_line"]) for place in answer["places"]}
    rest = [r for r in answer.get("ranked", []) if (r["path"], r["start_line"]) not in shown]
    if rest:
        parts.append(
            h(
                "div",
                None,
                [
                    "details.fold.ranked",
                    {"$key": "rest"},
                    h("summary", None, words.count(len(rest), "more place")),
                ]
                + [_ranked(state.current, row) for row in rest],
            )
        )
    return parts


def _card(repository, place, turn, number, is_opened):
    path, start, end = place["path"], place["start_line"], place["end_line"]
    lines = place["code"].split("\n")
    shown = lines if is_opened or len(lines) <= LINES + 4 else lines[:LINES]
    children = [
        h(
            "div.card-head",
            None,
            h("span.symbol", {"title": place["symbol"]}, place["symbol"] or path.rpartition("/")[2]),
            h("span.kind", None, place["kind"] or ""),
            _where(repository, path, start, end),
        ),
        h("p.why", None, place["why"][:1].upper() + place["why"][1:]) if place["why"] else None,
        h(
            "div.snippet",
            {
                "$code": {"text": "\n".join(shown), "language": place["language"], "start": start},
                # Long lines scroll, so the keyboard has to reach them.
                "tabindex": "0",
                "role": "group",
                "aria-label": "Code",
            },
        ),
    ]
    if len(shown) < len(lines):
        children.append(
            h(
                "button.more",
                {
                    "type": "button",
                    "data-click": "unfold-place",
                    "data-turn": str(turn),
                    "data-place": str(number),
                },
                "Show all " + words.count(len(lines), "line"),
            )
        )
    children.append(_relations(repository, place.get("relations") or []))
    label = "%s, %s line %d" % (place["symbol"] or place["kind"], path, start)
    return h(
        "section.card",
        {"data-card": True, "tabindex": "0", "aria-label": label, "$key": "place-" + str(number)},
        *children,
    )


def _where(repository, path, start, end):
    text = "%s:%d" % (path, start) + ("–%d" % end if end > start else "")
    # The isolate keeps a path's punctuation in order inside the box that cuts at its start.
    return h("a.where", opens(repository, path, start, end), h("bdi", None, text))


def opens(repository, path, start, end=0):
    """Attributes of a link that opens lines of a file."""
    return {
        "href": route.link(repository, path, start, end),
        "data-click": "open-file",
        "data-path": path,
        "data-line": str(start),
        "data-end": str(end or start),
        "title": "%s:%d" % (path, start),
    }


def _relations(repository, relations):
    children = []
    for group in relations:
        rows = group["rows"]
        if not rows:
            continue
        children += [h("dt", None, group["title"]), h("dd", None, *_names(repository, rows))]
    return h("dl.relations", None, *children) if children else None


def _names(repository, rows):
    """The rows' names as links, and how many there are beyond ROWS."""
    links = [h("a", _relation(repository, row), row["name"]) for row in rows[:ROWS]]
    if len(rows) > ROWS:
        links.append(h("span", None, "and %d more" % (len(rows) - ROWS)))
    return links


def _relation(repository, row):
    attributes = opens(repository, row["path"], row["line"])
    sure = words.certainty(row["confidence"])
    attributes["title"] = "%s:%d · %s, %s sure" % (row["path"], row["line"], row["rule"], sure)
    return attributes


def _ranked(repository, row):
    attributes = opens(repository, row["path"], row["start_line"], row["end_line"])
    name = (row["symbol"] + "  " if row["symbol"] else "") + "%s:%d" % (row["path"], row["start_line"])
    return h(
        "div.ranked-row",
        None,
        h("a", attributes, name),
        h("span.source", None, SOURCES.get(row["source"], row["source"])),
    )
