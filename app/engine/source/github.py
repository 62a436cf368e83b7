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
from app.engine.source.api import Api, origin
from app.engine.source.contents import Content, Contents
from app.engine.source.snapshot import SUBMODULE, Entry, Snapshot
from app.host.base import Network
from app.shared.errors import EmptyError, UserError


class GitHub:
    """`api`, `graphql` and `raw` are bases for a host other than GitHub's usual ones."""

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
        usual = host == GITHUB
        api = api or ("https://api.github.com" if usual else f"https://{host}/api/v3")
        graphql = graphql or ("https://api.github.com/graphql" if usual else _graphql_beside(api))
        raw = raw or ("https://raw.githubusercontent.com" if usual else "")
        if raw:
            network.allow(origin(raw), "public files of the repository")
        self._api = Api(network, api, graphql, token.strip(), sleep, now, on_wait)
        self._raw = raw.rstrip("/")
        self._snapshot: Snapshot | None = None

    async def resolve(self, address: Address) -> Snapshot:
        """The repository at the address's commit, with its whole listing.

        Raises AccessError, EmptyError, OfflineError or CancelledError, each in words.
        """
        subject = f"{address.owner}/{address.name}"
        path = f"/repos/{quote(address.owner)}/{quote(address.name)}"
        about = await self._api.rest_json(path, subject)
        ref, commit, folder = await self._find_ref(address, path, about, subject)
        snapshot = Snapshot(
            host=address.host,
            owner=about["owner"]["login"],
            name=about["name"],
            ref=ref,
            commit=commit,
            folder=folder,
            default_branch=about["default_branch"],
            private=about["private"],
        )
        snapshot.entries = [entry for entry in await self._tree(path, commit) if _within(entry.path, folder)]
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
            raise UserError("not-resolved", "The repository was not resolved yet.")
        self._api.cancelled = cancelled
        return Contents(self._api, self._raw, self._snapshot).stream(entries)

    async def _find_ref(
        self, address: Address, path: str, about: dict[str, Any], subject: str
    ) -> tuple[str, str, str]:
        """(ref, commit, folder). Branch names may hold slashes: the longest that exists is meant."""
        if address.commit:
            commit = await self._commit(path, address.commit, subject)
            if commit is None:
                raise failures.unknown_ref(subject, address.commit)
            return commit, commit, ""
        if not address.tail:
            branch = about["default_branch"]
            commit = await self._commit(path, branch, subject)
            if commit is None:
                raise EmptyError(
                    "empty-repository", f"{subject} is empty.", "Push a first commit, then try again."
                )
            return branch, commit, ""
        parts = address.tail.split("/")
        # The shortest is by far the usual one; GitHub allows no two branches of which one begins the other.
        for length in range(1, len(parts) + 1):
            ref = "/".join(parts[:length])
            commit = await self._commit(path, ref, subject)
            if commit is not None:
                rest = parts[length:-1] if address.is_file else parts[length:]
                return ref, commit, "/".join(rest)
        raise failures.unknown_ref(subject, address.tail)

    async def _commit(self, path: str, ref: str, subject: str) -> str | None:
        """The full sha that a ref stands for, None where the repository has no such ref."""
        response = await self._api.rest(f"{path}/commits/{quote(ref, safe='')}", "application/vnd.github.sha")
        if response.status == 200:
            return response.body.decode().strip()
        # 422: no commit of that name; the repository itself is known to be there.
        if response.status in (404, 422):
            return None
        raise failures.from_response(response, subject, bool(self._api.token))

    async def _tree(self, path: str, sha: str) -> list[Entry]:
        """Every file below a tree. One that is too large for one answer is walked, folder by folder."""
        listing = await self._api.rest_json(f"{path}/git/trees/{sha}?recursive=1", "the file list")
        if not listing["truncated"]:
            return [entry for item in listing["tree"] if (entry := _entry(item, "")) is not None]
        entries: list[Entry] = []
        folders = [("", sha)]
        while folders:
            prefix, sha = folders.pop()
            listing = await self._api.rest_json(f"{path}/git/trees/{sha}", "the file list")
            for item in listing["tree"]:
                if item["type"] == "tree":
                    folders.append((f"{prefix}{item['path']}/", item["sha"]))
                elif entry := _entry(item, prefix):
                    entries.append(entry)
        return sorted(entries, key=lambda entry: entry.path)


def _entry(item: dict[str, Any], prefix: str) -> Entry | None:
    if item["type"] == "tree":
        return None
    mode = SUBMODULE if item["type"] == "commit" else item["mode"]
    return Entry(prefix + item["path"], item["sha"], item.get("size", 0), mode)


def _within(path: str, folder: str) -> bool:
    return not folder or path.startswith(folder + "/")


def _graphql_beside(api: str) -> str:
    """Enterprise's GraphQL address, ``/api/graphql``, from its REST base ``/api/v3``."""
    return api.rstrip("/").removesuffix("/v3") + "/graphql"
