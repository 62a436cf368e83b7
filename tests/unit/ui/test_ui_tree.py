"""The file tree: only what is open has rows."""

from app.ui.state import State
from app.ui.views.tree import ROWS, Folders, parents, tree


def file(path):
    return {"path": path, "language": "python", "role": "code", "state": "indexed", "size": 1}


def state_of(*paths):
    state = State()
    state.engine = "ready"
    state.current = "r"
    state.repositories["r"] = {"id": "r", "state": "ready"}
    state.files = [file(path) for path in sorted(paths)]
    state.folders = Folders(state.files)
    return state


def rows(state):
    """The rows of the tree as (action, path)."""
    _, body, _ = tree(state)
    return [(row[1]["data-click"], row[1]["data-path"]) for row in body[2:]]


def test_closed_folders_hide_their_files():
    state = state_of("a/one.py", "a/two.py", "b.py")
    assert rows(state) == [("open-folder", "a"), ("open-file", "b.py")]


def test_an_open_folder_shows_its_files_below_it():
    state = state_of("a/one.py", "a/two.py", "b.py")
    state.open_folders.add("a")
    assert rows(state) == [
        ("open-folder", "a"),
        ("open-file", "a/one.py"),
        ("open-file", "a/two.py"),
        ("open-file", "b.py"),
    ]


def test_a_chain_of_only_folders_is_one_row():
    assert rows(state_of("src/main/java/com/A.java", "src/main/java/com/B.java")) == [
        ("open-folder", "src/main/java/com")
    ]


def test_folders_count_every_file_below_them():
    folders = Folders([file("a/b/c.py"), file("a/d.py"), file("e.py")])
    assert folders.totals == {"": 3, "a": 2, "a/b": 1}


def test_a_folder_of_thousands_shows_some_and_offers_the_rest():
    state = state_of(*(f"lots/{n:05}.py" for n in range(ROWS + 7)))
    state.open_folders.add("lots")
    shown = rows(state)
    assert len(shown) == 1 + ROWS + 1
    assert shown[-1] == ("more-files", "lots")
    state.rows["lots"] = 2 * ROWS
    assert len(rows(state)) == 1 + ROWS + 7


def test_exactly_one_row_can_be_reached_by_the_tab_key():
    state = state_of("a/one.py", "b.py")
    _, body, _ = tree(state)
    assert [row[1]["tabindex"] for row in body[2:]].count("0") == 1


def test_what_was_left_out_is_listed_under_its_reason():
    state = state_of("a.py")
    state.skipped = [{"path": "x.png", "reason": "binary"}, {"path": "y.lock", "reason": "lock file"}]
    text = str(tree(state)[-1])
    for expected in ("2 files left out", "binary · 1", "x.png", "lock file · 1", "y.lock"):
        assert expected in text


def test_parents_go_from_the_nearest_folder_up():
    assert parents("a/b/c.py") == ["a/b", "a"]
    assert parents("c.py") == []
