"""What a model's Markdown becomes: code, formulas, diagrams, and citations that open the lines they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from tests.browser.talking import Talker, says, talking
from tools.browser import Chromium
from tools.server import SiteServer

CITED = "It is summed [shop/orders.py:12-14], priced [shop/prices.py:6], and imagined [no/such.py:9]."
DIAGRAM = "flowchart LR\n  A[Order] -->|names| B(A rather long label for a box)\n  B --> C[(PRICES)]"


@pytest.fixture(scope="module")
def talker(browser: Chromium, site: SiteServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talker]:
    with talking(browser, site, tmp_path_factory.mktemp("shop")) as talker:
        yield talker


# Citations --------------------------------------------------------------------


def test_a_citation_opens_the_code_at_its_line(talker: Talker):
    talker.ask(says(CITED))
    talker.text.locator("a.citation").nth(1).click()
    path, number, text = talker.person.seen_line()
    assert (path, number) == ("shop/prices.py", 6)
    assert text == "def price_of(name):"


def test_its_lines_are_shown_beside_it_to_who_points_at_it(talker: Talker):
    talker.ask(says(CITED))
    peek = talker.page.locator("#peek")
    talker.text.locator("a.citation").first.hover()
    expect(peek).to_be_visible()
    expect(peek.locator(".peek-title")).to_have_text("shop/orders.py:12–14")
    expect(peek.locator(".lines")).to_contain_text("return sum(price_of(name) for name in self.names)")
    expect(peek.locator(".lines .hljs-keyword").first).to_have_text("def")
    box = peek.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= talker.page.viewport_size["width"]
    # The lines can be pointed at themselves, and go with the pointer.
    peek.hover()
    expect(peek).to_be_visible()
    talker.page.mouse.move(5, 5)
    expect(peek).to_be_hidden()


def test_its_lines_are_shown_to_who_comes_by_keys(talker: Talker):
    talker.ask(says(CITED))
    citations = talker.text.locator(".citation")
    talker.turn.locator(".steps summary").focus()
    talker.page.keyboard.press("Tab")
    expect(citations.first).to_be_focused()
    peek = talker.page.locator("#peek")
    expect(peek).to_contain_text("def total(self):")
    expect(citations.first).to_have_attribute("aria-describedby", "peek")
    talker.page.keyboard.press("Tab")
    expect(peek).to_contain_text("def price_of(name):")
    talker.page.keyboard.press("Tab")
    expect(peek).to_contain_text("Not a source:")
    talker.page.keyboard.press("Escape")
    expect(peek).to_be_hidden()
    expect(citations.nth(2)).to_be_focused()


def test_a_citation_that_points_to_nothing_is_struck_out_with_its_reason(talker: Talker):
    talker.ask(says(CITED))
    wrong = talker.text.locator(".citation.wrong")
    expect(wrong).to_have_text("no/such.py:9")
    expect(wrong).to_have_css("cursor", "help")
    assert wrong.evaluate("e => e.localName") == "span"
    assert wrong.locator("s").evaluate("e => getComputedStyle(e).textDecorationLine") == "line-through"
    expect(wrong).to_have_attribute("aria-label", re.compile("not a source: "))
    wrong.hover()
    expect(talker.page.locator("#peek")).to_contain_text("Not a source:")
    talker.page.mouse.move(5, 5)


def test_citations_keep_their_places_behind_characters_of_two_units(talker: Talker):
    talker.ask(
        says("🍵🍰 𝒜 then [shop/prices.py:6] 🍵 and `[shop/orders.py:6]`.\n\n```\n[shop/prices.py:3]\n```\n")
    )
    titles = talker.text.locator("a.citation").evaluate_all("all => all.map((e) => e.title)")
    assert titles == ["shop/prices.py:6", "shop/orders.py:6"]
    expect(talker.text.locator("p")).to_have_text("🍵🍰 𝒜 then shop/prices.py:6 🍵 and shop/orders.py:6.")
    # In code they are the text that they were.
    expect(talker.text.locator("pre")).to_have_text("[shop/prices.py:3]\n")


# Formulas ---------------------------------------------------------------------


def test_formulas_are_mathematics_and_money_is_money(talker: Talker):
    talker.ask(
        says(
            "So $\\sum_{i=1}^{n} p_i$ and \\(x^2\\), for $5 or $6, in `$HOME`.\n\n"
            "$$\nT = \\frac{a}{b}\n$$\n\nThen \\[ y = 1 \\]\n\nand $\\nosuchcommand{x}$."
        )
    )
    expect(talker.text.locator("math")).to_have_count(4)
    assert talker.text.locator("math[display=block]").count() >= 1
    expect(talker.text.locator("math mfrac")).to_have_count(1)
    expect(talker.text.locator("p").first).to_contain_text("for $5 or $6, in $HOME.")
    unread = talker.text.locator(".math.unread")
    expect(unread).to_have_text("\\nosuchcommand{x}")
    assert unread.get_attribute("title")


# Diagrams ---------------------------------------------------------------------


SVG = "{http://www.w3.org/2000/svg}"


def drawn(talker: Talker) -> ElementTree.Element:
    """The drawing that the image of the newest answer holds, which is well-formed XML."""
    image = talker.text.locator(".diagram img")
    expect(image).to_be_visible(timeout=120_000)
    _, _, encoded = (image.get_attribute("src") or "").partition(",")
    return ElementTree.fromstring(unquote(encoded))


def test_a_diagram_is_drawn_as_an_image_with_its_source_beside_it(talker: Talker):
    talker.ask(says(f"So it goes:\n\n```mermaid\n{DIAGRAM}\n```\n"))
    drawing = drawn(talker)
    # A long label is broken: it was measured.
    labels = ["".join(label.itertext()) for label in drawing.iter(SVG + "text")]
    assert {"Order", "names", "PRICES", "A rather longlabel for a box"} == set(labels)
    assert not [part.tag for part in drawing.iter() if part.tag.rpartition("}")[2] in ("foreignObject", "a")]
    image = talker.text.locator(".diagram img")
    size = image.evaluate(
        "async (image) => (await image.decode(), [image.naturalWidth, image.naturalHeight])"
    )
    assert size == [pytest.approx(float(drawing.attrib[side]), abs=1) for side in ("width", "height")]
    expect(image).to_have_attribute("alt", re.compile("Diagram: flowchart LR"))
    talker.text.locator(".diagram summary").click()
    expect(talker.text.locator(".diagram pre")).to_have_text(DIAGRAM)


def test_a_diagram_takes_the_colours_of_the_page(talker: Talker):
    talker.ask(says(f"```mermaid\n{DIAGRAM}\n```\n"))
    drawn(talker)
    image = talker.text.locator(".diagram img")
    light = image.get_attribute("src")
    talker.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    expect(image).not_to_have_attribute("src", light or "")
    assert "181b19" in (image.get_attribute("src") or "")
    talker.page.evaluate("delete document.documentElement.dataset.theme")
    expect(image).to_have_attribute("src", light or "")


def test_a_diagram_that_does_not_parse_shows_its_source_and_why(talker: Talker):
    talker.ask(says("```mermaid\nflowchart LR\n  A[[[ -> \n```\n\nAfter."))
    figure = talker.text.locator(".diagram")
    expect(figure.locator("figcaption")).to_contain_text(
        "could not be drawn. Parse error on line 2", timeout=120_000
    )
    expect(figure.locator("pre")).to_be_visible()
    expect(figure.locator("img")).to_have_count(0)


def test_mermaid_is_not_loaded_by_a_page_without_diagrams(talker: Talker, site: SiteServer):
    talker.person.reload()
    page = talker.page.context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-engine", "ready", timeout=120_000)
    assert not [url for url in asked if "mermaid" in url or "temml" in url]
    page.close()


# The rest ---------------------------------------------------------------------


def test_code_is_coloured_and_tables_and_links_are_what_they_are(talker: Talker):
    talker.ask(
        says(
            "```python\ndef f(): pass\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
            "[docs](https://docs.example.com/x) and [here](#/r/x) and [mail](mailto:a@b.c)"
        )
    )
    expect(talker.text.locator("pre .hljs-keyword").first).to_have_text("def")
    expect(talker.text.locator("table td")).to_have_text(["1", "2"])
    links = talker.text.locator("p a")
    expect(links).to_have_count(1)
    expect(links).to_have_attribute("title", "Opens docs.example.com")
    expect(links).to_have_attribute("rel", "noopener noreferrer")
    expect(links).to_have_attribute("target", "_blank")
