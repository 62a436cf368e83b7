"""Below the address field: what is being added, or why it could not be."""

from app.ui.spec import h
from app.ui.views.notice import action, notice, wait


def add_status(state, now):
    """Specs for #add-status; `now` is in Unix seconds, for the countdown of a wait."""
    if state.add_error:
        return [notice(state.add_error)]
    if state.adding:
        address = state.adding["address"]
        name = "The sample" if address == "sample" else address
        if state.engine == "starting":
            text = name + " is read as soon as the engine is up …"
        else:
            text = "Looking up " + name + " …"
        stop = action("Stop", "cancel", repository=address)
        return [h("p.thinking", {"role": "status"}, text, " ", stop)] + wait(state.waiting.get(address), now)
    return []
