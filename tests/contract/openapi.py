"""GitHub's OpenAPI descriptions of its REST API, as npm's @octokit/openapi publishes them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tools.paths import NODE_MODULES

FOLDER = NODE_MODULES / "@octokit/openapi/generated"
PUBLIC = "api.github.com"
# Every Enterprise Server that is still kept up.
SERVERS = sorted(path.stem for path in FOLDER.glob("ghes-*.json") if ".deref" not in path.name)


class Description:
    """One edition: the public GitHub's, or an Enterprise Server's."""

    def __init__(self, edition: str) -> None:
        self._base = f"urn:{edition}"
        self.document = self._converted(json.loads((FOLDER / f"{edition}.json").read_text(encoding="utf-8")))
        self._registry = Registry().with_resource(self._base, DRAFT202012.create_resource(self.document))

    def operation(self, method: str, path: str) -> Operation:
        """The call that a request is; `path` is below the API's base, as it was sent. Raises LookupError
        where the description knows none, or not all of the query."""
        parts = urlsplit(path)
        for template, methods in self.document["paths"].items():
            if method.lower() in methods and _pattern(template).fullmatch(parts.path):
                found = Operation(self, template, methods[method.lower()])
                asked = {name for name, _ in parse_qsl(parts.query, keep_blank_values=True)}
                if unknown := asked - found.queries:
                    raise LookupError(f"{template} has no query parameter {', '.join(unknown)}.")
                return found
        raise LookupError(f"GitHub has no {method} {unquote(parts.path)}.")

    def resolved(self, part: dict[str, Any]) -> dict[str, Any]:
        """The part that a reference within the description leads to, or the part itself."""
        if "$ref" not in part:
            return part
        found: Any = self.document
        for name in part["$ref"].removeprefix(f"{self._base}#/").split("/"):
            found = found[name.replace("~1", "/").replace("~0", "~")]
        return found

    def faults(self, answer: dict[str, Any], body: Any) -> list[str]:
        """What of a JSON body is not as an answer's schema has it: missing, of another type, unknown."""
        schema = self.resolved(answer)["content"]["application/json"]["schema"]
        found = Draft202012Validator(schema, registry=self._registry).iter_errors(body)
        return [f"{fault.json_path}: {fault.message}" for fault in found]

    def shared_answer(self, name: str) -> dict[str, Any]:
        """An answer that several calls share: ``not_found``, ``forbidden``."""
        return self.document["components"]["responses"][name]

    def _converted(self, part: Any) -> Any:
        """OpenAPI 3.0's dialect as JSON Schema: ``nullable``, references from anywhere, and no property
        but the named ones, so that a misspelt one is seen."""
        if isinstance(part, list):
            return [self._converted(item) for item in part]
        if not isinstance(part, dict):
            return part
        converted = {name: self._converted(value) for name, value in part.items()}
        if isinstance(converted.get("$ref"), str):
            converted["$ref"] = self._base + converted["$ref"]
        if converted.get("type") == "object" and converted.get("properties"):
            converted.setdefault("additionalProperties", False)
        if converted.pop("nullable", False) is True:
            return {"anyOf": [converted, {"type": "null"}]}
        return converted


@dataclass(frozen=True)
class Operation:
    """One call that a description knows: `template` as in its ``paths``, `body` as it stands there."""

    description: Description
    template: str
    body: dict[str, Any]

    @property
    def queries(self) -> set[str]:
        """The names of its query parameters."""
        parameters = map(self.description.resolved, self.body.get("parameters", ()))
        return {parameter["name"] for parameter in parameters if parameter["in"] == "query"}

    def answers(self, accept: str) -> bool:
        """Whether the call is said to answer in a media type."""
        content = self.description.resolved(self.body["responses"]["200"])["content"]
        return accept in content or f"**`{accept}`**" in self.body["description"]

    def faults(self, status: int, body: Any) -> list[str]:
        """What of a JSON body is not as described. Raises KeyError for a status that is not."""
        return self.description.faults(self.body["responses"][str(status)], body)


@cache
def description(edition: str = PUBLIC) -> Description:
    """An edition's description; takes half a second once."""
    return Description(edition)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template)))
