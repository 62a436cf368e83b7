"""What a person chose: which model, at which address."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from app.engine.answer.providers.help import OLLAMA, is_loopback
from app.shared import protocol
from app.shared.errors import UserError

HOSTED = (protocol.LOCAL, protocol.OPENAI, protocol.ANTHROPIC, protocol.GEMINI)
ON_DEVICE = (protocol.BUILT_IN, protocol.IN_TAB)

# Where each kind of API begins, and its path where a person names a host alone.
_BASES = {
    protocol.OPENAI: "https://api.openai.com/v1",
    protocol.ANTHROPIC: "https://api.anthropic.com/v1",
    protocol.GEMINI: "https://generativelanguage.googleapis.com/v1beta",
}
# Ollama's own API lies under /api; all other local servers speak OpenAI's, under /v1.
OLLAMA_PATH = "/api"


@dataclass(frozen=True, slots=True)
class Choice:
    """As protocol.py has it. `address` is where its API begins, "" for models in this browser; `context` is
    what the person set, 0 for what is known of the model."""

    kind: str = protocol.NONE
    address: str = ""
    model: str = ""
    context: int = 0
    tools: bool = True

    @staticmethod
    def read(record: dict[str, Any]) -> Choice:
        """A choice as the page wrote it. Raises UserError where it names no model that there can be."""
        choice = Choice(
            str(record.get("kind", protocol.NONE)),
            str(record.get("address") or "").strip(),
            str(record.get("model") or "").strip(),
            max(0, int(record.get("context") or 0)),
            bool(record.get("tools", True)),
        )
        if choice.kind not in protocol.MODELS:
            raise UserError("no-such-kind", f"There is no kind of model {choice.kind!r}.")
        if choice.kind in HOSTED:
            return replace(choice, address=api_address(choice.kind, choice.address))
        return replace(choice, address="")

    def record(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def is_ollama(self) -> bool:
        return self.kind == protocol.LOCAL and urlsplit(self.address).path == OLLAMA_PATH


def api_address(kind: str, address: str) -> str:
    """Where the API begins, from what a person wrote: a host alone will do, or nothing for a provider's
    own. Raises UserError for what no page may ask."""
    if not address and kind in _BASES:
        return _BASES[kind]
    if address and "//" not in address:
        address = ("http://" if is_loopback(f"http://{address}") else "https://") + address
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        port = -1
    if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
        raise UserError(
            "bad-address", f"{address or 'Nothing'} is no address of a server.", "http://localhost:11434"
        )
    if parts.username or parts.query:
        raise UserError(
            "bad-address", "The address holds more than an address.", "Give the key in its own field."
        )
    if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1"):
        raise UserError(
            "not-secure",
            f"A page may ask {parts.hostname} by https only: plain http leads to localhost and 127.0.0.1, "
            "and to no other machine.",
            "Give an https address, or have the other machine's port forwarded to this one.",
        )
    if kind == protocol.LOCAL and not is_loopback(address):
        raise UserError(
            "not-local",
            f"{parts.hostname} is not this device.",
            "Choose a service like OpenAI for it: then you are asked before anything is sent.",
        )
    host = parts.hostname if ":" not in parts.hostname else f"[{parts.hostname}]"
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    path = parts.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/messages")
    return origin + (path or _path(kind, port))


def _path(kind: str, port: int | None) -> str:
    if kind == protocol.LOCAL and port == OLLAMA:
        return OLLAMA_PATH
    return urlsplit(_BASES.get(kind, _BASES[protocol.OPENAI])).path
