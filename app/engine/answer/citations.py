"""Citations: ``[path:line]`` and ``[path:first-last]``, written, found in an answer, and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_END = re.compile(r":(?:L)?(\d{1,7})(?:\s*[-–]\s*L?(\d{1,7}))?\]")


@dataclass(frozen=True, slots=True)
class Citation:
    """Lines first..last of a file, as cited at text[start:end]."""

    path: str
    first: int
    last: int
    start: int = 0
    end: int = 0


def cite(path: str, first: int, last: int = 0) -> str:
    """The citation of a line, or of lines first..last."""
    return f"[{path}:{first}-{last}]" if last > first else f"[{path}:{first}]"


def find(text: str) -> Iterator[Citation]:
    """Every citation in a text, in order. A path may hold brackets itself (``app/[id]/page.tsx``)."""
    floor = 0
    for match in _END.finditer(text):
        start = _opening(text, floor, match.start())
        if start < 0:
            continue
        first = int(match[1])
        last = int(match[2] or first)
        path = text[start + 1 : match.start()].strip().strip("`")
        if path and "\n" not in path:
            yield Citation(path, first, max(first, last), start, match.end())
            floor = match.end()


def _opening(text: str, floor: int, end: int) -> int:
    """The bracket that the one at the citation's end closes, -1 where there is none."""
    depth = 0
    for i in range(end - 1, floor - 1, -1):
        if text[i] == "]":
            depth += 1
        elif text[i] == "[":
            if depth == 0:
                return i
            depth -= 1
    return -1


@dataclass(frozen=True, slots=True)
class Checked:
    """A citation held against the repository: a file's whole path or "", what is wrong or ""."""

    citation: Citation
    path: str
    reason: str


def check(text: str, line_counts: Mapping[str, int]) -> list[Checked]:
    """Every citation of a text with its file, given how many lines each file has.

    The end of a path is taken for the whole where only one file ends so.
    """
    return [_check(citation, line_counts) for citation in find(text)]


def _check(citation: Citation, line_counts: Mapping[str, int]) -> Checked:
    path = citation.path.removeprefix("./").lstrip("/")
    if path not in line_counts:
        ending = [known for known in line_counts if known.endswith(f"/{path}")]
        if len(ending) != 1:
            return Checked(citation, "", "several files end so" if ending else "no such file")
        path = ending[0]
    if not 1 <= citation.first <= citation.last <= line_counts[path]:
        return Checked(citation, path, f"the file has {line_counts[path]} lines")
    return Checked(citation, path, "")
