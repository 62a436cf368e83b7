"""Which servers of models answer: on this device's usual ports, or at given addresses; only when asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

from app.engine.answer.providers.choice import Choice, api_address
from app.engine.answer.providers.dialects import dialect
from app.engine.answer.providers.endpoint import Endpoint, Offer
from app.engine.answer.providers.help import NAMES, is_loopback, server_name, start_help
from app.shared import protocol
from app.shared.errors import OfflineError, UserError

# Seconds a server may take to list its models.
PATIENCE = 8.0

Reach = Callable[[Choice], Awaitable[Endpoint]]


async def servers(
    reach: Reach, site: str, addresses: Sequence[str] | None = None, kind: str = ""
) -> list[dict[str, Any]]:
    """One record an address, as SERVERS tells them. `reach` admits an address and makes its endpoint;
    `site` is this page's origin, which is none of the servers."""
    if addresses is None:
        here = urlsplit(site)
        ports = [port for port in NAMES if not (is_loopback(site) and here.port == port)]
        looked = [_local(reach, site, port) for port in ports]
    else:
        looked = [_look(reach, kind or protocol.LOCAL, address) for address in addresses]
    return list(await asyncio.gather(*looked))


async def _local(reach: Reach, site: str, port: int) -> dict[str, Any]:
    """The server at a port of this device, by either of its names: not all listen to both."""
    found = await _look(reach, protocol.LOCAL, f"http://localhost:{port}")
    if found["code"] == "no-answer":
        other = await _look(reach, protocol.LOCAL, f"http://127.0.0.1:{port}")
        found = found if other["code"] == "no-answer" else other
    if found["code"] == "no-answer":
        # Each says how to start what should be there; what they have in common the page says once.
        found["hint"] = start_help(found["address"], site)
    return found


async def _look(reach: Reach, kind: str, address: str) -> dict[str, Any]:
    base = address
    try:
        base = api_address(kind, address)
        choice = Choice(kind, base)
        async with asyncio.timeout(PATIENCE):
            offers = await dialect(choice).offers(await reach(choice))
        if not offers:
            raise UserError("no-models", "It answers, and has no model.", "Fetch or load one there first.")
    except TimeoutError:
        late = OfflineError("no-answer", f"{base} did not answer within {PATIENCE:.0f} s.", "Try again.")
        return _record(base, [], late)
    except UserError as error:
        return _record(base, [], error)
    return _record(base, offers, None)


def _record(address: str, offers: Sequence[Offer], error: UserError | None) -> dict[str, Any]:
    name = server_name(address) if is_loopback(address) else urlsplit(address).netloc
    return {
        "address": address,
        "name": name,
        "models": [{"name": o.name, "context": o.context, "bytes": o.bytes} for o in offers],
        "code": error.code if error else "",
        "reason": error.message if error else "",
        "hint": error.hint if error else "",
    }
