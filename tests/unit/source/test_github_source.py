"""The GitHub source against the stand-in server and real git repositories."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.source.address import parse_address
from app.engine.source.github import GitHub
from app.engine.source.text import blob_sha
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import AccessError, CancelledError, EmptyError, OfflineError, UserError
from tests.github import faults
from tests.github.faults import Answer
from tests.github.repository import commit_folder, git
from tests.github.rest import truncate
from tests.github.server import GitHubServer

TOKEN = "github_pat_test"
FILES = {
    "README.md": b"# Hello\n",
    "src/a.py": b"def a():\n    return 1\n",
    "src/deep/b.py": b"def b():\r\n    return 2\r\n",
    "src/deep/copy.py": b"def a():\n    return 1\n",
    "bom.py": b"\xef\xbb\xbfx = 1\n",
    "latin1.txt": "Gr\u00fc\u00dfe".encode("latin-1"),
    "utf16.txt": "wide".encode("utf-16"),
    "binary.dat": b"\0\1\2",
    "empty.txt": b"",
    "long.txt": b"0123456789abcde\n" * 40_000,
    "name with space & ü.txt": b"odd\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    for path, data in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    commit_folder(root)
    return root


@pytest.fixture
def github(folder: Path) -> Iterator[GitHubServer]:
    with GitHubServer({"o/r": folder, "o/secret": folder}, private=["o/secret"], tokens=[TOKEN]) as server:
        yield server


class Clock:
    """A clock that sleeping moves."""

    def __init__(self):
        self.time = 0.0
        self.naps = []

    def now(self):
        return self.time

    async def sleep(self, seconds):
        self.naps.append(seconds)
        self.time += seconds


def source(server: GitHubServer, token: str = "", clock: Clock | None = None, waits: list | None = None):
    clock = clock or Clock()
    return GitHub(
        CPythonNetwork(),
        sleep=clock.sleep,
        now=clock.now,
        token=token,
        api=server.api_url,
        graphql=server.graphql_url,
        raw=server.raw_url,
        on_wait=lambda reason, until: (waits if waits is not None else []).append((reason, until)),
    )


async def take(github: GitHub, address: str = "o/r", cancelled=lambda: False):
    snapshot = await github.resolve(parse_address(address))
    return snapshot, {e.path: c async for e, c in github.contents(snapshot.entries, cancelled)}


def run(github: GitHub, address: str = "o/r", **options):
    return asyncio.run(take(github, address, **options))


@pytest.mark.parametrize("token", ["", TOKEN])
def test_every_file_arrives_as_git_holds_it(github, token):
    snapshot, contents = run(source(github, token))
    assert contents == FILES
    assert (snapshot.owner, snapshot.name, snapshot.ref, snapshot.default_branch) == (
        "o",
        "r",
        "main",
        "main",
    )
    assert all(blob_sha(FILES[e.path]) == e.sha and len(FILES[e.path]) == e.size for e in snapshot.entries)


def test_without_a_token_raw_serves_and_with_one_graphql(github):
    run(source(github))
    assert {r.part for r in github.requests} == {"rest", "raw"}
    github.requests.clear()
    run(source(github, TOKEN))
    parts = [r.part for r in github.requests]
    assert "raw" not in parts and parts.count("graphql") == 1
    # Only what GraphQL cannot carry byte by byte goes by REST: BOM, foreign, binary and long.
    blobs = [r for r in github.requests if "/git/blobs/" in r.path]
    assert len(blobs) == 5


def test_the_token_goes_to_the_api_alone_and_no_header_breaks_the_preflight(github):
    run(source(github, TOKEN), "o/secret")
    run(source(github))
    for request in github.requests:
        assert (request.part == "raw") <= ("authorization" not in request.headers)
        assert "cache-control" not in request.headers
    assert any(r.headers.get("authorization") == f"Bearer {TOKEN}" for r in github.requests)


@pytest.mark.parametrize(
    ("address", "ref", "paths"),
    [
        ("o/r/tree/main/src/deep", "main", {"src/deep/b.py", "src/deep/copy.py"}),
        ("o/r/tree/feature/one", "feature/one", set(FILES) | {"new.py"}),
        ("o/r/tree/feature/one/src/deep", "feature/one", {"src/deep/b.py", "src/deep/copy.py"}),
        ("o/r/blob/main/src/deep/b.py", "main", {"src/deep/b.py", "src/deep/copy.py"}),
        ("o/r/tree/v1", "v1", set(FILES)),
    ],
)
def test_branches_with_slashes_folders_and_tags_are_found(folder, github, address, ref, paths):
    git(folder, "tag", "v1")
    git(folder, "checkout", "-q", "-b", "feature/one")
    (folder / "new.py").write_text("new = 1\n")
    commit_folder(folder)
    git(folder, "checkout", "-q", "main")
    snapshot = asyncio.run(source(github).resolve(parse_address(address)))
    assert snapshot.ref == ref
    assert {e.path for e in snapshot.entries} == paths


def test_a_commit_link_stands_for_that_commit(folder, github):
    first = git(folder, "rev-parse", "HEAD").decode().strip()
    (folder / "later.py").write_text("later = 1\n")
    commit_folder(folder)
    snapshot = asyncio.run(
        source(github).resolve(parse_address(f"https://github.com/o/r/commit/{first[:10]}"))
    )
    assert snapshot.commit == first
    assert "later.py" not in {e.path for e in snapshot.entries}


def test_a_truncated_listing_is_walked_folder_by_folder(github):
    github.fail(r"git/trees/.*recursive", change=truncate())
    snapshot, contents = run(source(github))
    assert contents == FILES
    assert [e.path for e in snapshot.entries] == sorted(FILES)


def failure(server: GitHubServer, address: str = "o/r", token: str = "") -> UserError:
    with pytest.raises(UserError) as raised:
        run(source(server, token), address)
    return raised.value


def test_each_failure_has_its_own_sentence_and_a_way_out(github, tmp_path):
    seen = {}

    def check(code, error, kind, link=None):
        assert isinstance(error, kind) and error.code == code
        assert error.message and error.hint
        if link:
            assert error.link.startswith(link)
        seen[code, error.message] = error

    pat = "https://github.com/settings/personal-access-tokens/new"
    check("unknown-repository", failure(github, "o/nothing"), AccessError, pat)
    check("unknown-repository", failure(github, "o/secret"), AccessError, pat)
    check("no-access", failure(github, "o/nothing", TOKEN), AccessError, pat)
    check("bad-token", failure(github, token="wrong"), AccessError, pat)
    check("unknown-ref", failure(github, "o/r/tree/no-such-branch"), AccessError)
    check("unknown-ref", failure(github, "o/r/tree/main/no/such/folder"), AccessError)
    github.fail("GET /api/repos", faults.sso("https://github.com/orgs/o/sso?authorization_request=A"))
    check("sso", failure(github, token=TOKEN), AccessError, "https://github.com/orgs/o/sso")
    github.faults.clear()
    github.fail("GET /api/repos", faults.forbidden())
    check("no-access", failure(github, token=TOKEN), AccessError, pat)
    github.faults.clear()
    github.fail("GET /api/repos", faults.message(502, "Bad Gateway"))
    check("server", failure(github), OfflineError)
    assert len(seen) == 9


def test_an_empty_repository_is_told_apart(tmp_path):
    bare = tmp_path / "empty"
    bare.mkdir()
    git(bare, "init", "-q", "-b", "main")
    with GitHubServer({"o/empty": bare}) as server, pytest.raises(EmptyError) as raised:
        run(source(server), "o/empty")
    assert raised.value.code == "empty-repository"


def test_a_host_that_does_not_answer_is_offline_after_three_tries(github):
    clock = Clock()
    lost = GitHub(CPythonNetwork(), clock.sleep, api="http://127.0.0.1:9/api", now=clock.now)
    with pytest.raises(OfflineError) as raised:
        run(lost)
    assert raised.value.code == "offline"
    assert clock.naps == [1.0, 2.0]


@pytest.mark.parametrize(
    ("fault", "seconds"),
    [
        (faults.secondary_limit(7), 7),
        (faults.secondary_limit(7, 429), 7),
        (faults.message(429, "Too many requests"), 60),
        (faults.message(403, "You have exceeded a secondary rate limit"), 60),
    ],
)
def test_a_limit_is_waited_out_and_told(github, fault, seconds):
    clock, waits = Clock(), []
    github.fail("git/trees", fault, times=1)
    _, contents = run(source(github, clock=clock, waits=waits))
    assert contents == FILES
    assert clock.time == pytest.approx(seconds)
    assert [until for _, until in waits] == [pytest.approx(seconds)]


def test_an_exhausted_hour_is_waited_for_until_its_reset(github):
    waits = []
    clock = Clock()

    clock.time = time.time()
    start = clock.time
    github.fail("git/trees", faults.primary_limit(90), times=1)
    run(source(github, clock=clock, waits=waits))
    assert 80 < clock.time - start < 100
    assert "token" in waits[0][0]


def test_without_a_date_the_wait_doubles(github):
    clock = Clock()
    github.fail("git/trees", faults.message(429, "Too many requests"), times=3)
    run(source(github, clock=clock))
    assert clock.time == pytest.approx(60 + 120 + 240)


def test_a_connection_cut_in_the_middle_is_tried_again(github):
    cut = lambda answer: Answer(answer.status, answer.body, answer.headers, answer.content_type, cut=5)  # noqa: E731
    github.fail("GET /raw/o/r/.*/long.txt", change=cut, times=2)
    _, contents = run(source(github))
    assert contents == FILES


def test_damaged_bytes_are_never_taken(github):
    damage = lambda answer: Answer(200, b"not the file")  # noqa: E731
    github.fail("long.txt", change=damage)
    github.fail("git/blobs", change=damage)
    _, contents = run(source(github))
    broken = {path for path, content in contents.items() if isinstance(content, UserError)}
    assert broken == {"long.txt"}
    assert contents["src/a.py"] == FILES["src/a.py"]


def test_partial_graphql_data_is_asked_for_again_in_smaller_batches(github):
    def lose_half(answer: Answer) -> Answer:
        found = answer.body["data"]["repository"]
        lost = list(found)[len(found) // 2 :]
        errors = [
            {"message": "Resource limits for this query exceeded.", "path": ["repository", name]}
            for name in lost
        ]
        kept = {name: blob if name not in lost else None for name, blob in found.items()}
        return Answer(200, {"data": {"repository": kept}, "errors": errors})

    github.fail("POST /graphql", change=lose_half, times=2)
    _, contents = run(source(github, TOKEN))
    assert contents == FILES
    assert sum(r.part == "graphql" for r in github.requests) >= 3


def test_graphql_that_answers_with_errors_alone_falls_back_to_rest(github):
    broken = lambda: Answer(200, {"data": None, "errors": [{"message": "Something went wrong"}]})  # noqa: E731
    github.fail("POST /graphql", broken)
    _, contents = run(source(github, TOKEN))
    assert contents == FILES


def test_a_blocked_raw_server_falls_back_to_rest(github):
    github.fail("GET /raw/", faults.message(403, "Forbidden"))
    _, contents = run(source(github))
    assert contents == FILES


def test_cancel_stops_between_two_requests(github):
    asked = []

    def cancelled():
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(CancelledError):
        run(source(github), cancelled=cancelled)
    assert sum(r.part == "raw" for r in github.requests) < len(FILES)
