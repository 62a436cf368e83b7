"""REST: what the product asks is what GitHub describes, and so is what the stand-in answers."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest

from app.engine.source import api
from tests.contract import openapi
from tests.contract.conftest import TOKEN
from tests.contract.exchange import Exchange, Fetched
from tests.github import faults
from tests.github.repository import git
from tests.github.server import GitHubServer

# Headers that a browser sends without asking first.
SAFELISTED = {"accept", "accept-language", "content-language"}
# What GitHub's preflight admits. Cache-Control is not among it.
ADMITTED = {
    "accept-encoding",
    "authorization",
    "content-type",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-unmodified-since",
    "user-agent",
    "x-github-api-version",
    "x-requested-with",
}


def rest(runs: Mapping[str, Fetched]) -> Iterator[tuple[Exchange, str]]:
    """Every REST exchange of all runs, with its path below the API's base."""
    for run in runs.values():
        for exchange in run.exchanges:
            parts = urlsplit(exchange.url)
            if parts.path.startswith("/api/"):
                query = f"?{parts.query}" if parts.query else ""
                yield exchange, parts.path.removeprefix("/api") + query


def test_the_runs_reach_every_call_and_every_end(runs):
    calls = {openapi.description().operation(e.method, path).template for e, path in rest(runs)}
    assert calls == {
        "/repos/{owner}/{repo}",
        "/repos/{owner}/{repo}/commits/{ref}",
        "/repos/{owner}/{repo}/git/trees/{tree_sha}",
        "/repos/{owner}/{repo}/git/blobs/{file_sha}",
    }
    ends = {name: run.error.code if run.error else "" for name, run in runs.items()}
    assert {name: code for name, code in ends.items() if code} == {
        "unknown repository": "unknown-repository",
        "unknown branch": "unknown-ref",
        "bad token": "bad-token",
        "empty": "empty-repository",
    }


@pytest.mark.parametrize("edition", [openapi.PUBLIC, *openapi.SERVERS])
def test_every_request_is_a_call_that_github_describes(runs, edition):
    described = openapi.description(edition)
    for exchange, path in rest(runs):
        call = described.operation(exchange.method, path)
        accept = exchange.headers["Accept"]
        assert accept == api.JSON or call.answers(accept), (path, accept)


def test_every_answer_that_the_product_got_is_as_github_describes_it(runs):
    described = openapi.description()
    for exchange, path in rest(runs):
        call, status = described.operation(exchange.method, path), exchange.response.status
        kind = exchange.response.headers["content-type"]
        if status == 200 and exchange.headers["Accept"] != api.JSON:
            assert kind == exchange.headers["Accept"] + "; charset=utf-8"
            continue
        assert kind == "application/json; charset=utf-8"
        if status == 401:  # any call may answer so, and none says it
            assert described.faults(described.shared_answer("requires_authentication"), exchange.json()) == []
        else:
            assert call.faults(status, exchange.json()) == [], path


def test_requests_carry_no_header_that_a_preflight_refuses(runs):
    seen = set()
    for run in runs.values():
        for exchange in run.exchanges:
            names = {name.lower() for name in exchange.headers}
            assert names <= SAFELISTED | ADMITTED, exchange.url
            if "/raw/" in exchange.url:
                # Any header that asks first is refused there.
                assert not names
            seen |= names
    assert seen == {"accept", "authorization", "content-type", "x-github-api-version"}


def test_the_token_goes_to_the_api_and_nowhere_else(runs):
    for name, run in runs.items():
        tokens = {}
        for exchange in run.exchanges:
            tokens.setdefault(urlsplit(exchange.url).path.split("/")[1], set()).add(exchange.token)
        given = {"bad token": "wrong"}.get(name, TOKEN)
        with_token = any(tokens[part] != {""} for part in tokens)
        assert tokens == {part: {f"Bearer {given}" if with_token else ""} for part in tokens}, name
        if with_token:
            assert "raw" not in tokens, name


