"""What GitHub's refusals mean, each in its own sentence with a way out.

Statuses as GitHub's REST documentation gives them: 401 bad token; 404 missing or
no access; 403 or 429 a limit, SSO or a missing permission; 409 an empty repository.
"""

from __future__ import annotations

import json
import re

from app.host.base import Response
from app.shared.errors import AccessError, EmptyError, OfflineError, UserError

# Below the site's address.
TOKEN_PAGE = "/settings/personal-access-tokens/new"
# Both are met; `RATE_LIMIT` came later.
_GRAPHQL_LIMITS = ("RATE_LIMITED", "RATE_LIMIT")


def is_limit(response: Response) -> bool:
    """Whether the answer is a rate limit, primary (nothing remains) or secondary."""
    if response.status == 429:
        return True
    headers = response.headers
    # A token's last call may be refused for another reason, which waiting does not mend.
    if response.status != 403 or sso_link(headers.get("x-github-sso", "")):
        return False
    return (
        headers.get("x-ratelimit-remaining") == "0"
        or "retry-after" in headers
        or b"rate limit" in response.body[:2_000].lower()
    )


def is_graphql_limit(response: Response) -> bool:
    """The same for GraphQL, which tells of a limit in an answer of status 200, too."""
    if response.status != 200:
        return is_limit(response)
    # The text is looked for first: most answers are long, and none of these.
    if b"RATE_LIMIT" not in response.body:
        return False
    errors = json.loads(response.body).get("errors") or []
    return any(error.get("type") in _GRAPHQL_LIMITS for error in errors)


def limit_ends(response: Response, now: float, pause: float) -> float:
    """When to ask again, in Unix seconds: Retry-After, else the reset time, else after `pause`."""
    headers = response.headers
    after = headers.get("retry-after", "")
    if after.isdigit():
        return now + int(after)
    reset = headers.get("x-ratelimit-reset", "")
    if headers.get("x-ratelimit-remaining") == "0" and reset.isdigit():
        return max(int(reset), now + 1)
    return now + pause


def limit_reason(response: Response, token: bool) -> str:
    """The sentence beside the countdown."""
    if response.headers.get("x-ratelimit-remaining") == "0":
        if token:
            return "GitHub's hourly limit for this token is used up."
        return "GitHub's hourly limit without a token is used up; with a token it is 5,000 calls."
    return "GitHub asks for a pause."


def from_response(response: Response, subject: str, token: bool, site: str) -> UserError:
    """The error of a final status. `subject` names what was asked for (``owner/name``), `site` is
    where its owner makes tokens."""
    status = response.status
    if status == 401:
        return AccessError(
            "bad-token",
            "GitHub does not accept this token.",
            "It may be mistyped, expired or revoked: make a new one with Contents: read.",
            site + TOKEN_PAGE,
        )
    if status == 403:
        return _forbidden(response, subject, token, site)
    if status == 404 and token:
        return AccessError(
            "no-access",
            f"GitHub shows no {subject} to this token.",
            "Check the name; a fine-grained token must list the repository, its owner as resource owner.",
            site + TOKEN_PAGE,
        )
    if status == 404:
        return AccessError(
            "unknown-repository",
            f"GitHub has no public repository {subject}.",
            "Check the name; if it is private, add a token with Contents: read.",
            site + TOKEN_PAGE,
        )
    if status == 409:
        return empty(subject)
    if status == 451:
        return AccessError(
            "blocked", f"GitHub may not show {subject} for legal reasons.", "Nothing can be done here."
        )
    if status >= 500:
        return OfflineError("server", f"GitHub answered with an error ({status}).", "Try again in a minute.")
    return UserError(
        "unexpected",
        f"GitHub answered {status} for {subject}.",
        "Check that the address, and the API base if one was given, are those of the repository.",
    )


def _forbidden(response: Response, subject: str, token: bool, site: str) -> AccessError:
    if sso := sso_link(response.headers.get("x-github-sso", "")):
        return AccessError(
            "sso",
            f"The organisation of {subject} asks that this token be authorised for single sign-on.",
            "Authorise the token, then try again.",
            sso,
        )
    if token:
        return AccessError(
            "no-access",
            f"This token may not read {subject}.",
            "Give it the permission Contents: read for this repository.",
            site + TOKEN_PAGE,
        )
    return AccessError(
        "no-access",
        f"GitHub does not show {subject} without a token.",
        "Add a token with Contents: read.",
        site + TOKEN_PAGE,
    )


def empty(subject: str) -> EmptyError:
    """A repository without a commit."""
    return EmptyError("empty-repository", f"{subject} is empty.", "Push a first commit, then try again.")


def unknown_ref(subject: str, ref: str) -> UserError:
    """A branch, tag or commit that the repository does not have."""
    return AccessError(
        "unknown-ref",
        f"{subject} has no branch, tag or commit “{ref}”.",
        "Check its spelling, or leave it out.",
    )


def sso_link(header: str) -> str:
    """The authorisation URL in ``X-GitHub-SSO: required; url=...``, only if it leads to https."""
    found = re.search(r"url=(https://\S+)", header)
    return found[1] if found else ""
