"""Several repositories beside each other: kept apart, shared where they are equal, and removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.store.records import FORMAT
from app.shared import protocol
from app.shared.errors import AccessError, AddressError, EmptyError, OfflineError, StorageError, UserError
from app.shared.settings import DEFAULTS
from tests.github.repository import git
from tests.github.server import GitHubServer
from tests.support.engine_driver import EngineDriver, engine_over
from tests.support.shop import FILES, Repository
from tools.sample import write_sample
from tools.server import SiteServer

SHOP, OTHER = "github.com/o/shop@main", "github.com/o/other@main"


def names(engine: EngineDriver) -> set[str]:
    return {record["id"] for record in engine.call("hello")["repositories"]}


def ranked(engine: EngineDriver, id: str, question: str) -> list[str]:
    return [place["path"] for place in engine.call("ask", repository=id, question=question)["ranked"]]


def test_two_repositories_come_in_at_once(engine: EngineDriver) -> None:
    engine.start("o/shop")
    engine.start("o/other")
    ended: set[str] = set()
    while ended != {SHOP, OTHER}:
        ended |= {
            event["repository"]
            for event in engine.until(lambda event: event["kind"] in (protocol.FINISHED, protocol.FAILED))
            if event["kind"] == protocol.FINISHED
        }
    records = {record["id"]: record for record in engine.call("hello")["repositories"]}
    assert {record["state"] for record in records.values()} == {protocol.READY}
    assert records[SHOP]["files"] == len(FILES)
    assert records[OTHER]["files"] == 2
    assert set(ranked(engine, OTHER, "price_of tax")) == {"prices.py", "tax.py"}
    assert "tax.py" not in ranked(engine, SHOP, "price_of tax")


def test_a_text_that_two_repositories_have_is_fetched_once(engine: EngineDriver) -> None:
    engine.index("o/shop")
    engine.fetched()
    engine.index("o/other")
    assert [path.split("/", 5)[-1] for path in engine.fetched()] == ["tax.py"]


def test_removing_frees_all_but_what_another_repository_shares(engine: EngineDriver) -> None:
    engine.index("o/other")
    alone = engine.run(engine.store.estimate())["usage"]
    before = ranked(engine, OTHER, "price_of")
    engine.index("o/shop")
    engine.call("conversation", repository=SHOP, turns=[{"question": "who?"}])
    freed = engine.call("remove", repository=SHOP)["freed"]
    assert engine.run(engine.store.estimate())["usage"] == alone
    assert freed > 0
    assert names(engine) == {OTHER}
    assert engine.call("file", repository=OTHER, path="prices.py")["text"] == FILES["shop/prices.py"]
    assert ranked(engine, OTHER, "price_of") == before
    engine.call("remove", repository=OTHER)
    assert engine.run(engine.store.estimate())["usage"] == 0


def test_removing_a_branch_leaves_the_vectors_of_the_other(
    engine: EngineDriver, repository: Repository
) -> None:
    engine.index("o/shop")
    git(repository.folder, "checkout", "-q", "-b", "sale")
    repository.write({"shop/sale.py": "def halve(cents):\n    return cents // 2\n"})
    sale, _ = engine.index("o/shop/tree/sale")
    engine.call("remove", repository=sale)
    answer = engine.call("ask", repository=SHOP, question="put things into a cart")
    assert "dense" in {place["source"] for place in answer["ranked"]}
    engine.call("remove", repository=SHOP)
    assert engine.run(engine.store.estimate())["usage"] == 0


@pytest.mark.parametrize("stage", protocol.STAGES)
def test_a_repository_can_be_removed_while_it_comes_in(engine: EngineDriver, stage: str) -> None:
    engine.start("o/shop")
    engine.until_stage(SHOP, stage)
    engine.call("remove", repository=SHOP)
    told = engine.until(lambda event: event["kind"] == protocol.REMOVED)
    assert told[-1]["repository"] == SHOP
    assert names(engine) == set()
    assert engine.run(engine.store.estimate())["usage"] == 0
    engine.index("o/shop")
    assert names(engine) == {SHOP}


def test_a_stopped_job_can_be_taken_up_at_once(engine: EngineDriver) -> None:
    engine.start("o/shop")
    engine.until_stage(SHOP, "fetch")
    engine.call("cancel", repository=SHOP)
    engine.call("resume", repository=SHOP)
    engine.until(lambda event: event["kind"] == protocol.FINISHED)
    (record,) = engine.call("hello")["repositories"]
    assert record["state"] == protocol.READY


@pytest.mark.parametrize(
    ("method", "payload"),
    [
        ("open", {}),
        ("ask", {"question": "what?"}),
        ("file", {"path": "a.py"}),
        ("find", {"text": "a"}),
        ("neighbours", {"symbol": "a.py::a"}),
        ("graph", {}),
        ("report", {}),
        ("remove", {}),
        ("resume", {}),
        ("conversation", {}),
    ],
)
def test_an_unknown_repository_is_named_in_the_refusal(
    engine: EngineDriver, method: str, payload: dict[str, str]
) -> None:
    error = engine.error(method, repository="github.com/no/such@main", **payload)
    assert isinstance(error, UserError)
    assert error.code == "no-such-repository"
    assert "github.com/no/such@main" in error.message
    assert error.hint


def test_an_unknown_file_or_symbol_is_named_in_the_refusal(engine: EngineDriver) -> None:
    engine.index("o/shop")
    for error in (
        engine.error("file", repository=SHOP, path="no.py"),
        engine.error("neighbours", repository=SHOP, symbol="no.py::f"),
    ):
        assert isinstance(error, UserError)
        assert "no.py" in error.message


def test_an_unknown_method_is_a_fault_of_ours(engine: EngineDriver) -> None:
    assert not engine.error("melt").user


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("", AddressError),
        ("nonsense", AddressError),
        ("o/none", AccessError),
        ("o/shop/tree/no", AccessError),
    ],
)
def test_an_address_that_leads_nowhere_leaves_nothing(
    engine: EngineDriver, address: str, kind: type[UserError]
) -> None:
    error = engine.error("index", address=address, **engine.endpoints())
    assert isinstance(error, kind)
    assert error.message and error.hint
    assert names(engine) == set()


def test_an_empty_repository_is_refused_in_words(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    with GitHubServer({"o/empty": tmp_path}) as github, engine_over(github) as engine:
        error = engine.error("index", address="o/empty", **engine.endpoints())
        assert isinstance(error, EmptyError)
        assert names(engine) == set()


@pytest.mark.parametrize(
    ("store", "key"),
    [("repositories", SHOP), ("nodes", [SHOP, "shop/prices.py"]), ("edges", [SHOP, "shop/prices.py"])],
)
def test_a_record_of_a_newer_format_is_refused_in_words_and_stays(
    engine: EngineDriver, monkeypatch: pytest.MonkeyPatch, store: str, key: str | list[str]
) -> None:
    engine.index("o/shop")
    newer = engine.run(engine.store.get(store, key)) | {"format": FORMAT + 1}
    with monkeypatch.context() as patch:
        patch.setattr("app.host.cpython_store.FORMAT", FORMAT + 1)
        engine.run(engine.store.write([{"op": "put", "store": store, "record": newer}]))
    engine.reload()
    index = {"address": "o/shop", **engine.endpoints()}
    for error in (
        engine.error("open", repository=SHOP),
        engine.error("ask", repository=SHOP, question="tea"),
        engine.error("index", **index),
    ):
        assert isinstance(error, StorageError)
        assert error.code == "unknown-format"
        assert f" {FORMAT + 1}" in error.message
        assert error.hint
    assert engine.run(engine.store.get(store, key)) == newer
    assert names(engine) == {SHOP}


def test_an_unreadable_repository_is_on_the_shelf_with_the_reason_and_can_be_removed(
    engine: EngineDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine.index("o/other")
    newer = {"id": SHOP, "format": FORMAT + 1, "whatever": "that may be"}
    with monkeypatch.context() as patch:
        patch.setattr("app.host.cpython_store.FORMAT", FORMAT + 1)
        engine.run(engine.store.write([{"op": "put", "store": "repositories", "record": newer}]))
    records = {record["id"]: record for record in engine.call("hello")["repositories"]}
    shown = records[SHOP]
    assert records.keys() == {SHOP, OTHER}
    assert (shown["owner"], shown["name"], shown["ref"]) == ("o", "shop", "main")
    assert shown["state"] == protocol.PARTIAL
    assert shown["error"]["code"] == "unknown-format"
    assert shown["error"]["hint"]
    engine.call("remove", repository=SHOP)
    assert names(engine) == {OTHER}
    assert ranked(engine, OTHER, "price_of tax")


@pytest.mark.parametrize("image", [b"", b"no database", None])
def test_a_text_index_that_cannot_be_read_is_made_anew(engine: EngineDriver, image: bytes | None) -> None:
    engine.index("o/shop")
    before = ranked(engine, SHOP, "price_of")
    if image is None:
        engine.run(engine.store.write([{"op": "delete", "store": "lexical", "key": SHOP}]))
    else:
        engine.run(engine.store.put_bytes("lexical", SHOP, image))
    engine.reload()
    assert ranked(engine, SHOP, "price_of") == before


def test_settings_are_kept_one_by_one(engine: EngineDriver) -> None:
    assert engine.call("settings")["values"] == DEFAULTS
    engine.call("settings", values={"theme": "dark", "size": 14})
    engine.call("settings", values={"theme": "light"})
    engine.reload()
    expected = {**DEFAULTS, "theme": "light", "size": 14}
    assert engine.call("settings")["values"] == expected
    assert engine.call("hello")["settings"] == expected


def test_a_conversation_is_kept_with_its_repository(engine: EngineDriver) -> None:
    engine.index("o/shop")
    assert engine.call("conversation", repository=SHOP) == {"turns": []}
    turns = [{"question": "Was kostet Tee? \U0001f375", "answer": {"summary": "[shop/prices.py:3]"}}]
    engine.call("conversation", repository=SHOP, turns=turns)
    engine.reload()
    assert engine.call("conversation", repository=SHOP) == {"turns": turns}
    engine.call("remove", repository=SHOP)
    engine.index("o/shop")
    assert engine.call("conversation", repository=SHOP) == {"turns": []}


def test_every_contacted_host_is_named_with_its_reason(engine: EngineDriver, github: GitHubServer) -> None:
    engine.index("o/shop")
    hosts = {host["origin"]: host for host in engine.call("hello")["hosts"]}
    assert {url.rsplit("/", 1)[0] for url in (github.api_url, github.raw_url)} == hosts.keys()
    assert all(host["reason"] and host["requests"] and host["bytes"] for host in hosts.values())


def test_a_token_goes_through_graphql_and_is_kept_nowhere(engine: EngineDriver) -> None:
    id, _ = engine.index("o/shop", token="token")
    assert set(engine.fetched()) == {"graphql"}
    assert "token" not in str(engine.run(engine.store.get("repositories", id)))


@pytest.fixture
def site(tmp_path: Path) -> Iterator[SiteServer]:
    """A site with a sample as the build makes it, of a small project."""
    project = tmp_path / "project"
    (project / "app/shared").mkdir(parents=True)
    (project / "README.md").write_text("# Sample\n\nAdds numbers.\n")
    (project / "app/shared/sums.py").write_text("def add(a, b):\n    return a + b\n")
    (tmp_path / "site").mkdir()
    write_sample(project, tmp_path / "site" / "sample.json")
    with SiteServer(tmp_path / "site") as server:
        yield server


def test_the_sample_needs_no_host_but_the_site(github: GitHubServer, site: SiteServer) -> None:
    with engine_over(github, site.url) as engine:
        id, _ = engine.index("sample")
        (record,) = engine.call("hello")["repositories"]
        assert record["sample"]
        assert ranked(engine, id, "add two numbers")[0] == "app/shared/sums.py"
        assert [host["origin"] for host in engine.call("hello")["hosts"]] == [site.url.rstrip("/")]
        engine.call("cancel", repository=id)
        engine.call("resume", repository=id)
        engine.wait(id)
        assert github.requests == []


def test_a_stopped_sample_goes_on(github: GitHubServer, site: SiteServer) -> None:
    with engine_over(github, site.url) as engine:
        id = engine.start("sample")
        engine.until_stage(id, "fetch")
        engine.call("cancel", repository=id)
        engine.until(lambda event: event["kind"] == protocol.FAILED)
        engine.call("resume", repository=id)
        engine.wait(id)
        assert engine.call("report", repository=id)["files"] == 2


def test_a_site_without_a_sample_says_so(github: GitHubServer, tmp_path: Path) -> None:
    with SiteServer(tmp_path) as site, engine_over(github, site.url) as engine:
        assert isinstance(engine.error("index", address="sample"), OfflineError)
