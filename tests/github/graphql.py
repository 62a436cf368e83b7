"""GitHub's GraphQL, executed against its published schema over real git objects."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

from graphql import GraphQLSchema, build_schema, graphql_sync

from tests.github.repository import Repository

# GitHub cuts a blob's text there, and says so.
TEXT_LIMIT = 512_000


@cache
def schema() -> GraphQLSchema:
    """The schema as GitHub publishes it to npm."""
    modules = os.environ.get("UNDERSTORY_NODE_MODULES") or Path(__file__).parents[2] / "node_modules"
    text = (Path(modules) / "@octokit" / "graphql-schema" / "schema.graphql").read_text(encoding="utf-8")
    # The schema's own directives are all declared in it; checking 60,000 lines again takes seconds.
    return build_schema(text, assume_valid=True)


class Blob:
    """A git blob with the fields that GitHub's type has."""

    __typename = "Blob"

    def __init__(self, sha: str, data: bytes) -> None:
        self.oid = sha
        self.byteSize = len(data)
        self.isBinary = b"\0" in data[:8_000]
        text = None if self.isBinary else data.decode("utf-8-sig", "replace")
        self.isTruncated = text is not None and len(data) > TEXT_LIMIT
        self.text = data[:TEXT_LIMIT].decode("utf-8-sig", "ignore") if self.isTruncated else text


class Found:
    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def object(self, info: Any, oid: str | None = None, expression: str | None = None) -> Blob | None:
        data = self._repository.blob(oid) if oid else None
        return Blob(oid, data) if oid and data is not None else None


class Root:
    """`repositories` by ``owner/name``, those that the token may see."""

    def __init__(self, repositories: dict[str, Repository]) -> None:
        self._repositories = repositories

    def repository(self, info: Any, owner: str, name: str, followRenames: bool = True) -> Found | None:
        found = self._repositories.get(f"{owner}/{name}".lower())
        return Found(found) if found else None


def execute(query: str, variables: dict[str, Any], repositories: dict[str, Repository]) -> dict[str, Any]:
    """{data, errors} as GitHub answers, errors with their path."""
    result = graphql_sync(
        schema(),
        query,
        root_value=Root(repositories),
        variable_values=variables,
        type_resolver=lambda value, info, kind: type(value).__name__,
    )
    return dict(result.formatted)
