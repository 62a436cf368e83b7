"""A model's words are data, as a repository's are: nothing in them runs, leads astray, or asks anybody."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from tests.browser.talking import Talker, calls, says, talking
from tests.support.shop import FILES
from tools.browser import Chromium
from tools.server import SiteServer

RUN = "document.documentElement.dataset.hacked=1"
# The profile complains of every request to it.
ELSEWHERE = "http://127.0.0.1:4/"
IMAGE = f'<img src="{ELSEWHERE}i.png" onerror="{RUN}">'
TURNED = "shop/\u202egpj.exe\u202c.py"

MARKUP = f"""
<script>{RUN}</script>{IMAGE}<iframe src="javascript:{RUN}"></iframe><base href="{ELSEWHERE}">
<style>body {{ display: none }}</style><link rel="stylesheet" href="{ELSEWHERE}style.css">
<svg onload="{RUN}"><script>{RUN}</script><a href="javascript:{RUN}"><text>x</text></a></svg>
<form action="{ELSEWHERE}" data-submit="add-repository"><input name="address" value="o/other"></form>
<a data-click="remove" data-repository="github.com/o/shop@main" href="#">remove</a>
<div class="math">\\href{{javascript:{RUN}}}{{x}}</div> <p style="position:fixed;inset:0">over it all</p>

