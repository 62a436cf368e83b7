"""The filters of questions: as chips above the question, in the menu of what the repository has, as what
completes a half-typed one, and beside the questions that were asked with them."""

from app.shared import filters
from app.ui import words
from app.ui.spec import group, h, icon

# Languages, kinds and folders that the menu shows of each, and completions of a half-typed filter.
SHOWN = 10
COMPLETIONS = 8

TESTS = {filters.NO: "without tests", filters.ONLY: "only tests"}
TITLES = ((filters.LANG, "Languages"), (filters.PATH, "Folders"), (filters.KIND, "Kinds"))


def name(filter):
    """A filter in words."""
    if filter["key"] == filters.TEST:
        return TESTS.get(filter["value"], filters.write(filter))
    return filters.write(filter)


def offered(files, kinds):
    """What a repository has to filter by: by key, [(value, count)] with the most first. `files` are those
    of OPEN, `kinds` its counts of chunks."""
    languages = {}
    folders = {}
    for file in files:
        language = filters.language_of(file["path"], file["language"])
        languages[language] = languages.get(language, 0) + 1
        top, slash, _ = file["path"].partition("/")
        if slash:
            folders["/" + top + "/"] = folders.get("/" + top + "/", 0) + 1
    return {
        filters.LANG: _most(languages),
        filters.PATH: _most(folders),
        filters.KIND: _most(kinds),
        filters.TEST: [(filters.NO, 0), (filters.ONLY, 0)],
    }


def _most(counts):
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def completions(offers, word):
    """What a half-typed filter (``-lang:py``) may become: [(filter, count)]."""
    without = word[:1] == "-"
    key, _, begun = word[1 if without else 0 :].partition(":")
    key = filters.key_of(key)
    begun = begun.strip('"').lower()
    found = [(value, count) for value, count in offers.get(key, []) if begun in value.lower()]
    # MicroPython's sort keeps no order of equals.
    found.sort(key=lambda entry: (not entry[0].lower().startswith(begun), -entry[1], entry[0]))
    return [(filters.one(key, value, without), count) for value, count in found[:COMPLETIONS]]


def bar(state):
    """Specs for #filters."""
    if not state.repository:
        return []
    specs = [
        h(
            "button.filter-opener",
            {
                "type": "button",
                "$key": "opener",
                "data-click": "filter-menu",
                "aria-expanded": "true" if state.is_filter_menu_open else "false",
                "aria-controls": "filter-menu",
                "title": "Answer from some of the files only",
            },
            icon("filter"),
            "Filter",
        )
    ]
    return specs + [_chip(filter) for filter in state.filters.get(state.current, [])]


def _chip(filter):
    text = filters.write(filter)
    return h(
        "button.filter-chip",
        {
            "type": "button",
            "$key": text,
            "data-click": "remove-filter",
            "data-filter": text,
            "aria-label": "Remove the filter " + name(filter),
            "title": "Remove (Delete)",
        },
        h("span", None, name(filter)),
        icon("close"),
    )


def asked(turn):
    """The filters that a question was asked with, None where it had none."""
    chips = [h("span.filter-chip", None, name(filter)) for filter in turn.get("filters") or []]
    return h("div.filters.asked", {"$key": "filters", "aria-label": "Filters"}, *chips) if chips else None


def offers(index, turn):
    """Buttons that ask again without a filter which leaves nothing, None where there is none."""
    answer = turn.get("answer") or {}
    told = answer.get("filters") or []
    barren = told if not answer.get("places") else [one for one in told if one["reason"]]
    if not barren:
        return None
    data = {"type": "button", "data-click": "ask-without", "data-turn": str(index)}
    buttons = [
        h("button.secondary", dict(data, **{"data-filter": one["text"]}), "Ask without " + one["text"])
        for one in barren
    ]
    if len(told) > 1:
        every = " ".join([one["text"] for one in told])
        buttons.append(h("button.secondary", dict(data, **{"data-filter": every}), "Ask without filters"))
    return h("div.filter-offers", {"$key": "filter-offers"}, *buttons)


def menu(state):
    """Specs for #filter-menu: what the open repository has, each a switch."""
    if not state.is_filter_menu_open or not state.repository:
        return []
    offers = state.offers
    chosen = [filters.write(filter) for filter in state.filters.get(state.current, [])]
    tests = [_switch(filters.one(filters.TEST, value), 0, chosen) for value, _ in offers[filters.TEST]]
    sections = [_section("Tests", tests)]
    for key, title in TITLES:
        rows = [_switch(filters.one(key, value), count, chosen) for value, count in offers[key][:SHOWN]]
        if rows:
            sections.append(_section(title, rows))
    help = h(
        "p.help",
        None,
        "Or type them: ",
        h("code", None, "lang:go"),
        ", ",
        h("code", None, "path:src/**/*.ts"),
        ", ",
        h("code", None, "kind:class"),
        "; ",
        h("code", None, "-path:vendor"),
        " leaves out.",
    )
    return sections + [help]


def _section(title, rows):
    return h("section", {"$key": title}, h("h4", None, title), group("div", {"class": "filter-rows"}, rows))


def _switch(filter, count, chosen):
    text = filters.write(filter)
    label = TESTS[filter["value"]] if filter["key"] == filters.TEST else filter["value"]
    return h(
        "button.filter-switch",
        {
            "type": "button",
            "$key": text,
            "data-click": "toggle-filter",
            "data-filter": text,
            "aria-pressed": "true" if text in chosen else "false",
        },
        h("span.name", None, label),
        h("span.count", None, words.number(count)) if count else None,
    )


def listed(state):
    """Specs for #completions; the first one is chosen."""
    return [
        h(
            "div.completion",
            {
                "role": "option",
                "id": "completion-" + str(index),
                "$key": filters.write(filter),
                "aria-selected": "true" if index == 0 else "false",
                "data-filter": filters.write(filter),
            },
            h("span.name", None, filters.write(filter)),
            h("span.count", None, _counted(filter, count)),
        )
        for index, (filter, count) in enumerate(state.completions)
    ]


def _counted(filter, count):
    if filter["key"] == filters.TEST:
        return name(filter)
    return words.count(count, "place" if filter["key"] == filters.KIND else "file")
