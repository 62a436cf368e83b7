"""Reads what a person pastes for a repository."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from app.shared.errors import AddressError

GITHUB = "github.com"

_SHORT = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?/[A-Za-z0-9._-]+(?:/.*)?")
_SCP = re.compile(r"(?:[\w.-]+@)?([\w.-]+\.[\w.-]+):(?!//)(?!\d+/)(.+)")
_OWNER = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*)")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Address:
    """A repository on a host. `tail` is what follows ``/tree/``: a ref, and perhaps a folder in it;
    only the host knows where a branch's name with slashes ends. `commit` is set for a commit's link."""

    host: str
    owner: str
    name: str
    tail: str = ""
    commit: str = ""
    # The tail names a file (``/blob/``): its folder is meant.
    is_file: bool = False


def parse_address(text: str) -> Address:
    """``o/r``, ``https://github.com/o/r[/tree/ref[/folder]]``, ``/blob/``, ``/commit/sha``,
    ``git@host:o/r.git``, ``ssh://git@host/o/r``. Raises AddressError for anything else."""
    text = text.strip().strip("<>\"'")
    if not text:
        raise AddressError("no-address", "No address was given.", _FORMS)
    scp = _SCP.fullmatch(text)
    if scp and "://" not in text:
        return _from_parts(scp[1], scp[2], text)
    if "://" in text:
        parts = urlsplit(text)
        if parts.scheme not in ("https", "http", "ssh", "git", "git+ssh", "git+https"):
            raise AddressError("bad-address", f"{parts.scheme}:// is not an address of a repository.", _FORMS)
        host = parts.hostname or ""
        if parts.port and parts.scheme in ("http", "https"):
            host = f"{host}:{parts.port}"
        return _from_parts(host, parts.path, text)
    first = text.split("/", 1)[0]
    if "." in first and text.count("/") >= 2:
        return _from_parts(first, text.split("/", 1)[1], text)
    if _SHORT.fullmatch(text):
        return _from_parts(GITHUB, text, text)
    raise AddressError("bad-address", f"“{text}” does not name a repository.", _FORMS)


_FORMS = "Paste owner/name, or the address of a repository, branch, folder or commit on GitHub."


def _from_parts(host: str, path: str, text: str) -> Address:
    host = host.lower().removeprefix("www.")
    if not host:
        raise AddressError("bad-address", f"“{text}” names no host.", _FORMS)
    parts = [unquote(part) for part in path.split("#")[0].split("?")[0].split("/") if part]
    if len(parts) < 2:
        raise AddressError("bad-address", f"“{text}” names no repository.", _FORMS)
    owner, name = parts[0], parts[1].removesuffix(".git")
    if not _OWNER.fullmatch(owner) or not _NAME.fullmatch(name) or name in (".", ".."):
        raise AddressError("bad-address", f"“{owner}/{name}” cannot be a repository's name.", _FORMS)
    kind, rest = (parts[2], parts[3:]) if len(parts) > 3 else ("", [])
    if kind in ("tree", "blob"):
        return Address(host, owner, name, tail="/".join(rest), is_file=kind == "blob")
    if kind in ("commit", "commits"):
        return Address(host, owner, name, commit=rest[0])
    return Address(host, owner, name)
