"""Workers whose failures are a person's business, such as a full disk: each comes with a way out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import js

from app.host.browser_workers import RemoteWorker
from app.shared.errors import (
    AccessError,
    CancelledError,
    OfflineError,
    StorageError,
    UnderstoryError,
    UserError,
)

# What the workers say -> the error's class, and the way out.
_FAILURES: dict[str, tuple[type[UserError], str]] = {
    "silent": (
        OfflineError,
        "Check the address. Where only a download works, fetch it that way and choose the file here.",
    ),
    "cut": (OfflineError, "Fetch it again: it goes on where it broke off, if the server can."),
    "stopped": (CancelledError, "Fetch it again to go on."),
    "sign-in": (AccessError, "Its host wants you to sign in. Download it there, then choose the file here."),
    "no-such-file": (AccessError, "Check the address: it must lead to the file itself."),
    "refused": (AccessError, "Try again later, or another address."),
    "no-model": (UserError, "Give the address of the .gguf file itself, not of the page about it."),
    "not-whole": (UserError, "Choose a model that comes as one file; those that run in a tab do."),
    "no-chat": (UserError, "Choose the file of the language model itself."),
    "kept": (UserError, "It can be chosen already."),
    "busy": (UserError, "Wait for its end, or stop it there."),
    "no-such-model": (UserError, "Fetch it again, or choose another model."),
    "broken-file": (UserError, "Delete it and fetch it again."),
    "unsupported": (UserError, "Choose another model, or run this one by a local server."),
    "old-browser": (UserError, "Use a current Chrome, Edge or Firefox, or a local server."),
    "too-large": (UserError, "Choose a smaller model, or one of fewer bits a weight."),
    "context-too-long": (UserError, "Ask for fewer places, or set a larger context for this model."),
    "model-failed": (UserError, "Try again, or choose another model."),
    "quota": (StorageError, "Delete a model or a repository, then fetch it again."),
    "unavailable": (StorageError, "Open the site in a window that is not private."),
}


class ToldWorker(RemoteWorker):
    """Its answers come as Python's own values."""

    async def call(self, method: str, *arguments: Any, transfer: Sequence[Any] = ()) -> Any:
        """As RemoteWorker's. Raises UserError for what a person can mend."""
        try:
            answer = await super().call(method, *arguments, transfer=transfer)
        except UnderstoryError as error:
            if error.code not in _FAILURES:
                raise
            kind, hint = _FAILURES[error.code]
            told = kind(error.code, error.message, hint)
            told.stack = "\n".join(getattr(error, "__notes__", []))
            raise told from error
        return answer.to_py() if hasattr(answer, "to_py") else answer


class ToldPage(ToldWorker):
    """The page of this tab, which answers the same calls over a channel of that name."""

    def _open(self) -> Any:
        return js.BroadcastChannel.new(self._name)
