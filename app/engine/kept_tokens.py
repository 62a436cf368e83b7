"""Tokens that a person had kept: each for one repository at its own API, and given to no other."""

from __future__ import annotations

from dataclasses import replace

from app.engine.intake import Request
from app.engine.source import bundled
from app.engine.source.address import parse_address
from app.host.base import Record, Vault
from app.shared.errors import AddressError


class KeptTokens:
    """Encrypted by the host's vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    async def fill(self, request: Request) -> Request:
        """The request, with the token that is kept for what it asks for where it brings none."""
        if request.token or request.address.strip() == bundled.ADDRESS:
            return request
        try:
            address = parse_address(request.address)
        except AddressError:
            return request  # whoever resolves it says what is wrong
        repository = f"{address.host}/{address.owner}/{address.name}"
        return replace(request, token=await self._vault.read(_name(repository, request)) or "")

    async def keep(self, id: str, request: Request) -> None:
        """Keep the token that a repository was read with."""
        await self._vault.keep(_name(id.partition("@")[0], request), request.token)

    async def forget(self, record: Record) -> None:
        """Delete a repository's token, if one is kept."""
        request = Request(record["address"], **record["endpoints"])
        await self._vault.forget(_name(record["id"].partition("@")[0], request))


def _name(repository: str, request: Request) -> str:
    """A token's name in the vault, as the page shows it: another API or GraphQL address is another name."""
    places = [place for place in (request.api, request.graphql) if place]
    return f"token of {repository.lower()}" + (f" at {' and '.join(places)}" if places else "")
