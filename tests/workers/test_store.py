"""workers/store.js in Chromium, over real IndexedDB: records, texts, several tabs, and a full disk."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from app.engine.store import records

KEYS = {
    "repositories": "id",
    "files": ["repository", "path"],
    "texts": None,
    "nodes": ["repository", "path"],
    "edges": ["repository", "path"],
    "vectors": None,
    "lexical": None,
    "conversations": "repository",
    "settings": "name",
}


def setting(name: str, value: Any) -> dict[str, Any]:
    return {"op": "put", "store": "settings", "record": {"name": name, "value": value}}


class Store:
    """The worker in one tab."""

    def __init__(self, page: Page, folder: str = "") -> None:
        self.page = page
        page.evaluate("folder => { window.store = start('store', folder); }", folder)

    def call(self, method: str, *arguments: Any) -> Any:
        answer = self.page.evaluate("([method, args]) => store.call(method, args)", [method, list(arguments)])
        return json.loads(answer) if answer is not None else None

    def error(self, method: str, *arguments: Any) -> dict[str, str]:
        return self.page.evaluate(
            "([method, args]) => errorOf(store.call(method, args))", [method, list(arguments)]
        )

    def write(self, *operations: dict[str, Any]) -> None:
        self.call("write", json.dumps(operations))


@pytest.fixture
def store(page: Page) -> Store:
    opened = Store(page)
    opened.call("open")
    return opened


def test_a_new_database_has_the_stores_and_keys_that_the_engine_documents(store: Store) -> None:
    keys = store.page.evaluate("""async () => {
        const database = await new Promise((resolve) => {
            const request = indexedDB.open("understory");
            request.onsuccess = () => resolve(request.result);
        });
        const names = [...database.objectStoreNames];
        const transaction = database.transaction(names);
        return Object.fromEntries(names.map((name) => [name, transaction.objectStore(name).keyPath]));
    }""")
    assert keys == KEYS
    assert set(keys) == set(records.STORES)


def test_what_was_written_is_there_after_a_reload(store: Store) -> None:
    store.write(setting("theme", "dark"))
    store.page.reload()
    store.page.wait_for_function("window.ready")
    again = Store(store.page)
    assert again.call("open") == {"version": 1}
    assert again.call("get", "settings", "theme") == {"name": "theme", "value": "dark"}


def test_a_missing_record_is_null(store: Store) -> None:
    assert store.call("get", "settings", "none") is None


def test_list_keys_are_read_by_their_beginning_in_key_order(store: Store) -> None:
    files = [("r", "b"), ("r", "a"), ("r2", "a"), ("q", "z"), ("r", "a/\uffff")]
    store.write(*({"op": "put", "store": "files", "record": {"repository": r, "path": p}} for r, p in files))
    assert [record["path"] for record in store.call("getAll", "files", ["r"])] == ["a", "a/\uffff", "b"]
    assert len(store.call("getAll", "files")) == 5


def test_deleting_by_beginning_leaves_the_neighbours(store: Store) -> None:
    for repository in ("q", "r", "r2"):
        store.write({"op": "put", "store": "nodes", "record": {"repository": repository, "path": "a"}})
    store.write({"op": "delete_prefix", "store": "nodes", "key": ["r"]})
    assert [record["repository"] for record in store.call("getAll", "nodes")] == ["q", "r2"]


@pytest.mark.parametrize(
    "broken",
    [
        {"op": "put", "store": "files", "record": {"path": "a record without its key"}},
        {"op": "melt", "store": "files"},
        {"op": "put", "store": "repositories", "record": {"id": "x", "format": records.FORMAT + 1}},
    ],
)
def test_one_broken_operation_undoes_the_whole_write(store: Store, broken: dict[str, Any]) -> None:
    store.write(setting("theme", "dark"))
    assert store.error("write", json.dumps([setting("theme", "light"), broken, setting("new", 1)]))
    assert store.call("getAll", "settings") == [{"name": "theme", "value": "dark"}]


def test_texts_come_back_to_the_letter(store: Store) -> None:
    texts = {
        "empty": "",
        "astral": "x = '\U0001f332\U00020000'  # \u202e\n\r\n\x00",
        "mark": "\ufeffstarts with a byte order mark",
        "large": "0123456789 äöü\n" * 70_000,
    }
    store.call("putTexts", json.dumps(texts))
    assert store.call("getTexts", [*texts, "missing"]) == texts
    kept = store.page.evaluate("""async () => {
        const request = indexedDB.open("understory");
        const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
        const get = database.transaction("texts").objectStore("texts").get("large");
        return new Promise((resolve) => (get.onsuccess = () => resolve(get.result.byteLength)));
    }""")
    assert kept < len(texts["large"]) / 50


def test_a_record_of_another_format_is_read_as_it_is_and_refused_when_written(store: Store) -> None:
    store.page.evaluate("""async () => {
        const request = indexedDB.open("understory");
        const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
        const transaction = database.transaction("nodes", "readwrite");
        transaction.objectStore("nodes").put({repository: "r", path: "p", format: 7});
        await new Promise((resolve) => (transaction.oncomplete = resolve));
        database.close();
    }""")
    record = {"repository": "r", "path": "p", "format": 7}
    assert store.call("get", "nodes", ["r", "p"]) == record
    assert store.call("getAll", "nodes", ["r"]) == [record]
    error = store.error("write", json.dumps([{"op": "put", "store": "nodes", "record": record}]))
    assert error["code"] == "unknown-format"
    assert "format 7" in error["message"]


def test_a_full_disk_is_told_with_its_numbers_and_loses_nothing(store: Store, origin: str) -> None:
    devtools = store.page.context.new_cdp_session(store.page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 3_000_000})
    error = None
    for number in range(100):
        # Different every time, or the browser's own compression would swallow it.
        noise = base64.b64encode(random.Random(number).randbytes(150_000)).decode()
        both = json.dumps([setting("theme", number), setting(f"noise {number}", noise)])
        if error := store.error("write", both):
            break
    assert error and error["code"] == "quota"
    assert " MB" in error["message"]
    assert store.call("get", "settings", "theme")["value"] == number - 1
    assert store.call("get", "settings", f"noise {number}") is None
    assert store.call("get", "settings", "noise 0")
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    store.write(setting("theme", "light"))
    assert store.call("get", "settings", "theme")["value"] == "light"


def test_the_database_is_measured_apart_from_the_site_s_own_files(store: Store) -> None:
    size = 3_000_000
    store.page.evaluate(
        "async (size) => (await caches.open('site')).put('/file', new Response(new Uint8Array(size)))", size
    )
    store.write(setting("theme", "dark"))
    estimate = store.call("estimate")
    assert estimate["usage"] >= size
    assert 0 < estimate["database"] < size


def test_a_newer_site_upgrades_while_an_older_tab_gives_way(
    store: Store, open_page: Callable[[], Page]
) -> None:
    store.write(setting("theme", "dark"))
    newer = Store(open_page(), "/next")
    assert newer.call("open") == {"version": 2}
    assert newer.call("get", "settings", "theme") == {"name": "theme", "value": "dark", "migrated": True}
    error = store.error("get", "settings", "theme")
    assert error["code"] == "upgraded"
    assert "Reload" in error["message"]


def test_a_database_of_a_newer_version_is_refused_in_words(page: Page, open_page: Callable[[], Page]) -> None:
    Store(page, "/next").call("open")
    error = Store(open_page()).error("open")
    assert error["code"] == "newer-version"
    assert "2, this one knows 1" in error["message"]


def test_a_tab_that_does_not_give_way_is_named_and_the_upgrade_waits_for_it(
    store: Store, open_page: Callable[[], Page]
) -> None:
    store.write(setting("theme", "dark"))
    stubborn = open_page()
    stubborn.evaluate("""() => new Promise((resolve) => {
        const request = indexedDB.open("understory");
        request.onsuccess = () => { window.held = request.result; resolve(); };
    })""")
    newer = Store(open_page(), "/next")
    error = newer.error("open")
    assert error["code"] == "blocked"
    assert "Another tab" in error["message"]
    stubborn.evaluate("held.close()")
    newer.page.wait_for_function("store.call('open').then(() => true, () => false)")
    assert newer.call("get", "settings", "theme")["migrated"]
