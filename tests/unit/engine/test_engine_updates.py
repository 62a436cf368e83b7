"""A second run over a repository that has moved on: what changed is done again, and nothing else."""

from __future__ import annotations

from app.shared import protocol
from tests.github.repository import git
from tests.support.engine_driver import EngineDriver
from tests.support.shop import FILES, Repository

ID = "github.com/o/shop@main"
CHANGED = FILES["shop/prices.py"].replace("return PRICES[name]", "return PRICES[name.lower()]")


def update(engine: EngineDriver) -> tuple[set[str], int]:
    """Bring the repository up to its branch: (paths fetched, chunks embedded)."""
    engine.fetched()
    engine.embedded()
    engine.call("resume", repository=ID)
    engine.wait(ID)
    paths = {path.split("/", 5)[-1] for path in engine.fetched()}
    return paths, len(engine.embedded())


def paths(engine: EngineDriver) -> set[str]:
    return {file["path"] for file in engine.call("open", repository=ID)["files"]}


def ranked(engine: EngineDriver, question: str) -> list[str]:
    return [place["path"] for place in engine.call("ask", repository=ID, question=question)["ranked"]]


def kept(engine: EngineDriver, store: str) -> set[str]:
    """Paths of the records in a store."""
    return {record["path"] for record in engine.run(engine.store.get_all(store, [ID]))}


def test_a_branch_that_did_not_move_costs_nothing(engine: EngineDriver) -> None:
    engine.index("o/shop")
    before = engine.call("report", repository=ID)
    assert update(engine) == (set(), 0)
    after = engine.call("report", repository=ID)
    for changing in ("timings", "memory"):
        del before[changing], after[changing]
    assert before == after
    assert engine.call("hello")["repositories"][0]["state"] == protocol.READY


def test_a_changed_file_alone_is_fetched_and_its_changed_chunk_embedded(
    engine: EngineDriver, repository: Repository
) -> None:
    engine.index("o/shop")
    repository.write({"shop/prices.py": CHANGED})
    assert update(engine) == ({"shop/prices.py"}, 1)
    report = engine.call("report", repository=ID)
    assert report["commit"] == git(repository.folder, "rev-parse", "HEAD").decode().strip()
    assert report["embedded"] == report["chunks"]
    assert engine.call("file", repository=ID, path="shop/prices.py")["text"] == CHANGED
    answer = engine.call("ask", repository=ID, question="price_of")
    assert "name.lower()" in answer["places"][0]["code"]


def test_progress_of_an_update_counts_up_to_everything(engine: EngineDriver, repository: Repository) -> None:
    engine.index("o/shop")
    repository.write({"shop/prices.py": CHANGED})
    engine.call("resume", repository=ID)
    last = {e["stage"]: e for e in engine.wait(ID) if e["kind"] == "progress"}
    assert tuple(last) == protocol.STAGES
    assert {stage: (event["done"], event["total"]) for stage, event in last.items()} == {
        "list": (5, 5),
        "fetch": (1, 1),
        "parse": (1, 1),
        "graph": (5, 5),
        "embed": (last["embed"]["total"],) * 2,
    }


def test_edges_into_a_changed_file_are_drawn_again(engine: EngineDriver, repository: Repository) -> None:
    engine.index("o/shop")
    renamed = FILES["shop/prices.py"].replace("def price_of", "def cents_of")
    repository.write({"shop/prices.py": renamed})
    update(engine)
    graph = engine.call("graph", repository=ID)
    assert "shop/prices.py::cents_of" in {node["id"] for node in graph["nodes"]}
    calls = [edge["target"] for edge in graph["edges"] if edge["kind"] == "calls"]
    assert "shop/prices.py::price_of" not in calls
    engine.reload()
    assert sorted(map(str, engine.call("graph", repository=ID)["edges"])) == sorted(map(str, graph["edges"]))


def test_a_rename_is_neither_fetched_nor_embedded(engine: EngineDriver, repository: Repository) -> None:
    engine.index("o/shop")
    repository.move("shop/prices.py", "shop/money/cents.py")
    assert update(engine) == (set(), 0)
    assert "shop/money/cents.py" in paths(engine)
    assert "shop/prices.py" not in paths(engine)
    assert ranked(engine, "price_of")[0] == "shop/money/cents.py"
    report = engine.call("report", repository=ID)
    assert report["embedded"] == report["chunks"]


def test_a_deleted_file_leaves_nothing(engine: EngineDriver, repository: Repository) -> None:
    engine.index("o/shop")
    sha = git(repository.folder, "rev-parse", "HEAD:web/basket.ts").decode().strip()
    repository.delete("web/basket.ts")
    assert update(engine) == (set(), 0)
    assert "web/basket.ts" not in paths(engine)
    assert "web/basket.ts" not in ranked(engine, "Basket add name")
    assert engine.call("find", repository=ID, text="Basket")["hits"] == []
    assert engine.error("file", repository=ID, path="web/basket.ts").code == "no-such-file"
    for store in ("files", "nodes", "edges"):
        assert "web/basket.ts" not in kept(engine, store)
    assert engine.run(engine.store.get_texts([sha])) == {}


