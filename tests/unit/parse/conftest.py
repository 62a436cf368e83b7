"""What a file's captures say, in lines that a test can state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.engine.parse.captures import Capture, Parsed
from app.engine.parse.languages import language_of
from app.host.cpython_parser import CPythonParser

FIXTURES = Path(__file__).parent / "fixtures"
# Two patterns may name one definition (`const f = () => 1`): the later of these kinds says more.
_KINDS = ("constant", "type", "module", "function", "method", "class", "interface", "enum")
_MAIN = (
    "doc",
    "comment",
    "statement",
    "scope",
    "local",
    "returned",
    "held",
    "called",
    "field",
    "flow",
    "import",
    "export",
    "package",
)
_PREFIXES = ("definition.", "reference.")


@dataclass
class Said:
    """One line each: ``class Store 17-42``, ``call api.load``, ``react useState as state``."""

    definitions: list[str] = field(default_factory=list)
    receivers: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, str] = field(default_factory=dict)
    docs: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    statements: list[str] = field(default_factory=list)
    scopes: list[str] = field(default_factory=list)
    locals: list[str] = field(default_factory=list)
    returneds: list[str] = field(default_factory=list)
    helds: list[str] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)
    calleds: list[str] = field(default_factory=list)
    flows: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    package: str = ""


Read = Callable[[str], Said]


@pytest.fixture(scope="session")
def parser() -> CPythonParser:
    return CPythonParser(time_limit=20)


@pytest.fixture(scope="session")
def say(parser: CPythonParser) -> Callable[[str, str], Said]:
    """The captures of a text in a language."""
    return lambda language, text: said(text, parser.parse_one(language, text))


@pytest.fixture(scope="session")
def read(parser: CPythonParser) -> Read:
    """The captures of a fixture, which must parse without an error."""

    def read_fixture(name: str) -> Said:
        text = (FIXTURES / name).read_text(encoding="utf-8")
        parsed = parser.parse_one(language_of(name), text)
        assert (parsed.status, parsed.message) == ("ok", "")
        return said(text, parsed)

    return read_fixture


def said(text: str, parsed: Parsed) -> Said:
    result = Said()
    found: dict[int, tuple[str, str, Capture]] = {}
    for match in parsed.matches():
        captures = {capture.name: capture for capture in reversed(match)}
        words = {name: text[capture.start : capture.end] for name, capture in captures.items()}
        main = next(name for name in captures if name in _MAIN or name.startswith(_PREFIXES))
        kind = main.partition(".")[2]
        if main.startswith("definition."):
            _define(found, result, kind, captures, words)
        elif main.startswith("reference."):
            owner = _before(text, captures)
            result.references.append(f"{kind} {owner}{words['callee']}")
        elif main in ("import", "export"):
            getattr(result, f"{main}s").append(_clause(words))
        elif main == "local":
            written = f": {words['local.type']}" if "local.type" in words else ""
            value = f" = {words['local.value']}" if "local.value" in words else ""
            result.locals.append(words["local"] + written + value)
        elif main == "package":
            result.package = words[main]
        else:
            getattr(result, f"{main}s").append(words[main])
    result.definitions = [
        f"{kind} {name} {span.start_row + 1}-{span.end_row + 1}"
        for kind, name, span in sorted(found.values(), key=lambda row: (row[2].start, -row[2].end))
    ]
    return result


def _before(text: str, captures: dict[str, Capture]) -> str:
    """What stands before the name that is used, which a whole name holds itself."""
    if "object" not in captures:
        return ""
    whole, callee = captures["object"], captures["callee"]
    holds = whole.start <= callee.start < whole.end
    before = text[whole.start : callee.start].rstrip(":\\") if holds else text[whole.start : whole.end]
    return f"{before}." if before else ""


def _define(
    found: dict[int, tuple[str, str, Capture]],
    result: Said,
    kind: str,
    captures: dict[str, Capture],
    words: dict[str, str],
) -> None:
    span, at, name = captures[f"definition.{kind}"], captures["name"].start, words["name"]
    known_kind, _, known = found.get(at, (kind, name, span))
    wider = known if known.end - known.start > span.end - span.start else span
    found[at] = (max(kind, known_kind, key=_KINDS.index), name, wider)
    if "receiver" in words:
        result.receivers[name] = words["receiver"]
    if "body" in words:
        result.bodies[name] = words["body"]


def _clause(words: dict[str, str]) -> str:
    parts = [words.get("import.module", "-"), "*" if "import.all" in words else words.get("import.name", "")]
    if "import.alias" in words:
        parts += ["as", words["import.alias"]]
    return " ".join(part for part in parts if part)
