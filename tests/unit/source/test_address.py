"""Every form in which a person may name a repository."""

import pytest

from app.engine.source.address import Address, parse_address
from app.shared.errors import AddressError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("o/r", Address("github.com", "o", "r")),
        ("  o/r  ", Address("github.com", "o", "r")),
        ("o/r.git", Address("github.com", "o", "r")),
        ("github.com/o/r", Address("github.com", "o", "r")),
        ("https://github.com/o/r", Address("github.com", "o", "r")),
        ("https://github.com/o/r/", Address("github.com", "o", "r")),
        ("http://www.github.com/o/r.git", Address("github.com", "o", "r")),
        ("https://github.com/o/r?tab=readme#top", Address("github.com", "o", "r")),
        ("https://github.com/o/r/issues/5", Address("github.com", "o", "r")),
        ("https://github.com/o/r/tree/main", Address("github.com", "o", "r", tail="main")),
        ("https://github.com/o/r/tree/a/b/src", Address("github.com", "o", "r", tail="a/b/src")),
        ("o/r/tree/main/src", Address("github.com", "o", "r", tail="main/src")),
        ("https://github.com/o/r/tree/a%20b", Address("github.com", "o", "r", tail="a b")),
        ("https://github.com/o/r/blob/main/a.py", Address("github.com", "o", "r", "main/a.py", is_file=True)),
        ("https://github.com/o/r/commit/0123abc", Address("github.com", "o", "r", commit="0123abc")),
        ("git@github.com:o/r.git", Address("github.com", "o", "r")),
        ("ssh://git@github.com/o/r.git", Address("github.com", "o", "r")),
        ("git@code.example.org:team/r.git", Address("code.example.org", "team", "r")),
        ("https://code.example.org:8443/team/r", Address("code.example.org:8443", "team", "r")),
    ],
)
def test_an_address_is_read(text, expected):
    assert parse_address(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "hello",
        "https://github.com",
        "https://github.com/o",
        "ftp://github.com/o/r",
        "o/..",
        "a b/c",
        "javascript:alert(1)",
        "https:///o/r",
        "o/<script>",
    ],
)
def test_anything_else_is_refused_with_the_forms_that_work(text):
    with pytest.raises(AddressError) as refused:
        parse_address(text)
    assert "owner/name" in refused.value.hint
