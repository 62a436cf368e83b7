"""Light and dark, by the system or by hand, with text that can be read; at rest where that is wished."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.person import Person

# The least contrast of text with what is behind it, WCAG 2, level AA.
LEAST = 4.5

TEXTS = [
    ".turn .summary p",
    ".turn .question",
    ".card .symbol",
    ".card .kind",
    ".card .why",
    ".card .lines",
    ".card .gutter",
    ".card .hljs-keyword",
    ".card .hljs-string",
    ".relations dt",
    ".relations a",
    "a.citation",
    "#tree .name",
    "#tree .count",
    ".repo-name",
    ".repo-facts",
    "#code .lines",
    "#code .gutter",
    "#code .hljs-comment, #code .hljs-string",
    "#engine",
    ".find span",
]

# Every layer from the element up to the first that lets nothing through, painted one over the other.
CONTRAST = """element => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
    const paint = (colours) => {
        for (const colour of colours) {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
        }
        const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
        const linear = (part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const behind = paint(layers);
    const text = paint([getComputedStyle(element).color]);
    return (Math.max(text, behind) + 0.05) / (Math.min(text, behind) + 0.05);
}"""
BRIGHTNESS = """() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)
    .reduce((sum, part) => sum + part) / 3"""


@pytest.fixture
def page(shop: Person) -> Page:
    """The page with an answer and a cited file open, in the system's colours."""
    page = shop.page
    page.emulate_media(color_scheme="light")
    page.locator(".turn a.citation").first.click()
    expect(page.locator("#code .mark")).to_be_visible()
    return page


def choose(page: Page, name: str) -> None:
    """Press the button until it says this choice."""
    button = page.locator("[data-theme-toggle]")
    for _ in range(3):
        if name in (button.get_attribute("title") or ""):
            return
        button.click()
    pytest.fail(f"the button never said {name}")


def brightness(page: Page) -> float:
    """Of the ground, 0 to 255."""
    return page.evaluate(BRIGHTNESS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("selector", TEXTS)
def test_text_stands_out_from_what_is_behind_it(page, selector, scheme):
    page.emulate_media(color_scheme=scheme)
    assert page.locator(selector).first.evaluate(CONTRAST) >= LEAST


def test_the_colours_follow_the_system_until_a_person_chooses(page):
    assert brightness(page) > 200
    page.emulate_media(color_scheme="dark")
    assert brightness(page) < 50
    choose(page, "light")
    assert brightness(page) > 200
    page.emulate_media(color_scheme="light")
    choose(page, "dark")
    assert brightness(page) < 50
    other = page.context.new_page()
    other.goto(page.url, wait_until="domcontentloaded")
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    other.close()
    choose(page, "system")
    assert brightness(page) > 200


def test_nothing_moves_where_a_person_wishes_no_motion(page):
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)
        page.evaluate("document.documentElement.dataset.engine = 'starting'")
        name = page.evaluate("getComputedStyle(document.querySelector('.engine'), '::before').animationName")
        length = page.locator(".fold > summary").first.evaluate(
            "e => getComputedStyle(e, '::before').transitionDuration"
        )
        assert (name != "none", length != "0s") == (moves, moves)
    page.evaluate("document.documentElement.dataset.engine = 'ready'")
    page.emulate_media(reduced_motion="no-preference")
