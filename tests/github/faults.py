"""Ways in which GitHub fails, to be put before an answer of the stand-in."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Answer:
    """An HTTP answer. `cut` ends the connection after so many bytes of the body; `delay` is in seconds."""

    status: int
    body: object = None
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json; charset=utf-8"
    cut: int | None = None
    delay: float = 0.0


@dataclass
class Fault:
    """`route` is searched in ``METHOD path``; it strikes the next `times` matching requests.

    `answer` replaces the real one, or `change` alters it.
    """

    route: str
    answer: Callable[[], Answer] | None = None
    change: Callable[[Answer], Answer] | None = None
    times: int = 1_000_000


class Faults:
    """The faults that are set, in the order they were set."""

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
                if fault.times > 0 and re.search(fault.route, route):
                    fault.times -= 1
                    return fault
        return None


def message(status: int, text: str, **headers: str) -> Callable[[], Answer]:
    """An error as GitHub's REST API words it."""
    body = {"message": text, "documentation_url": "https://docs.github.com/rest", "status": str(status)}
    return lambda: Answer(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


def bad_token() -> Callable[[], Answer]:
    return message(401, "Bad credentials")


def sso(url: str) -> Callable[[], Answer]:
    return message(
        403, "Resource protected by organization SAML enforcement.", X_GitHub_SSO=f"required; url={url}"
    )


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


def secondary_limit(seconds: int, status: int = 403) -> Callable[[], Answer]:
    return message(status, "You have exceeded a secondary rate limit.", Retry_After=str(seconds))
