"""What an indexed repository of many languages can be asked: files, names, neighbours, graph, report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.host.cpython_parser import CPythonParser
from app.shared import protocol
from tests.github.repository import commit_folder
from tests.github.server import GitHubServer
from tests.support import polyglot
from tests.support.engine_driver import EngineDriver, engine_over

ID = "github.com/o/counter@main"
LANGUAGES = (
    "python javascript typescript java kotlin go rust c cpp c_sharp ruby php bash scala".split()
)  # fmt: skip
LEFT_OUT = {
    "data/picture.png": "binary",
    "node_modules/left/index.js": "vendored: in node_modules/",
    "package-lock.json": "lock file",
    "web/app.min.js": "minified",
    "data/large.txt": "larger than 1 MB (1.0 MB)",
    "data/link.py": "symbolic link",
}
LIMIT = 1_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repositories") / "counter"
    polyglot.write(root)
    (root / "data/large.txt").write_bytes(b"x" * (LIMIT + 1))
    (root / "data/just_small_enough.txt").write_bytes(b" " * LIMIT)
    (root / "data/link.py").symlink_to("bom.py")
    commit_folder(root)
    return root


@pytest.fixture(scope="module")
def github(folder: Path) -> Iterator[GitHubServer]:
    with GitHubServer({"o/counter": folder}) as server:
        yield server


@pytest.fixture(scope="module")
def events() -> list[dict[str, Any]]:
    """What the page was told while the repository came in."""
    return []


@pytest.fixture(scope="module")
def engine(github: GitHubServer, events: list[dict[str, Any]]) -> Iterator[EngineDriver]:
    with engine_over(github) as driver:
        id, told = driver.index("o/counter")
        assert id == ID
        events += told
        yield driver


def test_every_file_is_listed_with_its_language_or_left_out_with_a_reason(
    engine: EngineDriver, folder: Path
) -> None:
    opened = engine.call("open", repository=ID)
    files = {file["path"]: file for file in opened["files"]}
    assert {file["language"] for file in files.values()} >= set(LANGUAGES)
    assert {row["path"]: row["reason"] for row in opened["skipped"]} == LEFT_OUT
    on_disk = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if not path.is_dir() and ".git" not in path.parts
    }
    assert files.keys() | LEFT_OUT.keys() == on_disk
    assert files["README.md"]["role"] == "doc"
    assert files["data/just_small_enough.txt"]["size"] == LIMIT


def test_the_shelf_shows_the_repository_ready_with_its_counts(engine: EngineDriver) -> None:
    (record,) = engine.call("hello")["repositories"]
    report = engine.call("report", repository=ID)
    assert record["id"] == ID
    assert record["state"] == protocol.READY
    assert record["error"] is None
    for count in ("commit", "files", "chunks", "embedded", "nodes"):
        assert record[count] == report[count]
    assert record["edges"] == sum(report["edges"].values())
    assert record["skipped"] == len(LEFT_OUT)
    assert record["chunks"] == record["embedded"] > 20


def test_progress_of_every_stage_ends_complete(events: list[dict[str, Any]]) -> None:
    last = {event["stage"]: event for event in events if event["kind"] == "progress"}
    assert tuple(last) == protocol.STAGES
    for event in last.values():
        assert event["done"] == event["total"] > 0
        assert event["remaining"] == 0
        assert event["rate"] > 0
    assert last["fetch"]["bytes"] > LIMIT
    assert [event["kind"] for event in events][-1] == "finished"
    assert events[-1]["seconds"] > 0


def test_progress_never_goes_back(events: list[dict[str, Any]]) -> None:
    done: Counter[str] = Counter()
    for event in events:
        if event["kind"] == "progress":
            assert done[event["stage"]] <= event["done"] <= event["total"]
            done[event["stage"]] = event["done"]


def test_every_stage_has_its_time_in_the_report(engine: EngineDriver) -> None:
    timings = engine.call("report", repository=ID)["timings"]
    assert timings.keys() == set(protocol.STAGES)
    assert all(seconds >= 0 for seconds in timings.values())


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("go/counter.go", polyglot.FILES["go/counter.go"]),
        ("data/latin1.txt", "Grüße aus Köln\n"),
        ("data/bom.py", "def with_bom():\r\n    return 1\r\n"),
        ("data/utf16.txt", "Wide words\n"),
        ("data/empty.py", ""),
    ],
)
def test_a_file_is_shown_as_it_reads(engine: EngineDriver, path: str, text: str) -> None:
    assert engine.call("file", repository=ID, path=path)["text"] == text


def test_a_file_comes_with_its_symbols(engine: EngineDriver) -> None:
    file = engine.call("file", repository=ID, path="python/counter.py")
    symbols = {symbol["qualified_name"]: symbol for symbol in file["symbols"]}
    assert symbols.keys() == {"Counter", "Counter.__init__", "Counter.add", "count_words"}
    assert symbols["count_words"] == {
        "id": "python/counter.py::count_words",
        "kind": "function",
        "name": "count_words",
        "qualified_name": "count_words",
        "start_line": 14,
        "end_line": 19,
        "signature": "def count_words(text)",
    }


def test_a_skipped_file_tells_why_it_has_no_text(engine: EngineDriver) -> None:
    file = engine.call("file", repository=ID, path="data/picture.png")
    assert (file["text"], file["symbols"], file["reason"]) == ("", [], "binary")


def test_a_symbol_is_found_by_a_part_of_its_name(engine: EngineDriver) -> None:
    hits = engine.call("find", repository=ID, text="count_w")["hits"]
    assert {hit["path"] for hit in hits} >= {"python/counter.py", "c/counter.c", "bash/count.sh"}
    assert hits[0]["name"] == "count_words"
    assert len(engine.call("find", repository=ID, text="count", limit=3)["hits"]) == 3


def test_neighbours_tell_who_calls_and_what_is_called(engine: EngineDriver) -> None:
    shown = engine.call("neighbours", repository=ID, symbol="python/counter.py::Counter.add")
    groups = {group["title"]: group["rows"] for group in shown["groups"]}
    (caller,) = groups["Called by"]
    assert (caller["name"], caller["path"], caller["line"]) == ("count_words", "python/counter.py", 18)
    assert 0 < caller["confidence"] <= 1
    assert caller["rule"]


def test_the_graph_holds_together(engine: EngineDriver) -> None:
    graph = engine.call("graph", repository=ID)
    nodes = {node["id"]: node for node in graph["nodes"]}
    assert len(nodes) == len(graph["nodes"])
    assert all(edge["source"] in nodes and edge["target"] in nodes for edge in graph["edges"])
    report = engine.call("report", repository=ID)
    assert len(nodes) == report["nodes"]
    assert Counter(edge["kind"] for edge in graph["edges"]) == report["edges"]
    assert {"contains", "defines", "calls"} <= report["edges"].keys()


def test_a_question_is_answered_with_ranked_places_and_citations(engine: EngineDriver) -> None:
    answer = engine.call("ask", repository=ID, question="Where are words counted in Go?")
    assert len(answer["ranked"]) >= 20
    assert answer["coverage"]["embedded"] == answer["coverage"]["chunks"] > 20
    assert "go/counter.go" in [place["path"] for place in answer["ranked"][:3]]
    assert "dense" in {place["source"] for place in answer["ranked"]}
    best = answer["places"][0]
    file = engine.call("file", repository=ID, path=best["path"])
    lines = file["text"].split("\n")
    assert best["code"] == "\n".join(lines[best["start_line"] - 1 : best["end_line"]])
    assert f"[{best['path']}:{best['start_line']}" in answer["summary"]
    assert answer["timings_ms"].keys() >= {"lexical", "embed", "dense", "fuse", "expand", "answer"}


def test_left_out_files_are_in_no_answer(engine: EngineDriver) -> None:
    answer = engine.call("ask", repository=ID, question="function a in web/app.min.js, module.exports")
    assert not {place["path"] for place in answer["ranked"]} & LEFT_OUT.keys()


def test_all_of_it_reads_the_same_after_a_reload(engine: EngineDriver) -> None:
    calls = [
        ("open", {}),
        ("report", {}),
        ("graph", {}),
        ("find", {"text": "count"}),
        ("file", {"path": "rust/counter.rs"}),
        ("neighbours", {"symbol": "python/counter.py::count_words"}),
    ]
    question = {"repository": ID, "question": "how is a word added to the tally"}

    def everything() -> list[Any]:
        answers = [engine.call(method, repository=ID, **payload) for method, payload in calls]
        for rows in answers[2].values():
            rows.sort(key=str)
        return [*answers, engine.call("ask", **question)["ranked"]]

    before = everything()
    engine.reload()
    assert everything() == before


def test_a_file_whose_parse_ran_over_its_time_is_kept_as_text_and_listed(github: GitHubServer) -> None:
    with engine_over(github) as driver:
        driver.host.parser = CPythonParser(time_limit=1e-9)
        id, _ = driver.index("o/counter")
        report = driver.call("report", repository=id)
        reasons = {row["path"]: row["reason"] for row in report["text_only"]}
        assert "took longer" in reasons["python/counter.py"]
        assert not reasons.keys() & LEFT_OUT.keys()
        assert driver.call("file", repository=id, path="python/counter.py")["reason"]
        answer = driver.call("ask", repository=id, question="Keeps a tally of words in Python")
        assert "python/counter.py" in {place["path"] for place in answer["ranked"]}
