"""Language models that run on this device, as abstract classes; see base.py for the rest of a host."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from app.shared.errors import UserError

# States of the browser's own model, as its `LanguageModel.availability()` gives them.
UNAVAILABLE, DOWNLOADABLE, DOWNLOADING, AVAILABLE = "unavailable", "downloadable", "downloading", "available"
# Why an answer ended.
STOP, LENGTH, STOPPED = "stop", "length", "stopped"


@dataclass(frozen=True, slots=True)
class KeptModel:
    """A model's file. `bytes` of `total` are there (0 where the server did not tell), all of them if it is
    `whole`. `source` is the address that it came from, "" for a file of this device. `context` is how many
    tokens the model was trained to read, 0 while unknown; `template` whether the file says how a
    conversation is written for it: without, it was never taught to answer."""

    name: str
    bytes: int
    total: int
    source: str
    whole: bool
    context: int = 0
    template: bool = False


@dataclass(frozen=True, slots=True)
class Fetching:
    """How far a file is fetched, in bytes; `total` is 0 while unknown."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """The browser's own model. `reason` says in words why it cannot be asked, "" where it can. `context` is
    tokens, 0 while unknown."""

    state: str
    reason: str
    context: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """What came of an answer since the last one. `finish` is "" until the last. `prompt` and `answer` count
    tokens, 0 while unknown; `read` those of the prompt that the model has gone through."""

    text: str
    finish: str = ""
    prompt: int = 0
    answer: int = 0
    read: int = 0


class DeviceModels(ABC):
    """The browser's own model, and those whose files are kept here. One of the latter is in memory at a time,
    from its first answer until it was not asked for some minutes."""

    @abstractmethod
    async def kept(self) -> list[KeptModel]:
        """By name, also those that were fetched in part."""

    @abstractmethod
    async def size(self, address: str) -> int:
        """The bytes of a file on the web, 0 where its server does not tell. Raises as `progress`."""

    @abstractmethod
    async def fetch(self, address: str, name: str) -> str:
        """Begin to fetch a file, or go on with it. Returns the name that it is kept under, which is `name`
        unless another file has that."""

    @abstractmethod
    def progress(self, address: str) -> AsyncIterator[Fetching]:
        """How the fetching stands, now and then until its end.

        Raises OfflineError, AccessError, StorageError (a full disk), CancelledError, or UserError for what
        is no model that can be used here.
        """

    @abstractmethod
    async def stop(self, address: str) -> None:
        """Stop fetching from an address, if that is under way. What came stays, to be gone on with."""

    @abstractmethod
    async def forget(self, name: str) -> int:
        """Delete a file; the bytes that this gave back."""

    @abstractmethod
    async def built_in(self) -> BuiltIn: ...

    @abstractmethod
    def write(
        self, name: str, messages: Sequence[Mapping[str, str]], limit: int, context: int
    ) -> AsyncGenerator[Written]:
        """An answer to {role, content} messages, by a kept file or, for "", by the browser's own model.
        Closing the iterator stops it.

        Raises UserError with the codes ``context-too-long``, ``no-such-model`` and ``model-failed``.
        """


class NoModels(DeviceModels):
    """Where no model runs: it says so when it is used."""

    async def kept(self) -> list[KeptModel]:
        return []

    async def size(self, address: str) -> int:
        raise _none()

    async def fetch(self, address: str, name: str) -> str:
        raise _none()

    async def progress(self, address: str) -> AsyncIterator[Fetching]:
        raise _none()
        yield

    async def stop(self, address: str) -> None:
        return

    async def forget(self, name: str) -> int:
        raise _none()

    async def built_in(self) -> BuiltIn:
        return BuiltIn(UNAVAILABLE, "There is no browser here.")

    async def write(
        self, name: str, messages: Sequence[Mapping[str, str]], limit: int, context: int
    ) -> AsyncGenerator[Written]:
        raise _none()
        yield


def _none() -> UserError:
    return UserError("no-models-here", "Models run in a browser, and there is none here.", "Use a server.")
