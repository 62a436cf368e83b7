"""The ways in which GitHub fails, for `GitHubServer.fail`: answers that stand in for the real one,
and changes of it. Texts and headers are those that GitHub sends."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

DOCS = "https://docs.github.com/rest"
JSON = "application/json; charset=utf-8"


@dataclass
class Answer:
    """An HTTP answer. `cut` resets the connection after so many bytes of the body (-1: before any
    answer); `delay` is seconds before the answer, `spread` seconds that its body takes."""

    status: int
    body: Any = b""
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = JSON
    cut: int | None = None
    delay: float = 0.0
    spread: float = 0.0


Change = Callable[[Answer], Answer]


@dataclass
class Fault:
    """`route` is searched in ``METHOD path``; it strikes the next `times` matching requests, or all.

    `answer` replaces the real one, or `change` alters it. `struck` counts.
    """

    route: str
    answer: Callable[[], Answer] | None = None
    change: Change | None = None
    times: int | None = None
    struck: int = 0


class Faults:
    """The faults that are set, in the order they were set; the first that matches strikes."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._lock = threading.Lock()

    def add(self, fault: Fault) -> None:
        self._faults.append(fault)

    def clear(self) -> None:
        self._faults.clear()

    def find(self, route: str) -> Fault | None:
        with self._lock:
            for fault in self._faults:
                left = fault.times is None or fault.struck < fault.times
                if left and re.search(fault.route, route):
                    fault.struck += 1
                    return fault
        return None


# Answers ----------------------------------------------------------------------


def message(status: int, text: str, **headers: str) -> Callable[[], Answer]:
    """An error as GitHub's REST API words it; ``Retry_After="7"`` becomes the header Retry-After."""
    body = {"message": text, "documentation_url": DOCS}
    if status != 422:
        body["status"] = str(status)
    return lambda: Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def bad_token() -> Callable[[], Answer]:
    return message(401, "Bad credentials")


def sso(url: str) -> Callable[[], Answer]:
    text = (
        "Resource protected by organization SAML enforcement. "
        "You must grant your Personal Access token access to this organization."
    )
    return message(403, text, X_GitHub_SSO=f"required; url={url}")


def forbidden() -> Callable[[], Answer]:
    return message(403, "Resource not accessible by personal access token")


def empty() -> Callable[[], Answer]:
    return message(409, "Git Repository is empty.")


def primary_limit(seconds: int, status: int = 403) -> Callable[[], Answer]:
    """Nothing remains until a reset time that many seconds from the request."""

    def answer() -> Answer:
        reset = str(int(time.time()) + seconds)
        headers = {"X_RateLimit_Remaining": "0", "X_RateLimit_Limit": "60", "X_RateLimit_Reset": reset}
        return message(status, "API rate limit exceeded for 127.0.0.1.", **headers)()

    return answer


def secondary_limit(seconds: int | None = None, status: int = 403) -> Callable[[], Answer]:
    """Too fast; with a Retry-After in seconds, or with no word on when to come back."""
    headers = {} if seconds is None else {"Retry_After": str(seconds)}
    return message(status, "You have exceeded a secondary rate limit.", **headers)


def graphql_limit(reset: int | None = None, kind: str = "RATE_LIMITED") -> Callable[[], Answer]:
    """GraphQL tells a limit in an answer of status 200: the primary one with a reset time in Unix
    seconds, the secondary one without. `kind` is the error's type, now ``RATE_LIMIT`` at times."""
    text = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    headers = {}
    if reset is not None:
        text = _SPENT
        headers = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": str(reset)}
    return lambda: Answer(200, {"errors": [{"type": kind, "message": text}]}, dict(headers))


def exhausted(part: str) -> Answer:
    """The hour's calls are spent; the server's own headers say until when."""
    if part == "graphql":
        return Answer(200, {"errors": [{"type": "RATE_LIMITED", "message": _SPENT}]})
    return message(403, "API rate limit exceeded for 127.0.0.1.")()


_SPENT = "API rate limit already exceeded for user ID 1."


# Changes ----------------------------------------------------------------------


def cut(after: int = 5) -> Change:
    """The connection is reset after so many bytes of the body; -1: before any answer."""

    def change(answer: Answer) -> Answer:
        answer.cut = after
        return answer

    return change


def slow(delay: float = 0.0, spread: float = 0.0) -> Change:
    """Seconds before the answer begins, and seconds that its body takes."""

    def change(answer: Answer) -> Answer:
        answer.delay, answer.spread = delay, spread
        return answer

    return change


def partial(keep: int) -> Change:
    """GraphQL that answers the first `keep` objects of a query, and errors for the others."""

    def change(answer: Answer) -> Answer:
        objects = answer.body["data"]["repository"]
        lost = list(objects)[keep:]
        objects |= dict.fromkeys(lost)
        text = "Resource limits for this query exceeded."
        errors = [{"message": text, "path": ["repository", alias]} for alias in lost]
        if errors:
            answer.body["errors"] = errors
        return answer

    return change


def blobs(shas: Collection[str] | None = None, **fields: Any) -> Change:
    """GraphQL blobs with other fields (``isTruncated=True``, ``text=None``): all, or those of the shas."""

    def change(answer: Answer) -> Answer:
        for blob in answer.body["data"]["repository"].values():
            if blob and (shas is None or blob["oid"] in shas):
                blob |= fields
        return answer

    return change
