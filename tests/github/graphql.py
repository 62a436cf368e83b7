"""GitHub's GraphQL, executed against its published schema over real git objects."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from graphql import GraphQLError, GraphQLSchema, build_schema, graphql_sync

from tests.github.repository import Repository

# GitHub cuts a blob's text there, and says so.
TEXT_LIMIT = 512_000
# Git itself looks for a NUL in the first 8,000 bytes.
BINARY_WINDOW = 8_000


def node_modules() -> Path:
    """The checkout's npm packages, or those that UNDERSTORY_NODE_MODULES names."""
    own = Path(__file__).parents[2] / "node_modules"
    if (own / "@octokit").is_dir():
        return own
    return Path(os.environ.get("UNDERSTORY_NODE_MODULES", own))


@cache
def schema() -> GraphQLSchema:
    """The schema as GitHub publishes it to npm. Takes seconds, so only who asks for GraphQL pays."""
    text = (node_modules() / "@octokit/graphql-schema/schema.graphql").read_text(encoding="utf-8")
    return build_schema(text, assume_valid=True)


class Blob:
    """A git blob with the fields that GitHub's type has: no byte order mark in `text`, broken bytes
    replaced, null where it is binary."""

    def __init__(self, sha: str, data: bytes) -> None:
        self.id = self.oid = sha
        self.abbreviatedOid = sha[:7]
        self.byteSize = len(data)
        self.isBinary = b"\0" in data[:BINARY_WINDOW]
        self.isTruncated = not self.isBinary and len(data) > TEXT_LIMIT
        kept = data[:TEXT_LIMIT]
        self.text = None if self.isBinary else kept.decode("utf-8-sig", "replace")


class Found:
    """A repository that the token may see."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def object(self, info: Any, oid: str | None = None, expression: str | None = None) -> Blob | None:
        data = self._repository.blob(oid) if oid else None
        return Blob(oid, data) if oid and data is not None else None


class Root:
    """`repositories` by ``owner/name``."""

    def __init__(self, repositories: Mapping[str, Repository]) -> None:
        self._repositories = repositories

    def repository(self, info: Any, owner: str, name: str, followRenames: bool = True) -> Found:
        found = self._repositories.get(f"{owner}/{name}".lower())
        if found is None:
            text = f"Could not resolve to a Repository with the name '{owner}/{name}'."
            raise GraphQLError(text, extensions={"type": "NOT_FOUND"})
        return Found(found)


def execute(query: str, variables: dict[str, Any], repositories: Mapping[str, Repository]) -> dict[str, Any]:
    """{data, errors} as GitHub answers: an error has its path, and its type beside the message."""
    result = graphql_sync(
        schema(),
        query,
        root_value=Root(repositories),
        variable_values=variables,
        type_resolver=lambda value, info, kind: type(value).__name__,
    )
    answer: dict[str, Any] = dict(result.formatted)
    for error in answer.get("errors", []):
        error |= error.pop("extensions", {})
    return answer
