"""Answers that GitHub itself gave, as npm's @octokit/fixtures recorded them: the product takes them, and
the stand-in's to the same calls are like them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.contract.conftest import TOKEN
from tests.contract.exchange import fetch
from tests.contract.test_github_rest import ask
from tests.github.faults import Answer
from tests.github.http_handler import EXPOSED_HEADERS
from tests.github.server import GitHubServer
from tools.paths import NODE_MODULES

SCENARIOS = NODE_MODULES / "@octokit/fixtures/scenarios/api.github.com"
OWNER = "octokit-fixture-org"
# What the product and the page's network panel read of an answer.
READ_HEADERS = {
    "access-control-allow-origin",
    "access-control-expose-headers",
    "content-length",
    "content-type",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "x-ratelimit-resource",
    "x-ratelimit-used",
}


def recorded(scenario: str, path: str, status: int = 200) -> dict[str, Any]:
    """The recorded answer to a GET."""
    text = (SCENARIOS / scenario / "normalized-fixture.json").read_text(encoding="utf-8")
    return next(
        exchange
        for exchange in json.loads(text)
        if (exchange["method"], exchange["path"], exchange["status"]) == ("get", path, status)
    )


def replay(github: GitHubServer, exchange: dict[str, Any]) -> None:
    """Let the stand-in give a recorded answer, its links led to the stand-in."""
    body = json.loads(json.dumps(exchange["response"]).replace("https://api.github.com", github.api_url))
    headers = {
        name: str(value).replace("https://api.github.com", github.api_url)
        for name, value in exchange["headers"].items()
        # The stand-in sends these itself.
        if name not in ("connection", "content-length", "content-type")
        and not name.startswith("access-control-")
    }
    path = urlsplit(github.api_url).path + exchange["path"]
    github.fail(f"GET {path}$", lambda: Answer(exchange["status"], body, headers))


@pytest.fixture
def recordings(folder: Path) -> Iterator[GitHubServer]:
    """The recorded repositories' names over files of our own, on their recorded default branches."""
    repositories = {f"{OWNER}/hello-world": folder, f"{OWNER}/rename-repository-newname": folder}
    with GitHubServer(repositories, tokens=[TOKEN]) as server:
        yield server


def test_a_recorded_repository_is_taken(recordings):
    exchange = recorded("get-repository", f"/repos/{OWNER}/hello-world")
    assert exchange["response"]["default_branch"] == "master"
    exchange["response"]["default_branch"] = "main"  # the branch that the files of our own have
    replay(recordings, exchange)
    run = fetch(recordings, f"{OWNER}/hello-world", TOKEN)
    assert run.error is None and run.snapshot is not None
    assert (run.snapshot.owner, run.snapshot.name, run.snapshot.private) == (OWNER, "hello-world", False)
    assert run.contents is not None and run.contents["README.md"] == b"# Hello\n"


def test_a_recorded_rename_is_followed(recordings):
    replay(recordings, recorded("rename-repository", f"/repos/{OWNER}/rename-repository", 301))
    replay(recordings, recorded("rename-repository", "/repositories/1000"))
    run = fetch(recordings, f"{OWNER}/rename-repository", TOKEN)
    assert run.error is None and run.snapshot is not None
    assert run.snapshot.name == "rename-repository-newname"
    assert {request.token for request in recordings.requests} == {TOKEN}


def test_the_repository_has_the_recorded_fields_that_every_repository_has(github):
    _, headers, body = ask(github, "/repos/o/r", TOKEN)
    exchange = recorded("get-repository", f"/repos/{OWNER}/hello-world")
    # Newer than the recording.
    assert body.keys() - exchange["response"].keys() <= {"has_discussions"}
    assert body["owner"].keys() == exchange["response"]["owner"].keys()
    assert like(exchange["response"], body) == []
    assert headers_missing(exchange, headers) == set()


def test_the_redirect_of_a_rename_is_as_recorded(github):
    status, headers, body = ask(github, "/repos/o/former", TOKEN)
    exchange = recorded("rename-repository", f"/repos/{OWNER}/rename-repository", 301)
    assert status == exchange["status"]
    assert body.keys() == exchange["response"].keys()
    assert body["message"] == exchange["response"]["message"]
    for url in (body["url"], headers["location"]):
        kind, number = url.removeprefix(f"{github.api_url}/").split("/")
        assert kind == "repositories" and number.isdigit()
    assert headers_missing(exchange, headers) == set()


def test_references_are_as_recorded(github):
    _, headers, body = ask(github, "/repos/o/r/git/matching-refs/heads%2F", TOKEN)
    exchange = recorded("git-refs", f"/repos/{OWNER}/git-refs/git/refs/")
    for reference in body:
        assert reference.keys() == exchange["response"][0].keys()
        assert like(exchange["response"][0], reference) == []
        assert reference["object"].keys() == exchange["response"][0]["object"].keys()
    assert headers_missing(exchange, headers) == set()


def test_a_page_may_read_what_github_lets_it_read(github):
    _, headers, _ = ask(github, "/repos/o/r", TOKEN)
    exchange = recorded("get-repository", f"/repos/{OWNER}/hello-world")
    for name in ("access-control-allow-origin", "access-control-expose-headers"):
        assert headers[name] == exchange["headers"][name]
    assert exchange["headers"]["access-control-expose-headers"] == EXPOSED_HEADERS


def test_no_page_may_read_an_archive():
    """Why files are fetched one by one."""
    redirect = recorded("get-archive", f"/repos/{OWNER}/get-archive/tarball/main", 302)
    path = urlsplit(redirect["headers"]["location"]).path
    archive = recorded("get-archive", path)
    assert archive["headers"]["access-control-allow-origin"] == "https://render.githubusercontent.com"


def like(model: Any, value: Any) -> list[str]:
    """The common fields of two objects whose JSON types differ; what may be null may be either."""
    return [
        name
        for name in model.keys() & value.keys()
        if None not in (model[name], value[name]) and type(model[name]) is not type(value[name])
    ]


def headers_missing(exchange: dict[str, Any], headers: Any) -> set[str]:
    """Recorded headers that are read, and that the stand-in does not send."""
    return (exchange["headers"].keys() & READ_HEADERS) - {name.lower() for name in headers}
