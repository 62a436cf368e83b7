"""The watch that every browser test relies on hears what it is there for, from every thread."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.watch import Watch
from tools.server import SiteServer

ELSEWHERE = "http://127.0.0.1:4/"
INLINE = "document.body.append(Object.assign(document.createElement('script'), { textContent: '1' }));"


def asking(path: str) -> str:
    """A script that asks another origin."""
    return f"fetch('{ELSEWHERE}{path}').catch(() => {{}});"


def inside_a_worker(script: str) -> str:
    """A script that runs another one in a worker."""
    return f"new Worker(URL.createObjectURL(new Blob([{json.dumps(script)}])));"


@pytest.fixture
def listening(context: BrowserContext, site: SiteServer) -> Watch:
    watch = Watch(context)
    watch.admit([site.url])
    return watch


@pytest.fixture
def page(listening: Watch, context: BrowserContext, site: SiteServer) -> Page:
    page = context.new_page()
    page.goto(site.url)
    return page


def wait_for(page: Page, watch: Watch, complaint: str) -> None:
    """Fails where the complaint does not come."""
    for _ in range(100):
        if any(complaint in heard for heard in watch.complaints):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"not heard: {complaint}; but {watch.complaints}")


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        (asking("page"), f"asked {ELSEWHERE}page"),
        (inside_a_worker(inside_a_worker(asking("nested"))), f"asked {ELSEWHERE}nested"),
        (inside_a_worker("console.error('lost')"), "console: lost"),
        ("setTimeout(() => { throw new Error('loose'); })", "uncaught: loose"),
        (INLINE, "Content Security Policy"),
    ],
    ids=["page", "nested worker", "console", "exception", "policy"],
)
def test_each_trespass_is_heard(page: Page, listening: Watch, script: str, complaint: str) -> None:
    page.evaluate(f"() => {{ {script} }}")
    wait_for(page, listening, complaint)


def test_requests_of_the_service_worker_are_heard(page: Page, listening: Watch) -> None:
    running = page.context.service_workers or [page.context.wait_for_event("serviceworker")]
    running[0].evaluate(f"() => {{ {asking('service-worker')} }}")
    wait_for(page, listening, f"asked {ELSEWHERE}service-worker")
