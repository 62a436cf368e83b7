"""Limits are waited out and told; what passes is tried again; all in a clock that sleeping moves."""

from __future__ import annotations

import asyncio
import time

import pytest

from app.engine.source.api import Api
from app.engine.source.github import GitHub
from app.host.base import Network, Record, Response
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import CancelledError, OfflineError
from tests.github import faults
from tests.github.repository import commit_folder
from tests.unit.source.fetching import FILES, TOKEN, Clock, resolve, source, take


def primary(**headers: str):
    """A 403 whose reset time does not depend on the day."""
    return faults.message(403, "API rate limit exceeded", X_RateLimit_Reset="90", **headers)


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (faults.secondary_limit(7), 7),
        (faults.secondary_limit(7, 429), 7),
        (faults.secondary_limit(), 60),
        (faults.message(429, "Too many requests"), 60),
        # Retry-After goes before the reset time.
        (primary(X_RateLimit_Remaining="0", Retry_After="9"), 9),
        (primary(X_RateLimit_Remaining="0"), 90),
        # The reset time of another limit than the one that was met.
        (primary(X_RateLimit_Remaining="7"), 60),
    ],
)
@pytest.mark.parametrize("route", ["GET /api/repos/o/r$", "git/trees"])
def test_a_limit_is_waited_out_and_told(github, fault, seconds, route):
    clock = Clock()
    github.fail(route, fault, times=1)
    _, contents = take(source(github, clock=clock))
    assert contents == FILES
    assert clock.time == pytest.approx(seconds)
    assert [until for _, until in clock.waits] == [pytest.approx(seconds)]


@pytest.mark.parametrize(("token", "words"), [("", "with a token it is 5,000"), (TOKEN, "for this token")])
def test_a_spent_hour_is_told_with_the_way_out(github, token, words):
    clock = Clock(time.time())
    github.fail("git/trees", faults.primary_limit(90), times=1)
    take(source(github, token, clock))
    [(reason, until)] = clock.waits
    assert words in reason
    assert until == pytest.approx(time.time() + 90, abs=60)


@pytest.mark.parametrize("kind", ["RATE_LIMITED", "RATE_LIMIT"])
@pytest.mark.parametrize(("reset", "seconds"), [(45, 45), (None, 60)])
def test_graphql_tells_its_limit_in_an_answer_of_status_200(github, kind, reset, seconds):
    clock = Clock()
    github.fail("POST /graphql", faults.graphql_limit(reset, kind), times=1)
    _, contents = take(source(github, TOKEN, clock))
    assert contents == FILES
    assert [until for _, until in clock.waits] == [pytest.approx(seconds)]


def test_a_file_about_limits_is_none(folder, github):
    text = b'{"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]}\n'
    (folder / "README.md").write_bytes(text)
    commit_folder(folder)
    for token in ("", TOKEN):
        clock = Clock()
        _, contents = take(source(github, token, clock))
        assert contents["README.md"] == text
        assert not clock.waits


def test_without_a_date_the_wait_doubles(github):
    clock = Clock()
    github.fail("git/trees", faults.message(429, "Too many requests"), times=3)
    resolve(source(github, clock=clock))
    assert clock.time == pytest.approx(60 + 120 + 240)


class Asked(Network):
    """A network that is asked for whole answers alone."""

    def allow(self, origin: str, reason: str) -> None: ...

    def contacted(self) -> list[Record]:
        return []

    async def stream(self, method, url, headers=None, body=None):
        raise AssertionError("the API is not read as a stream")


class Limited(Asked):
    """Refuses the first requests, after a turn of the loop: all that are under way meet the limit."""

    def __init__(self, refusals: int) -> None:
        self.left = refusals

    async def request(self, method, url, headers=None, body=None):
        await asyncio.sleep(0)
        self.left -= 1
        if self.left >= 0:
            return Response(429, {"retry-after": "30"}, b"")
        return Response(200, {}, b"")


def test_a_limit_that_many_requests_meet_holds_all_back_and_is_told_once():
    network, clock, met = Limited(4), Clock(), asyncio.Event()

    async def ask(api: Api, url: str) -> float:
        await api.request("GET", url, {})
        return clock.time

    async def scenario() -> list[float]:
        api = Api(
            network, "https://api", "https://api/graphql", "", "https://site", clock.sleep, clock.now, told
        )
        together = [ask(api, "https://raw/a") for _ in range(4)]
        first = [asyncio.ensure_future(asked) for asked in together]
        await met.wait()
        # Who comes while the limit lasts does not ask; another host's limit is its own.
        later = [ask(api, "https://raw/b"), ask(api, "https://api/c")]
        return await asyncio.gather(*first, *later)

    def told(reason: str, until: float) -> None:
        clock.waits.append((reason, until))
        met.set()

    times = asyncio.run(scenario())
    assert [until for _, until in clock.waits] == [30]
    assert min(times[:5]) >= 30 > times[5]
    assert network.left == -6


@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_server_error_that_passes_is_tried_again(github, status):
    clock = Clock()
    github.fail("git/trees", faults.message(status, "Server Error"), times=2)
    _, contents = take(source(github, clock=clock))
    assert contents == FILES
    assert clock.naps == [1.0, 2.0]


def test_a_connection_cut_in_the_middle_is_tried_again(github):
    github.fail("GET /raw/o/r/.*/long.txt", change=faults.cut(), times=2)
    _, contents = take(source(github))
    assert contents == FILES
    assert not any("/git/blobs/" in request.path for request in github.requests)


def test_a_host_that_does_not_answer_is_offline_after_three_tries():
    clock = Clock()
    with pytest.raises(OfflineError) as raised:
        resolve(GitHub(CPythonNetwork(), clock.sleep, api="http://127.0.0.1:9/api", now=clock.now))
    assert raised.value.code == "offline"
    assert clock.naps == [1.0, 2.0]


class Silent(Asked):
    """Takes requests, and never answers."""

    async def request(self, method, url, headers=None, body=None) -> Response:
        await asyncio.Event().wait()
        raise AssertionError("nobody sets the event")


def test_a_request_without_an_answer_is_given_up_when_the_job_is_stopped():
    async def scenario() -> None:
        api = Api(Silent(), "https://api", "https://api/graphql", "", "https://site", asyncio.sleep)
        asked = asyncio.ensure_future(api.rest("/"))
        await asyncio.sleep(0)
        api.cancelled = lambda: True
        with pytest.raises(CancelledError):
            await asked

    asyncio.run(scenario())
