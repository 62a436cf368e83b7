"""What a page may ask of the stand-in, tried by Chromium itself: as GitHub's two hosts have it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contract.conftest import TOKEN
from tests.contract.test_github_rest import ADMITTED
from tests.github import faults
from tests.github.http_handler import ALLOWED_HEADERS
from tools.server import SiteServer

FETCH = """async ([url, options]) => {
  const answer = await fetch(url, options).catch((error) => ({ refused: String(error) }));
  if (answer.refused) return { refused: answer.refused };
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
}"""


@pytest.fixture(scope="module")
def page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A page of an origin that is neither of the stand-in's."""
    folder: Path = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html><title>A page</title>")
    with SiteServer(folder) as server:
        context = browser.new_context()
        opened = context.new_page()
        opened.goto(server.url)
        yield opened
        context.close()


def ask(page: Any, url: str, **headers: str) -> dict[str, Any]:
    return page.evaluate(FETCH, [url, {"headers": headers}])


def test_the_api_admits_what_the_product_sends(page, github):
    answer = ask(
        page,
        f"{github.api_url}/repos/o/secret",
        Accept="application/vnd.github+json",
        Authorization=f"Bearer {TOKEN}",
        **{"X-GitHub-Api-Version": "2022-11-28"},
    )
    assert answer["status"] == 200
    assert [request.method for request in github.requests] == ["OPTIONS", "GET"]


@pytest.mark.parametrize("header", ["Cache-Control", "Pragma", "X-Anything"])
def test_a_preflight_refuses_any_other_header(page, github, header):
    assert "refused" in ask(page, f"{github.api_url}/repos/o/r", **{header: "no-cache"})
    assert [request.method for request in github.requests] == ["OPTIONS"]


def test_the_list_of_admitted_headers_is_githubs():
    internal = {"x-github-otp", "graphql-features"}
    assert {name.strip().lower() for name in ALLOWED_HEADERS.split(",")} == ADMITTED | internal


def test_a_page_reads_the_limit_and_the_sso_link_but_no_unexposed_header(page, github):
    github.fail(
        "GET /api/repos",
        faults.message(
            403,
            "Resource protected",
            Retry_After="7",
            X_GitHub_SSO="required; url=https://github.com/orgs/o/sso",
            X_Accepted_GitHub_Permissions="contents=read",
        ),
    )
    headers = ask(page, f"{github.api_url}/repos/o/r")["headers"]
    assert headers["retry-after"] == "7"
    assert headers["x-github-sso"].startswith("required")
    assert {"x-ratelimit-remaining", "x-ratelimit-reset"} <= headers.keys()
    assert "x-accepted-github-permissions" not in headers


def test_a_page_follows_the_redirect_of_a_rename_with_its_token(page, github):
    answer = ask(page, f"{github.api_url}/repos/o/former", Authorization=f"Bearer {TOKEN}")
    assert answer["status"] == 200 and '"full_name": "o/r"' in answer["body"]
    asked = [request for request in github.requests if request.method == "GET"]
    assert [request.token for request in asked] == [TOKEN, TOKEN]


def test_raw_files_come_to_any_page_but_answer_no_preflight(page, github):
    url = f"{github.raw_url}/o/r/main/README.md"
    assert ask(page, url)["body"] == "# Hello\n"
    assert [request.method for request in github.requests] == ["GET"]
    assert "refused" in ask(page, url, Authorization=f"Bearer {TOKEN}")
    assert github.requests[-1].method == "OPTIONS"


def test_raw_files_of_a_private_repository_are_not_there(page, github):
    assert ask(page, f"{github.raw_url}/o/secret/main/README.md")["status"] == 404
