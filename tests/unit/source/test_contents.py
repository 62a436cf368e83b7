"""Every byte of every file, by whichever way it comes; what is damaged is never taken."""

from __future__ import annotations

import pytest

from app.engine.source.text import blob_sha
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import AccessError, CancelledError, OfflineError, UserError
from tests.github import faults
from tests.github.faults import Answer
from tests.github.repository import commit_folder
from tests.unit.source.fetching import BY_REST, FILES, TOKEN, Clock, source, take


def parts(github) -> list[str]:
    """How each file was asked for: raw, graphql or blob."""
    asked = [r for r in github.requests if r.part != "rest" or "/git/blobs/" in r.path]
    return ["blob" if r.part == "rest" else r.part for r in asked]


@pytest.mark.parametrize("token", ["", TOKEN])
def test_every_file_arrives_as_git_holds_it(github, token):
    snapshot, contents = take(source(github, token))
    assert contents == FILES
    assert (snapshot.owner, snapshot.name, snapshot.ref, snapshot.default_branch) == (
        "o",
        "r",
        "main",
        "main",
    )
    assert all(blob_sha(FILES[e.path]) == e.sha and len(FILES[e.path]) == e.size for e in snapshot.entries)


def test_without_a_token_raw_serves_each_file_once(github):
    take(source(github))
    # Two files are equal.
    assert parts(github) == ["raw"] * (len(FILES) - 1)


def test_with_a_token_graphql_serves_what_it_can_carry(github):
    take(source(github, TOKEN))
    assert parts(github) == ["graphql"] + ["blob"] * len(BY_REST)


def test_the_token_goes_to_the_api_alone(github):
    take(source(github, TOKEN), "o/secret")
    assert {r.token for r in github.requests} == {TOKEN}
    github.requests.clear()
    take(source(github))
    assert {r.token for r in github.requests} == {""}


class Counted(CPythonNetwork):
    """Counts the requests for raw files that are under way."""

    def __init__(self) -> None:
        super().__init__()
        self.running = self.most = 0

    async def request(self, method, url, headers=None, body=None):
        if "/raw/" not in url:
            return await super().request(method, url, headers, body)
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            return await super().request(method, url, headers, body)
        finally:
            self.running -= 1


def test_eight_raw_files_are_under_way(github):
    network = Counted()
    take(source(github, network=network))
    assert network.most == 8


def test_a_batch_holds_a_hundred_files_and_two_megabytes(folder, github):
    for n in range(150):
        (folder / f"small{n}.txt").write_text(f"{n}\n")
    for n in range(9):
        (folder / f"wide{n}.txt").write_text(str(n) * 400_000)
    commit_folder(folder)
    _, contents = take(source(github, TOKEN))
    assert contents["wide8.txt"] == b"8" * 400_000 and len(contents) == len(FILES) + 159
    queries = [r.body for r in github.requests if r.part == "graphql"]
    # 160 small files fill one batch and begin another, which four wide ones bring close to 2 MB.
    assert sorted(query.count(b"object(oid:") for query in queries) == [5, 64, 100]


def test_damaged_bytes_are_never_taken(github):
    def damage(answer: Answer) -> Answer:
        return Answer(200, b"not the file")

    github.fail("long.txt", change=damage)
    github.fail("git/blobs", change=damage)
    _, contents = take(source(github))
    broken = {path: content for path, content in contents.items() if isinstance(content, UserError)}
    assert {path: error.code for path, error in broken.items()} == {"long.txt": "damaged"}
    assert contents["src/a.py"] == FILES["src/a.py"]


def test_a_blob_that_is_gone_costs_its_own_file_alone(github):
    github.fail("/raw/.*/empty.txt", faults.message(404, "Not Found"))
    github.fail("git/blobs", faults.message(404, "Not Found"))
    _, contents = take(source(github))
    assert {path for path, content in contents.items() if content != FILES[path]} == {"empty.txt"}
    assert contents["empty.txt"].code == "no-blob"


