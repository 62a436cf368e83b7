"""Questions and answers: a summary with citations, then the places with their code and relations."""

from app.ui import route, words
from app.ui.spec import h
from app.ui.views.notice import action, notice

# Lines of a place's code before "show all".
LINES = 16
# The newest turns that are shown without asking.
TURNS = 10
# Rows of one relation before "and n more".
ROWS = 6

# What a conversation may begin with.
QUESTIONS = (
    "What are the main parts and how do they fit together?",
    "Where does it start?",
    "How are errors handled?",
)
SAMPLE_QUESTIONS = (
    "How are search results fused and ranked?",
    "What calls Opened.load?",
    "What happens when a job is cancelled?",
)

# What stands in an answer's place, by the engine's state.
PENDING = {
    "starting": "Answered as soon as the engine is up …",
    "ready": "Looking …",
    "failed": "Not answered: the engine did not start.",
}
SOURCES = {"dense": "by meaning", "lexical": "by words", "graph": "by relation"}


def turns(state):
    """Specs for #turns."""
    record = state.repository
    if not record:
        if state.current and state.engine != "failed":
            return [h("p.thinking", None, "Opening …")]
        return []
    kept = state.turns.get(state.current)
    if not kept:
        return [_invitation(record)]
    first = 0 if state.all_turns else max(0, len(kept) - TURNS)
    specs = [_turn(state, index, kept[index]) for index in range(first, len(kept))]
    if first:
        earlier = "Show " + words.count(first, "earlier question")
        specs.insert(0, h("p.help", {"$key": "earlier"}, action(earlier, "show-earlier")))
    return specs


def _invitation(record):
    name = record["name"]
    questions = SAMPLE_QUESTIONS if record.get("sample") else QUESTIONS
    return h(
        "div",
        {"$key": "invitation"},
        h("p.question", None, "What do you want to know about " + name + "?"),
        h("p.help", None, "Ask in plain words or name a symbol. Answers cite the lines they rest on."),
        h(
            "div.suggestions",
            None,
            *[action(question, "suggest", question=question) for question in questions],
        ),
    )


def _turn(state, index, turn):
    children = [h("h3.question", None, turn["question"])]
    answer = turn.get("answer")
    if turn.get("error"):
        children.append(notice(turn["error"], action("Ask again", "ask-again", turn=str(index))))
    elif answer is None:
        children.append(h("p.thinking", None, PENDING[state.engine]))
    else:
        children += _answer(state, index, turn, answer)
    return h("article.turn", {"$key": "turn-" + str(index), "id": "turn-" + str(index)}, *children)


def _answer(state, index, turn, answer):
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
    parts.append(_facts(answer))
    return parts


def _facts(answer):
    timings = answer.get("timings_ms") or {}
    if not timings:
        return None
    total = timings.get("total")
    # MicroPython keeps no order of keys, so the costliest goes first.
    steps = sorted(((s, timings[s]) for s in timings if s != "total"), key=lambda step: -step[1])
    text = " · ".join("%s %s" % (stage, words.milliseconds(value)) for stage, value in steps)
    head = words.milliseconds(total if total is not None else sum(value for _, value in steps))
    return h("p.facts", {"title": text}, head + " on this device")


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
    return h("a.where", _opens(repository, path, start, end), h("bdi", None, text))


def _opens(repository, path, start, end=0):
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
    attributes = _opens(repository, row["path"], row["line"])
    sure = words.certainty(row["confidence"])
    attributes["title"] = "%s:%d · %s, %s sure" % (row["path"], row["line"], row["rule"], sure)
    return attributes


def _ranked(repository, row):
    attributes = _opens(repository, row["path"], row["start_line"], row["end_line"])
    name = (row["symbol"] + "  " if row["symbol"] else "") + "%s:%d" % (row["path"], row["start_line"])
    return h(
        "div.ranked-row",
        None,
        h("a", attributes, name),
        h("span.source", None, SOURCES.get(row["source"], row["source"])),
    )
