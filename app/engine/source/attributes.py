"""What ``.gitattributes`` says of a path; only what linguist's marks need."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.engine.source.text import decode

# A line: a pattern, in quotes where it holds blanks, then attributes.
_LINE = re.compile(r'[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s"]\S*))(?:[ \t]+(.*))?')
# The parts of a pattern: folders, anything below, a run within a name, one character, a quoted one, a class.
_GLOB = re.compile(
    r"(?P<folders>(?:^|(?<=/))\*\*+/)|(?P<below>(?:^|(?<=/))\*\*+$)|(?P<run>\*+)|(?P<one>\?)"
    r"|\\(?P<quoted>.)|\[(?P<negated>[!^]?)(?P<members>(?:\\.|[^\\])(?:\\.|[^\]\\])*)\]|(?P<plain>[^\[\\])"
)
_MEMBER = re.compile(r"\\?(.)(?:-\\?([^\]]))?", re.DOTALL)
_NEVER = re.compile(r"(?!)")


class Attributes:
    """Rules of all ``.gitattributes`` files of a tree, by path (`files`: path -> bytes).

    As git reads them: the last matching line wins, and a folder's file goes before its parents'.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        # Deepest folder last, so that its lines are asked first from the end.
        self._rules: list[tuple[str, re.Pattern[str], dict[str, bool | None]]] = []
        for path in sorted(files, key=lambda path: path.count("/")):
            folder = path.rpartition("/")[0]
            for line in decode(files[path]).split("\n"):
                pattern, words = _parts(line)
                marks = dict(mark for word in words if (mark := _mark(word)))
                if marks:
                    self._rules.append((folder, compile_pattern(pattern), marks))

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


def _parts(line: str) -> tuple[str, list[str]]:
    """(pattern, attributes) of a line; no attributes where it is a comment, a macro or broken.

    Git ignores negative patterns here, too.
    """
    found = _LINE.fullmatch(line.rstrip("\r"))
    if found is None or line.lstrip().startswith(("#", "[attr]")):
        return "", []
    quoted, bare, attributes = found.groups()
    pattern = bare if quoted is None else _unquoted(quoted)
    return pattern, [] if pattern.startswith("!") else (attributes or "").split()


def _unquoted(text: str) -> str:
    r"""The path that git's quoting stands for: ``\"``, ``\\``, ``\t``, and ``\303\274`` for UTF-8 bytes."""
    try:
        return text.encode().decode("unicode_escape").encode("latin-1").decode("utf-8", "replace")
    except UnicodeError:
        return ""


def _mark(word: str) -> tuple[str, bool | None] | None:
    """(name, on) of one attribute as written: ``name``, ``-name``, ``name=true``; on is None for
    ``!name``, which takes back what earlier lines said. None for attributes that nobody asks for."""
    name, _, value = word.lstrip("-!").partition("=")
    if not name.startswith("linguist-"):
        return None
    if word.startswith("!"):
        return name, None
    return name, not word.startswith("-") and value.lower() != "false"


def compile_pattern(glob: str) -> re.Pattern[str]:
    """A pattern of gitattributes as a regular expression over a file's path below the pattern's folder.

    Without a slash it names files in any folder; with one at its end it names folders, so no file;
    ``**`` between slashes crosses folders, ``*`` does not. Classes such as ``[[:alpha:]]`` are not
    read: a pattern with one matches nothing.
    """
    if glob.endswith("/"):
        return _NEVER
    if "/" in glob:
        # Git compares what stands before the first sign as it is, so a `**` behind it begins a pattern.
        literal, *signs = re.split(r"(?=[*?\[\\])", glob.removeprefix("/"), maxsplit=1)
        body, glob = re.escape(literal), "".join(signs)
    else:
        body = "(?:.*/)?"
    end = 0
    while end < len(glob):
        part = _GLOB.match(glob, end)
        if part is None or "[:" in (part["members"] or ""):
            return _NEVER  # an open class or a lone backslash, as in git
        body += _translated(part)
        end = part.end()
    return re.compile(body, re.DOTALL)


def _translated(part: re.Match[str]) -> str:
    kind = part.lastgroup
    if kind == "folders":
        return "(?:.*/)?"
    if kind == "below":
        return ".*"
    if kind == "run":
        return "[^/]*"
    if kind == "one":
        return "[^/]"
    if kind == "members":
        return _class(part["members"], bool(part["negated"]))
    return re.escape(part["quoted"] or part["plain"])


def _class(members: str, negated: bool) -> str:
    """A bracket expression; it never matches a slash. A range that runs backwards is its first sign alone."""
    inside = "".join(
        re.escape(low) + (f"-{re.escape(high)}" if low <= high else "")
        for low, high in _MEMBER.findall(members)
    )
    return f"(?!/)[{'^' if negated else ''}{inside}]"
