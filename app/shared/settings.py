"""What a person may set, for both interpreters: what holds before they do, and what is refused in words.

limit    bytes of the largest file that is read; it holds from the next job on
k        how many places are ranked for a question
floor    the cosine below which what was found by meaning alone is not shown
rerank   whether the chosen model orders the first places
"""

from app.shared import errors

# Larger files are no code, smaller ones leave all code out.
LIMITS = (10_000, 20_000_000)
MOST_PLACES = 100
HIGHEST_FLOOR = 0.9

# The places that a model orders, and about how many tokens that call is: over questions to three packages it
# was 2,300 to 2,600.
RERANKED = 20
RERANK_TOKENS = 2_500

# The highest floor under which no right place was lost on questions with known answers
# (python -m benchmarks.search.floor): it leaves out some two of a hundred near chunks.
FLOOR = 0.1

DEFAULTS = {"limit": 1_000_000, "k": 20, "floor": FLOOR, "rerank": False}

# Those of questions, which go back to their defaults together.
SEARCH = ("k", "floor", "rerank")


def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_whole(value, least, most):
    return _is_number(value) and isinstance(value, int) and least <= value <= most


_CHECKS = {
    "limit": (
        lambda value: _is_whole(value, LIMITS[0], LIMITS[1]),
        "The limit of a file's size is from 0.01 to 20 MB.",
    ),
    "k": (
        lambda value: _is_whole(value, 1, MOST_PLACES),
        "Of 1 to %d places a question is answered; a whole number." % MOST_PLACES,
    ),
    "floor": (
        lambda value: _is_number(value) and 0 <= value <= HIGHEST_FLOOR,
        "The similarity floor is a cosine from 0 to %.1f." % HIGHEST_FLOOR,
    ),
    "rerank": (lambda value: isinstance(value, bool), "Ordering by the model is on or off."),
}


def check(values):
    """Raise a UserError for what cannot be set; None takes a setting back to its default."""
    for name, value in values.items():
        is_right, words = _CHECKS.get(name, (None, ""))
        if is_right and value is not None and not is_right(value):
            raise errors.UserError("bad-" + name, words)
