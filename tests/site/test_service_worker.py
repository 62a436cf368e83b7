"""static/service-worker.js in Chromium: what it keeps, when it updates, and what it leaves alone.

Most tests serve a site of five files under the real worker; those of the whole site serve dist/.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import BrowserContext, Page

from tests.github.server import GitHubServer
from tests.site.conftest import FILES, ON_DEMAND, PAGE, Folder
from tools.browser import profile
from tools.drive import Driver
from tools.paths import DIST
from tools.server import SiteServer

# Files of this size are not fetched twice on a first visit.
LARGE = 1_000_000


def visit(context: BrowserContext, site: SiteServer) -> Page:
    """Open the site in a tab and wait until its service worker answers for it."""
    page = context.new_page()
    page.goto(site.url)
    page.wait_for_function("navigator.serviceWorker.controller")
    return page


def text(page: Page, path: str) -> str | None:
    """What the page gets for one of the site's files; None where it gets nothing."""
    return page.evaluate(
        "(path) => fetch(path).then((answer) => (answer.ok ? answer.text() : null), () => null)", path
    )


def update(page: Page) -> None:
    """Have the browser look for a newer worker, and wait until one is installed."""
    page.evaluate("""async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        const worker = registration.installing ?? registration.waiting;
        while (worker && worker.state === "installing")
            await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    }""")


def caches(page: Page) -> dict[str, list[str]]:
    """The paths in each cache of the page's origin."""
    return page.evaluate("""async () => {
        const found = {};
        for (const name of await caches.keys()) {
            const requests = await (await caches.open(name)).keys();
            found[name] = requests.map(({ url }) => decodeURIComponent(new URL(url).pathname));
        }
        return found;
    }""")


def shown(page: Page) -> str:
    return page.locator("p").inner_text()


def test_every_file_but_those_on_demand_is_there_without_the_host(
    small: Folder, context: BrowserContext
) -> None:
    with SiteServer(small.path) as site:
        page = visit(context, site)
    page.reload()
    assert shown(page) == "one"
    for name, content in FILES.items():
        assert text(page, name) == (None if name == ON_DEMAND else content)


def test_a_file_on_demand_is_kept_once_it_was_used_and_over_an_update(
    small: Folder, context: BrowserContext
) -> None:
    with SiteServer(small.path) as site:
        page = visit(context, site)
        assert f"/{ON_DEMAND}" not in site.requests
        assert text(page, ON_DEMAND) == "weights"
        small.write("a.js", "new")
        small.publish()
        update(page)
        page.reload()
        page.wait_for_function("fetch('a.js').then((answer) => answer.text()).then((is) => is === 'new')")
    assert text(page, ON_DEMAND) == "weights"
    assert site.sent.count(f"/{ON_DEMAND}") == 1


def test_a_new_version_fetches_what_changed_and_deletes_the_old_cache(
    small: Folder, context: BrowserContext
) -> None:
    with SiteServer(small.path) as site:
        page = visit(context, site)
        (old,) = caches(page)
        small.write("index.html", PAGE.replace("one", "two"))
        small.write("d.js", "4")
        small.remove("b.js")
        small.publish()
        before = len(site.sent)
        update(page)
        assert sorted(site.sent[before:]) == ["/d.js", "/index.html", "/service-worker.js"]
        assert shown(page) == "one"
        page.reload()
        page.get_by_text("two").wait_for()
    ((new, paths),) = caches(page).items()
    assert new != old
    assert {"/d.js", "/a.js"} <= set(paths)
    assert "/b.js" not in paths


def test_a_new_version_waits_for_the_last_tab_of_the_old_one(small: Folder, context: BrowserContext) -> None:
    with SiteServer(small.path) as site:
        first, second = visit(context, site), visit(context, site)
        small.write("index.html", PAGE.replace("one", "two"))
        small.write("a.js", "new")
        small.publish()
        update(first)
        second.reload()
        third = visit(context, site)
        for page in (first, second, third):
            assert (shown(page), text(page, "a.js")) == ("one", "1")
        first.close()
        third.close()
        second.reload()
        second.get_by_text("two").wait_for()
        assert text(second, "a.js") == "new"


