"""From an address to a snapshot: refs, folders, listings, and each way in which it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.engine.source.github import GitHub, usual_api
from app.engine.source.snapshot import SUBMODULE, SYMLINK
from app.host.cpython_network import CPythonNetwork
from app.shared.errors import AccessError, EmptyError, OfflineError, UserError
from tests.github import faults
from tests.github.repository import commit_folder, git
from tests.github.server import GitHubServer
from tests.unit.source.fetching import FILES, TOKEN, Clock, resolve, source, take

DEEP = {"src/deep/b.py", "src/deep/copy.py"}
TOKENS = "https://github.com/settings/personal-access-tokens/new"


@pytest.mark.parametrize(
    ("address", "ref", "paths"),
    [
        ("o/r/tree/main/src/deep", "main", DEEP),
        ("o/r/tree/refs/heads/main/src/deep", "main", DEEP),
        ("o/r/tree/feature/one", "feature/one", set(FILES) | {"new.py"}),
        ("o/r/tree/feature/one/src/deep", "feature/one", DEEP),
        ("o/r/commits/feature/one", "feature/one", set(FILES) | {"new.py"}),
        ("o/r/blob/main/src/deep/b.py", "main", DEEP),
        ("o/r/blob/main/README.md", "main", set(FILES)),
        ("o/r/tree/v1", "v1", set(FILES)),
        ("o/r/releases/tag/v1", "v1", set(FILES)),
    ],
)
def test_branches_with_slashes_folders_and_tags_are_found(folder, github, address, ref, paths):
    git(folder, "tag", "v1")
    git(folder, "checkout", "-q", "-b", "feature/one")
    (folder / "new.py").write_text("new = 1\n")
    commit_folder(folder)
    git(folder, "checkout", "-q", "main")
    snapshot = resolve(source(github), address)
    assert snapshot.ref == ref
    assert {entry.path for entry in snapshot.entries} == paths


@pytest.mark.parametrize("form", ["commit/{}", "tree/{}", "commits/{}"])
@pytest.mark.parametrize("digits", [10, 40])
def test_a_commit_stands_for_itself_under_its_whole_name(folder, github, form, digits):
    first = git(folder, "rev-parse", "HEAD").decode().strip()
    (folder / "later.py").write_text("later = 1\n")
    commit_folder(folder)
    snapshot = resolve(source(github), f"https://github.com/o/r/{form.format(first[:digits])}")
    assert snapshot.commit == snapshot.ref == first
    assert "later.py" not in {entry.path for entry in snapshot.entries}


@pytest.mark.parametrize("token", ["", TOKEN])
def test_a_renamed_repository_goes_by_its_new_name(github, token):
    snapshot, contents = take(source(github, token), "o/former")
    assert (snapshot.owner, snapshot.name) == ("o", "r")
    assert contents == FILES
    # Redirected once, not once a call.
    assert [r.path for r in github.requests if r.status == 301] == ["/api/repos/o/former"]


def test_a_redirect_to_another_origin_is_not_followed(github):
    github.fail("GET /api/repos/o/r$", lambda: faults.Answer(301, {}, {"Location": github.raw_url}))
    error = failure(github, token=TOKEN)
    assert error.code == "unexpected" and "301" in error.message
    assert all(request.part != "raw" for request in github.requests)


def test_submodules_and_symbolic_links_are_listed_as_what_they_are(folder, github):
    (folder / "link.py").symlink_to("src/a.py")
    git(folder, "update-index", "--add", "--cacheinfo", f"{SUBMODULE},{'1' * 40},lib")
    git(folder, "add", "link.py")
    git(folder, "commit", "-q", "-m", "Link")
    modes = {entry.path: entry.mode for entry in resolve(source(github)).entries}
    assert (modes["lib"], modes["link.py"], modes["src/a.py"]) == (SUBMODULE, SYMLINK, "100644")


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    """20 folders of 20 files, each in two folders of 10."""
    root = tmp_path / "wide"
    for n in range(400):
        path = root / f"f{n // 20:02}/s{n // 10 % 2}/{n:03}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"n = {n}\n")
    (root / "top.py").write_text("top = 1\n")
    commit_folder(root)
    return root


@pytest.mark.parametrize(("limit", "calls"), [(100_000, 1), (100, 22), (21, 82)])
def test_a_listing_that_was_cut_is_taken_folder_by_folder(wide, limit, calls):
    with GitHubServer({"o/wide": wide}, tree_limit=limit) as server:
        entries = resolve(source(server), "o/wide").entries
        assert len(entries) == 401
        assert [entry.path for entry in entries] == sorted(entry.path for entry in entries)
        # The cut one, then its top level, then each folder once; below that the same again.
        assert sum("/git/trees/" in request.path for request in server.requests) == calls


def test_of_a_listing_that_was_cut_only_the_folders_on_the_way_are_taken(wide):
    with GitHubServer({"o/wide": wide}, tree_limit=100) as server:
        entries = resolve(source(server), "o/wide/tree/main/f07/s1").entries
        assert [entry.path for entry in entries] == [f"f07/s1/{n}.py" for n in range(150, 160)]
        assert sum("/git/trees/" in request.path for request in server.requests) == 3


def failure(server: GitHubServer, address: str = "o/r", token: str = "") -> UserError:
    with pytest.raises(UserError) as raised:
        take(source(server, token), address)
    return raised.value


@pytest.mark.parametrize(
    ("address", "token", "code", "link"),
    [
        ("o/nothing", "", "unknown-repository", TOKENS),
        ("o/secret", "", "unknown-repository", TOKENS),
        ("o/hidden", "", "unknown-repository", TOKENS),
        ("o/nothing", TOKEN, "no-access", TOKENS),
        ("o/r", "wrong", "bad-token", TOKENS),
        ("o/r/tree/no-such-branch", "", "unknown-ref", ""),
        ("o/r/tree/main/no/such/folder", "", "unknown-ref", ""),
        ("o/r/tree/main/README.md", "", "unknown-ref", ""),
    ],
)
def test_what_is_not_there_is_told_with_a_way_out(github, address, token, code, link):
    error = failure(github, address, token)
    assert isinstance(error, AccessError)
    assert (error.code, error.link) == (code, link)
    assert error.message and error.hint


SSO = "https://github.com/orgs/o/sso?authorization_request=A"


@pytest.mark.parametrize(
    ("answer", "token", "kind", "code", "link"),
    [
        (faults.sso(SSO), TOKEN, AccessError, "sso", SSO),
        (faults.sso("javascript:alert(1)"), TOKEN, AccessError, "no-access", TOKENS),
        (faults.forbidden(), TOKEN, AccessError, "no-access", TOKENS),
        (faults.forbidden(), "", AccessError, "no-access", TOKENS),
        (faults.message(451, "Repository access blocked"), "", AccessError, "blocked", ""),
        (faults.message(502, "Bad Gateway"), "", OfflineError, "server", ""),
        (faults.message(418, "I'm a teapot"), "", UserError, "unexpected", ""),
    ],
)
def test_each_refusal_has_its_own_sentence(github, answer, token, kind, code, link):
    github.fail("GET /api/repos", answer)
    error = failure(github, token=token)
    assert isinstance(error, kind)
    assert (error.code, error.link) == (code, link)
    assert error.message and error.hint


def test_a_refusal_on_the_last_call_of_the_hour_is_not_taken_for_the_limit(github):
    spent = {"X-RateLimit-Remaining": "0", "X-GitHub-SSO": f"required; url={SSO}"}
    github.fail("GET /api/repos", lambda: faults.Answer(403, {"message": "Resource protected"}, spent))
    clock = Clock()
    with pytest.raises(AccessError):
        resolve(source(github, TOKEN, clock))
    assert not clock.waits


def test_an_empty_repository_is_told_apart(tmp_path):
    bare = tmp_path / "empty"
    bare.mkdir()
    git(bare, "init", "-q", "-b", "main")
    with GitHubServer({"o/empty": bare}) as server, pytest.raises(EmptyError) as raised:
        resolve(source(server), "o/empty")
    assert raised.value.code == "empty-repository"


@pytest.mark.parametrize(
    ("host", "api"),
    [
        ("github.com", "https://api.github.com"),
        ("acme.ghe.com", "https://api.acme.ghe.com"),
        ("code.example.org:8443", "https://code.example.org:8443/api/v3"),
    ],
)
def test_the_api_of_a_host(host, api):
    assert usual_api(host) == api


class Admitted(CPythonNetwork):
    """Remembers the origins that were admitted."""

    def __init__(self) -> None:
        super().__init__()
        self.origins: list[str] = []

    def allow(self, origin: str, reason: str) -> None:
        self.origins.append(origin)


@pytest.mark.parametrize(
    ("given", "origins"),
    [
        ({}, {"https://api.github.com", "https://raw.githubusercontent.com"}),
        ({"host": "acme.ghe.com"}, {"https://api.acme.ghe.com"}),
        ({"host": "code.example.org"}, {"https://code.example.org"}),
        # With an API base of one's own, nothing goes to the public GitHub.
        ({"api": "https://code.example.org/api/v3"}, {"https://code.example.org"}),
        ({"host": "code.example.org", "raw": "https://raw.example.org"}, {"https://code.example.org", "https://raw.example.org"}),
    ],
)  # fmt: skip
def test_no_host_is_asked_but_those_that_the_address_names(given, origins):
    network = Admitted()
    GitHub(network, Clock().sleep, **given)
    assert set(network.origins) == origins