[run](javascript:{RUN}) [data](data:text/html,<script>{RUN}</script>) [file](file:///etc/passwd)
[vb](vbscript:{RUN}) [in](#/r/x) [blob](blob:x) ![image]({ELSEWHERE}i.png) ![data](data:image/svg+xml,<svg/>)
[ok]({ELSEWHERE}page "a title")

[shop/orders.py:12" data-click="remove] and [x" onmouseover="{RUN}:7] and \ue0000\ue001 and \ue0007\ue001
"""
MATHS = rf"""
$\href{{javascript:{RUN}}}{{x}}$ and $\url{{javascript:{RUN}}}$ and $\includegraphics{{{ELSEWHERE}i.png}}$
and $\htmlData{{click=remove}}{{x}}$ and $\class{{shelf}}{{x}}$ and $\style{{position:fixed}}{{x}}$
and $\text{{<img src=x onerror={RUN}>}}$ and $\def\a{{\a\a}}\a$ and $\rule{{9999em}}{{9999em}}$
and $\color{{url({ELSEWHERE}c)}}x$

<math><maction actiontype="statusline" xlink:href="javascript:{RUN}">x</maction></math>
<math><mtext><img src=x onerror="{RUN}"></mtext></math>

$${"{" * 300}x{"}" * 300}$$
"""
DIAGRAMS = f"""
```mermaid
%%{{init: {{"securityLevel": "loose", "htmlLabels": true, "flowchart": {{"htmlLabels": true}}}}}}%%
%%{{init: {{"themeCSS": "@import url({ELSEWHERE}t.css)"}}}}%%
flowchart LR
  A["<img src='{ELSEWHERE}i.png' onerror='{RUN}'>"] --> B["<b onclick='{RUN}'>b</b>"]
  B --> C["<script>{RUN}</script>"]
  click A "javascript:{RUN}"
  click B href "javascript:{RUN}" _self
  click C call alert()
  style A fill:#f96,stroke:red
```

```mermaid
---
config:
  securityLevel: loose
  fontFamily: "x; }} * {{ background: url({ELSEWHERE}g.png)"
---
sequenceDiagram
  participant A as <svg onload={RUN}>
  A->>A: <a href="javascript:{RUN}">x</a> <img src={ELSEWHERE}s.png>
  link A: Web @ {ELSEWHERE}page
```

```mermaid
classDiagram
  class A["<iframe src=javascript:{RUN}>"]
  link A "javascript:{RUN}" "tip"
```
"""

# What only an answer could have brought, outside an image of a diagram.
FOREIGN = """() => [...document.querySelectorAll("*")].filter((element) => {
    const names = element.getAttributeNames();
    return names.some((name) => name.startsWith("on"))
        || element.matches("iframe:not(.diagram-frame), base, form:not([data-submit]), object, embed")
        || element.matches("body style, body link, body script:not([src]), maction")
        || element.matches(".written :is(form, input, svg, a[id])")
        || (element.matches("img") && !element.src.startsWith("data:image/svg+xml,"))
        || /^\\s*(javascript|data|vbscript|file|blob):/i.test(element.getAttribute("href") ?? "")
        || (element.closest(".written > p") && getComputedStyle(element).position !== "static");
}).map((element) => element.outerHTML)"""


@pytest.fixture(scope="module")
def talker(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    files = {**FILES, TURNED: "def turned():\n    return 1\n"}
    with talking(browser, site, tmp_path_factory.mktemp("shop"), files) as talker:
        yield talker


def check_harmless(page: Page) -> None:
    page.wait_for_timeout(300)
    assert page.evaluate(FOREIGN) == []
    for frame in page.frames:
        assert frame.evaluate("document.documentElement.dataset.hacked") is None
    expect(page.locator(".repo")).to_have_count(1)


def check_width(page: Page) -> None:
    assert page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(window.repository)")


def test_markup_shows_as_what_it_is(talker: Talker):
    talker.ask(says(MARKUP))
    check_harmless(talker.page)
    expect(talker.text).to_contain_text(f"<script>{RUN}</script>")
    links = talker.text.locator("a[href]").evaluate_all("all => all.map((a) => [a.href, a.title])")
    assert [link for link in links if not link[0].startswith(talker.page.url.partition("#")[0])] == [
        [f"{ELSEWHERE}page", "Opens 127.0.0.1:4"]
    ]
    acting = talker.text.locator("[data-click], [data-submit], [data-input]")
    assert set(acting.evaluate_all("all => all.map((e) => e.dataset.click)")) <= {"open-file"}


def test_it_is_as_harmless_while_it_comes(talker: Talker):
    talker.answers(says(*[MARKUP[at : at + 7] for at in range(0, len(MARKUP), 7)]))
    talker.send()
    talker.wait_written()
    check_harmless(talker.page)


def test_formulas_lead_nowhere_and_do_not_grow(talker: Talker):
    talker.ask(says(MATHS))
    check_harmless(talker.page)
    assert talker.text.locator("math [href], math [id], math [data-click]").count() == 0
    assert talker.text.evaluate("e => e.getBoundingClientRect().height") < 6000
    check_width(talker.page)


def test_diagrams_run_nothing_and_ask_nobody(talker: Talker):
    talker.ask(says(DIAGRAMS))
    figures = talker.text.locator(".diagram")
    expect(figures).to_have_count(3)
    for number in range(3):
        expect(figures.nth(number).locator("img, figcaption").first).to_be_visible(timeout=120_000)
    check_harmless(talker.page)
    sources = talker.text.locator(".diagram img").evaluate_all("all => all.map((image) => image.src)")
    assert len(sources) == 3
    for source in sources:
        drawing = ElementTree.fromstring(unquote(source.partition(",")[2]))
        for part in drawing.iter():
            assert part.tag.rpartition("}")[2] not in ("script", "iframe", "image", "img")
            assert not [name for name in part.attrib if name.rpartition("}")[2].startswith("on")]
            assert part.attrib.get("href", "#")[0] == "#"
            assert ELSEWHERE not in part.attrib.get("style", "")
        styles = "".join(style.text or "" for style in drawing.iter("{http://www.w3.org/2000/svg}style"))
        assert ELSEWHERE not in styles and "@import" not in styles


@pytest.mark.parametrize(
    "text",
    [
        "x" * 5000,
        "[" * 3000,
        "*_" * 3000,
        "> " * 400 + "deep",
        "- " * 400 + "deep",
        "| a " * 300 + "|\n" + "|---" * 300 + "|\n",
        "$" * 3001,
        "`" * 3001,
        "<" * 3000,
    ],
    ids=["long word", "brackets", "stars", "quotes", "lists", "columns", "dollars", "ticks", "angles"],
)
def test_text_that_is_hard_to_read_neither_hangs_the_page_nor_widens_it(talker: Talker, text):
    talker.ask(says(text))
    check_width(talker.page)
    check_harmless(talker.page)


def test_an_answer_of_a_megabyte_is_shown_and_the_page_goes_on(talker: Talker):
    part = "A paragraph with `code`, **words** and [shop/orders.py:12].\n\n" * 64
    talker.answers(says(*[part] * 270))
    talker.send("Tell me everything, and more.")
    talker.wait_written()
    assert talker.text.evaluate("e => e.textContent.length") > 700_000
    talker.page.keyboard.press("Control+k")
    expect(talker.page.locator("#finder")).to_be_visible()
    talker.page.keyboard.press("Escape")
    talker.person.reload()
    assert talker.text.evaluate("e => e.textContent.length") > 700_000


def test_a_path_cannot_turn_the_text_around_it(talker: Talker):
    talker.ask(says(f"See [{TURNED}:1] and \u202eturned\u202c."))
    names = talker.text.locator(".citation, .cited")
    expect(names).to_have_count(1)
    assert "\u202e" not in names.inner_text()
    box = names.bounding_box()
    assert box and box["width"] > 0


def test_what_a_tool_found_and_was_asked_stays_text(talker: Talker):
    talker.ask(calls("search", query=IMAGE), says("Nothing."), question="Search for an image.")
    talker.turn.locator(".steps summary").click()
    expect(talker.turn.locator(".steps .call").first).to_contain_text("<img src=")
    check_harmless(talker.page)


def test_the_frame_for_diagrams_admits_styles_and_its_own_scripts_alone(talker: Talker):
    talker.ask(says("```mermaid\nflowchart LR\n  A --> B\n```\n"))
    expect(talker.text.locator(".diagram img")).to_be_visible(timeout=120_000)
    frame = next(frame for frame in talker.page.frames if frame.url.endswith("diagram.html"))
    policy = frame.locator("meta[http-equiv='Content-Security-Policy']").get_attribute("content") or ""
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
    assert rules["default-src"] == "'none'" and rules["script-src"] == "'self'"
    assert "img-src" not in rules and "connect-src" not in rules
