"""The job of the open repository: what each stage has done, a wait, or why it ended."""

from app.shared import protocol
from app.ui import words
from app.ui.spec import h
from app.ui.views.notice import action, notice

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
        wait = state.waiting.get(id)
        if wait and wait["until"] > now:
            left = words.duration(wait["until"] - now)
            specs.append(
                h(
                    "div.notice",
                    {"role": "status"},
                    h("p", None, wait["reason"]),
                    h("p", None, "Goes on by itself in " + left + "."),
                )
            )
    elif failure:
        specs.append(notice(failure, *_ways_out(id, failure)))
    elif record["state"] == protocol.PARTIAL:
        specs.append(_unfinished(record))
    return specs


def _ways_out(id, failure):
    buttons = [action("Try again", "resume", repository=id)]
    if failure["type"] == "AccessError":
        buttons.append(action("Enter a token", "give-token", repository=id))
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


def _running(state, record):
    stages = state.progress.get(record["id"], {})
    latest = ""
    for stage in protocol.STAGES:
        if stage in stages:
            latest = stage
    rows = [_stage(stage, stages.get(stage), stage == latest) for stage in protocol.STAGES]
    head = h(
        "div.job-head",
        None,
        h("strong", None, "Reading " + record["owner"] + "/" + record["name"]),
        action("Cancel", "cancel", repository=record["id"]),
    )
    return h("div", {"$key": "running", "aria-label": "Progress"}, head, h("div.stages", None, *rows))


def _stage(stage, event, is_latest):
    name = h("span", None, NAMES[stage])
    if not event:
        return h("div.stage.waiting", None, name, _meter(0), h("span"), h("span"), h("span"))
    done, total = event["done"], event["total"]
    finished = total and done >= total
    part = done * 100 / total if total else 0
    unit = "chunk" if stage == "embed" else "file"
    amount = words.number(done) + (
        " of " + words.count(total, unit)
        if total and not finished
        else " " + unit + ("" if done == 1 else "s")
    )
    if finished or not is_latest:
        pace = left = ""
    else:
        pace = "%s/s" % words.number(event["rate"]) if event["rate"] >= 1 else ""
        left = words.duration(event["remaining"]) + " left" if event["remaining"] > 0 else ""
    bytes = words.size(event["bytes"]) if event["bytes"] else ""
    mood = ".finished" if finished else ".now" if is_latest else ""
    return h(
        "div.stage" + mood,
        None,
        name,
        _meter(part),
        h("span", None, amount),
        h("span", None, pace or bytes),
        h("span", None, left),
    )


def _meter(part):
    return h("span.meter", {"aria-hidden": "true"}, h("span", {"$width": int(part)}))
