"""JavaScript workers as seen from Pyodide: started when first called, started anew after they are lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import js
from pyodide.code import run_js
from pyodide.ffi import JsException, create_once_callable, to_js

from app.shared.errors import InternalError, StorageError, UnderstoryError

LOST = "worker-lost"
# What workers/database.js says of the database. Everything else that a worker throws is a bug.
_STORAGE_CODES = {
    "blocked",
    "newer-version",
    "no-vault",
    "not-migrated",
    "quota",
    "unavailable",
    "unknown-format",
    "upgraded",
}

Call = Callable[..., Awaitable[Any]]

_import_module: Any = run_js("(url) => import(url)")


class RemoteWorker:
    """One module of the folder ``workers/``, by the calls of workers/rpc.js.

    `base` is the page's address with a slash at its end: the worker that Pyodide runs in has a blob's.
    `on_start` is awaited with a fresh worker's `call` before anything else reaches it; `on_lost` is told
    when a worker crashed or was closed.
    """

    def __init__(
        self,
        base: str,
        name: str,
        on_start: Callable[[Call], Awaitable[None]] | None = None,
        on_lost: Callable[[], None] | None = None,
    ) -> None:
        self._base = base
        self._name = name
        self._on_start = on_start
        self._on_lost = on_lost
        self._starting: asyncio.Task[Any] | None = None
        self._connection: Any = None
        self._starts = 0

    async def call(self, method: str, *arguments: Any, transfer: Sequence[Any] = ()) -> Any:
        """Pass strings, numbers, None, lists and dicts of them, or JavaScript objects.

        Raises StorageError for what the database reports, InternalError for the rest, with the code
        ``worker-lost`` when the worker ended before it answered.
        """
        if self._starting is None:
            self._starting = asyncio.ensure_future(self._start())
        # A caller that is cancelled must not take the worker from the others that wait for it.
        connection = await asyncio.shield(self._starting)
        return await _send(connection, method, *arguments, transfer=transfer)

    async def call_again(self, method: str, *arguments: Any) -> Any:
        """As `call`, once more where the worker ended before it answered: for what may be done twice."""
        try:
            return await self.call(method, *arguments)
        except InternalError as error:
            if error.code != LOST:
                raise
        return await self.call(method, *arguments)

    def close(self) -> None:
        """End the worker, which gives its memory back. Calls in flight raise ``worker-lost``."""
        if self._connection is not None:
            self._connection.close()
            self._forget(self._starts)

    async def _start(self) -> Any:
        self._starts += 1
        start = self._starts
        try:
            rpc = await _import_module(f"{self._base}workers/rpc.js")
            connection = rpc.connect(self._open())
            self._connection = connection
            connection.lost.then(create_once_callable(lambda _: self._forget(start)))
            if self._on_start is not None:
                await self._on_start(partial(_send, connection))
        except BaseException:
            self.close()
            self._starting = None
            raise
        return connection

    def _open(self) -> Any:
        """What the calls go through."""
        return js.Worker.new(f"{self._base}workers/{self._name}.js", _js({"type": "module"}))

    def _forget(self, start: int) -> None:
        # By the time it is told, another one may have been started.
        if start != self._starts or self._connection is None:
            return
        self._starting = self._connection = None
        if self._on_lost is not None:
            self._on_lost()


async def _send(connection: Any, method: str, *arguments: Any, transfer: Sequence[Any] = ()) -> Any:
    try:
        return await connection.call(method, _js(list(arguments)), _js(list(transfer)))
    except JsException as error:
        raise translated(error) from error


def translated(error: Any) -> UnderstoryError:
    """The engine's error for one that crossed from a worker."""
    code = str(getattr(error, "code", "") or getattr(error, "name", "") or "internal")
    message = str(getattr(error, "message", error))
    kind = StorageError if code in _STORAGE_CODES else InternalError
    translation: UnderstoryError = kind(code, message)
    translation.add_note(str(getattr(error, "stack", "")))
    return translation


def _js(value: Any) -> Any:
    return to_js(value, dict_converter=js.Object.fromEntries)
