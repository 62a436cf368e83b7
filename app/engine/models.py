"""The chosen model: behind MODEL, SERVERS and TRY_MODEL, and what the chat asks for one.

The choice lies in the store `settings`, its key in memory or, encrypted, in the
host's vault. A key belongs to an origin and is given to no other.
"""

from __future__ import annotations

import asyncio
from typing import Protocol
from urllib.parse import urlsplit

from app.engine.answer.providers.base import ChatModel, Message
from app.engine.answer.providers.choice import HOSTED, ON_DEVICE, Choice
from app.engine.answer.providers.contexts import UNKNOWN, known_context
from app.engine.answer.providers.dialects import dialect
from app.engine.answer.providers.endpoint import Endpoint
from app.engine.answer.providers.help import is_loopback
from app.engine.answer.providers.servers import PATIENCE, servers
from app.engine.source.api import origin as origin_of
from app.host.base import Host, Record
from app.shared import protocol
from app.shared.errors import AccessError, InternalError, UserError

# The record of the store `settings`: {name, value: {choice, context}}, `context` as the provider told it.
SETTINGS = "model"
# What TRY_MODEL sends. It holds nothing of any repository.
HELLO = "Say hello in one short sentence."
HELLO_LIMIT = 64
NOT_HERE = "No model runs in this browser."


class OnDevice(Protocol):
    """The kinds that run in this browser."""

    async def standing(self, choice: Choice) -> tuple[int, str]:
        """The context in tokens, and why it cannot answer now, "" where it can."""

    async def model(self, choice: Choice) -> ChatModel:
        """The model, ready to be asked. Raises UserError where it is not."""


