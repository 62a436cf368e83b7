"""A repository at one commit: what is in it, before anything is fetched."""

from __future__ import annotations

from dataclasses import dataclass, field

# Git's file modes that are not plain files.
SYMLINK = "120000"
SUBMODULE = "160000"
NOT_FILES = (SYMLINK, SUBMODULE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One path of a tree. `sha` is the git blob's, `size` is in bytes, `mode` as git writes it."""

    path: str
    sha: str
    size: int
    mode: str = "100644"


@dataclass(slots=True)
class Snapshot:
    """A resolved address. `ref` is the branch or tag as the person sees it, `commit` its full sha,
    `folder` restricts the entries ("" for all); entry paths stay relative to the repository."""

    host: str
    owner: str
    name: str
    ref: str
    commit: str
    folder: str = ""
    default_branch: str = ""
    private: bool = False
    entries: list[Entry] = field(default_factory=list)
