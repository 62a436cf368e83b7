"""A stand-in for GitHub: real git repositories through the same REST, GraphQL and raw calls.

    with GitHubServer({"owner/name": folder}) as github:
        ... github.api_url, github.graphql_url, github.raw_url, or all of them as github.endpoints ...

The API and the raw files are two origins, as GitHub's are. It speaks CORS as GitHub does, can be
told to fail as GitHub does (`fail`), and keeps every request for tests to look at.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qsl, unquote, urlsplit

from tests.github import faults, graphql
from tests.github.faults import Answer, Fault, Faults
from tests.github.http_handler import API, RAW, HostServer, Request
from tests.github.limits import Limits
from tests.github.repository import Repository
from tests.github.rest import NOT_FOUND, Rest
from tests.github.shapes import number


class GitHubServer:
    """`repositories`: ``owner/name`` -> a git repository or a plain folder. Those in `private` ask for
    one of `tokens`; any other token is refused. As a mapping, `tokens` names the private repositories
    that each may read. `renamed`: former ``owner/name`` -> the present one, answered by a redirect.
    A listing is cut at `tree_limit` entries.

    The anonymous limit is higher than GitHub's 60 calls an hour, because one server serves many tests.
    """

    def __init__(
        self,
        repositories: Mapping[str, Path],
        private: Collection[str] = (),
        tokens: Collection[str] | Mapping[str, Collection[str]] = (),
        renamed: Mapping[str, str] | None = None,
        anonymous_limit: int = 60_000,
        token_limit: int = 5_000,
        tree_limit: int = 100_000,
    ) -> None:
        self._private = {name.lower() for name in private}
        readable = tokens if isinstance(tokens, Mapping) else dict.fromkeys(tokens, private)
        self._tokens = {token: {name.lower() for name in names} for token, names in readable.items()}
        self._renamed = {old.lower(): new for old, new in (renamed or {}).items()}
        self.limits = Limits(anonymous_limit, token_limit)
        self.faults = Faults()
        self.requests: list[Request] = []
        self._api = HostServer(API, self.answer)
        self._raw_host = HostServer(RAW, self.answer)
        self.api_url = f"{self._api.origin}/api"
        self.graphql_url = f"{self._api.origin}/graphql"
        self.raw_url = f"{self._raw_host.origin}/raw"
        # What INDEX takes beside an address.
        self.endpoints = {"api": self.api_url, "graphql": self.graphql_url, "raw": self.raw_url}
        self._repositories = {name.lower(): Repository(folder) for name, folder in repositories.items()}
        self._by_number = {str(number(full_name)): full_name.lower() for full_name in repositories}
        self._rest: dict[str, Rest] = {}
        for full_name in repositories:
            owner, name = full_name.split("/")
            key = full_name.lower()
            is_private = key in self._private
            self._rest[key] = Rest(self.api_url, owner, name, self._repositories[key], is_private, tree_limit)

    def __enter__(self) -> GitHubServer:
        self._api.start()
        self._raw_host.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._api.stop()
        self._raw_host.stop()
        for repository in self._repositories.values():
            repository.close()

    def fail(
        self,
        route: str,
        answer: Callable[[], Answer] | None = None,
        change: Callable[[Answer], Answer] | None = None,
        times: int | None = None,
    ) -> Fault:
        """Let requests whose ``METHOD path`` matches `route` (a pattern, searched) fail: the next
        `times` of them, or all. `answer` stands in for the real one, `change` alters it."""
        fault = Fault(route, answer, change, times)
        self.faults.add(fault)
        return fault

    def answer(self, request: Request) -> Answer:
        """The answer to a request, faults and limits included."""
        self.requests.append(request)
        if request.method == "OPTIONS":
            return Answer(204)
        fault = self.faults.find(f"{request.method} {request.path}")
        answer = fault.answer() if fault and fault.answer else self._answer(request)
        if fault and fault.change:
            answer = fault.change(answer)
        if request.part != "raw":
            resource = "graphql" if request.part == "graphql" else "core"
            answer.headers = self.limits.headers(resource, request.token) | answer.headers
        return answer

    def _answer(self, request: Request) -> Answer:
        if request.part == "raw":
            return self._raw(request)
        token = request.token
        if token and token not in self._tokens:
            return faults.bad_token()()
        parts = urlsplit(request.path)
        path = unquote(parts.path).removeprefix("/api")
        if path == "/rate_limit":
            return Answer(200, self.limits.overview(token))
        if request.part == "graphql" and not token:
            return faults.message(401, "This endpoint requires you to be authenticated.")()
        if not self.limits.spend("graphql" if request.part == "graphql" else "core", token):
            return faults.exhausted(request.part)
        seen = {name: found for name, found in self._repositories.items() if self._may_read(token, name)}
        if request.part == "graphql":
            asked = json.loads(request.body)
            return Answer(200, graphql.execute(asked["query"], asked.get("variables") or {}, seen))
        return self._rest_answer(path, dict(parse_qsl(parts.query)), seen, request)

    def _rest_answer(
        self, path: str, query: dict[str, str], seen: Mapping[str, Repository], request: Request
    ) -> Answer:
        match path.lstrip("/").split("/"):
            case ["repos", owner, name, *rest]:
                key = f"{owner}/{name}".lower()
            case ["repositories", id, *rest]:
                key = self._by_number.get(id, "")
            case _:
                return NOT_FOUND()
        if self._renamed.get(key, "").lower() in seen:
            return self._moved(self._renamed[key], request)
        if key not in seen:
            return NOT_FOUND()
        return self._rest[key].answer("/".join(rest), query, request.headers.get("accept", ""))

    def _moved(self, full_name: str, request: Request) -> Answer:
        """The redirect from a repository's former name to its number, with the rest of the request."""
        rest = request.path.removeprefix("/api/repos/").split("/", 2)[2:]
        url = "/".join([self.api_url, "repositories", str(number(full_name)), *rest])
        body = {"message": "Moved Permanently", "url": url, "documentation_url": faults.DOCS}
        return Answer(301, body, {"Location": url})

    def _may_read(self, token: str, name: str) -> bool:
        return name not in self._private or name in self._tokens.get(token, ())

    def _raw(self, request: Request) -> Answer:
        """Public files alone: the raw server takes no token."""
        words = unquote(urlsplit(request.path).path).removeprefix("/raw/").split("/", 3)
        if len(words) == 4:
            name = f"{words[0]}/{words[1]}".lower()
            repository = self._repositories.get(name)
            if repository and name not in self._private:
                data = repository.file(words[2], words[3])
                if data is not None:
                    return Answer(200, data, content_type="text/plain; charset=utf-8")
        return Answer(404, b"404: Not Found", content_type="text/plain; charset=utf-8")
