"""What providers' refusals mean, each in its own sentence with a way out.

Bodies differ (``{"error": {...}}``, a list of it, ``{"error": "text"}``, ``{"message": ...}``,
``{"detail": ...}``), and so do their codes. All are read for the same few
causes: the status first, then the provider's codes, then the words it uses.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

from app.shared.errors import AccessError, LimitError, UserError

# Characters of a provider's own words that are shown.
QUOTED = 400

_BAD_KEY = (
    "invalid_api_key",
    "authentication_error",
    "api_key_invalid",
    "api key not valid",
    "unauthenticated",
)
_NO_QUOTA = (
    "insufficient_quota",
    "billing_error",
    "billing_hard_limit",
    "billing_not_active",
    "credit balance",
    "insufficient credits",
    "insufficient balance",
    "payment required",
    "perday",
)
_TOO_FAST = ("rate_limit", "too many requests", "resource_exhausted")
_BUSY = ("overloaded", "unavailable", "server is busy")
_TOO_LONG = (
    "context_length_exceeded",
    "exceed_context_size",
    "context length",
    "context size",
    "context window",
    "prompt is too long",
    "input is too long",
    "input token count",
    "maximum number of tokens",
    "request_too_large",
)
_NO_TOOLS = (
    "does not support tools",
    "support tool use",
    "enable-auto-tool-choice",
    "tool calling is not supported",
    "function calling is not enabled",
    "tools param requires --jinja",
)
_NO_MODEL = ("model_not_found", "not_found_error", "no such model", "invalid model", "unknown model")


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a provider said: `codes` are its types and statuses, `message` its sentence. `status` is HTTP's,
    200 where it came in a stream; `after` the seconds to wait, 0 where it does not say."""

    status: int
    codes: tuple[str, ...]
    message: str
    after: float = 0

    def says(self, words: tuple[str, ...]) -> bool:
        text = " ".join((*self.codes, self.message)).lower()
        return any(word in text for word in words)


def refusal(status: int, headers: Mapping[str, str], body: bytes | str) -> Refusal:
    """Read a refusal, whatever its shape."""
    text = body.decode("utf-8", "replace") if isinstance(body, bytes) else body
    try:
        said = json.loads(text)
    except ValueError:
        said = text.strip()
    error = _error(said)
    message = _message(error)
    codes = tuple(_codes(error))
    return Refusal(status, codes, message, _after(headers, error))


def in_words(refused: Refusal, host: str, model: str, secret: str = "") -> UserError:
    """The error to raise. `secret` is a key that a server may repeat and nobody should read."""
    said = refused.message[:QUOTED]
    if secret:
        said = said.replace(secret, "…")
    if said and said[-1] not in ".!?…":
        said += "."
    quoted = f" It says: {said}" if said else ""
    status = refused.status
    if status == 401 or refused.says(_BAD_KEY):
        return AccessError("bad-key", f"{host} does not accept the key.{quoted}", "Give it another key.")
    if status == 402 or (refused.says(_NO_QUOTA) and not status >= 500):
        return LimitError(
            "no-quota",
            f"The account at {host} has nothing left to spend, or its quota is used up.{quoted}",
            "Look at its plan and billing there, or choose another model.",
        )
    if refused.says(_TOO_LONG) or status == 413:
        return UserError(
            "context-too-long",
            f"The prompt is longer than {model} can read.{quoted}",
            "Ask with less context: set a smaller one for this model, or choose one that reads more.",
        )
    if status == 429 or refused.says(_TOO_FAST):
        until = time.time() + refused.after if refused.after else 0
        when = f"Try again in {refused.after:.0f} s." if refused.after else "Wait a minute, then try again."
        return LimitError("too-fast", f"{host} is asked too often just now.{quoted}", when, until=until)
    if status in (503, 529) or refused.says(_BUSY):
        return LimitError("busy", f"{host} has too much to do just now.{quoted}", "Try again in a moment.")
    if refused.says(_NO_TOOLS):
        return UserError(
            "no-tools", f"{model} cannot call tools.{quoted}", "Switch tools off where the model is chosen."
        )
    if _is_no_model(refused):
        return UserError(
            "no-such-model",
            f"{host} has no model {model}, or nothing at this address.{quoted}",
            "Look at the list of its models, and at the address.",
        )
    if status == 403:
        return AccessError("no-access", f"{host} does not allow this.{quoted}", "Try another key or model.")
    return UserError("model-failed", f"{host} did not answer the question ({status}).{quoted}", "Try again.")


def _is_no_model(refused: Refusal) -> bool:
    words = refused.message.lower()
    missing = "model" in words and ("not found" in words or "not exist" in words)
    return refused.status == 404 or missing or refused.says(_NO_MODEL)


def _error(said: Any) -> Any:
    """The part of a body that tells of the error."""
    if isinstance(said, list) and said:
        said = said[0]
    if isinstance(said, dict):
        return said.get("error") or said
    return said


def _message(error: Any) -> str:
    if isinstance(error, str):
        return error
    if isinstance(error, dict):
        for name in ("message", "detail", "error"):
            if error.get(name):
                return error[name] if isinstance(error[name], str) else json.dumps(error[name])
    return ""


def _codes(error: Any) -> Iterator[str]:
    """Whatever names a cause: types, codes, Google's statuses, reasons and quotas."""
    if not isinstance(error, dict):
        return
    for name in ("type", "code", "status"):
        if isinstance(error.get(name), str):
            yield error[name]
    for detail in _details(error):
        yield str(detail.get("reason", ""))
        for violation in detail.get("violations") or []:
            yield str(violation.get("quotaId", ""))


def _after(headers: Mapping[str, str], error: Any) -> float:
    """Seconds by Retry-After (seconds or a date), or by Google's ``retryDelay`` ("34s")."""
    said = headers.get("retry-after", "")
    if not said and isinstance(error, dict):
        said = next((str(d["retryDelay"]) for d in _details(error) if d.get("retryDelay")), "").rstrip("s")
    try:
        return float(said)
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except ValueError:
        return 0


def _details(error: dict[str, Any]) -> list[dict[str, Any]]:
    details = error.get("details")
    return [d for d in details if isinstance(d, dict)] if isinstance(details, list) else []
