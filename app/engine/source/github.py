"""A repository on GitHub or GitHub Enterprise: which files it has, and their bytes.

What needs which call, and why no archive is fetched (CORS refuses it), is in
app/DESIGN.md. The token goes to the API host alone.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any
from urllib.parse import quote

from app.engine.source import failures
from app.engine.source.address import GITHUB, Address
from app.engine.source.api import SHA, Api, origin
from app.engine.source.contents import Content, Contents
from app.engine.source.snapshot import SUBMODULE, Entry, Snapshot
from app.host.base import Network
from app.shared.errors import InternalError

API = "https://api.github.com"
RAW = "https://raw.githubusercontent.com"
# Digits of an abbreviated sha, as GitHub writes it.
SHORT_SHA = 7


class GitHub:
    """`api`, `graphql` and `raw` are bases for a host other than GitHub's usual ones. What is not given
    follows from `api`, so that a token never goes to another host than the one it was meant for."""

    def __init__(
        self,
        network: Network,
        sleep: Callable[[float], Awaitable[None]],
        host: str = GITHUB,
        token: str = "",
        api: str = "",
        graphql: str = "",
        raw: str = "",
        now: Callable[[], float] = time.time,
        on_wait: Callable[[str, float], None] = lambda reason, until: None,
    ) -> None:
        api = api or usual_api(host)
        graphql = graphql or _graphql_beside(api)
        raw = raw or (RAW if api == API else "")
        if raw:
            network.allow(origin(raw), "public files of the repository")
        self._api = Api(network, api, graphql, token.strip(), f"https://{host}", sleep, now, on_wait)
        self._raw = raw.rstrip("/")
        self._snapshot: Snapshot | None = None

    async def resolve(self, address: Address, cancelled: Callable[[], bool] = lambda: False) -> Snapshot:
        """The repository at the address's commit, with its whole listing.

        Raises AccessError, EmptyError, OfflineError or CancelledError, each in words.
        """
        self._api.cancelled = cancelled
        subject = f"{address.owner}/{address.name}"
        about = await self._api.rest_json(f"/repos/{quote(subject)}", subject)
        # A renamed repository is asked for by the name it has now.
        repository = _Repository(self._api, about["owner"]["login"], about["name"])
        ref, commit, folder = await repository.find(address, about["default_branch"])
        snapshot = Snapshot(
            host=address.host,
            owner=repository.owner,
            name=repository.name,
            ref=ref,
            commit=commit,
            folder=folder,
            default_branch=about["default_branch"],
            private=about["private"],
            entries=await repository.entries(commit, folder),
        )
        if folder and not snapshot.entries:
            raise failures.unknown_ref(subject, f"{ref}/{folder}")
        self._snapshot = snapshot
        return snapshot

    def contents(
        self, entries: Sequence[Entry], cancelled: Callable[[], bool] = lambda: False
    ) -> AsyncIterator[tuple[Entry, Content]]:
        """The entries' bytes as they come, in no fixed order; a UserError in place of bytes for one
        file that could not be had. Raises for what ends the whole job."""
        if self._snapshot is None:
            raise InternalError("not-resolved", "The repository was not resolved yet.")
        self._api.cancelled = cancelled
        return Contents(self._api, self._raw, self._snapshot).stream(entries)


class _Repository:
    """The refs and the listing of one repository."""

    def __init__(self, api: Api, owner: str, name: str) -> None:
        self.owner = owner
        self.name = name
        self._api = api
        self._subject = f"{owner}/{name}"
        self._path = f"/repos/{quote(owner)}/{quote(name)}"

    async def find(self, address: Address, default_branch: str) -> tuple[str, str, str]:
        """(ref, its commit, folder) that an address means. The ref of a commit is its whole sha."""
        if not address.tail:
            commit = await self._commit(default_branch)
            if commit is None:
                raise failures.empty(self._subject)
            return default_branch, commit, ""
        parts = address.tail.split("/")
        # GitHub allows no two branches of which one begins the other, and few have a slash at all: the
        # shortest ref that exists is the one that is meant.
        for length in range(1, len(parts) + 1):
            ref = "/".join(parts[:length])
            commit = await self._commit(ref)
            if commit is not None:
                folder = parts[length:-1] if address.is_file else parts[length:]
                is_sha = len(ref) >= SHORT_SHA and commit.startswith(ref)
                return commit if is_sha else ref, commit, "/".join(folder)
        raise failures.unknown_ref(self._subject, address.tail)

    async def entries(self, commit: str, folder: str) -> list[Entry]:
        """Every file below a folder ("" for all), sorted by path."""
        found = await self._listed(commit, "", folder)
        return sorted((entry for entry in found if _is_below(entry.path, folder)), key=lambda e: e.path)

    async def _commit(self, ref: str) -> str | None:
        """The whole sha that a ref stands for, None where the repository has no such ref."""
        response = await self._api.rest(f"{self._path}/commits/{quote(ref, safe='')}", SHA)
        if response.status == 200:
            return response.body.decode().strip()
        # 422: no commit of that name; the repository itself is known to be there.
        if response.status in (404, 422):
            return None
        raise self._api.failure(response, self._subject)

    async def _listed(self, sha: str, prefix: str, folder: str) -> list[Entry]:
        """The files below a tree that stands at `prefix`, those towards `folder` at least.

        GitHub cuts a listing at 100,000 entries or 7 MB. One that was cut is taken again a level
        deep, and each of its folders with all that is below it. What one folder holds beyond that
        by itself cannot be had.
        """
        tree = await self._api.rest_json(f"{self._path}/git/trees/{sha}?recursive=1", self._subject)
        if not tree["truncated"]:
            return [_entry(item, prefix) for item in tree["tree"] if item["type"] != "tree"]
        level = await self._api.rest_json(f"{self._path}/git/trees/{sha}", self._subject)
        entries: list[Entry] = []
        for item in level["tree"]:
            path = prefix + item["path"]
            if item["type"] != "tree":
                entries.append(_entry(item, prefix))
            elif _is_below(f"{path}/", folder) or _is_below(folder, path):
                entries += await self._listed(item["sha"], f"{path}/", folder)
        return entries


def usual_api(host: str) -> str:
    """The API base of a host: github.com, an enterprise's ``NAME.ghe.com``, or an Enterprise Server."""
    if host == GITHUB:
        return API
    return f"https://api.{host}" if host.endswith(".ghe.com") else f"https://{host}/api/v3"


def _entry(item: dict[str, Any], prefix: str) -> Entry:
    mode = SUBMODULE if item["type"] == "commit" else item["mode"]
    return Entry(prefix + item["path"], item["sha"], item.get("size", 0), mode)


def _is_below(path: str, folder: str) -> bool:
    return not folder or path.startswith(folder + "/")


def _graphql_beside(api: str) -> str:
    """``/api/graphql`` beside an Enterprise Server's ``/api/v3``, ``/graphql`` below any other base."""
    return api.rstrip("/").removesuffix("/v3") + "/graphql"
