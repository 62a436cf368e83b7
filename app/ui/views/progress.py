"""The job of the open repository: what each stage has done, a wait, or why it ended."""

from app.shared import protocol
from app.ui import words
from app.ui.spec import h
from app.ui.views.notice import action, notice, wait

NAMES = {"list": "List files", "fetch": "Fetch", "parse": "Parse", "graph": "Link symbols", "embed": "Embed"}
# What each stage is of the whole, in percent; embedding takes most of the time.
WEIGHTS = {"list": 2, "fetch": 18, "parse": 15, "graph": 5, "embed": 60}


def share(state, record):
    """How far a job is, 0 to 100."""
    stages = state.progress.get(record["id"], {})
    total = 0
    for stage in protocol.STAGES:
        event = stages.get(stage)
        if event and event["total"]:
            total += WEIGHTS[stage] * min(1, event["done"] / event["total"])
    return int(total)


def job(state, now):
    """Specs for #job; `now` is in Unix seconds, for the countdown of a wait."""
    id = state.current
    record = state.repository
    if not record:
        return []
    specs = []
    failure = state.failures.get(id)
    if record["state"] == protocol.INDEXING and not failure:
        specs.append(_running(state, record))
        specs += wait(state.waiting.get(id), now)
    elif failure:
        specs.append(notice(failure, *_ways_out(id, failure)))
    elif record["state"] == protocol.PARTIAL:
        specs.append(_unfinished(record))
    elif record["state"] == protocol.ELSEWHERE:
        specs.append(_elsewhere())
    return specs


def _ways_out(id, failure):
    buttons = [action("Try again", "resume", repository=id)]
    if failure["type"] == "AccessError":
        buttons.append(action("Enter a token", "give-token", repository=id))
    if not failure["user"]:
        buttons.append(action("Remove it", "ask-remove", repository=id))
    return buttons


def _unfinished(record):
    have = "%s of %s embedded" % (words.number(record["embedded"]), words.count(record["chunks"], "chunk"))
    return h(
        "div.notice",
        None,
        h(
            "p",
            None,
            h("strong", None, "Reading was interrupted."),
            " " + have + ". It can be asked as it is.",
        ),
        h("p.actions", None, action("Go on reading", "resume", repository=record["id"])),
    )


def _elsewhere():
    return h(
        "div.notice",
        None,
        h("p", None, h("strong", None, "Another tab is reading this repository.")),
        h(
            "p",
            None,
            "It can be asked here, too. Progress is shown there; when it ends, this tab has it all.",
        ),
    )


def _running(state, record):
    """With all its stages at first; once something is asked, as one line that leaves room for answers."""
    stages = state.progress.get(record["id"], {})
    latest = ""
    for stage in protocol.STAGES:
        if stage in stages:
            latest = stage
    name = "Reading " + record["owner"] + "/" + record["name"]
    is_brief = bool(state.turns.get(record["id"]))
    head = h(
        "div.job-head",
        None,
        h("strong", None, name),
        _now(latest, stages[latest]) if latest else None,
        action("Cancel", "cancel", repository=record["id"]),
    )
    part = share(state, record)
    meter = h(
        "span.meter",
        {
            "role": "progressbar",
            "aria-label": name,
            "aria-valuemin": "0",
            "aria-valuemax": "100",
            "aria-valuenow": str(part),
        },
        h("span", {"$width": part}),
    )
    rows = [_stage(stage, stages.get(stage), stage == latest) for stage in protocol.STAGES]
    return h(
        "div.job-running",
        {"$key": "running"},
        head,
        meter,
        None if is_brief else h("div.stages", None, *rows),
    )


def _now(stage, event):
    amount, pace, left = _figures(stage, event)
    return h("span.job-now", None, " · ".join([part for part in (NAMES[stage], amount, pace, left) if part]))


def _figures(stage, event):
    """(amount, pace, time left) of a stage in words; "" where unknown."""
    done, total = event["done"], event["total"]
    unit = "chunk" if stage == "embed" else "file"
    if not total or done >= total:
        return words.count(done, unit), "", ""
    amount = words.number(done) + " of " + words.count(total, unit)
    pace = words.number(event["rate"]) + "/s" if event["rate"] >= 1 else ""
    left = words.duration(event["remaining"]) + " left" if event["remaining"] > 0 else ""
    return amount, pace, left


def _stage(stage, event, is_latest):
    name = h("span", None, NAMES[stage])
    if not event:
        return h("div.stage.waiting", None, name, _meter(0), h("span"), h("span"), h("span"))
    done, total = event["done"], event["total"]
    amount, pace, left = _figures(stage, event)
    if not pace and event["bytes"]:
        pace = words.size(event["bytes"])
    mood = ".finished" if total and done >= total else ".now" if is_latest else ""
    return h(
        "div.stage" + mood,
        None,
        name,
        _meter(done * 100 / total if total else 0),
        h("span", None, left),
        h("span", None, pace),
        h("span", None, amount),
    )


def _meter(part):
    return h("span.meter", {"aria-hidden": "true"}, h("span", {"$width": int(part)}))
