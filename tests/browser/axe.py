"""axe-core, run in a page: the rules of WCAG 2.2, levels A and AA."""

from __future__ import annotations

from playwright.sync_api import Page

from tools.paths import NODE_MODULES

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]

_RUN = """async (rules) => {
  const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((n) => `${id}: ${n.html}: ${n.failureSummary}`));
}"""


def violations(page: Page) -> list[str]:
    """What breaks a rule: the rule, the element, and what would mend it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate((NODE_MODULES / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
    return page.evaluate(_RUN, RULES)
