"""What ``.gitattributes`` says of a path; only what linguist's marks need."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.engine.source.text import decode


class Attributes:
    """Rules of all ``.gitattributes`` files of a tree, by path (`files`: path -> bytes).

    As git reads them: the last matching line wins, and a folder's file goes before its parents'.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        # Deepest folder last, so that its lines are asked first from the end.
        self._rules: list[tuple[str, re.Pattern[str], dict[str, bool]]] = []
        for path in sorted(files, key=lambda path: path.count("/")):
            folder = path.rpartition("/")[0]
            for line in decode(files[path]).split("\n"):
                words = line.split()
                if not words or words[0].startswith(("#", "[", "!")):
                    continue
                marks = dict(mark for word in words[1:] if (mark := _mark(word)))
                if marks:
                    self._rules.append((folder, _pattern(words[0]), marks))

    def is_set(self, path: str, name: str) -> bool:
        """Whether the attribute is on."""
        return self._value(path, name) is True

    def is_unset(self, path: str, name: str) -> bool:
        """Whether the attribute is explicitly off, which overrides what the path itself suggests."""
        return self._value(path, name) is False

    def _value(self, path: str, name: str) -> bool | None:
        for folder, pattern, marks in reversed(self._rules):
            if name not in marks or (folder and not path.startswith(folder + "/")):
                continue
            if pattern.fullmatch(path[len(folder) + 1 :] if folder else path):
                return marks[name]
        return None


def _mark(word: str) -> tuple[str, bool] | None:
    """(name, on) of one attribute as written: ``name``, ``-name``, ``name=true``; None for others."""
    name, _, value = word.lstrip("-!").partition("=")
    if not name.startswith("linguist-"):
        return None
    return name, not word.startswith(("-", "!")) and value.lower() not in ("false", "0")


def _pattern(glob: str) -> re.Pattern[str]:
    """A pattern of gitattributes as a regular expression over a path below its folder.

    Without a slash it names files in any folder; ``**`` crosses folders, ``*`` does not.
    """
    anchored = "/" in glob.rstrip("/")
    glob = glob.lstrip("/")
    parts = re.split(r"(\*\*/|/\*\*$|\*\*|\*|\?|\[[^\]]+\])", glob)
    translated = {"**/": "(?:.*/)?", "/**": "/.*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    body = "".join(
        translated.get(part)
        or (part.replace("[!", "[^") if part.startswith("[") and part.endswith("]") else re.escape(part))
        for part in parts
    )
    try:
        return re.compile(body if anchored else f"(?:.*/)?{body}")
    except re.error:  # a broken class such as [z-a] matches nothing, as in git
        return re.compile(r"(?!)")
