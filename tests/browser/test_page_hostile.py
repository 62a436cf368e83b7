"""A repository is data: nothing that it holds becomes markup, runs, or fetches anything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person
from tests.browser.profile import fresh_profile
from tests.github.server import GitHubServer
from tests.support.shop import Repository
from tools.browser import Chromium
from tools.server import SiteServer

RUN = "document.documentElement.dataset.hacked=1"
IMAGE = f'<img src=x onerror="{RUN}">'
ELSEWHERE = "http://127.0.0.1:4/"

MARKDOWN = f"""# Attack {IMAGE}

<script>{RUN}</script>
<base href="{ELSEWHERE}">
<style>body {{ display: none }}</style>
<link rel="stylesheet" href="{ELSEWHERE}style.css">
<iframe src="javascript:{RUN}"></iframe>
<a data-click="remove" data-repository="github.com/o/hostile@main" href="#">remove</a>
<form action="{ELSEWHERE}" data-submit="add-repository"><input name="address" value="o/other"></form>
<svg onload="{RUN}"><script>{RUN}</script></svg>

[run](javascript:{RUN}) [data](data:text/html,<script>{RUN}</script>) [elsewhere]({ELSEWHERE}page)
![remote image]({ELSEWHERE}image.png) <{ELSEWHERE}auto>

[a{IMAGE}.py:1] and [x" data-click="remove:7]

```html
{IMAGE}
```
"""
FILES = {
    "README.md": MARKDOWN,
    f"{IMAGE.replace('/', '')}.py": f'def attack():\n    """Attack. {IMAGE} [run](javascript:{RUN})"""\n',
    "names.scala": f"""object Attack {{
  def `{IMAGE}`(): Int = attack()
  def attack(): Int = 1
}}
""",
    "style.css": f"</style><script>{RUN}</script>\n",
    "page.html": f"<html><script>{RUN}</script>{IMAGE}</html>\n",
}

# Elements and attributes that only a repository could have brought.
FOREIGN = """() => [...document.querySelectorAll("*")].filter((element) => {
    const names = element.getAttributeNames();
    return names.some((name) => name.startsWith("on"))
        || element.matches("img, iframe, base, form:not([data-submit]), body style, body link, object, embed")
        || element.matches("body script:not([src])")
        || /^\\s*(javascript|data|vbscript):/i.test(element.getAttribute("href") ?? "");
}).map((element) => element.outerHTML)"""


@pytest.fixture(scope="module")
def reader(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Someone who has had the hostile repository read."""
    folder = tmp_path_factory.mktemp("hostile")
    Repository(folder).write(FILES)
    with GitHubServer({"o/hostile": folder}) as github, fresh_profile(browser) as profile:
        person = profile.visit(site, github, reliable=True)
        person.add("o/hostile")
        person.wait_indexed()
        # The profile complains of a violation of the policy, and of a request to elsewhere.
        yield person


def check_harmless(page: Page) -> None:
    assert page.evaluate(FOREIGN) == []
    assert page.evaluate("document.documentElement.dataset.hacked") is None
    expect(page.locator(".repo")).to_have_count(1)


def test_the_tree_shows_names_as_they_are(reader: Person):
    for path in FILES:
        expect(reader.page.locator("#tree .name").filter(has_text=path)).to_have_count(1)
    check_harmless(reader.page)


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_shown_as_it_is_written(reader: Person, path):
    page = reader.page
    page.locator("#tree .node").filter(has_text=path).click()
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", path)
    assert page.locator("#code .lines").evaluate("e => e.textContent") == FILES[path]
    check_harmless(page)


def test_symbols_are_shown_by_their_names(reader: Person):
    page = reader.page
    page.locator("#tree .node").filter(has_text="names.scala").click()
    expect(page.locator("#code-head .crumbs")).to_have_attribute("title", "names.scala")
    reader.unfold_outline()
    expect(page.locator("#outline .name").filter(has_text=IMAGE)).to_have_count(1)
    page.locator("#outline a").filter(has_text=IMAGE).click()
    expect(page.locator("#neighbours summary").first).to_contain_text(IMAGE)
    check_harmless(page)


