"""What a model that writes answers takes and gives, whoever runs it.

The chat (answer/chat.py) knows nothing else of a model. Each file beside this
one speaks one wire format; `on_device.py` speaks to the host's own models.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Any

# Why a model stopped.
STOP = "stop"  # it was done
LENGTH = "length"  # it met its limit of tokens
CALLS = "calls"  # it waits for the results of its calls
REFUSED = "refused"  # its provider withheld the rest


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model asks for. `id` is the provider's, made up where it gives none. `opaque` is what
    the provider wants back with the call (Gemini's thought signature)."""

    id: str
    name: str
    arguments: dict[str, Any]
    opaque: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `role` is system, user, assistant (with its `calls`) or tool (a call's result:
    `call` is what it answers)."""

    role: str
    text: str
    calls: tuple[ToolCall, ...] = ()
    call: ToolCall | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call. `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that the provider counted; 0 where it does not say."""

    prompt: int = 0
    answer: int = 0


@dataclass(frozen=True, slots=True)
class Delta:
    """A part of an answer, in order. Exactly one of them, the last, has `finish`. `read` is how much of the
    prompt the model has gone through, above 0 and up to 1, where it tells before its first word."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    finish: str = ""
    usage: Usage = field(default_factory=Usage)
    read: float = 0.0


class ChatModel(ABC):
    """A model ready to be asked.

    `host` is where the prompt goes (``api.example.com``, ``localhost:11434``), "" for this device's
    browser itself. `is_local` says that the prompt stays on this device. `context` is how many tokens
    prompt and answer may have together. `has_tools` says that it can call tools.
    """

    name: str
    host: str
    is_local: bool
    context: int
    has_tools: bool

    @abstractmethod
    def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), limit: int = 1024
    ) -> AsyncIterator[Delta]:
        """The answer as it comes, of at most `limit` tokens. Closing the iterator stops the model.

        Raises AccessError (bad key), LimitError (no quota, too fast; `until` where it says),
        OfflineError (no answer, or CORS refused), UserError with the codes ``context-too-long``,
        ``no-such-model``, ``no-tools`` (it cannot call any), ``model-failed`` and ``stream-cut`` (it broke
        off: what came before stands).
        """
