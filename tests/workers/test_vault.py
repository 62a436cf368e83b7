"""The vault in real Chromium: what it keeps lies in the database, and nobody can read it there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

Run = Callable[[str], Any]


def test_a_vault_gives_back_what_it_kept_and_the_database_holds_no_word_of_it(run: Run, page: Page) -> None:
    secret = "sk-secret-of-a-test"
    result = run(f"""
vault = host.vault
before = await vault.read("key of https://a")
await vault.keep("key of https://a", "{secret} one")
await vault.keep("key of https://b", "{secret} two")
await vault.keep("key of https://a", "{secret} three")
kept = [await vault.read("key of https://a"), await vault.read("key of https://b")]
return [before, *kept, await vault.names()]
""")
    assert result == [None, f"{secret} three", f"{secret} two", ["key of https://a", "key of https://b"]]
    kept = page.evaluate(EVERYTHING_KEPT)
    assert secret not in kept["text"]
    assert kept["records"] == 3  # two secrets and the key
    # Not even the page itself can take the key out.
    assert kept["extractable"] == [False]
    # What is kept under one name does not open under another.
    assert page.evaluate(SWAPPED) == "OperationError"
    # Another worker, as after a reload, reads it again.
    again = run("""
host.store._worker.close()
return [await host.vault.read("key of https://b"), await host.vault.forget("key of https://b"),
        await host.vault.read("key of https://b")]
""")
    assert again == [f"{secret} two", None, None]


EVERYTHING_KEPT = """async () => {
  const database = await new Promise((resolve) => {
    indexedDB.open("understory").onsuccess = ({ target }) => resolve(target.result);
  });
  const all = (name) => new Promise((resolve) => {
    const store = database.transaction(name).objectStore(name);
    store.getAll().onsuccess = ({ target }) => resolve(target.result);
  });
  let text = "";
  const show = (value) => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      return new TextDecoder("latin1").decode(value);
    return value && typeof value === "object" ? Object.values(value).map(show).join(" ") : String(value);
  };
  for (const store of database.objectStoreNames) text += (await all(store)).map(show).join(" ");
  const settings = await all("settings");
  database.close();
  const keys = settings.map(({ key }) => key).filter((key) => key instanceof CryptoKey);
  return { text, records: settings.length, extractable: keys.map((key) => key.extractable) };
}"""

SWAPPED = """async () => {
  const database = await new Promise((resolve) => {
    indexedDB.open("understory").onsuccess = ({ target }) => resolve(target.result);
  });
  const settings = await new Promise((resolve) => {
    const store = database.transaction("settings").objectStore("settings");
    store.getAll().onsuccess = ({ target }) => resolve(target.result);
  });
  database.close();
  const { key } = settings.find(({ key }) => key);
  const { iv, data } = settings.find(({ name }) => name.endsWith("https://a"));
  const additionalData = new TextEncoder().encode("key of https://b");
  const opening = crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, data);
  return opening.then(() => "opened", (error) => error.name);
}"""
