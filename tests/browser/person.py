"""A person at one tab of the site: what they type and click, and what they read off the screen."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.github.server import GitHubServer

# Milliseconds a small repository may take on a small, busy machine.
READING = 240_000


@dataclass(frozen=True)
class Answer:
    """`citations` and `places` are ``path:line``, in the order they stand on the screen."""

    summary: str
    citations: list[str]
    places: list[str]


class Person:
    """`site` is the address of the site; `github` the stand-in whose addresses go into the form."""

    def __init__(self, page: Page, site: str, github: GitHubServer) -> None:
        self.page = page
        self._site = site
        self._github = github

    # Coming and going -----------------------------------------------------------

    def open(self, fragment: str = "") -> None:
        """Enter the site, and wait until it can answer."""
        self.page.goto(self._site + fragment)
        self.wait_ready()

    def reload(self) -> None:
        self.page.reload()
        self.wait_ready()

    def wait_ready(self) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-engine", "ready", timeout=READING)

    def wait_offline(self) -> None:
        """Until the site is kept for use without a network."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => {})")

    # Adding ---------------------------------------------------------------------

    def ask_for(self, address: str, token: str = "") -> None:
        """Paste an address, and press the button."""
        if not self.page.locator("#address").is_visible():
            self.page.get_by_role("button", name="Add a repository").click()
        self.page.locator("#address").fill(address)
        self.fill_host()
        self._unfold("Private repository", "#token")
        self.page.locator("#token").fill(token)
        self.page.get_by_role("button", name="Read it").click()

    def add(self, address: str, token: str = "") -> None:
        """Ask for a repository, and wait until it is on the shelf and open."""
        self.ask_for(address, token)
        expect(self.row).to_be_visible()

    def fill_host(self) -> None:
        """Name the stand-in's addresses as those of the host."""
        self._unfold("GitHub Enterprise or another host", "#api")
        self.page.locator("#api").fill(self._github.api_url)
        self.page.locator("#graphql").fill(self._github.graphql_url)
        self.page.locator("#raw").fill(self._github.raw_url)

    def _unfold(self, summary: str, field: str) -> None:
        if not self.page.locator(field).is_visible():
            self.page.get_by_text(summary).click()

    @property
    def refusal(self) -> Locator:
        """What stands below the address field."""
        return self.page.locator("#add-status")

    # Following a job ------------------------------------------------------------

    @property
    def row(self) -> Locator:
        """The open repository's row on the shelf."""
        return self.page.locator(".repo.open")

    def open_repository(self, name: str) -> None:
        """Click a repository on the shelf."""
        self.page.locator(".repo-open", has_text=name).click()

    def remove(self, name: str) -> None:
        """Remove a repository from the shelf, and say yes."""
        self.page.get_by_role("button", name=f"Remove {name}").click()
        self.page.locator("#confirm").get_by_role("button", name="Remove").click()

    @property
    def job(self) -> Locator:
        """What stands above the conversation: progress, a wait, or why it ended."""
        return self.page.locator("#job")

    def stage(self, name: str) -> Locator:
        """The row of one stage."""
        return self.job.locator(".stage").filter(has_text=name)

    def wait_indexed(self, patience: int = READING) -> None:
        """Until the open repository is wholly read; `patience` is in milliseconds."""
        facts = re.compile(r"\d+ files?$")
        expect(self.row.locator(".repo-facts")).to_have_text(facts, timeout=patience)
        expect(self.job).to_be_empty()

    def cancel(self) -> None:
        self.job.get_by_role("button", name="Cancel").click()

    def go_on(self) -> None:
        self.job.get_by_role("button", name="Go on reading").click()

    # Asking ---------------------------------------------------------------------

    def ask(self, question: str) -> Answer:
        """Type a question, send it, and read the answer."""
        turns = self.page.locator(".turn")
        before = turns.count()
        self.page.locator("#question").fill(question)
        self.page.keyboard.press("Enter")
        expect(turns).to_have_count(before + 1)
        return self.newest_answer()

    def newest_answer(self) -> Answer:
        """The answer of the newest turn, once it is there."""
        turn = self.page.locator(".turn").last
        summary = turn.locator(".summary")
        expect(summary).to_be_visible(timeout=READING)
        return Answer(
            summary.inner_text(),
            [_title(link) for link in turn.locator("a.citation").all()],
            [_title(link) for link in turn.locator(".card a.where").all()],
        )

    def open_citation(self, number: int = 0) -> None:
        """Click a citation of the newest answer."""
        self.page.locator(".turn").last.locator("a.citation").nth(number).click()

    # Reading code ---------------------------------------------------------------

    def find(self, name: str) -> None:
        """Look a name up with the finder, and take the first hit."""
        self.page.keyboard.press("Control+k")
        self.page.locator("#finder input").fill(name)
        expect(self.page.locator("#hits .hit").first).to_contain_text(name)
        self.page.keyboard.press("Enter")

    def seen_line(self) -> tuple[str, int, str]:
        """(path, number, text) of the line that the code pane sets off, and that is on the screen."""
        mark = self.page.locator("#code .mark")
        expect(mark).to_be_in_viewport()
        path = self.page.locator("#code-head .crumbs").get_attribute("title")
        number, text = mark.evaluate("""(mark) => {
            const lines = mark.parentElement;
            const height = parseFloat(getComputedStyle(lines).lineHeight);
            const index = Math.round((mark.getBoundingClientRect().top - lines.querySelector("code")
                .getBoundingClientRect().top) / height);
            return [index + 1, lines.textContent.split("\\n")[index]];
        }""")
        return path or "", number, text

    def unfold_outline(self) -> None:
        """Show the symbols of the open file, and of those opened later."""
        self.page.locator("#outline summary").click()

    def left_out(self) -> dict[str, str]:
        """Paths that were left out -> the reason that the page gives."""
        fold = self.page.locator(".skipped details")
        if fold.get_attribute("open") is None:
            fold.locator("summary").click()
        reasons: dict[str, str] = {}
        for group in fold.locator("> div").all():
            reason = group.locator("h4").inner_text().rpartition(" · ")[0]
            reasons |= dict.fromkeys(group.locator("li").all_inner_texts(), reason)
        return reasons


def _title(link: Locator) -> str:
    return link.get_attribute("title") or ""