def test_a_frame_of_the_page_neither_takes_a_new_version_nor_keeps_it_back(
    small: Folder, context: BrowserContext
) -> None:
    small.write("frame.html", "<p>frame</p>")
    small.publish()
    with SiteServer(small.path) as site:
        page = visit(context, site)
        small.write("index.html", PAGE.replace("one", "two"))
        small.publish()
        update(page)
        frame = (
            "document.body.append(Object.assign(document.createElement('iframe'), { src: './frame.html' }))"
        )
        page.evaluate(frame)
        page.frame_locator("iframe").get_by_text("frame").wait_for()
        assert shown(page) == "one" and len(caches(page)) == 2
        page.reload()
        page.get_by_text("two").wait_for()


def test_an_interrupted_installation_goes_on_where_it_ended(small: Folder, context: BrowserContext) -> None:
    missing = small.path / "folder/ü c.txt"
    missing.rename(small.path / "away")
    with SiteServer(small.path) as site:
        page = context.new_page()
        page.goto(site.url)
        assert page.evaluate("outcome") == "redundant"
        assert shown(page) == "one"
        (small.path / "away").rename(missing)
        before = len(site.requests)
        page.goto("about:blank")
        page = visit(context, site)
    # The page itself, then the worker, which only asks for what it lacks.
    assert [path for path in site.requests[before:] if path not in ("/", "/service-worker.js")] == [
        "/folder/ü c.txt"
    ]


def test_a_version_that_was_never_finished_leaves_its_files_to_the_next(
    small: Folder, context: BrowserContext
) -> None:
    with SiteServer(small.path) as site:
        page = visit(context, site)
        small.write("a.js", "new")
        small.write("b.js", "broken")
        small.publish()
        (small.path / "b.js").write_text("not what the list says")
        update(page)
        assert site.sent.count("/a.js") == 2
        small.write("b.js", "mended")
        small.publish()
        update(page)
        page.reload()
        page.wait_for_function("fetch('b.js').then((answer) => answer.text()).then((is) => is === 'mended')")
        assert len(caches(page)) == 1
    assert text(page, "a.js") == "new"
    assert site.sent.count("/a.js") == 2


def test_a_file_that_differs_from_the_list_is_never_kept(small: Folder, context: BrowserContext) -> None:
    small.write("a.js", "another version")
    with SiteServer(small.path) as site:
        page = context.new_page()
        page.goto(site.url)
        assert page.evaluate("outcome") == "redundant"
        assert all("/a.js" not in paths for paths in caches(page).values())
        assert text(page, "a.js") == "another version"


def test_a_worker_that_lost_its_files_gives_the_page_back_to_the_host(
    small: Folder, context: BrowserContext
) -> None:
    with SiteServer(small.path) as site:
        page = visit(context, site)
        page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
        small.write("index.html", PAGE.replace("one", "two"))
        small.publish()
        page.goto(site.url)
        page.get_by_text("two").wait_for()
        page.wait_for_function("navigator.serviceWorker.controller")


