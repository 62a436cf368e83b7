"""Every form in which a person may name a repository."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.source.address import Address, parse_address, without_credentials
from app.shared.errors import AddressError

GITHUB = "github.com"
PAGE = "https://github.com/o/r"


@pytest.mark.parametrize(
    "text",
    [
        "o/r",
        "  o/r  ",
        "<o/r>",
        "o/r/",
        "o/r.git",
        "o/r#readme",
        "github.com/o/r",
        "GitHub.com/o/r",
        "www.github.com/o/r",
        PAGE,
        f"{PAGE}/",
        f"{PAGE}.git",
        f"{PAGE}.git/",
        f"{PAGE}?tab=readme#top",
        f"{PAGE}/?tab=readme",
        f"{PAGE}/tree/",
        f"{PAGE}/issues/5",
        f"{PAGE}/pull/7/files",
        "http://www.github.com/o/r.git",
        "https://name:secret@github.com/o/r",
        "git@github.com:o/r.git",
        "git@github.com:/o/r",
        "github.com:o/r",
        "ssh://git@github.com/o/r.git",
        "ssh://git@github.com:22/o/r.git",
        "ssh://git@ssh.github.com:443/o/r.git",
        "git@ssh.github.com:o/r.git",
        "git://github.com/o/r.git",
        "git+https://github.com/o/r.git",
        "git+ssh://git@github.com/o/r.git",
    ],
)
def test_a_whole_repository(text):
    assert parse_address(text) == Address(GITHUB, "o", "r")


@pytest.mark.parametrize(
    ("text", "tail", "is_file"),
    [
        (f"{PAGE}/tree/main", "main", False),
        (f"{PAGE}/tree/a/b/src/", "a/b/src", False),
        (f"{PAGE}/tree/main/src?plain=1#L3", "main/src", False),
        (f"{PAGE}/tree/a%20b", "a b", False),
        (f"{PAGE}/tree/feature%2Fone", "feature/one", False),
        (f"{PAGE}/tree/refs/heads/main/src", "main/src", False),
        (f"{PAGE}/tree/refs/tags/v1", "v1", False),
        ("o/r/tree/main/src", "main/src", False),
        (f"{PAGE}/commits/feature/one", "feature/one", False),
        (f"{PAGE}/releases/tag/v1.0", "v1.0", False),
        (f"{PAGE}/commit/0123abc", "0123abc", False),
        (f"{PAGE}/commit/0123abc/checks", "0123abc", False),
        (f"{PAGE}/blob/main/src/a.py#L1-L9", "main/src/a.py", True),
        (f"{PAGE}/blob/refs/heads/main/a.py", "main/a.py", True),
        (f"{PAGE}/blame/main/a.py", "main/a.py", True),
        (f"{PAGE}/raw/main/a.py", "main/a.py", True),
        ("https://raw.githubusercontent.com/o/r/main/src/a.py", "main/src/a.py", True),
        ("https://raw.githubusercontent.com/o/r/refs/heads/main/a.py", "main/a.py", True),
    ],
)
def test_a_ref_and_what_is_in_it(text, tail, is_file):
    assert parse_address(text) == Address(GITHUB, "o", "r", tail, is_file)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("https://name:secret@github.com/o/r", "https://github.com/o/r"),
        ("https://ghp_secret@github.com/o/r/tree/a@b", "https://github.com/o/r/tree/a@b"),
        ("https://github.com/o/r/tree/a@b", "https://github.com/o/r/tree/a@b"),
        ("git@github.com:o/r.git", "git@github.com:o/r.git"),
        ("o/r", "o/r"),
    ],
)
def test_a_secret_in_an_address_is_dropped(text, kept):
    assert without_credentials(text) == kept
    assert parse_address(text) == parse_address(kept)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git@code.example.org:team/r.git", Address("code.example.org", "team", "r")),
        ("code.example.org/team/r", Address("code.example.org", "team", "r")),
        ("https://code.example.org:8443/team/r", Address("code.example.org:8443", "team", "r")),
        ("ssh://git@code.example.org:2222/team/r.git", Address("code.example.org", "team", "r")),
        ("https://acme.ghe.com/o/r/tree/main", Address("acme.ghe.com", "o", "r", "main")),
        # An account that an enterprise manages.
        ("octo-cat_acme/r.js", Address(GITHUB, "octo-cat_acme", "r.js")),
    ],
)
def test_an_enterprise(text, expected):
    assert parse_address(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "hello",
        "https://github.com",
        "https://github.com/o",
        "github.com/o",
        "ftp://github.com/o/r",
        "o/..",
        "o/.git",
        "a b/c",
        "javascript:alert(1)",
        "https:///o/r",
        "https://[::1/o/r",
        "https://github.com:port/o/r",
        "https://github.com:99999/o/r",
        "o/<script>",
        "https://gitlab.com/o/r",
        "git@bitbucket.org:o/r.git",
    ],
)
def test_anything_else_is_refused_with_the_forms_that_work(text):
    with pytest.raises(AddressError) as refused:
        parse_address(text)
    assert "owner/name" in refused.value.hint


SIGNS = st.text("orx.:/@#?%[]<> -_~\\", max_size=40)


@given(st.one_of(st.text(), SIGNS, SIGNS.map("https://".__add__), SIGNS.map("git@".__add__)))
def test_no_text_is_anything_but_an_address_or_refused(text):
    try:
        address = parse_address(text)
    except AddressError:
        return
    assert address.host and address.owner and address.name
    assert "/" not in address.owner + address.name
