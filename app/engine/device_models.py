"""Models in this browser, behind DEVICE_MODELS, FETCH_MODEL and FORGET_MODEL."""

from __future__ import annotations

import re
from dataclasses import asdict
from urllib.parse import unquote, urlsplit, urlunsplit

from app.engine.events import Events
from app.engine.progress import Meter
from app.host.base import Host, Record
from app.shared import protocol
from app.shared.errors import AddressError, UnderstoryError, UserError, to_record

STAGE = "model"
# Hugging Face's pages about a file, and where the file itself is.
HUB = ("huggingface.co", "www.huggingface.co", "hf.co")
# A model that comes in several files; llama.cpp names them so.
PART = re.compile(r"-\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)


class DeviceModelFiles:
    """Fetches files in the background, each told by events under its address."""

    def __init__(self, host: Host, events: Events) -> None:
        self._host = host
        self._events = events

    async def list(self) -> Record:
        """See DEVICE_MODELS in protocol.py."""
        built_in = await self._host.models.built_in()
        estimate = await self._host.store.estimate()
        return {
            "built_in": {"state": built_in.state, "reason": built_in.reason},
            "files": [asdict(kept) for kept in await self._host.models.kept()],
            "quota": estimate["quota"] - estimate["usage"] if estimate["quota"] else 0,
        }

    async def fetch(self, address: str, look: bool = False) -> Record:
        """Begin to fetch a file, or go on with it; see FETCH_MODEL. Raises AddressError for what leads to
        no file that can be used here."""
        source = file_address(address)
        name = file_name(source)
        if look:
            bytes = await self._host.models.size(source)
            return {"name": name, "address": source, "bytes": bytes, "host": urlsplit(source).netloc}
        kept = await self._host.models.fetch(source, name)
        began = self._host.now()
        self._host.spawn(self._follow(source, began), lambda error: self._failed(source, error))
        return {"name": kept, "address": source}

    async def _follow(self, source: str, began: float) -> None:
        meter: Meter | None = None

        def report(**fields: object) -> None:
            unknown = {"remaining": -1} if not fields["total"] else {}
            self._events.add(protocol.PROGRESS, source, **(fields | unknown))

        async for fetching in self._host.models.progress(source):
            if meter is None:
                meter = Meter(STAGE, fetching.total, self._host.now, report, done=fetching.done)
            meter.total = fetching.total
            meter.add(fetching.done - meter.done, fetching.done - meter.done)
        self._events.add(protocol.FINISHED, source, seconds=(self._host.now() - began) / 1000)

    def _failed(self, source: str, error: Exception) -> None:
        stack = error.stack if isinstance(error, UnderstoryError) else ""
        self._events.add(protocol.FAILED, source, error=to_record(error, stack))

    async def stop(self, address: str) -> None:
        """Stop fetching from an address, if that is under way."""
        if "//" in address:
            await self._host.models.stop(address)

    async def forget(self, name: str) -> Record:
        """Delete a file; see FORGET_MODEL."""
        return {"freed": await self._host.models.forget(name)}


def file_address(address: str) -> str:
    """Where a file is that a person named, be it by the page about it. Raises AddressError."""
    text = address.strip()
    parts = urlsplit(text if "//" in text else f"https://{text}")
    if parts.username or parts.password:
        raise AddressError("bad-address", "The address holds a name or a password.", "Leave them out.")
    local = parts.hostname in ("localhost", "127.0.0.1")
    if not parts.hostname or parts.scheme not in (("http", "https") if local else ("https",)):
        raise AddressError(
            "bad-address",
            f"{text or 'Nothing'} is no address of a file.",
            "It begins with https://, or with http:// for this device's own servers.",
        )
    path, query = parts.path, parts.query
    if parts.hostname in HUB:
        path, query = re.sub(r"^(/[^/]+/[^/]+)/blob/", r"\1/resolve/", path), ""
        if "/resolve/" not in path:
            raise AddressError(
                "bad-address",
                "The address leads to a page that may have many files.",
                "Open its list of files and give the address of one that ends in .gguf.",
            )
    if PART.search(path):
        raise UserError(
            "not-whole",
            "The file is one of several that are a model together.",
            "Choose a model that comes as one file; those that run in a tab do.",
        )
    return urlunsplit((parts.scheme, parts.netloc, path, query, ""))


def file_name(address: str) -> str:
    """What a file is called here."""
    return unquote(urlsplit(address).path.rpartition("/")[2]) or "model"
