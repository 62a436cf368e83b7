"""Addresses of the page: what is linked is what is opened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ui import route

PLAIN = st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1)


@given(repository=PLAIN, path=PLAIN, line=st.integers(1, 10**6), more=st.integers(0, 500))
def test_a_link_names_the_place_it_was_made_for(repository, path, line, more):
    where = route.parse(route.link(repository, path, line, line + more))
    assert where == {"repository": repository, "path": path, "line": line, "end": line + more}


@given(repository=PLAIN)
def test_a_link_to_a_repository_names_no_file(repository):
    assert route.parse(route.link(repository)) == {"repository": repository, "path": "", "line": 0, "end": 0}


@pytest.mark.parametrize("fragment", ["", "#", "#/", "#/x", "#r/a"])
def test_anything_else_names_nothing(fragment):
    assert route.parse(fragment)["repository"] == ""


def test_a_link_is_readable_where_it_can_be():
    link = route.link("github.com/o/r@main", "src/a.py", 12, 14)
    assert link == "#/r/github.com%2Fo%2Fr@main/f/src/a.py:12-14"


def test_a_broken_escape_is_taken_as_it_is_written():
    assert route.unquote("100%/%zz/%41") == "100%/%zz/A"
