"""GitHub's REST answers about a repository, shaped as its OpenAPI description says."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from typing import Any

from tests.github.faults import Answer, message
from tests.github.repository import Repository

API = "https://api.github.com"
_TIME = "2026-01-01T00:00:00Z"
NOT_FOUND = message(404, "Not Found")


class Rest:
    """Answers for one repository. `private` as the listing shows it."""

    def __init__(self, owner: str, name: str, repository: Repository, private: bool) -> None:
        self.owner, self.name, self.private = owner, name, private
        self._git = repository
        self._routes: dict[str, Callable[[str, dict[str, str], str], Answer]] = {
            "": self._about,
            "branches": self._branches,
            "tags": self._tags,
            "commits": self._commit,
            "git/trees": self._tree,
            "git/blobs": self._blob,
            "git/matching-refs": self._matching,
        }

    def answer(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        """`rest` is the path behind ``/repos/owner/name``."""
        for route in sorted(self._routes, key=len, reverse=True):
            if rest == route or (route and rest.startswith(route + "/")):
                return self._routes[route](rest[len(route) + 1 :], query, accept)
        return NOT_FOUND()

    @property
    def _url(self) -> str:
        return f"{API}/repos/{self.owner}/{self.name}"

    def _about(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        return Answer(200, about(self.owner, self.name, self._git.default_branch, self.private))

    def _branches(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        return self._paged(
            [
                {
                    "name": name,
                    "commit": {"sha": sha, "url": f"{self._url}/commits/{sha}"},
                    "protected": False,
                }
                for name, sha in self._git.branches().items()
            ],
            query,
        )

    def _tags(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        return self._paged(
            [
                {
                    "name": name,
                    "commit": {"sha": sha, "url": f"{self._url}/commits/{sha}"},
                    "zipball_url": f"{self._url}/zipball/refs/tags/{name}",
                    "tarball_url": f"{self._url}/tarball/refs/tags/{name}",
                    "node_id": _node(name),
                }
                for name, sha in self._git.tags().items()
            ],
            query,
        )

    def _matching(self, prefix: str, query: dict[str, str], accept: str) -> Answer:
        refs = {f"heads/{name}": sha for name, sha in self._git.branches().items()}
        refs |= {f"tags/{name}": sha for name, sha in self._git.tags().items()}
        return Answer(
            200,
            [
                {
                    "ref": f"refs/{name}",
                    "node_id": _node(name),
                    "url": f"{self._url}/git/refs/{name}",
                    "object": {"type": "commit", "sha": sha, "url": f"{self._url}/git/commits/{sha}"},
                }
                for name, sha in sorted(refs.items())
                if name.startswith(prefix)
            ],
        )

    def _paged(self, rows: list[dict[str, Any]], query: dict[str, str]) -> Answer:
        size, page = min(100, int(query.get("per_page", 30))), int(query.get("page", 1))
        headers = {}
        if len(rows) > size * page:
            headers["Link"] = f'<{self._url}?per_page={size}&page={page + 1}>; rel="next"'
        return Answer(200, rows[size * (page - 1) : size * page], headers)

    def _commit(self, ref: str, query: dict[str, str], accept: str) -> Answer:
        if self._git.empty():
            return message(409, "Git Repository is empty.")()
        sha = self._git.commit(ref)
        if sha is None:
            return message(422, f"No commit found for SHA: {ref}")()
        if "application/vnd.github.sha" in accept:
            return Answer(200, sha.encode(), content_type="application/vnd.github.sha; charset=utf-8")
        return NOT_FOUND()  # the whole commit is never asked for

    def _tree(self, sha: str, query: dict[str, str], accept: str) -> Answer:
        if self._git.empty():
            return message(409, "Git Repository is empty.")()
        found = self._git.tree(sha, bool(query.get("recursive")))
        if found is None:
            return NOT_FOUND()
        own, items = found
        tree = []
        for item in items:
            row: dict[str, Any] = {"path": item.path, "mode": item.mode, "type": item.type, "sha": item.sha}
            if item.size is not None:
                row["size"] = item.size
            if item.type != "commit":
                row["url"] = f"{self._url}/git/{item.type}s/{item.sha}"
            tree.append(row)
        return Answer(
            200, {"sha": own, "url": f"{self._url}/git/trees/{own}", "tree": tree, "truncated": False}
        )

    def _blob(self, sha: str, query: dict[str, str], accept: str) -> Answer:
        data = self._git.blob(sha)
        if data is None:
            return NOT_FOUND()
        if "raw" in accept:
            return Answer(200, data, content_type="application/vnd.github.raw+json; charset=utf-8")
        return Answer(
            200,
            {
                "sha": sha,
                "node_id": _node(sha),
                "size": len(data),
                "url": f"{self._url}/git/blobs/{sha}",
                "content": base64.encodebytes(data).decode(),
                "encoding": "base64",
            },
        )


def truncate(share: float = 0.5) -> Callable[[Answer], Answer]:
    """A tree listing that was too long: its first part, marked."""

    def change(answer: Answer) -> Answer:
        body = dict(answer.body)  # type: ignore[call-overload]
        body["tree"] = body["tree"][: int(len(body["tree"]) * share)]
        body["truncated"] = True
        return Answer(answer.status, body, answer.headers)

    return change


def about(owner: str, name: str, default_branch: str, private: bool) -> dict[str, Any]:
    """The full repository object that ``GET /repos/{owner}/{repo}`` answers with."""
    url, page = f"{API}/repos/{owner}/{name}", f"https://github.com/{owner}/{name}"
    login, id = f"{API}/users/{owner}", int(hashlib.sha1(f"{owner}/{name}".encode()).hexdigest()[:7], 16)
    parts = {
        "archive": "{archive_format}{/ref}", "assignees": "{/user}", "blobs": "git/blobs{/sha}",
        "branches": "{/branch}", "collaborators": "{/collaborator}", "comments": "{/number}",
        "commits": "{/sha}", "compare": "compare/{base}...{head}", "contents": "contents/{+path}",
    }  # fmt: skip
    plain = (
        "contributors deployments downloads events forks hooks languages merges stargazers subscribers "
        "subscription tags teams"
    ).split()
    return {
        "id": id,
        "node_id": _node(name),
        "name": name,
        "full_name": f"{owner}/{name}",
        "private": private,
        "owner": {
            "login": owner, "id": 1, "node_id": _node(owner), "avatar_url": f"https://github.com/{owner}.png",
            "gravatar_id": "", "url": login, "html_url": f"https://github.com/{owner}",
            "followers_url": f"{login}/followers", "following_url": f"{login}/following{{/other_user}}",
            "gists_url": f"{login}/gists{{/gist_id}}", "starred_url": f"{login}/starred{{/owner}}{{/repo}}",
            "subscriptions_url": f"{login}/subscriptions", "organizations_url": f"{login}/orgs",
            "repos_url": f"{login}/repos", "events_url": f"{login}/events{{/privacy}}",
            "received_events_url": f"{login}/received_events", "type": "User", "site_admin": False,
        },
        "html_url": page,
        "description": None,
        "fork": False,
        "url": url,
        **{f"{part}_url": f"{url}/{part}{tail}" for part, tail in parts.items()},
        **{f"{part}_url": f"{url}/{part}" for part in plain},
        "git_commits_url": f"{url}/git/commits{{/sha}}",
        "git_refs_url": f"{url}/git/refs{{/sha}}",
        "git_tags_url": f"{url}/git/tags{{/sha}}",
        "issue_comment_url": f"{url}/issues/comments{{/number}}",
        "issue_events_url": f"{url}/issues/events{{/number}}",
        "issues_url": f"{url}/issues{{/number}}",
        "keys_url": f"{url}/keys{{/key_id}}",
        "labels_url": f"{url}/labels{{/name}}",
        "milestones_url": f"{url}/milestones{{/number}}",
        "notifications_url": f"{url}/notifications{{?since,all,participating}}",
        "pulls_url": f"{url}/pulls{{/number}}",
        "releases_url": f"{url}/releases{{/id}}",
        "statuses_url": f"{url}/statuses/{{sha}}",
        "trees_url": f"{url}/git/trees{{/sha}}",
        "git_url": f"git://github.com/{owner}/{name}.git",
        "ssh_url": f"git@github.com:{owner}/{name}.git",
        "clone_url": f"{page}.git",
        "svn_url": page,
        "mirror_url": None,
        "homepage": None,
        "language": None,
        "forks_count": 0, "forks": 0, "stargazers_count": 0, "watchers_count": 0, "watchers": 0,
        "size": 1, "open_issues_count": 0, "open_issues": 0, "network_count": 0, "subscribers_count": 0,
        "default_branch": default_branch,
        "has_issues": True, "has_projects": False, "has_wiki": False, "has_pages": False,
        "has_downloads": True, "has_discussions": False,
        "archived": False, "disabled": False, "visibility": "private" if private else "public",
        "pushed_at": _TIME, "created_at": _TIME, "updated_at": _TIME, "license": None,
    }  # fmt: skip


def _node(name: str) -> str:
    return base64.b64encode(name.encode()).decode()
