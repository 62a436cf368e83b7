"""What to do where a server of models does not answer a page.

A browser does not say whether nothing listens, the server does not admit this
site (CORS), or the browser itself forbids it, so all that may be is told.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from app.shared.errors import OfflineError

LOOPBACK = ("localhost", "127.0.0.1", "::1")
# Usual ports on this device, in the order they are looked at.
OLLAMA, LM_STUDIO, LLAMA_CPP, VLLM, JAN = 11434, 1234, 8080, 8000, 1337
NAMES = {OLLAMA: "Ollama", LM_STUDIO: "LM Studio", LLAMA_CPP: "llama.cpp", VLLM: "vLLM", JAN: "Jan"}
# `{site}` is this page's origin.
START = {
    OLLAMA: "Start it so that it admits this page: OLLAMA_ORIGINS={site} ollama serve",
    LM_STUDIO: "Under Developer, start its server with CORS enabled, or run: lms server start --cors",
    LLAMA_CPP: "Any page may ask it once it runs: llama-server -m MODEL.gguf --jinja",
    VLLM: "Start it so that it admits this page: vllm serve MODEL --allowed-origins '[\"{site}\"]'",
    JAN: "Under Settings, Local API Server, switch on CORS, add {site} to the trusted hosts and start it.",
}
BROWSER = (
    "The browser may also ask whether this page may reach this device: allow it, in the site's settings."
)


def is_loopback(address: str) -> bool:
    """Whether an address leads to this device."""
    host = (urlsplit(address).hostname or "").lower()
    return host in LOOPBACK or host.startswith("127.") or host.endswith(".localhost")


def server_name(address: str) -> str:
    """The server that usually listens at an address of this device, or "the server"."""
    return NAMES.get(urlsplit(address).port or 0, "the server")


def start_help(address: str, site: str) -> str:
    """How to start the server so that this page may ask it."""
    start = START.get(urlsplit(address).port or 0, "Start it, and have it admit {site} (CORS).")
    return start.format(site=site)


def unreachable(error: OfflineError, address: str, site: str) -> OfflineError:
    """The error for a provider that gave no answer at all."""
    if error.code != "offline":
        return error
    host = urlsplit(address).netloc
    if is_loopback(address):
        message = (
            f"Nothing at {host} answers this page: {server_name(address)} is not running, or refuses it."
        )
        return OfflineError("no-answer", message, f"{BROWSER} {start_help(address, site)}")
    return OfflineError(
        "no-answer",
        f"{host} does not answer: there is no connection, or it admits no requests from a browser (CORS).",
        "Check the connection and the address. Some services can only be asked through a server of your own.",
    )
