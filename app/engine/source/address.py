"""Reads what a person pastes for a repository."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from app.shared.errors import AddressError

GITHUB = "github.com"
# Names under which GitHub serves the same repositories: ssh through the HTTPS port, and single files.
_SSH = "ssh.github.com"
_RAW = "raw.githubusercontent.com"
# Hosts without GitHub's API, told at once rather than by a request that fails.
_ELSEWHERE = frozenset(("bitbucket.org", "codeberg.org", "gist.github.com", "gitlab.com", "sr.ht"))

_SCHEMES = frozenset("https http ssh git git+ssh git+https".split())
_SCP = re.compile(r"(?:[\w.-]+@)?(?P<host>[\w.-]+\.[\w.-]+):(?!\d+/)(?P<path>.+)")
# An owner's underscore belongs to accounts that an enterprise manages.
_OWNER = re.compile(r"[A-Za-z0-9_-]+")
_NAME = re.compile(r"[A-Za-z0-9._-]+")
# What follows owner and name where a page shows a file, and where it shows anything at a ref.
_FILE_PAGES = frozenset("blob blame raw edit".split())
_REF_PAGES = frozenset("tree commits".split())
_FORMS = "Paste owner/name, or the address of a repository, branch, folder or commit on GitHub."


@dataclass(frozen=True, slots=True)
class Address:
    """A repository on a host. `tail` is a branch, tag or commit, and perhaps a path in it:
    only the host knows where a branch's name with slashes ends."""

    host: str
    owner: str
    name: str
    tail: str = ""
    # The tail ends in a file: its folder is meant.
    is_file: bool = False


def parse_address(text: str) -> Address:
    """``o/r``, ``https://github.com/o/r[/tree/ref[/folder]]``, ``/blob/``, ``/commit/sha``,
    ``git@host:o/r.git``, ``ssh://git@host/o/r``. Raises AddressError for anything else."""
    text = text.strip().strip("<>\"'")
    if not text:
        raise AddressError("no-address", "No address was given.", _FORMS)
    host, path = _split(text)
    parts = [unquote(part) for part in re.split(r"[?#]", path)[0].split("/") if part]
    host = host.lower().removeprefix("www.")
    if host in _ELSEWHERE:
        raise AddressError("other-host", f"Understory reads from GitHub, and {host} is not GitHub.", _FORMS)
    if host == _RAW:
        host, parts = GITHUB, [*parts[:2], "raw", *parts[2:]]
    if len(parts) < 2:
        raise AddressError("bad-address", f"“{text}” does not name a repository.", _FORMS)
    owner, name = parts[0], parts[1].removesuffix(".git")
    if not _OWNER.fullmatch(owner) or not _NAME.fullmatch(name) or name in (".", ".."):
        raise AddressError("bad-address", f"“{owner}/{name}” cannot be a repository's name.", _FORMS)
    tail, is_file = _tail(parts[2:])
    return Address(GITHUB if host == _SSH else host, owner, name, "/".join(tail), is_file)


def without_credentials(text: str) -> str:
    """The same address without the user and secret that some tools write before the host."""
    return re.sub(r"(?<=://)[^/?#\s]*@", "", text)


def _split(text: str) -> tuple[str, str]:
    """(host with its port, path) of a URL, an scp-like address, ``host/o/r`` or ``o/r``."""
    if "://" in text:
        try:
            parts = urlsplit(text)
            port = parts.port
        except ValueError:
            raise AddressError("bad-address", f"“{text}” is not a whole address.", _FORMS) from None
        if parts.scheme not in _SCHEMES:
            raise AddressError("bad-address", f"{parts.scheme}:// is not an address of a repository.", _FORMS)
        if not parts.hostname:
            raise AddressError("bad-address", f"“{text}” names no host.", _FORMS)
        web = port and parts.scheme in ("https", "http")
        return f"{parts.hostname}:{port}" if web else parts.hostname, parts.path
    if scp := _SCP.fullmatch(text):
        return scp["host"], scp["path"]
    first, _, rest = text.partition("/")
    # No owner's name has a dot, and a host is followed by two names.
    if "." in first and "/" in rest:
        return first, rest
    return GITHUB, text


def _tail(parts: list[str]) -> tuple[list[str], bool]:
    """(the parts that name a ref and what is in it, whether they end in a file) behind owner and name."""
    match parts:
        case ["commit", sha, *_]:
            return [sha], False
        case ["releases", "tag", *tag]:
            return tag, False
        case [page, "refs", "heads" | "tags", *rest] if page in _FILE_PAGES | _REF_PAGES:
            return rest, page in _FILE_PAGES
        case [page, *rest] if page in _FILE_PAGES | _REF_PAGES:
            return rest, page in _FILE_PAGES
    return [], False
