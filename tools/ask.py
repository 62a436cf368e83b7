"""``build.py ask``: a headless run of the real site over a local repository.

The repository is served through the stand-in GitHub server, the built site is
driven in headless Chromium, and one JSON object tells what came of it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Error as BrowserError

from tests.github.server import GitHubServer
from tools.browser import BrowserMissing, launch
from tools.drive import Driver, EngineError
from tools.memory import MemoryWatch
from tools.paths import DIST
from tools.server import SiteServer

OWNER = "local"
# Ranked places asked for: the result promises at least 20 where the repository has as many.
PLACES = 20


def parse_arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="build.py ask", description=__doc__)
    parser.add_argument("--repo", type=Path, required=True, help="a git repository or a plain folder")
    parser.add_argument("--ref", default="", help="branch, tag or commit; the default branch without it")
    parser.add_argument("--questions", type=Path, required=True, help="JSON: a list of {id, question}")
    parser.add_argument("--out", type=Path, required=True, help="where the result goes")
    parser.add_argument("--graph", type=Path, help="where the graph goes: {nodes, edges}")
    parser.add_argument("--token", default="", help="ask with a token, so through GraphQL")
    return parser.parse_args(argv)


def main(argv: list[str]) -> int:
    """Run; 0 when every question was answered, 1 with a sentence on stderr otherwise."""
    arguments = parse_arguments(argv)
    try:
        questions = read_questions(arguments.questions)
        for target in filter(None, (arguments.out, arguments.graph)):
            # A result that cannot be written is known before the work is done.
            target.parent.mkdir(parents=True, exist_ok=True)
            target.open("a").close()
        result, graph = run(arguments.repo, arguments.ref, questions, arguments.token, bool(arguments.graph))
        arguments.out.write_text(json.dumps(result, indent=1), encoding="utf-8")
        if arguments.graph:
            arguments.graph.write_text(json.dumps(graph), encoding="utf-8")
    except subprocess.CalledProcessError as error:
        return _failed(f"git cannot read {arguments.repo}: {error.stderr.decode()}")
    except (OSError, ValueError, EngineError, BrowserError, BrowserMissing) as error:
        return _failed(str(error))
    print(
        f"{result['repo']}@{result['commit'][:10]}: {result['files']} files, {result['chunks']} chunks, "
        f"{len(questions)} questions -> {arguments.out}"
    )
    return 0


def _failed(reason: str) -> int:
    """Tell why on stderr, in one line; the exit status."""
    print(f"ask: {' '.join(reason.split())}", file=sys.stderr)
    return 1


def read_questions(path: Path) -> list[dict[str, str]]:
    """The questions file. Raises ValueError where it is not a list of {id, question}, each id once."""
    try:
        questions = json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"{path} is not JSON: {error}") from None
    if not isinstance(questions, list) or not all(map(_is_question, questions)):
        raise ValueError(f"{path} is not a list of {{id, question}}, both of them text.")
    ids = [q["id"] for q in questions]
    if doubled := sorted({id for id in ids if ids.count(id) > 1}):
        raise ValueError(f"{path} has the id {doubled[0]!r} more than once.")
    return questions


def _is_question(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(value.get(key), str) for key in ("id", "question"))


def run(
    repo: Path, ref: str, questions: list[dict[str, str]], token: str = "", with_graph: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Index a repository in the site and ask it; (result, graph) as `ask` writes them."""
    if not repo.is_dir():
        raise ValueError(f"{repo} is not a folder.")
    name = repo.resolve().name
    served = f"{OWNER}/{_github_name(name)}"
    tokens = {token} if token else set()
    with (
        GitHubServer({served: repo}, tokens=tokens) as github,
        SiteServer(DIST) as site,
        launch() as chromium,
    ):
        page = chromium.new_page()
        driver = Driver(page, site.url)
        driver.open()
        with MemoryWatch(chromium.pid) as memory:
            id = driver.index(
                served + (f"/tree/{quote(ref)}" if ref else ""),
                token=token,
                **github.endpoints,
            )
            if ":" in id.rpartition("@")[2]:
                raise ValueError(f"{name} has no branch, tag or commit “{ref}”.")
            driver.wait(id)
            results = {q["id"]: ask(driver, id, q["question"]) for q in questions}
        report = driver.call("report", repository=id)
        graph = driver.call("graph", repository=id) if with_graph else {}
    result = {
        "repo": name,
        **{key: report[key] for key in ("commit", "files", "chunks", "nodes", "edges", "skipped", "timings")},
        "memory": {"peak_bytes": memory.peak, **report["memory"]},
        "results": results,
    }
    return result, graph


def _github_name(folder: str) -> str:
    """A name that GitHub would allow for a repository of this folder's name."""
    return re.sub(r"[^A-Za-z0-9._-]+|(?:\.git)+$|^\.+$", "-", folder) or "repository"


def ask(driver: Driver, repository: str, question: str) -> dict[str, Any]:
    """One question: {ranked, answer, timings_ms}."""
    answer = driver.call("ask", repository=repository, question=question, k=PLACES)
    return {"ranked": answer["ranked"], "answer": answer["summary"], "timings_ms": answer["timings_ms"]}
