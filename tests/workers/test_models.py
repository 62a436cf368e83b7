"""workers/models.js in Chromium: fetching models' files from another origin, and keeping them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.model_server import Behaviour, ModelServer
from tests.support.tiny_gguf import gguf

ABOUT = {"general__architecture": "llama", "llama__context_length": 2048}
MODEL = gguf(600_000, **ABOUT, tokenizer__ggml__tokens=["a"] * 500, tokenizer__chat_template="{{ x }}" * 999)

# `fetchModel` tells how it ended: its last progress, or its error.
HELPERS = """() => {
  window.models = start("models");
  window.follow = async (key, stopAfter = Infinity) => {
    let at;
    try {
      do {
        at = await models.call("next", [key]);
        if (at.done >= stopAfter) void models.call("stop", [key]);
      } while (!at.finished);
    } catch (error) {
      return { ...at, code: error.code, message: error.message };
    }
    return at;
  };
  window.fetchModel = async (address, name = "m.gguf", stopAfter = Infinity) => {
    await models.call("fetch", [address, name]);
    return follow(address, stopAfter);
  };
}"""


@pytest.fixture
def models(page: Page) -> Page:
    page.evaluate(HELPERS)
    return page


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer({}) as running:
        yield running


def fetch(page: Page, server: ModelServer, told: Behaviour, stop_after: float = 1e12) -> dict[str, Any]:
    server.paths["/m.gguf"] = told
    arguments = [f"{server.origin}/m.gguf", "m.gguf", stop_after]
    return page.evaluate("(args) => fetchModel(...args)", arguments)


def kept(page: Page) -> list[dict[str, Any]]:
    return page.evaluate("models.call('list')")


def test_a_file_of_another_origin_is_kept_with_what_it_says_of_itself(models: Page, server: ModelServer):
    end = fetch(models, server, Behaviour(MODEL))
    assert (end["done"], end["total"]) == (len(MODEL), len(MODEL))
    assert end["hosts"] == {server.origin: len(MODEL)}
    [row] = kept(models)
    assert (row["name"], row["bytes"], row["whole"]) == ("m.gguf", len(MODEL), True)
    assert (row["architecture"], row["context"], row["template"]) == ("llama", 2048, True)
    assert row["source"] == f"{server.origin}/m.gguf"


def test_nothing_but_the_address_is_told_to_the_server(models: Page, server: ModelServer):
    models.evaluate("document.cookie = 'secret=1'")
    fetch(models, server, Behaviour(MODEL))
    [asked] = server.asked
    assert not {"Cookie", "Authorization", "Referer"} & asked.headers.keys()


def test_the_size_is_told_before_anything_is_fetched(models: Page, server: ModelServer):
    server.paths["/m.gguf"] = Behaviour(MODEL, pause=0.05)
    found = models.evaluate("(a) => models.call('look', [a])", f"{server.origin}/m.gguf")
    assert found == {"bytes": len(MODEL), "host": server.origin}
    assert kept(models) == []


def test_a_redirect_to_another_host_is_followed_and_told(models: Page, server: ModelServer):
    with ModelServer({"/store/abc": Behaviour(MODEL)}) as store:
        end = fetch(models, server, Behaviour(redirect=f"{store.origin}/store/abc"))
    assert end["hosts"] == {store.origin: len(MODEL)}
    assert kept(models)[0]["whole"]


def test_what_was_stopped_is_gone_on_with_where_it_ended(models: Page, server: ModelServer):
    stopped = fetch(models, server, Behaviour(MODEL, pause=0.03), stop_after=70_000)
    assert stopped["code"] == "stopped"
    [row] = kept(models)
    assert not row["whole"]
    assert 0 < row["bytes"] < row["total"] == len(MODEL)
    end = fetch(models, server, Behaviour(MODEL))
    assert server.asked[-1].range == f"bytes={row['bytes']}-"
    assert "OPTIONS" not in {asked.method for asked in server.asked}
    assert end["hosts"] == {server.origin: len(MODEL) - row["bytes"]}
    assert content(models) == MODEL


def test_a_line_that_breaks_off_is_told_and_gone_on_with(models: Page, server: ModelServer):
    # What is still on its way when the line breaks is lost, so the first parts are given time.
    assert fetch(models, server, Behaviour(MODEL, cut=300_000, pause=0.05))["code"] == "cut"
    assert kept(models)[0]["bytes"] > 0
    assert fetch(models, server, Behaviour(MODEL))["finished"]
    assert content(models) == MODEL


@pytest.mark.parametrize("changed", [Behaviour(MODEL + b"more", tag='"2"'), Behaviour(MODEL, ranges=False)])
def test_it_begins_anew_where_the_file_changed_or_the_server_knows_no_parts(
    models: Page, server: ModelServer, changed: Behaviour
):
    fetch(models, server, Behaviour(MODEL, cut=300_000))
    assert fetch(models, server, changed)["finished"]
    assert content(models) == changed.body


def test_a_file_without_a_length_is_fetched_to_its_end(models: Page, server: ModelServer):
    end = fetch(models, server, Behaviour(MODEL, sized=False))
    assert (end["done"], end["total"]) == (len(MODEL), 0)
    assert kept(models)[0]["total"] == len(MODEL)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        (Behaviour(b"<!doctype html><title>Sign in</title>" * 99, kind="text/html"), "no-model"),
        (Behaviour(b"GG"), "no-model"),
        (Behaviour(b""), "no-model"),
        (Behaviour(gguf()[:12]), "broken-file"),
        (Behaviour(gguf(**ABOUT, split__count=3)), "not-whole"),
        (Behaviour(gguf(general__architecture="clip")), "no-chat"),
        (Behaviour(b"", 401), "sign-in"),
        (Behaviour(b"", 404), "no-such-file"),
        (Behaviour(b"", 503), "refused"),
        (Behaviour(MODEL, cors=False), "silent"),
    ],
)
def test_what_is_no_model_is_refused_and_leaves_nothing(
    models: Page, server: ModelServer, told: Behaviour, code: str
):
    end = fetch(models, server, told)
    assert end["code"] == code
    assert end["message"].endswith(".")
    assert kept(models) == []
    assert files(models) == []


def test_a_disk_without_room_is_told_before_anything_is_kept(models: Page, server: ModelServer):
    session = models.context.new_cdp_session(models)
    origin = models.evaluate("location.origin")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 300_000})
    end = fetch(models, server, Behaviour(MODEL))
    assert end["code"] == "quota", end
    assert files(models) == []


def test_two_files_of_one_name_get_two_names(models: Page, server: ModelServer):
    server.paths |= {"/a/m.gguf": Behaviour(MODEL), "/b/m.gguf": Behaviour(MODEL)}
    for folder in "ab":
        models.evaluate("(a) => fetchModel(a)", f"{server.origin}/{folder}/m.gguf")
    assert [row["name"] for row in kept(models)] == ["m (2).gguf", "m.gguf"]


def test_a_file_that_is_kept_is_not_fetched_again(models: Page, server: ModelServer):
    fetch(models, server, Behaviour(MODEL))
    again = models.evaluate("(a) => errorOf(models.call('fetch', [a, 'm.gguf']))", f"{server.origin}/m.gguf")
    assert again == {"code": "kept", "message": "m.gguf is kept already."}


def test_a_picked_file_is_kept(models: Page):
    models.evaluate(
        """async (bytes) => {
            const file = new File([new Uint8Array(bytes)], "Mine ü.GGUF");
            window.name = await models.call("keep", [file]);
            window.end = await follow(name);
        }""",
        list(gguf(1000, **ABOUT)),
    )
    [row] = kept(models)
    assert (row["name"], row["source"], row["whole"]) == ("Mine ü.gguf", "", True)


def test_deleting_gives_the_bytes_back(models: Page, server: ModelServer):
    fetch(models, server, Behaviour(MODEL))
    used = "navigator.storage.estimate().then(({ usage }) => usage)"
    before = models.evaluate(used)
    assert models.evaluate("models.call('forget', ['m.gguf'])") == len(MODEL)
    assert before - models.evaluate(used) >= len(MODEL)
    assert files(models) == []


def test_another_tab_sees_what_is_kept_and_does_not_write_what_is_being_written(
    models: Page, open_page: Callable[[], Page], server: ModelServer
):
    server.paths["/m.gguf"] = Behaviour(MODEL, pause=0.1)
    address = f"{server.origin}/m.gguf"
    models.evaluate("(a) => models.call('fetch', [a, 'm.gguf'])", address)
    models.evaluate("(a) => models.call('next', [a])", address)
    other = open_page()
    other.evaluate(HELPERS)
    assert other.evaluate("(a) => fetchModel(a)", address)["code"] == "busy"
    models.evaluate("(a) => { models.call('stop', [a]); return follow(a); }", address)
    assert other.evaluate("models.call('list')")[0]["name"] == "m.gguf"


def content(page: Page) -> bytes:
    return bytes(
        page.evaluate(
            """async () => {
                const root = await navigator.storage.getDirectory();
                const folder = await root.getDirectoryHandle("understory-models");
                const file = await (await folder.getFileHandle("m.gguf")).getFile();
                return [...new Uint8Array(await file.arrayBuffer())];
            }"""
        )
    )


def files(page: Page) -> list[str]:
    return page.evaluate(
        """async () => {
            const root = await navigator.storage.getDirectory();
            const folder = await root.getDirectoryHandle("understory-models", { create: true });
            return Array.fromAsync(folder.keys());
        }"""
    )
