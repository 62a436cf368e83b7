"""GitHub's REST answers about one repository, shaped as its OpenAPI description says."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from tests.github.faults import Answer, message
from tests.github.repository import Ref, Repository
from tests.github.shapes import about, node_id, whole_commit

NOT_FOUND = message(404, "Not Found")
SHA = "application/vnd.github.sha"


class Rest:
    """`api` is the base that links lead to, `private` as the repository's object shows it; a listing
    ends at `tree_limit` entries and is marked as truncated."""

    def __init__(
        self, api: str, owner: str, name: str, repository: Repository, private: bool, tree_limit: int
    ) -> None:
        self._api, self._owner, self._name, self._private = api, owner, name, private
        self._tree_limit = tree_limit
        self._git = repository
        self._url = f"{api}/repos/{owner}/{name}"
        self._page = f"https://github.com/{owner}/{name}"
        self._routes: dict[str, Callable[[str, dict[str, str], str], Answer]] = {
            "": self._about,
            "branches": self._branches,
            "tags": self._tags,
            "commits": self._commit,
            "git/trees": self._tree,
            "git/blobs": self._blob,
            "git/ref": self._ref,
            "git/matching-refs": self._matching,
        }

    def answer(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        """`rest` is the path behind ``/repos/owner/name``."""
        for route in sorted(self._routes, key=len, reverse=True):
            if rest == route or (route and rest.startswith(route + "/")):
                if route and self._git.empty() and route not in ("branches", "tags"):
                    return message(409, "Git Repository is empty.")()
                return self._routes[route](rest[len(route) + 1 :], query, accept)
        return NOT_FOUND()

    def _about(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        branch = self._git.default_branch
        return Answer(200, about(self._api, self._owner, self._name, branch, self._private))

    def _branches(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        rows = [
            {"name": name, "commit": self._short_commit(sha), "protected": False}
            for name, sha in self._git.branches().items()
        ]
        return self._paged("branches", rows, query)

    def _tags(self, rest: str, query: dict[str, str], accept: str) -> Answer:
        rows = [
            {
                "name": name,
                "commit": self._short_commit(sha),
                "zipball_url": f"{self._url}/zipball/refs/tags/{name}",
                "tarball_url": f"{self._url}/tarball/refs/tags/{name}",
                "node_id": node_id(name),
            }
            for name, sha in self._git.tags().items()
        ]
        return self._paged("tags", rows, query)

    def _short_commit(self, sha: str) -> dict[str, str]:
        return {"sha": sha, "url": f"{self._url}/commits/{sha}"}

    def _paged(self, route: str, rows: list[dict[str, Any]], query: dict[str, str]) -> Answer:
        size, page = min(100, int(query.get("per_page", 30))), int(query.get("page", 1))
        headers = {}
        if len(rows) > size * page:
            headers["Link"] = f'<{self._url}/{route}?per_page={size}&page={page + 1}>; rel="next"'
        return Answer(200, rows[size * (page - 1) : size * page], headers)

    def _ref(self, name: str, query: dict[str, str], accept: str) -> Answer:
        found = next((ref for ref in self._git.refs() if ref.name == f"refs/{name}"), None)
        return Answer(200, self._reference(found)) if found else NOT_FOUND()

    def _matching(self, prefix: str, query: dict[str, str], accept: str) -> Answer:
        found = [ref for ref in self._git.refs() if ref.name.startswith(f"refs/{prefix}")]
        return Answer(200, [self._reference(ref) for ref in found])

    def _reference(self, ref: Ref) -> dict[str, Any]:
        return {
            "ref": ref.name,
            "node_id": node_id(ref.name),
            "url": f"{self._url}/git/{ref.name}",
            "object": {"type": ref.type, "sha": ref.sha, "url": f"{self._url}/git/{ref.type}s/{ref.sha}"},
        }

    def _commit(self, ref: str, query: dict[str, str], accept: str) -> Answer:
        sha = self._git.commit(ref)
        if sha is None:
            return message(422, f"No commit found for SHA: {ref}")()
        if SHA in accept:
            return Answer(200, sha.encode(), content_type=f"{SHA}; charset=utf-8")
        return Answer(200, whole_commit(self._url, self._page, self._git.whole_commit(sha)))

    def _tree(self, sha: str, query: dict[str, str], accept: str) -> Answer:
        # As GitHub has it, any value asks for the whole tree, "0" and "false" too.
        found = self._git.tree(sha, "recursive" in query)
        if found is None:
            return NOT_FOUND()
        own, items = found
        tree = []
        for item in items[: self._tree_limit]:
            row: dict[str, Any] = {"path": item.path, "mode": item.mode, "type": item.type, "sha": item.sha}
            if item.size is not None:
                row["size"] = item.size
            if item.type != "commit":
                row["url"] = f"{self._url}/git/{item.type}s/{item.sha}"
            tree.append(row)
        truncated = len(items) > self._tree_limit
        url = f"{self._url}/git/trees/{own}"
        return Answer(200, {"sha": own, "url": url, "tree": tree, "truncated": truncated})

    def _blob(self, sha: str, query: dict[str, str], accept: str) -> Answer:
        data = self._git.blob(sha)
        if data is None:
            return NOT_FOUND()
        if "vnd.github.raw" in accept:
            return Answer(200, data, content_type="application/vnd.github.raw+json; charset=utf-8")
        body = {
            "sha": sha,
            "node_id": node_id(sha),
            "size": len(data),
            "url": f"{self._url}/git/blobs/{sha}",
            "content": base64.encodebytes(data).decode(),
            "encoding": "base64",
        }
        return Answer(200, body)
