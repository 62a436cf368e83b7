"""Folders in which a repository keeps an older version of its own code, as ``v1/`` beside ``v2/``."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

_VERSION = re.compile(r"v(\d{1,3})", re.IGNORECASE)


def older_versions(paths: Iterable[str]) -> list[str]:
    """The folders that a newer version supersedes, each with "/" at its end.

    Newer is a sibling of a higher number, or, for the highest, the folder around it
    where most of its own files have a namesake.
    """
    names: dict[str, set[str]] = defaultdict(set)
    versions: dict[str, dict[str, int]] = defaultdict(dict)
    for path in paths:
        folder, _, name = path.rpartition("/")
        names[folder].add(name)
        around, parts = "", folder.split("/")
        for part in parts:
            below = f"{around}/{part}" if around else part
            if version := _VERSION.fullmatch(part):
                versions[around][below] = int(version[1])
            around = below
    older = []
    for around, numbers in versions.items():
        newest = max(numbers.values())
        for folder, number in numbers.items():
            twins = names[folder] & names[around]
            if number < newest or 2 * len(twins) > len(names[folder]) > 2:
                older.append(f"{folder}/")
    return sorted(older)
