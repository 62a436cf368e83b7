"""Databases of every version so far, each as that version wrote it, under the store worker of today.

A new migration brings a ``fixtures/database_v<n>.js`` of the version before it.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.workers.test_store import KEYS, Store
from tools.paths import ROOT

MIGRATIONS = (ROOT / "workers" / "migrations.js").read_text(encoding="utf-8")
VERSION = len(re.findall(r"^  (?:async )?\(database", MIGRATIONS, re.MULTILINE))
FILE = {"repository": "r", "path": "a.py"}


def create(page: Page, version: int) -> None:
    """A database as it was written by a version."""
    page.evaluate(
        "(file) => import(file).then(({ create }) => create())", f"/fixtures/database_v{version}.js"
    )


def schema(page: Page) -> dict[str, Any]:
    """Version and keys of the database that is there."""
    return page.evaluate("""async () => {
        const request = indexedDB.open("understory");
        const database = await new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
        const names = [...database.objectStoreNames];
        const transaction = database.transaction(names);
        const keys = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name).keyPath]));
        database.close();
        return { version: database.version, keys };
    }""")


def scanned(page: Page) -> list[list[Any]]:
    """What a scan of the space "s" finds for the direction of its first vector."""
    return page.evaluate("""async () => {
        const vector = new Float32Array(384);
        vector[0] = 1;
        await store.call("activate", ["s", '["one", "two"]']);
        return JSON.parse(await store.call("scan", ["s", vector, 2]));
    }""")


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_a_database_of_every_version_opens_with_all_that_is_in_it(page: Page, version: int) -> None:
    create(page, version)
    store = Store(page)
    assert store.call("open") == {"version": VERSION}
    assert schema(page) == {"version": VERSION, "keys": KEYS}
    assert store.call("get", "repositories", "r")["id"] == "r"
    assert store.call("getAll", "files", ["r"])[0]["sha"] == "s"
    for name in ("nodes", "edges"):
        (record,) = store.call("getAll", name, ["r"])
        assert FILE.items() <= record.items()
    assert store.call("get", "conversations", "r") == {"repository": "r", "turns": []}
    assert store.call("get", "settings", "theme") == {"name": "theme", "value": "dark"}
    assert store.call("getTexts", ["s"]) == {"s": "x = 1\n"}
    assert page.evaluate("store.call('getBytes', ['lexical', 'r']).then((bytes) => [...bytes])") == [1, 2, 3]
    assert scanned(page) == [["one", pytest.approx(1)], ["two", pytest.approx(0)]]


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_the_version_to_come_changes_the_records_of_every_version(page: Page, version: int) -> None:
    create(page, version)
    store = Store(page, "/next")
    assert store.call("open") == {"version": VERSION + 1}
    assert store.call("get", "settings", "theme") == {"name": "theme", "value": "dark", "migrated": True}
    assert store.call("getTexts", ["s"]) == {"s": "x = 1\n"}


def test_a_migration_that_fails_leaves_everything_as_it_was(page: Page) -> None:
    create(page, VERSION)
    error = Store(page, "/broken").error("open")
    assert error["code"] == "not-migrated"
    assert "a record that nobody thought of" in error["message"]
    assert schema(page)["version"] == VERSION
    assert Store(page).call("get", "settings", "theme") == {"name": "theme", "value": "dark"}
