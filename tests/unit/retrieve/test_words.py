import pytest

from app.engine.retrieve import words
from tests.support.searchable import opened

FILES = {
    "a.py": "def truncate(text):\n    return text[:10]\n",
    "b.py": "def shorten_name(name):\n    return name.split()[0]\n",
    "c.py": "def unrelated():\n    return 1\n",
}


@pytest.fixture(scope="module")
def lexical():
    return opened(FILES).lexical


def found(lexical, text):
    hits = words.search(lexical, text, 10)
    rows = lexical.rows(id for id, _ in hits)
    return [rows[id].path for id, _ in hits]


def test_what_is_called_otherwise_is_found_behind_what_says_the_word(lexical):
    assert found(lexical, "where is a name shortened") == ["b.py", "a.py"]
    assert found(lexical, "abridge") == []


def test_it_is_found_where_nothing_says_the_word(lexical):
    assert sorted(found(lexical, "cropped")) == ["a.py", "b.py"]


def test_no_more_are_given_than_were_asked_for(lexical):
    assert len(words.search(lexical, "shorten", 1)) == 1
