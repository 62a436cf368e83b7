"""The long JSON objects of GitHub's REST API: a whole repository, a whole commit.

Their fields are those that GitHub's OpenAPI description requires; tests/contract holds them against it.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from tests.github.repository import Commit

_TIME = "2026-01-01T00:00:00Z"
_USER = "followers organizations repos received_events subscriptions".split()
_PLAIN = (
    "contributors deployments downloads events forks hooks languages merges stargazers subscribers "
    "subscription tags teams"
).split()
_TEMPLATES = {
    "archive": "{archive_format}{/ref}",
    "assignees": "assignees{/user}",
    "blobs": "git/blobs{/sha}",
    "branches": "branches{/branch}",
    "collaborators": "collaborators{/collaborator}",
    "comments": "comments{/number}",
    "commits": "commits{/sha}",
    "compare": "compare/{base}...{head}",
    "contents": "contents/{+path}",
    "git_commits": "git/commits{/sha}",
    "git_refs": "git/refs{/sha}",
    "git_tags": "git/tags{/sha}",
    "issue_comment": "issues/comments{/number}",
    "issue_events": "issues/events{/number}",
    "issues": "issues{/number}",
    "keys": "keys{/key_id}",
    "labels": "labels{/name}",
    "milestones": "milestones{/number}",
    "notifications": "notifications{?since,all,participating}",
    "pulls": "pulls{/number}",
    "releases": "releases{/id}",
    "statuses": "statuses/{sha}",
    "trees": "git/trees{/sha}",
}
_COUNTS = (
    "forks_count forks stargazers_count watchers_count watchers open_issues_count open_issues "
    "network_count subscribers_count"
).split()


def about(api: str, owner: str, name: str, default_branch: str, private: bool) -> dict[str, Any]:
    """The object that ``GET /repos/{owner}/{repo}`` answers with; `api` is the API's base."""
    url, page = f"{api}/repos/{owner}/{name}", f"https://github.com/{owner}/{name}"
    return {
        "id": number(f"{owner}/{name}"),
        "node_id": node_id(f"{owner}/{name}"),
        "name": name,
        "full_name": f"{owner}/{name}",
        "private": private,
        "visibility": "private" if private else "public",
        "owner": user(api, owner),
        "url": url,
        "html_url": page,
        "description": None,
        "fork": False,
        **{f"{part}_url": f"{url}/{part}" for part in _PLAIN},
        **{f"{part}_url": f"{url}/{template}" for part, template in _TEMPLATES.items()},
        "git_url": f"git://github.com/{owner}/{name}.git",
        "ssh_url": f"git@github.com:{owner}/{name}.git",
        "clone_url": f"{page}.git",
        "svn_url": page,
        "mirror_url": None,
        "homepage": None,
        "language": None,
        "license": None,
        "size": 1,
        **dict.fromkeys(_COUNTS, 0),
        "default_branch": default_branch,
        "has_issues": True,
        "has_projects": False,
        "has_wiki": False,
        "has_pages": False,
        "has_downloads": True,
        "has_discussions": False,
        "archived": False,
        "disabled": False,
        "pushed_at": _TIME,
        "created_at": _TIME,
        "updated_at": _TIME,
    }


def user(api: str, login: str) -> dict[str, Any]:
    """The owner of a repository."""
    url = f"{api}/users/{login}"
    return {
        "login": login,
        "id": number(login),
        "node_id": node_id(login),
        "avatar_url": f"https://avatars.githubusercontent.com/u/{number(login)}?v=4",
        "gravatar_id": "",
        "url": url,
        "html_url": f"https://github.com/{login}",
        **{f"{part}_url": f"{url}/{part.replace('organizations', 'orgs')}" for part in _USER},
        "following_url": f"{url}/following{{/other_user}}",
        "gists_url": f"{url}/gists{{/gist_id}}",
        "starred_url": f"{url}/starred{{/owner}}{{/repo}}",
        "events_url": f"{url}/events{{/privacy}}",
        "type": "User",
        "site_admin": False,
    }


def whole_commit(url: str, page: str, commit: Commit) -> dict[str, Any]:
    """The object that ``GET .../commits/{ref}`` answers with; `url` and `page` are the repository's."""
    authors = {
        part: {"name": name, "email": email, "date": date}
        for part, (name, email, date) in {"author": commit.author, "committer": commit.committer}.items()
    }
    return {
        "sha": commit.sha,
        "node_id": node_id(commit.sha),
        "url": f"{url}/commits/{commit.sha}",
        "html_url": f"{page}/commit/{commit.sha}",
        "comments_url": f"{url}/commits/{commit.sha}/comments",
        "commit": {
            **authors,
            "message": commit.message,
            "tree": {"sha": commit.tree, "url": f"{url}/git/trees/{commit.tree}"},
            "url": f"{url}/git/commits/{commit.sha}",
            "comment_count": 0,
            "verification": {
                "verified": False,
                "reason": "unsigned",
                "signature": None,
                "payload": None,
                "verified_at": None,
            },
        },
        # No account of GitHub's belongs to the addresses of a stand-in's commits.
        "author": None,
        "committer": None,
        "parents": [
            {"sha": sha, "url": f"{url}/commits/{sha}", "html_url": f"{page}/commit/{sha}"}
            for sha in commit.parents
        ],
        "stats": {"total": 0, "additions": 0, "deletions": 0},
        "files": [],
    }


def node_id(name: str) -> str:
    return base64.b64encode(name.encode()).decode()


def number(name: str) -> int:
    """A stable id."""
    return int(hashlib.sha1(name.encode()).hexdigest()[:7], 16)
