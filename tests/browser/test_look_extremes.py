"""Extreme repositories look right: long names and lines, long files, crowded folders."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.person import READING, Person
from tests.browser.profile import fresh_profile
from tests.github.server import GitHubServer
from tests.support.shop import Repository
from tools.browser import Chromium
from tools.server import SiteServer

CLASS = "AbstractSingletonProxyFactoryBeanConfigurationInterceptorRegistryManager"
DEEP = f"packages/a-package-with-a-very-long-name/src/main/java/com/example/application/internal/{CLASS}.java"
FILES = {
    DEEP: f"public class {CLASS} {{\n  void resolveEveryDependencyOfTheConfiguration() {{}}\n}}\n",
    "long.py": f"def wide():\n    return '{'x' * 20_000}'\n",
    "huge.py": "".join(f"NUMBER_{n} = {n}\n" for n in range(1, 10_001)),
    **{f"lots/module_{n:03}.py": f"VALUE = {n}\n" for n in range(300)},
}
WIDE = {"width": 1440, "height": 900}
SIZES = [WIDE, {"width": 1024, "height": 768}, {"width": 390, "height": 844}]


@pytest.fixture(scope="module")
def reader(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Someone who asks while the repository is still embedded, which for these files need not end."""
    folder = tmp_path_factory.mktemp("extremes")
    Repository(folder).write(FILES)
    with GitHubServer({"o/extremes": folder}) as github, fresh_profile(browser) as profile:
        person = profile.visit(site, github, reliable=True)
        person.add("o/extremes")
        expect(person.stage("Link symbols")).to_have_class("stage finished", timeout=READING)
        person.ask(f"What does {CLASS} resolve?")
        yield person


@pytest.fixture
def person(reader: Person) -> Person:
    """The same, at a desk."""
    reader.page.set_viewport_size(WIDE)
    return reader


def check_width(element: Locator) -> None:
    """Nothing in an element reaches beyond its right edge, but what has a scroll bar of its own."""
    too_wide = element.evaluate("""(element) => {
        const edge = element.getBoundingClientRect().right;
        const scrolls = (inner) => inner.closest(".snippet");
        return [...element.querySelectorAll("*")]
            .filter((inner) => inner.checkVisibility() && !scrolls(inner))
            .filter((inner) => inner.getBoundingClientRect().right > edge + 1)
            .map((inner) => inner.outerHTML.slice(0, 200));
    }""")
    assert too_wide == []


def open_file(page: Page, path: str) -> None:
    page.keyboard.press("Control+k")
    page.locator("#finder input").fill(path)
    expect(page.locator("[role=option][aria-selected=true]")).to_have_attribute("data-click", "pick")
    page.get_by_role("option").filter(has_text=path.rpartition("/")[2]).first.click()
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", path)


def test_counting_moves_nothing(person: Person):
    """The progress's parts keep their places while its figures change."""
    page = person.page
    bar = page.locator(".job-running .meter").first
    before = bar.bounding_box()
    value = bar.get_attribute("aria-valuenow")
    expect(page.locator(f".job-running .meter:not([aria-valuenow='{value}'])").first).to_be_visible(
        timeout=READING
    )
    assert bar.bounding_box() == before


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "tablet", "phone"])
def test_long_names_and_paths_stay_inside_what_holds_them(person: Person, size):
    page = person.page
    open_file(page, DEEP)
    page.set_viewport_size(size)
    panes = {"Files": ["#shelf", "#tree"], "Ask": ["#repository", "#job"], "Code": ["#code-head", "#outline"]}
    for tab, parts in panes.items():
        if page.locator(".tabs").is_visible():
            page.locator(".tabs").get_by_role("button", name=tab).click()
        for part in parts:
            check_width(page.locator(part))
    page.set_viewport_size(WIDE)
    # What says which file and which line it is stays readable where a name is cut.
    head = page.locator("#code-head .crumbs").bounding_box()
    assert head and head["width"] > 100
    expect(page.locator(".card a.where").first).to_contain_text(":1")


def test_the_last_of_ten_thousand_lines_is_found_numbered_and_coloured(person: Person):
    page = person.page
    open_file(page, "huge.py")
    page.keyboard.press("Control+k")
    page.locator("#finder input").fill("NUMBER_10000")
    expect(page.get_by_role("option").first).to_contain_text("NUMBER_10000")
    page.keyboard.press("Enter")
    assert person.seen_line() == ("huge.py", 10_000, "NUMBER_10000 = 10000")
    numbers = page.locator("#code .gutter").inner_text().split("\n")
    assert (numbers[0], numbers[-1], len(numbers)) == ("1", "10000", 10_000)
    expect(page.locator("#code .hljs-number").last).to_have_text("10000")


def test_a_long_line_scrolls_beside_its_number(person: Person):
    page = person.page
    open_file(page, "long.py")
    code = page.locator("#code")
    code.evaluate("e => e.scrollTo(100_000, 0)")
    assert code.evaluate("e => e.scrollLeft") > 10_000
    gutter, pane = page.locator("#code .gutter").bounding_box(), code.bounding_box()
    assert gutter and pane and gutter["x"] == pane["x"]


def test_every_file_of_a_crowded_folder_has_its_row(person: Person):
    page = person.page
    open_file(page, "lots/module_299.py")
    assert page.locator(".node[data-path^='lots/']").count() == 300
    expect(page.locator(".node[aria-selected=true]")).to_be_in_viewport()
    expect(page.locator(".node[aria-selected=true]")).to_have_text("module_299.py")
