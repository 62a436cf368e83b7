"""From an address to an answer, and again without any network: with real packages, and with hard files."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.packages import IMMER, ITSDANGEROUS
from tests.browser.person import Answer, Person
from tests.browser.profile import Profile
from tests.github.server import GitHubServer
from tests.support import polyglot
from tools.paths import DIST
from tools.server import SiteServer

# language -> (a file of the polyglot repository, a symbol in it)
LANGUAGES = {
    "Python": ("python/counter.py", "count_words"),
    "JavaScript": ("javascript/counter.js", "countWords"),
    "TypeScript": ("typescript/counter.ts", "Tally"),
    "Java": ("java/Counter.java", "Counter"),
    "Kotlin": ("kotlin/Counter.kt", "countWords"),
    "Go": ("go/counter.go", "CountWords"),
    "Rust": ("rust/counter.rs", "count_words"),
    "C": ("c/counter.c", "count_words"),
    "C++": ("cpp/counter.cpp", "add"),
    "C#": ("csharp/Counter.cs", "Add"),
    "Ruby": ("ruby/counter.rb", "count_words"),
    "PHP": ("php/Counter.php", "add"),
    "Bash": ("bash/count.sh", "count_words"),
    "Scala": ("scala/Counter.scala", "add"),
}
LEFT_OUT = {
    "data/picture.png": "binary",
    "node_modules/left/index.js": "vendored: in node_modules/",
    "package-lock.json": "lock file",
    "web/app.min.js": "minified",
}
# A file's name and its text, each of which would run if the page took it for HTML.
ATTACK = '<img src=x onerror="document.title=1">'
HOSTILE = {
    f"hostile/{ATTACK}.py": f'def attack():\n    """{ATTACK} <script>document.title=1</script>"""\n',
    "hostile/notes.md": f"# Attack {ATTACK}\n\n[attack](javascript:document.title=1) {ATTACK}\n",
}


class Servers:
    """The site and a GitHub with one repository, both of which can go for good."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running = contextlib.ExitStack()
        self.site = self._running.enter_context(SiteServer(DIST))
        self.github = self._running.enter_context(GitHubServer({f"o/{folder.name}": folder}))

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def serve(dist: None) -> Iterator[Callable[[Path], Servers]]:
    with contextlib.ExitStack() as all_servers:

        def serve(folder: Path) -> Servers:
            servers = Servers(folder)
            all_servers.callback(servers.stop)
            return servers

        yield serve


@pytest.fixture
def arrive(profile: Profile, serve: Callable[[Path], Servers]) -> Callable[[Path], tuple[Person, Servers]]:
    """A person who has had a repository indexed."""

    def arrive(folder: Path) -> tuple[Person, Servers]:
        servers = serve(folder)
        person = profile.visit(servers.site, servers.github, reliable=True)
        person.add(f"o/{folder.name}")
        person.wait_indexed()
        return person, servers

    return arrive


def check_answer(person: Person, servers: Servers, question: str, wanted: str) -> Answer:
    """The answer cites lines that are there, and leads to them; `wanted` is among its places."""
    answer = person.ask(question)
    assert answer.citations
    assert wanted in {place.rpartition(":")[0] for place in answer.places}
    person.open_citation()
    path, number, text = person.seen_line()
    assert f"{path}:{number}" == answer.citations[0]
    assert text == (servers.folder / path).read_text().split("\n")[number - 1]
    return answer


def check_offline(person: Person, servers: Servers, question: str, before: Answer) -> None:
    """With every server gone, a reload brings all of it back, and the same answer."""
    person.wait_offline()
    servers.stop()
    person.page.context.set_offline(True)
    person.reload()
    assert person.newest_answer() == before
    again = person.ask(question)
    assert (again.citations, again.places) == (before.citations, before.places)
    person.open_citation()
    path, number, _ = person.seen_line()
    assert f"{path}:{number}" == before.citations[0]


@pytest.mark.parametrize(
    ("package", "name", "question", "wanted"),
    [
        (ITSDANGEROUS, "itsdangerous", "How is an expired signature noticed?", "itsdangerous/timed.py"),
        (IMMER, "immer", "How is a draft finalized?", "src/core/finalize.ts"),
    ],
    ids=["Python", "TypeScript"],
)
def test_a_real_package_is_read_asked_and_asked_again_offline(
    package, name, question, wanted, arrive, tmp_path
):
    person, servers = arrive(package.unpack(tmp_path / name))
    answer = check_answer(person, servers, question, wanted)
    check_offline(person, servers, question, answer)


def test_many_languages_and_hard_files_are_read_and_each_left_out_file_has_its_reason(arrive, tmp_path):
    folder = tmp_path / "polyglot"
    polyglot.write(folder)
    for path, text in HOSTILE.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    person, servers = arrive(folder)
    assert person.left_out() == LEFT_OUT
    check_symbols(person)
    check_hostile(person)
    question = "Where are words counted?"
    answer = check_answer(person, servers, question, "python/counter.py")
    check_offline(person, servers, question, answer)


def check_symbols(person: Person) -> None:
    """Every language's file shows its symbols in the outline."""
    person.find("count_words")
    person.unfold_outline()
    for path, symbol in LANGUAGES.values():
        person.find(path)
        expect(person.page.locator("#code-head .crumbs")).to_have_attribute("title", path)
        expect(person.page.locator("#outline .symbols a", has_text=symbol).first).to_be_attached()


def check_hostile(person: Person) -> None:
    """What a repository names and holds is shown as it is written, and nothing of it runs."""
    person.find("attack")
    person.ask(f"What does {ATTACK} attack?")
    person.find("notes.md")
    shown = person.page.locator("#code .lines")
    expect(shown).to_contain_text(ATTACK)
    assert person.page.locator("img, a[href^='javascript:']").count() == 0
    assert person.page.title() == "polyglot · Understory"