def ask(github: GitHubServer, path: str, token: str = "", accept: str = api.JSON) -> tuple[int, Any, Any]:
    """(status, headers, body) of a GET as it comes: no redirect is followed."""
    host = urlsplit(github.api_url)
    connection = http.client.HTTPConnection(host.netloc)
    headers = {"Accept": accept} | ({"Authorization": f"Bearer {token}"} if token else {})
    connection.request("GET", host.path + path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, json.loads(body) if accept == api.JSON else body


@pytest.mark.parametrize(
    "path",
    [
        "/repos/o/r",
        "/repos/o/r/commits/main",
        "/repos/o/r/commits/feature%2Fone",
        "/repos/o/r/git/trees/{commit}",
        "/repos/o/r/git/trees/{commit}?recursive=1",
        "/repos/o/r/git/blobs/{blob}",
        "/repos/o/r/branches?per_page=1",
        "/repos/o/r/tags",
        "/repos/o/r/git/ref/tags%2Fv2",
        "/repos/o/r/git/matching-refs/heads%2F",
        "/rate_limit",
    ],
)
def test_the_stand_in_answers_as_github_describes(github, folder, path):
    commit = git(folder, "rev-parse", "HEAD").decode().strip()
    blob = git(folder, "rev-parse", "HEAD:README.md").decode().strip()
    path = path.format(commit=commit, blob=blob)
    status, _, body = ask(github, path)
    assert status == 200
    assert openapi.description().operation("GET", path).faults(status, body) == []


def test_a_listing_tells_sizes_modes_and_where_it_was_cut(folder):
    with GitHubServer({"o/r": folder}, tree_limit=12) as github:
        _, _, cut = ask(github, "/repos/o/r/git/trees/main?recursive=1")
        _, _, src = ask(
            github, f"/repos/o/r/git/trees/{git(folder, 'rev-parse', 'HEAD:src').decode().strip()}"
        )
    assert cut["truncated"] is True and len(cut["tree"]) == 12
    items = {item["path"]: item for item in cut["tree"] + src["tree"]}
    assert (items["link"]["mode"], items["link"]["type"]) == ("120000", "blob")
    assert (items["lib"]["mode"], items["lib"]["type"]) == ("160000", "commit")
    assert "size" not in items["lib"] and "url" not in items["lib"]
    assert items["just.txt"]["size"] == 512_000
    assert src["truncated"] is False and {item["path"] for item in src["tree"]} == {"a.py", "deep"}


def test_a_blob_comes_as_base64_or_raw(github, folder):
    sha = git(folder, "rev-parse", "HEAD:bom.py").decode().strip()
    _, _, body = ask(github, f"/repos/o/r/git/blobs/{sha}")
    assert (body["encoding"], body["size"]) == ("base64", 9)
    _, headers, raw = ask(github, f"/repos/o/r/git/blobs/{sha}", accept=api.RAW)
    assert raw == b"\xef\xbb\xbfx = 1\n"
    assert headers["Content-Type"].startswith(api.RAW)


@pytest.mark.parametrize(
    ("path", "token", "status"),
    [
        ("/repos/o/former", "", 301),
        ("/repos/o/former/commits/main", "", 301),
        ("/repos/o/nothing", "", 404),
        ("/repos/o/secret", "", 404),
        ("/repos/o/r/commits/nothing", "", 422),
        ("/repos/o/r/git/trees/" + "0" * 40, "", 404),
        ("/repos/o/r/git/blobs/" + "0" * 40, TOKEN, 404),
        ("/repos/o/empty/commits/main", "", 409),
        ("/repos/o/empty/git/trees/main", "", 409),
    ],
)
def test_the_stand_in_refuses_as_github_describes(github, path, token, status):
    answered, _, body = ask(github, path, token)
    assert answered == status
    described = openapi.description()
    call = described.operation("GET", path)
    shared = described.shared_answer("moved_permanently")
    answer = shared if status == 301 else call.body["responses"][str(status)]
    assert described.faults(answer, body) == []
    assert set(body) >= {"message", "documentation_url"}


@pytest.mark.parametrize(
    ("answer", "status", "kind", "headers"),
    [
        (faults.bad_token(), 401, "requires_authentication", set()),
        (faults.forbidden(), 403, "forbidden", set()),
        (faults.sso("https://github.com/orgs/o/sso"), 403, "forbidden", {"X-GitHub-SSO"}),
        (faults.primary_limit(9), 403, "forbidden", {"X-RateLimit-Reset"}),
        (faults.primary_limit(9, 429), 429, "forbidden", {"X-RateLimit-Reset"}),
        (faults.secondary_limit(9), 403, "forbidden", {"Retry-After"}),
        (faults.secondary_limit(9, 429), 429, "forbidden", {"Retry-After"}),
        (faults.empty(), 409, "conflict", set()),
        (faults.message(500, "Server Error"), 500, "internal_error", set()),
    ],
)
def test_faults_that_are_set_are_shaped_as_github_describes(
    github, answer: Callable[[], faults.Answer], status: int, kind: str, headers: set[str]
):
    github.fail("GET /api/repos", answer)
    answered, told, body = ask(github, "/repos/o/r")
    assert answered == status
    described = openapi.description()
    assert described.faults(described.shared_answer(kind), body) == []
    assert headers <= set(told)


def test_the_hour_counts_down_to_a_limit(folder):
    with GitHubServer({"o/r": folder}, anonymous_limit=2) as github:
        left = []
        for _ in range(4):
            status, headers, _ = ask(github, "/repos/o/r")
            left.append((status, headers["X-RateLimit-Remaining"], headers["X-RateLimit-Used"]))
        assert left == [(200, "1", "1"), (200, "0", "2"), (403, "0", "2"), (403, "0", "2")]
        _, headers, overview = ask(github, "/rate_limit")
        assert overview["resources"]["core"]["reset"] == int(headers["X-RateLimit-Reset"])
        assert headers["X-RateLimit-Resource"] == "core"