class Models:
    """`site` is this page's address. `on_device` is set where the host can run models itself."""

    def __init__(self, host: Host, site: str) -> None:
        self.on_device: OnDevice | None = None
        self._host = host
        self._site = origin_of(site)
        # By origin, for this session.
        self._keys: dict[str, str] = {}

    # What is chosen -----------------------------------------------------------

    async def model(
        self, choice: Record | None = None, key: str = "", keep: bool | None = None, forget: bool = False
    ) -> Record:
        """Change what is given and tell what holds, see MODEL in protocol.py."""
        key = checked_key(key)
        chosen, told = await self._kept()
        if choice is not None:
            chosen, told = Choice.read(choice), 0
        if chosen.kind in HOSTED:
            await self._set_key(chosen, key, keep, forget)
        if choice is not None:
            told = await self._told_context(chosen)
            await self._keep(chosen, told)
        return await self._standing(chosen, told)

    async def chosen(self) -> ChatModel | None:
        """The chosen model, None where it is none. Raises UserError where it cannot be asked."""
        chosen, told = await self._kept()
        if chosen.kind == protocol.NONE:
            return None
        standing = await self._standing(chosen, told)
        if not standing["ready"]:
            raise UserError("model-not-ready", standing["reason"], "Look at the choice of the model.")
        return await self._model(chosen, standing["context"], await self._key(chosen.address))

    async def _model(self, choice: Choice, context: int, key: str) -> ChatModel:
        if choice.kind in ON_DEVICE:
            if self.on_device is None:
                raise UserError("no-models-here", NOT_HERE, "Choose another kind.")
            return await self.on_device.model(choice)
        return dialect(choice).model(self._endpoint(choice, key), choice.model, context, choice.tools)

    async def _standing(self, choice: Choice, told: int) -> Record:
        """What MODEL answers: nothing is asked of the network for it."""
        if choice.kind in ON_DEVICE:
            context, reason = await self.on_device.standing(choice) if self.on_device else (0, NOT_HERE)
            host, is_local, where = "", True, ""
        else:
            context = choice.context or told or known_context(choice.model) or UNKNOWN
            host = urlsplit(choice.address).netloc
            is_local = not choice.address or is_loopback(choice.address)
            where = await self._where(choice.address)
            reason = _lacking(choice, bool(where))
        return {
            "choice": choice.record(),
            "host": host,
            "is_local": is_local,
            "context": 0 if choice.kind == protocol.NONE else context,
            "key": where,
            "ready": not reason,
            "reason": reason,
        }

    async def _kept(self) -> tuple[Choice, int]:
        record = await self._host.store.get("settings", SETTINGS)
        if record is None:
            return Choice(), 0
        try:
            return Choice.read(record["value"]["choice"]), record["value"]["context"]
        except UserError:
            return Choice(), 0  # another version took what this one does not

    async def _keep(self, choice: Choice, told: int) -> None:
        value = {"choice": choice.record(), "context": told}
        record = {"name": SETTINGS, "value": value}
        await self._host.store.write([{"op": "put", "store": "settings", "record": record}])

    async def _told_context(self, choice: Choice, key: str = "") -> int:
        """What the provider says of the model's context, 0 where it says nothing or does not answer."""
        if choice.kind not in HOSTED or not choice.model or choice.context:
            return 0
        try:
            endpoint = self._endpoint(choice, key or await self._key(choice.address))
            async with asyncio.timeout(PATIENCE):
                return await dialect(choice).told_context(endpoint, choice.model)
        except (TimeoutError, UserError):
            return 0

    # Keys ---------------------------------------------------------------------

    async def _set_key(self, choice: Choice, key: str, keep: bool | None, forget: bool) -> None:
        """`keep` is None where nothing was said: then a key stays where it is, and a new one is not kept."""
        origin = origin_of(choice.address)
        if forget:
            self._keys.pop(origin, None)
            await self._host.vault.forget(_name(origin))
        if key:
            self._keys[origin] = key
        held = await self._key(choice.address)
        if keep and held:
            await self._host.vault.keep(_name(origin), held)
        elif key or keep is False:
            if held:
                self._keys[origin] = held
            await self._host.vault.forget(_name(origin))

    async def _key(self, address: str) -> str:
        """The key of an address's origin, "" for none."""
        origin = origin_of(address)
        return self._keys.get(origin) or await self._host.vault.read(_name(origin)) or ""

    async def _where(self, address: str) -> str:
        """Where an address's key is, as MODEL tells it."""
        if not address:
            return ""
        if await self._host.vault.read(_name(origin_of(address))):
            return "kept"
        return "session" if origin_of(address) in self._keys else ""

    def _endpoint(self, choice: Choice, key: str, reason: str = "the model that was chosen") -> Endpoint:
        self._host.network.allow(origin_of(choice.address), reason)
        return dialect(choice).endpoint(self._host.network, choice.address, key, self._site)

    # Looking around -----------------------------------------------------------

    async def servers(self, addresses: list[str] | None = None, kind: str = "", key: str = "") -> Record:
        """Who answers, and with which models; see SERVERS in protocol.py. A key is given with one address
        and used this once."""

        async def reach(choice: Choice) -> Endpoint:
            given = checked_key(key) if addresses and len(addresses) == 1 else ""
            reason = "asked which models it has"
            return self._endpoint(choice, given or await self._key(choice.address), reason)

        return {"servers": await servers(reach, self._site, addresses, kind)}

    # Trying it ----------------------------------------------------------------

    async def try_model(self, choice: Record, key: str = "") -> Record:
        """Ask a model for a greeting, before it is chosen: {text, ms}. Raises UserError as the model does."""
        tried = Choice.read(choice)
        if tried.kind == protocol.NONE:
            raise InternalError("no-model", "There is no model to try.")
        given = checked_key(key) or (await self._key(tried.address) if tried.address else "")
        if lacking := _lacking(tried, bool(given)):
            raise UserError("model-not-ready", lacking)
        # A server that loads a model for a window would have to load it again for another.
        told = await self._told_context(tried, given) if tried.is_ollama else 0
        model = await self._model(tried, tried.context or told or UNKNOWN, given)
        begun = self._host.now()
        parts = [delta.text async for delta in model.stream([Message("user", HELLO)], (), HELLO_LIMIT)]
        return {"text": "".join(parts).strip(), "ms": round(self._host.now() - begun)}


def checked_key(key: str) -> str:
    """A key as it may stand in a header. Raises AccessError for what is none."""
    key = key.strip()
    if not all("!" <= character <= "~" for character in key):
        raise AccessError(
            "bad-key", "The key holds a character that no key has, perhaps a space.", "Copy it once more."
        )
    return key


def _name(origin: str) -> str:
    """A key's name in the vault."""
    return f"key of {origin}"


def _lacking(choice: Choice, has_key: bool) -> str:
    """Why a model that is reached by its address cannot be asked yet, "" where it can."""
    if choice.kind not in HOSTED:
        return ""
    if not choice.model:
        return "No model is named yet."
    if dialect(choice).needs_key and not has_key and not is_loopback(choice.address):
        return f"{urlsplit(choice.address).netloc} wants a key, and none is given."
    return ""
