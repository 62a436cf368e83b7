"""Text from any bytes."""

from hypothesis import given
from hypothesis import strategies as st

from app.engine.source.text import blob_sha, decode


def test_marks_decide_and_are_dropped():
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        assert decode("Köln\r\n😀".encode(encoding)) == "Köln\r\n😀"
    assert decode(b"\xfe\xff" + "big".encode("utf-16-be")) == "big"


def test_old_single_byte_text_keeps_its_letters():
    assert decode("Grüße aus Köln".encode("latin-1")) == "Grüße aus Köln"
    assert decode(b"\x93quoted\x94 \x81") == "“quoted” \ufffd"


def test_a_broken_byte_in_a_utf8_text_costs_that_byte_alone():
    text = "Straße, naïve, 日本語 " * 50
    assert decode(text.encode() + b"\xff") == text + "\ufffd"


def test_line_ends_stay_as_they_are():
    assert decode(b"a\r\nb\rc\n") == "a\r\nb\rc\n"


@given(st.binary())
def test_no_bytes_raise_and_no_surrogate_comes_out(data):
    decode(data).encode("utf-8")


def test_a_blob_is_named_as_git_names_it():
    assert blob_sha(b"") == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
    assert blob_sha(b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"
