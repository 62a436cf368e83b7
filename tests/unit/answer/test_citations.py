from app.engine.answer.citations import Citation, check, cite, find


def places(text):
    return [(c.path, c.first, c.last) for c in find(text)]


def test_a_citation_is_found_where_it_was_written():
    text = f"See {cite('src/a.py', 3)} and {cite('b.py', 4, 9)}."
    found = list(find(text))
    assert [(c.path, c.first, c.last) for c in found] == [("src/a.py", 3, 3), ("b.py", 4, 9)]
    assert [text[c.start : c.end] for c in found] == ["[src/a.py:3]", "[b.py:4-9]"]


def test_a_path_may_hold_brackets():
    assert places("in [app/[id]/[[...slug]]/page.tsx:7] it is") == [("app/[id]/[[...slug]]/page.tsx", 7, 7)]


def test_neighbouring_and_linked_brackets_are_kept_apart():
    assert places("[a.py:1][b.py:2] [text](http://x) [1] [c:d]") == [("a.py", 1, 1), ("b.py", 2, 2)]


def test_spellings_that_models_use_are_understood():
    assert places("[`a b.py`:2] [a.py:L3-L5] [a.py:9–12]") == [
        ("a b.py", 2, 2),
        ("a.py", 3, 5),
        ("a.py", 9, 12),
    ]


def test_brackets_over_several_lines_are_no_citation():
    assert places("[a\nb.py:2]") == []


def test_a_checked_citation_names_its_file_or_what_is_wrong():
    files = {"src/a.py": 10, "lib/a.py": 5, "src/b.py": 4}
    checked = check("[src/a.py:10] [b.py:2] [a.py:1] [src/b.py:5] [c.py:1] [src/a.py:0]", files)
    assert [c.path for c in checked] == ["src/a.py", "src/b.py", "", "src/b.py", "", "src/a.py"]
    assert [bool(c.reason) for c in checked] == [False, False, True, True, True, True]
    assert checked[0].citation == Citation("src/a.py", 10, 10, 0, 13)