def test_requests_of_other_origins_and_other_paths_never_pass_the_worker(
    small: Folder, context: BrowserContext, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.js").write_text("theirs")
    plain = SiteServer(small.path, prefix="/site/", isolated=False)
    with SiteServer(tmp_path / "other") as other, plain as site:
        page = visit(context, site)
        answers: dict[str, bool] = {}
        page.on("response", lambda answer: answers.update({answer.url: answer.from_service_worker}))
        page.evaluate("(url) => fetch(url, { mode: 'no-cors' })", f"{other.url}a.js")
        assert text(page, "a.js") == "1"
        assert text(page, "missing.js") is None
        assert text(page, "/a.js") is None
    host = site.url.removesuffix("/site/")
    assert answers == {
        f"{other.url}a.js": False,
        f"{site.url}a.js": True,
        f"{site.url}missing.js": False,
        f"{host}/a.js": False,
    }


def test_two_sites_of_one_host_keep_their_files_apart(small: Folder, context: BrowserContext) -> None:
    with SiteServer(small.path.parent) as host:
        (small.path.parent / "second").symlink_to(small.path)
        pages = []
        for name in ("small", "second"):
            page = context.new_page()
            page.goto(f"{host.url}{name}/")
            page.wait_for_function("navigator.serviceWorker.controller")
            pages.append(page)
        assert len(caches(pages[0])) == 2
        small.write("a.js", "new")
        small.publish()
        update(pages[0])
        pages[0].reload()
        pages[0].wait_for_function("fetch('a.js').then((answer) => answer.text()).then((is) => is === 'new')")
        assert text(pages[1], "a.js") == "1"


def test_a_host_without_headers_is_isolated_by_the_worker_from_the_second_load_on(
    small: Folder, context: BrowserContext
) -> None:
    with SiteServer(small.path, isolated=False) as site:
        page = visit(context, site)
        assert page.evaluate("crossOriginIsolated") is False
        page.reload()
        assert page.evaluate("crossOriginIsolated") is True


def test_the_whole_site_with_model_and_grammars_works_without_its_host(
    dist: None, context: BrowserContext, every_language: Path
) -> None:
    """From a plain file host and below a path, which is the hardest case."""
    with SiteServer(DIST, prefix="/code/understory/", isolated=False) as site:
        visit(context, site).close()
    page = context.new_page()
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(request.url))
    driver = Driver(page, site.url)
    driver.open()
    assert page.evaluate("crossOriginIsolated") is True
    with GitHubServer({"o/every": every_language}) as github:
        id = driver.index("o/every", **github.endpoints)
        driver.wait(id)
        report = driver.call("report", repository=id)
        answer = driver.call("ask", repository=id, question="where is the queue emptied?")
    assert report["files"] == len(list(every_language.iterdir()))
    assert report["text_only"] == []
    assert report["embedded"] == report["chunks"] > 0
    assert "dense" in {ranked["source"] for ranked in answer["ranked"]}
    grammars = {f"{site.url}grammars/{file.name}" for file in (DIST / "grammars").iterdir()}
    assert grammars <= set(requests)
    asked_for = (site.url, "blob:", github.api_url, github.raw_url)
    assert [url for url in requests if not url.startswith(asked_for)] == []


def test_a_first_visit_fetches_no_large_file_twice(dist: None, tmp_path: Path) -> None:
    """The page asks for the model and its runtime while the worker is about to keep them. In a browser
    with a profile, as people have: without one its cache in memory holds no file of several megabytes."""
    model = "models/all-MiniLM-L6-v2/onnx/model_quantized.onnx_data"
    runtime = "vendor/ort/ort-wasm-simd-threaded.wasm"
    with SiteServer(DIST) as site, profile(tmp_path / "profile") as context:
        page = context.new_page()
        driver = Driver(page, site.url)
        page.goto(site.url, wait_until="commit")
        page.evaluate(
            "(paths) => { window.early = Promise.all(paths.map((path) => fetch(path))); }", [model, runtime]
        )
        page.wait_for_function("navigator.serviceWorker.controller")
        page.evaluate("early.then((answers) => Promise.all(answers.map((answer) => answer.blob())))")
        driver.open()
    sizes = {path: (DIST / path.lstrip("/")).stat().st_size for path in site.sent if path != "/"}
    large = [path for path in site.sent if sizes.get(path, 0) > LARGE]
    assert {f"/{model}", f"/{runtime}"} <= set(large)
    assert len(large) == len(set(large))
