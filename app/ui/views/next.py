"""What may be asked after an answer, made of the graph around the symbols that it rests on."""

from app.ui.spec import h
from app.ui.views.notice import action

# How many are offered.
MOST = 3
# What a relation of a symbol leads on to, in the order they are offered.
QUESTIONS = (
    ("Called by", "Who calls %s?"),
    ("Implemented by", "What implements %s?"),
    ("Inherited by", "What inherits from %s?"),
    ("Calls", "What does %s call?"),
    ("Called by", "What breaks if %s changes?"),
)


def suggestions(turn):
    """A spec of questions about the first places' symbols, or None where the graph has nothing of them."""
    asked = turn["question"]
    found = []
    for place in turn["answer"]["places"][:2]:
        titles = [group["title"] for group in place.get("relations") or [] if group["rows"]]
        for title, question in QUESTIONS:
            if title in titles and place["symbol"]:
                question = question % place["symbol"]
                if question != asked and question not in found:
                    found.append(question)
    if not found:
        return None
    offered = [action(question, "suggest", question=question) for question in found[:MOST]]
    return h("div.suggestions.next", {"$key": "next"}, *offered)
