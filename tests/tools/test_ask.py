"""``build.py ask`` from its arguments to its files: the built site in Chromium over local repositories."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.github.repository import git
from tests.support.shop import FILES, Repository
from tests.tools.shapes import GRAPH, RESULT, misfit
from tools import ask

QUESTIONS = [
    {"id": "meaning", "question": "How is the sum to pay made up?"},
    {"id": "callers", "question": "What calls price_of?"},
    {"id": "nonsense", "question": "zzz qqq"},
]
STAGES = {"list", "fetch", "parse", "graph", "embed"}
SKIPPED = {
    "logo.png": "binary",
    "node_modules/left/index.js": "vendored: in node_modules/",
    "poetry.lock": "lock file",
}
# With the shop's own, more chunks than the twenty places that are promised.
STEPS = {f"steps/step_{n}.py": f"def step_{n}(cents):\n    return cents + {n}\n" for n in range(20)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository with a tag; its name is not one for GitHub."""
    made = Repository(tmp_path_factory.mktemp("repositories") / "the shop (new).git")
    made.write({**FILES, **STEPS, **dict.fromkeys(SKIPPED, b"\0")})
    git(made.folder, "tag", "-a", "v1.0", "-m", "The first")
    made.write({"later.py": "def later():\n    return None\n"})
    return made.folder


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository with a branch of an odd name beside ``main``."""
    made = Repository(tmp_path_factory.mktemp("small"))
    made.write({"main.py": "def begin():\n    return None\n"})
    git(made.folder, "checkout", "-q", "-b", "fix/#7-100%")
    made.write({"source/fix.py": "def mend(text):\n    return text.strip()\n"})
    git(made.folder, "checkout", "-q", "main")
    made.write({"later.py": "def later():\n    return None\n"})
    return made.folder


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    target = tmp_path / "questions.json"
    target.write_text(json.dumps(QUESTIONS))
    return target


class Asked:
    """What one run wrote."""

    def __init__(self, out: Path) -> None:
        self.result: dict[str, Any] = json.loads((out / "out.json").read_text())
        self.graph: dict[str, Any] = json.loads((out / "graph.json").read_text())


@pytest.fixture(scope="module")
def asked(folder: Path, tmp_path_factory: pytest.TempPathFactory, dist: None, playwright: object) -> Asked:
    """One run over a tag, by relative paths."""
    out = tmp_path_factory.mktemp("asked")
    (out / "questions.json").write_text(json.dumps(QUESTIONS))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder.parent)
        here = Path("..") / out.name
        arguments = ["--repo", folder.name, "--ref", "v1.0", "--questions", str(here / "questions.json")]
        targets = ["--out", str(here / "out.json"), "--graph", str(here / "graph.json")]
        assert ask.main([*arguments, *targets]) == 0
    return Asked(out)


def test_the_result_has_the_promised_shape(asked: Asked, folder: Path) -> None:
    result = asked.result
    assert misfit(result, RESULT) == ""
    assert result["repo"] == folder.name
    assert result["commit"] == git(folder, "rev-parse", "v1.0^{commit}").decode().strip()
    assert result["files"] == len(FILES) + len(STEPS)
    assert {row["path"]: row["reason"] for row in result["skipped"]} == SKIPPED
    assert result["timings"].keys() == STAGES
    assert result["memory"]["peak_bytes"] > 50e6
    assert result["results"].keys() == {question["id"] for question in QUESTIONS}


def test_ranked_places_are_lines_of_files(asked: Asked, folder: Path) -> None:
    for answered in asked.result["results"].values():
        assert answered["answer"]
        assert answered["timings_ms"]
        # The repository has more chunks than that.
        assert len(answered["ranked"]) >= 20
        for place in answered["ranked"]:
            lines = (folder / place["path"]).read_bytes().split(b"\n")
            assert 1 <= place["start_line"] <= place["end_line"] <= len(lines)
            assert place["why"]
    meaning = asked.result["results"]["meaning"]["ranked"]
    assert "Order.total" in [place["symbol"] for place in meaning[:3]]
    assert {"dense", "lexical"} <= {place["source"] for place in meaning}
    scores = [place["score"] for place in asked.result["results"]["nonsense"]["ranked"]]
    assert scores == sorted(scores, reverse=True)


def test_a_question_about_callers_is_answered_by_the_graph(asked: Asked) -> None:
    callers = asked.result["results"]["callers"]
    (best,) = [place for place in callers["ranked"][:2] if place["symbol"] == "Order.total"]
    assert (best["path"], best["source"]) == ("shop/orders.py", "graph")
    assert "[shop/orders.py:14]" in callers["answer"]


def test_the_graph_has_the_promised_shape_and_is_the_one_that_was_counted(asked: Asked) -> None:
    assert misfit(asked.graph, GRAPH) == ""
    nodes = {node["id"]: node for node in asked.graph["nodes"]}
    assert len(nodes) == len(asked.graph["nodes"]) == asked.result["nodes"]
    assert Counter(edge["kind"] for edge in asked.graph["edges"]) == asked.result["edges"]
    for edge in asked.graph["edges"]:
        assert {edge["source"], edge["target"]} <= nodes.keys()
        assert 0 < edge["confidence"] <= 1
        assert edge["rule"]
    total = nodes["shop/orders.py::Order.total"]
    assert (total["kind"], total["start_line"], total["end_line"]) == ("method", 12, 14)


@pytest.fixture
def run(tmp_path: Path, questions: Path, dist: None, playwright: object) -> Any:
    """Ask a repository; the result."""

    def ask_repository(repo: Path, *options: str) -> dict[str, Any]:
        out = tmp_path / "new folder" / "out.json"
        command = ["--repo", str(repo), "--questions", str(questions), "--out", str(out), *options]
        assert ask.main(command) == 0
        return json.loads(out.read_text())

    return ask_repository


def test_a_plain_folder_is_read_as_it_lies_there(run: Any, tmp_path: Path) -> None:
    """By GraphQL, which a token asks for."""
    folder = tmp_path / "plain"
    names = ["a b.py", "quo\"te'.py", "per%20cent#?.py", "ü/\U0001f332.py", "new\nline.py", "-x.py"]
    files = {name: f"def f{n}():\n    return {n}\n" for n, name in enumerate(names)}
    files |= {".gitignore": "*.py\n", "crlf.txt": "one\r\ntwo\r\n"}
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, newline="")
    (folder / "link.py").symlink_to("a b.py")
    graph = tmp_path / "graph.json"
    result = run(folder, "--token", "any", "--graph", str(graph))
    assert misfit(result, RESULT) == ""
    assert len(result["commit"]) == 40
    assert result["files"] == len(files)
    assert result["skipped"] == [{"path": "link.py", "reason": "symbolic link"}]
    nodes = json.loads(graph.read_text())["nodes"]
    assert {node["path"] for node in nodes if node["kind"] == "file"} == {*files, "link.py"}
    assert not (folder / ".git").exists()


@pytest.mark.parametrize("by", ["branch", "commit"])
def test_a_branch_or_commit_can_be_asked(run: Any, small: Path, tmp_path: Path, by: str) -> None:
    branch, graph = "fix/#7-100%", tmp_path / "graph.json"
    commit = git(small, "rev-parse", branch).decode().strip()
    ref = branch if by == "branch" else commit[:8]
    assert run(small, "--ref", ref, "--graph", str(graph))["commit"] == commit
    names = {node["name"] for node in json.loads(graph.read_text())["nodes"]}
    assert "mend" in names
    assert "later" not in names


def refusal(capsys: pytest.CaptureFixture[str], **options: Path | str) -> str:
    """What a run that fails says: one line on stderr, nothing on stdout."""
    assert ask.main([part for name, value in options.items() for part in (f"--{name}", str(value))]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert line.startswith("ask: ")
    return line


@pytest.mark.parametrize("ref", ["none", "fix/#7-100%/source"])
def test_an_unknown_ref_is_named(
    small: Path,
    questions: Path,
    capsys: pytest.CaptureFixture[str],
    dist: None,
    playwright: object,
    ref: str,
) -> None:
    said = refusal(capsys, repo=small, questions=questions, out=questions.with_name("out"), ref=ref)
    assert f"no branch, tag or commit “{ref}”" in said


def test_an_empty_folder_is_refused_in_words(
    tmp_path: Path, questions: Path, capsys: pytest.CaptureFixture[str], dist: None, playwright: object
) -> None:
    (tmp_path / "nothing").mkdir()
    said = refusal(capsys, repo=tmp_path / "nothing", questions=questions, out=tmp_path / "out.json")
    assert "empty" in said


def test_a_missing_folder_or_file_is_named(
    tmp_path: Path, questions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, missing = tmp_path / "out.json", tmp_path / "missing"
    assert str(missing) in refusal(capsys, repo=missing, questions=questions, out=out)
    assert str(questions) in refusal(capsys, repo=questions, questions=questions, out=out)
    assert str(missing) in refusal(capsys, repo=tmp_path, questions=missing, out=out)
    assert str(tmp_path) in refusal(capsys, repo=tmp_path, questions=questions, out=tmp_path)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "{",
        "{}",
        "[1]",
        '[{"id": "a"}]',
        '[{"id": 1, "question": "what?"}]',
        '[{"id": "a", "question": ["what?"]}]',
        '[{"id": "a", "question": "1"}, {"id": "a", "question": "2"}]',
        b"\xff\xfe\x00",
    ],
)
def test_a_questions_file_of_another_shape_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], written: str | bytes
) -> None:
    target = tmp_path / "questions.json"
    target.write_bytes(written if isinstance(written, bytes) else written.encode())
    assert str(target) in refusal(capsys, repo=tmp_path, questions=target, out=tmp_path / "out.json")


def test_a_repository_that_git_cannot_read_is_told_with_gits_reason(
    tmp_path: Path, questions: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "repo" / "unborn").mkdir(parents=True)
    git(tmp_path / "repo" / "unborn", "init", "-q")
    said = refusal(capsys, repo=tmp_path / "repo", questions=questions, out=tmp_path / "out.json")
    assert "does not have a commit checked out" in said


def test_a_missing_browser_is_told(
    tmp_path: Path, questions: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "repo").mkdir()
    monkeypatch.setenv("UNDERSTORY_BROWSER", str(tmp_path / "none"))
    said = refusal(capsys, repo=tmp_path / "repo", questions=questions, out=tmp_path / "out.json")
    assert f"{tmp_path / 'none'}, which does not exist" in said
