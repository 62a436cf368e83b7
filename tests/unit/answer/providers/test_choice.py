"""What a person writes as an address, and where the API then begins."""

from __future__ import annotations

import pytest

from app.engine.answer.providers.choice import Choice, api_address
from app.shared import protocol
from app.shared.errors import UserError


@pytest.mark.parametrize(
    ("kind", "written", "address"),
    [
        (protocol.LOCAL, "http://localhost:11434", "http://localhost:11434/api"),
        (protocol.LOCAL, "localhost:11434/", "http://localhost:11434/api"),
        (protocol.LOCAL, "127.0.0.1:1234", "http://127.0.0.1:1234/v1"),
        (protocol.LOCAL, "http://localhost:11434/v1", "http://localhost:11434/v1"),
        (protocol.LOCAL, "https://localhost:8443", "https://localhost:8443/v1"),
        (protocol.OPENAI, "https://box.example", "https://box.example/v1"),
        (protocol.OPENAI, "", "https://api.openai.com/v1"),
        (protocol.OPENAI, "openrouter.ai/api/v1/", "https://openrouter.ai/api/v1"),
        (protocol.OPENAI, "https://h.example/v1/chat/completions", "https://h.example/v1"),
        (protocol.ANTHROPIC, "", "https://api.anthropic.com/v1"),
        (protocol.ANTHROPIC, "https://h.example/v1/messages", "https://h.example/v1"),
        (protocol.GEMINI, "", "https://generativelanguage.googleapis.com/v1beta"),
    ],
)
def test_a_host_alone_will_do(kind: str, written: str, address: str):
    assert api_address(kind, written) == address


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "bad-address"),
        ("ftp://h.example", "bad-address"),
        ("http://localhost:99999", "bad-address"),
        ("https://user:secret@h.example", "bad-address"),
        ("https://h.example/v1?key=secret", "bad-address"),
        ("http://192.168.1.5:11434", "not-secure"),
        ("http://api.example.com", "not-secure"),
        ("https://box.example:11434", "not-local"),
    ],
)
def test_what_no_page_may_ask_is_refused_in_words(written: str, code: str):
    with pytest.raises(UserError) as refused:
        api_address(protocol.LOCAL, written)
    assert refused.value.code == code
    assert refused.value.hint
    assert "secret" not in refused.value.message


def test_a_kind_that_there_is_not_is_refused():
    with pytest.raises(UserError):
        Choice.read({"kind": "oracle"})


def test_none_and_models_in_this_browser_have_no_address():
    assert Choice.read({"kind": protocol.NONE, "address": "https://h.example"}).address == ""
    assert Choice.read({"kind": protocol.BUILT_IN, "address": "https://h.example"}).address == ""