def test_an_old_text_goes_unless_a_copy_has_it(engine: EngineDriver, repository: Repository) -> None:
    repository.write({"copy.py": FILES["shop/prices.py"]})
    engine.index("o/shop")
    sha = git(repository.folder, "rev-parse", "HEAD:copy.py").decode().strip()
    repository.write({"shop/prices.py": CHANGED})
    update(engine)
    assert engine.run(engine.store.get_texts([sha])) == {sha: FILES["shop/prices.py"]}
    repository.write({"copy.py": CHANGED})
    update(engine)
    assert engine.run(engine.store.get_texts([sha])) == {}


def test_a_file_that_is_now_left_out_is_in_no_answer(engine: EngineDriver, repository: Repository) -> None:
    engine.index("o/shop")
    repository.write({"shop/prices.py": b"\0\1\2"})
    update(engine)
    for _ in range(2):
        opened = engine.call("open", repository=ID)
        assert {"path": "shop/prices.py", "reason": "binary"} in opened["skipped"]
        assert "shop/prices.py" not in ranked(engine, "price_of")
        nodes = {node["id"] for node in engine.call("graph", repository=ID)["nodes"]}
        assert "shop/prices.py::price_of" not in nodes
        engine.reload()
    assert "shop/prices.py" not in kept(engine, "nodes") | kept(engine, "edges")


def test_what_was_left_out_comes_in_once_it_fits(engine: EngineDriver, repository: Repository) -> None:
    repository.write({"shop/big.py": b"#" * 1_000_001})
    engine.index("o/shop")
    assert "shop/big.py" not in paths(engine)
    repository.write({"shop/big.py": "def small():\n    return 1\n"})
    assert update(engine) == ({"shop/big.py"}, 1)
    assert ranked(engine, "small")[0] == "shop/big.py"


def test_a_new_limit_holds_from_the_next_run_on(engine: EngineDriver, repository: Repository) -> None:
    repository.write({"shop/big.py": "def small():\n    return 1\n" + "# line\n" * 3_000})
    for limit, expected in ((20_000, False), (30_000, True)):
        engine.call("settings", values={"limit": limit})
        engine.index("o/shop")
        assert ("shop/big.py" in paths(engine)) == expected
    for wrong in (0, 10**12, "1", True):
        assert engine.error("settings", values={"limit": wrong}).code == "bad-limit"
    assert engine.call("settings")["values"]["limit"] == 30_000


def test_a_run_that_broke_off_in_an_update_goes_on(engine: EngineDriver, repository: Repository) -> None:
    engine.index("o/shop")
    repository.write({"shop/prices.py": CHANGED, "shop/new.py": "def new_thing():\n    return 1\n"})
    engine.call("resume", repository=ID)
    engine.until_stage(ID, "graph")
    engine.reload()
    assert update(engine) == (set(), 2)
    assert ranked(engine, "new_thing")[0] == "shop/new.py"


def test_another_branch_shares_texts_and_vectors(engine: EngineDriver, repository: Repository) -> None:
    engine.index("o/shop")
    git(repository.folder, "checkout", "-q", "-b", "sale")
    repository.write({"shop/sale.py": "def halve(cents):\n    return cents // 2\n"})
    engine.fetched()
    engine.embedded()
    sale, _ = engine.index("o/shop/tree/sale")
    assert sale == "github.com/o/shop@sale"
    assert [path.split("/", 5)[-1] for path in engine.fetched()] == ["shop/sale.py"]
    assert len(engine.embedded()) == 1


def test_branches_of_one_repository_are_asked_each_for_itself(
    engine: EngineDriver, repository: Repository
) -> None:
    engine.index("o/shop")
    git(repository.folder, "checkout", "-q", "-b", "sale")
    repository.write({"shop/sale.py": "def halve(cents):\n    return cents // 2\n"})
    repository.delete("web/basket.ts")
    sale, _ = engine.index("o/shop/tree/sale")

    def found_by_meaning(id: str, question: str) -> set[str]:
        answer = engine.call("ask", repository=id, question=question)
        return {place["path"] for place in answer["ranked"] if "meaning" in place["why"]}

    for _ in range(2):
        assert "web/basket.ts" in found_by_meaning(ID, "put things into a cart")
        assert "shop/sale.py" not in found_by_meaning(ID, "fifty per cent discount")
        assert "shop/sale.py" in found_by_meaning(sale, "fifty per cent discount")
        assert "web/basket.ts" not in found_by_meaning(sale, "put things into a cart")


def test_reading_again_is_shown_from_the_first_moment_to_the_last(engine: EngineDriver) -> None:
    engine.index("o/shop")
    assert engine.call("resume", repository=ID)["repository"]["state"] == protocol.INDEXING
    engine.wait(ID)
    assert engine.call("open", repository=ID)["repository"]["state"] == protocol.READY
