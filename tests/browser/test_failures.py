"""Each way in which reading a repository fails has its own sentence on the page, and a way out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.browser.profile import Profile, fresh_profile
from tests.github import faults
from tests.github.faults import Answer
from tests.github.repository import git
from tests.github.server import GitHubServer
from tools.browser import Chromium
from tools.server import SiteServer

# A valid token that may read `o/secret`, and one that may read nothing private.
TOKEN, STRANGER = "github_pat_owner", "github_pat_stranger"
TOKENS_PAGE = "https://github.com/settings/personal-access-tokens/new"
# Different in each repository, as what one has brought is not fetched for another.
FILES = {
    "README.md": "# {name}\n",
    "app.py": "def {name}():\n    return total([1, 2])\n",
    "lib/sums.py": "def {name}_total(numbers):\n    return sum(numbers)\n",
    "lib/deep/last.py": "def {name}_last(items):\n    return items[-1]\n",
}
COUNT = f"{len(FILES)} files"


@pytest.fixture(scope="module")
def github(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GitHubServer]:
    root = tmp_path_factory.mktemp("repositories")
    names = ["small", "secret", "paused", "spent", "fetched", "cut", "truncated"]
    for name in names:
        for path, text in FILES.items():
            (root / name / path).parent.mkdir(parents=True, exist_ok=True)
            (root / name / path).write_text(text.format(name=name))
    (root / "empty").mkdir()
    git(root / "empty", "init", "-q", "--bare", "-b", "main")
    repositories = {f"o/{name}": root / name for name in [*names, "empty"]}
    tokens = {TOKEN: ["o/secret"], STRANGER: []}
    with GitHubServer(repositories, private=["o/secret"], tokens=tokens) as server:
        yield server


@pytest.fixture(scope="module")
def profile(browser: Chromium) -> Iterator[Profile]:
    """One for all: a failure leaves the page as it was."""
    with fresh_profile(browser) as fresh:
        yield fresh


@pytest.fixture(scope="module")
def visitor(profile: Profile, site: SiteServer, github: GitHubServer) -> Person:
    return profile.visit(site, github)


@pytest.fixture
def person(visitor: Person, github: GitHubServer) -> Iterator[Person]:
    """The visitor, before a GitHub that works."""
    github.requests.clear()
    yield visitor
    visitor.page.context.set_offline(False)
    github.faults.clear()


def check_refusal(person: Person, sentence: str, way_out: str, link: str = "") -> None:
    """The refusal on the page, and where its link leads."""
    expect(person.refusal.get_by_role("alert").locator("p").nth(0)).to_have_text(sentence)
    expect(person.refusal.get_by_role("alert").locator("p").nth(1)).to_have_text(way_out)
    links = person.refusal.get_by_role("link")
    if link:
        expect(links).to_have_attribute("href", link)
    else:
        expect(links).to_have_count(0)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("not an address", "“not an address” does not name a repository."),
        ("ftp://example.com/o/r", "ftp:// is not an address of a repository."),
        ("https://gitlab.com/o/r", "Understory reads from GitHub, and gitlab.com is not GitHub."),
    ],
)
def test_what_is_no_address_is_told_without_asking_anybody(person, github, address, sentence):
    person.ask_for(address)
    forms = "Paste owner/name, or the address of a repository, branch, folder or commit on GitHub."
    check_refusal(person, sentence, forms)
    assert github.requests == []
    expect(person.page.locator("#address")).to_be_focused()


@pytest.mark.parametrize("name", ["o/nothing", "o/secret"])
def test_an_unknown_repository_and_a_hidden_one_look_the_same(person, name):
    person.ask_for(name)
    way_out = "Check the name; if it is private, add a token with Contents: read."
    check_refusal(person, f"GitHub has no public repository {name}.", way_out, TOKENS_PAGE)
    # The way out is at hand: the field for the token is open.
    expect(person.page.locator("#token")).to_be_focused()


def test_a_bad_token_is_told(person):
    person.ask_for("o/secret", "mistyped")
    way_out = "It may be mistyped, expired or revoked: make a new one with Contents: read."
    check_refusal(person, "GitHub does not accept this token.", way_out, TOKENS_PAGE)


def test_a_token_without_access_is_told(person):
    person.ask_for("o/secret", STRANGER)
    way_out = "Check the name; a fine-grained token must list the repository, its owner as resource owner."
    check_refusal(person, "GitHub shows no o/secret to this token.", way_out, TOKENS_PAGE)


def test_single_sign_on_shows_the_page_that_authorises(person, github):
    page = "https://github.com/orgs/o/sso?authorization_request=ABC"
    github.fail("GET /api/repos/o/secret", faults.sso(page))
    person.ask_for("o/secret", TOKEN)
    sentence = "The organisation of o/secret asks that this token be authorised for single sign-on."
    check_refusal(person, sentence, "Authorise the token, then try again.", page)


def test_an_empty_repository_is_told(person):
    person.ask_for("o/empty")
    check_refusal(person, "o/empty is empty.", "Push a first commit, then try again.")


def test_an_unknown_branch_is_told(person):
    person.ask_for("https://github.com/o/small/tree/nowhere")
    sentence = "o/small has no branch, tag or commit “nowhere”."
    check_refusal(person, sentence, "Check its spelling, or leave it out.")


def test_being_offline_is_told(person, github):
    person.page.context.set_offline(True)
    person.ask_for("o/small")
    host = github.api_url.removeprefix("http://").removesuffix("/api")
    way_out = "Check the connection, and that the address is right. What is stored can be asked offline."
    check_refusal(person, f"{host} does not answer.", way_out)


def test_a_limit_while_looking_up_is_told_with_its_end_and_passes_by_itself(person, github):
    github.fail("GET /api/repos/o/paused", faults.secondary_limit(5), times=1)
    person.ask_for("o/paused")
    expect(person.refusal).to_contain_text("GitHub asks for a pause.")
    expect(person.refusal).to_contain_text(re.compile(r"Goes on by itself in [1-5] s\."))
    expect(person.row).to_contain_text("o/paused")
    person.wait_indexed()


def test_waiting_for_a_limit_can_be_stopped_and_a_token_taken_instead(person, github):
    github.fail("GET /api/repos/o/spent", faults.primary_limit(1800), times=1)
    person.ask_for("o/spent")
    limit = "GitHub's hourly limit without a token is used up; with a token it is 5,000 calls."
    expect(person.refusal).to_contain_text(limit)
    expect(person.refusal).to_contain_text("Goes on by itself in 30 min.")
    person.refusal.get_by_role("button", name="Stop").click()
    expect(person.refusal).to_be_empty()
    person.add("o/spent", STRANGER)
    person.wait_indexed()
    assert {request.token for request in github.requests} == {"", STRANGER}


def test_a_limit_while_fetching_is_told_with_its_end_and_passes_by_itself(person, github):
    github.fail("POST /graphql", faults.secondary_limit(5, 429), times=1)
    person.add("o/fetched", STRANGER)
    expect(person.job).to_contain_text("GitHub asks for a pause.")
    expect(person.job).to_contain_text(re.compile(r"Goes on by itself in [1-5] s\."))
    person.wait_indexed()
    expect(person.row).to_contain_text(COUNT)


def test_a_connection_cut_in_the_middle_leaves_what_had_come_and_fetches_the_rest(person, github):
    github.fail("GET /(raw|api)/.*(last.py|git/blobs)", change=faults.cut())
    person.add("o/cut")
    expect(person.job.get_by_role("alert")).to_contain_text("does not answer.")
    expect(person.row).to_contain_text("unfinished")
    github.faults.clear()
    github.requests.clear()
    person.job.get_by_role("button", name="Try again").click()
    person.wait_indexed()
    expect(person.row).to_contain_text(COUNT)
    assert {request.path.rpartition("/")[2] for request in github.requests if request.part == "raw"} == {
        "last.py"
    }


def test_a_listing_that_was_cut_is_completed(person, github):
    def cut(answer: Answer) -> Answer:
        answer.body |= {"tree": answer.body["tree"][:2], "truncated": True}
        return answer

    github.fail("git/trees/.*recursive", change=cut, times=1)
    person.add("o/truncated")
    person.wait_indexed()
    expect(person.row).to_contain_text(COUNT)
