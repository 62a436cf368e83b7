"""GraphQL: every query that the product sends, and every answer of the stand-in, against GitHub's schema."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from graphql import (
    GraphQLResolveInfo,
    OperationDefinitionNode,
    execute_sync,
    get_variable_values,
    parse,
    validate,
)

from app.engine.source.contents import BATCH_FILES
from tests.contract.conftest import TOKEN
from tests.contract.exchange import Exchange, Fetched, fetch
from tests.github import faults
from tests.github.graphql import schema
from tests.github.server import GitHubServer

# What GitHub says of an error, beside GraphQL's own words.
ERROR_FIELDS = {"message", "locations", "path", "type", "extensions"}


def queries(runs: Mapping[str, Fetched]) -> Iterator[tuple[Exchange, str, dict[str, Any]]]:
    """Every exchange that was GraphQL, with its query and variables."""
    for run in runs.values():
        for exchange in run.exchanges:
            if exchange.url.endswith("/graphql"):
                assert exchange.method == "POST" and exchange.body is not None
                asked = json.loads(exchange.body)
                assert asked.keys() == {"query", "variables"}
                yield exchange, asked["query"], asked["variables"]


def shape_faults(query: str, answer: dict[str, Any]) -> list[str]:
    """What of an answer's data could not have come of the query: the answer is executed again as if it
    were the data behind the schema, so each value must be of its field's type."""

    def value(source: Any, info: GraphQLResolveInfo, **_: Any) -> Any:
        return source[info.path.key]

    again = execute_sync(
        schema(),
        parse(query),
        root_value=answer["data"],
        variable_values={"owner": "", "name": ""},
        field_resolver=value,
        type_resolver=lambda *_: "Blob",
    )
    found = [error.message for error in again.errors or ()]
    return found or ([] if again.data == answer["data"] else ["other fields than those asked for"])


def test_every_query_is_valid_by_githubs_schema(runs):
    asked = list(queries(runs))
    assert len(asked) > 4
    for _, query, variables in asked:
        document = parse(query)
        assert validate(schema(), document) == []
        [operation] = document.definitions
        assert isinstance(operation, OperationDefinitionNode)
        values = get_variable_values(schema(), operation.variable_definitions or (), variables)
        assert not isinstance(values, list), values
        assert query.count("object(oid:") <= BATCH_FILES


def test_every_answer_is_of_the_shape_that_was_asked_for(runs):
    for exchange, query, _ in queries(runs):
        assert exchange.response.headers["content-type"] == "application/json; charset=utf-8"
        answer = exchange.json()
        assert shape_faults(query, answer) == []
        for error in answer.get("errors", ()):
            assert error.keys() <= ERROR_FIELDS and error["message"]
            assert error["path"][0] == "repository"


@pytest.mark.parametrize("fields", [{"isTruncated": True}, {"text": None}, {"isBinary": None}])
def test_answers_that_are_changed_on_purpose_keep_the_shape(github, fields):
    github.fail("POST /graphql", change=faults.blobs(**fields))
    for exchange, query, _ in queries({"": fetch(github, "o/r", TOKEN)}):
        assert shape_faults(query, exchange.json()) == []


def blobs(run: Fetched) -> dict[str, dict[str, Any]]:
    """The blobs of a run's GraphQL answers, by path."""
    assert run.snapshot is not None
    paths = {entry.sha: entry.path for entry in run.snapshot.entries}
    found = {}
    for exchange, _, _ in queries({"": run}):
        for blob in exchange.json()["data"]["repository"].values():
            if blob:
                found[paths[blob["oid"]]] = blob
    return found


def test_a_text_is_as_github_gives_it(runs):
    found = blobs(runs["with a token"])
    assert found["src/deep/b.py"]["text"] == "def b():\r\n    return 2\r\n"
    assert found["empty.txt"]["text"] == "" and found["empty.txt"]["isBinary"] is False
    # No byte order mark, broken bytes repaired, nothing of what is binary.
    assert found["bom.py"]["text"] == "x = 1\n" and found["bom.py"]["byteSize"] == 9
    assert found["latin1.txt"]["text"] == "Gr\ufffd\ufffde"
    assert (found["binary.dat"]["text"], found["binary.dat"]["isBinary"]) == (None, True)


def test_a_text_is_cut_at_512_000_bytes(github, runs):
    just = blobs(runs["with a token"])["just.txt"]
    assert (len(just["text"]), just["isTruncated"]) == (512_000, False)
    long = next(entry for entry in runs["with a token"].snapshot.entries if entry.path == "long.txt")
    query = (
        f'query {{ repository(owner: "o", name: "r") {{ object(oid: "{long.sha}") '
        "{ ... on Blob { text isTruncated byteSize } } } }"
    )
    blob = post(github, query)["data"]["repository"]["object"]
    assert (len(blob["text"]), blob["isTruncated"], blob["byteSize"]) == (512_000, True, 512_001)


def test_a_repository_that_the_token_may_not_see_is_not_found(github):
    answer = post(github, 'query { repository(owner: "o", name: "nothing") { id } }')
    assert answer["data"] == {"repository": None}
    [error] = answer["errors"]
    assert (error["type"], error["path"]) == ("NOT_FOUND", ["repository"])


def test_a_query_that_is_none_is_told_so(github):
    answer = post(github, 'query { repository(owner: "o", name: "r") { nonsense } }')
    assert "data" not in answer or answer["data"] is None
    assert "nonsense" in answer["errors"][0]["message"]


def post(github: GitHubServer, query: str) -> dict[str, Any]:
    """An answer of the stand-in's to a query of a test's own."""
    request = urllib.request.Request(
        github.graphql_url, json.dumps({"query": query}).encode(), {"Authorization": f"Bearer {TOKEN}"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read())