def test_the_finder_shows_names_as_they_are(reader: Person):
    page = reader.page
    page.keyboard.press("Control+k")
    page.locator("#finder input").fill("<img")
    expect(page.get_by_role("option").filter(has_text=IMAGE).first).to_be_visible()
    check_harmless(page)
    page.keyboard.press("Escape")


@pytest.mark.parametrize("question", ["What does attack do?", IMAGE, f"<script>{RUN}</script>"])
def test_an_answer_quotes_and_runs_nothing(reader: Person, question):
    answer = reader.ask(question)
    assert answer.places
    check_harmless(reader.page)


def test_markdown_keeps_words_and_drops_what_acts(reader: Person):
    page = reader.page
    page.evaluate(
        """async (source) => {
            const { renderMarkdown } = await import(new URL("markdown.js", document.baseURI).href);
            const box = document.createElement("div");
            box.id = "rendered";
            box.append(renderMarkdown(source));
            document.querySelector("#turns").append(box);
        }""",
        MARKDOWN,
    )
    box = page.locator("#rendered")
    expect(box.locator("h1")).to_have_text(f"Attack {IMAGE}")
    expect(box.locator("pre")).to_have_text(f"{IMAGE}\n")
    check_harmless(page)
    # Of all that the source links to, two addresses of the web and two citations are left.
    links = box.locator("a[href]").evaluate_all(
        "all => all.map((a) => [a.getAttribute('href'), a.target, a.rel])"
    )
    assert [link for link in links if link[0] != "#"] == [
        [f"{ELSEWHERE}page", "_blank", "noopener noreferrer"],
        [f"{ELSEWHERE}auto", "_blank", "noopener noreferrer"],
    ]
    actions = box.locator("[data-click], [data-submit], [data-input]")
    assert set(actions.evaluate_all("all => all.map((e) => e.dataset.click)")) == {"open-file"}
    paths = actions.evaluate_all("all => all.map((e) => e.dataset.path)")
    assert paths == [f"a{IMAGE}.py", 'x" data-click="remove']
    box.evaluate("e => e.remove()")


def test_the_policy_stands_before_everything_that_it_governs(reader: Person):
    policy = reader.page.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content")
    rules = dict(rule.strip().partition(" ")[::2] for rule in (policy or "").split(";"))
    assert (
        rules["default-src"] == rules["base-uri"] == rules["form-action"] == rules["object-src"] == "'none'"
    )
    assert rules["style-src"] == rules["font-src"] == "'self'"
    assert rules["img-src"] == "'self' data:"
    assert "'unsafe-inline'" not in (policy or "")
    first = reader.page.evaluate("document.querySelector('script, link, style, meta[http-equiv]').httpEquiv")
    assert first == "Content-Security-Policy"


@pytest.mark.parametrize(
    ("markup", "directive"),
    [
        ("<img src='{0}image.png'>", "img-src"),
        ("<link rel='stylesheet' href='{0}style.css'>", "style-src-elem"),
        ("<style>body {{ color: red }}</style>", "style-src-elem"),
        ("<a style='color: red'></a>", "style-src-attr"),
        ("<b onclick='1'></b>", "script-src-attr"),
        ("<iframe src='{0}page'></iframe>", "frame-src"),
        ("<base href='{0}'>", "base-uri"),
    ],
)
def test_the_browser_refuses_what_slips_through_all_the_same(context, site, tmp_path, markup, directive):
    # No watch: the refusal itself is written to the console.
    page = context.new_page()
    page.goto(site.url, wait_until="domcontentloaded")
    with SiteServer(tmp_path) as elsewhere:
        refused = page.evaluate(
            """(markup) => new Promise((resolve) => {
                document.addEventListener("securitypolicyviolation", (e) => resolve(e.effectiveDirective));
                setTimeout(resolve, 5000, "nothing was refused");
                document.head.append(document.createRange().createContextualFragment(markup));
                document.head.lastElementChild.click();
            })""",
            markup.format(elsewhere.url),
        )
        assert refused == directive
        assert elsewhere.requests == []