@pytest.mark.parametrize("keep", [0, 1, 3])
def test_what_an_error_took_of_an_answer_is_asked_for_again_in_smaller_batches(github, keep):
    github.fail("POST /graphql", change=faults.partial(keep), times=2)
    _, contents = take(source(github, TOKEN))
    assert contents == FILES
    sizes = [r.body.count(b"object(oid:") for r in github.requests if r.part == "graphql"]
    assert sizes[0] > max(sizes[1:]) and sum(sizes[1:3]) == sizes[0] - keep


def test_an_answer_that_errors_take_again_and_again_ends_at_rest(github):
    github.fail("POST /graphql", change=faults.partial(0))
    _, contents = take(source(github, TOKEN))
    assert contents == FILES


@pytest.mark.parametrize(
    "answer",
    [
        lambda: Answer(200, {"data": None, "errors": [{"message": "Something went wrong"}]}),
        lambda: Answer(200, {"data": {"repository": None}, "errors": [{"type": "NOT_FOUND", "message": ""}]}),
        faults.message(404, "Not Found"),
        faults.message(502, "Bad Gateway"),
        faults.forbidden(),
    ],
)
def test_a_graphql_without_answers_is_given_up_for_rest(folder, github, answer):
    for n in range(250):
        (folder / f"small{n}.txt").write_text(f"{n}\n")
    commit_folder(folder)
    fault = github.fail("POST /graphql", answer)
    _, contents = take(source(github, TOKEN))
    assert len(contents) == len(FILES) + 250 and not any(isinstance(c, UserError) for c in contents.values())
    # Two at once are halved down to the smallest, each tried three times at most; not every batch is.
    assert fault.struck < 50


@pytest.mark.parametrize(
    "fields", [{"isTruncated": True}, {"text": None}, {"isBinary": True}, {"text": "other"}]
)
def test_what_graphql_does_not_carry_whole_comes_by_rest(github, fields):
    shas = {blob_sha(FILES["src/a.py"])}
    github.fail("POST /graphql", change=faults.blobs(shas, **fields))
    _, contents = take(source(github, TOKEN))
    assert contents == FILES
    assert parts(github).count("blob") == len(BY_REST) + 1


@pytest.mark.parametrize("answer", [faults.message(403, "Forbidden"), faults.message(404, "Not Found")])
def test_a_raw_server_that_refuses_falls_back_to_rest(github, answer):
    github.fail("GET /raw/", answer)
    _, contents = take(source(github))
    assert contents == FILES


def test_a_raw_server_that_does_not_answer_falls_back_to_rest(github):
    github.fail("GET /raw/", change=faults.cut(-1))
    _, contents = take(source(github))
    assert contents == FILES


@pytest.mark.parametrize("token", ["", TOKEN])
def test_access_that_ends_on_the_way_ends_the_job(github, token):
    github.fail("GET /raw/|POST /graphql|git/blobs", faults.bad_token())
    with pytest.raises(AccessError):
        take(source(github, token))


@pytest.mark.parametrize("token", ["", TOKEN])
def test_a_network_that_ends_on_the_way_ends_the_job(github, token):
    github.fail("GET /raw/|POST /graphql|git/blobs", change=faults.cut(-1))
    with pytest.raises(OfflineError):
        take(source(github, token))


@pytest.mark.parametrize("token", ["", TOKEN])
def test_cancel_stops_between_two_requests(github, token):
    asked = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 3

    with pytest.raises(CancelledError):
        take(source(github, token), cancelled=cancelled)
    assert len(parts(github)) <= 3


def test_cancel_ends_a_wait(github):
    clock = Clock()
    github.fail("GET /raw/", faults.message(429, "Too many requests"))
    with pytest.raises(CancelledError):
        take(source(github, clock=clock), cancelled=lambda: clock.time > 5)
    assert clock.time < 60
