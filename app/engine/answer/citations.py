"""Citations: ``[path:line]`` and ``[path:first-last]``, written, found in an answer, and checked.

Models are asked for that form and write others as well: ``path:12`` bare, in backticks or in
parentheses, ``path#L3-L5``, ``path, lines 3-5``, ``[path:12, 15]``, links. All are found, but for those in
blocks of code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from app.engine.answer.sent import Sent

_LINES = r"L?(\d{1,7})(?:\s*[-–—]\s*L?(\d{1,7}))?(?::\d{1,4})?"
_BEHIND = r"(?::|#|,?\s+lines?\s+)\s?"
# The end of a citation in brackets: its lines, perhaps several.
_END = re.compile(rf"`?{_BEHIND}(?:{_LINES})(?:\s*[,;]\s*(?:{_LINES}))*`?\]")
_PART = re.compile(rf"`?(?P<path>[^`\n]*?)`?(?:{_BEHIND})(?P<lines>{_LINES})`?")
_ONLY_LINES = re.compile(rf"\s*(?:lines?\s+)?(?P<lines>{_LINES})`?\s*")
_BETWEEN = re.compile(r"[,;]")
# A path in running text: no spaces, and nothing before it that makes it a part of something longer.
_BARE = re.compile(
    rf"(?<![\w./:@#~+-])`?(?P<path>(?:[\w@.+~/-]|\[[\w.]{{1,40}}\]|\([\w-]{{1,40}}\)(?=/)){{1,300}})`?{_BEHIND}(?P<lines>{_LINES})"
    r"(?![\w/]|\.\d)`?"
)
_MORE_LINES = re.compile(rf"(?:\s*,\s*(?:{_LINES}))+(?=\s*\))")
_FILE_NAME = re.compile(r"\.[A-Za-z]\w{0,9}$")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"\([^()\s]*\)")

# A range of lines is good where at least so many of them were sent.
SHARE = 0.5


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


class Paths:
    """The files of a repository, by the ends of their paths."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = set(paths)
        self._named: dict[str, list[str]] = {}
        for path in self._paths:
            self._named.setdefault(path.rsplit("/", 1)[-1], []).append(path)

    def meant(self, path: str) -> list[str]:
        """The files that a written path may mean: itself, or those that end so."""
        path = path.removeprefix("./").lstrip("/")
        if path in self._paths:
            return [path]
        return sorted(
            known for known in self._named.get(path.rsplit("/", 1)[-1], ()) if known.endswith(f"/{path}")
        )


def find(text: str, paths: Paths) -> list[Citation]:
    """Every citation in a text, in order. A path may hold brackets itself (``app/[id]/page.tsx``)."""
    taken = [match.span() for match in _FENCE.finditer(text)]
    found = list(_bracketed(text, paths, taken))
    found += _bare(text, paths, taken)
    return sorted(found, key=lambda citation: citation.start)


def _is_free(start: int, end: int, taken: list[tuple[int, int]]) -> bool:
    return all(end <= first or last <= start for first, last in taken)


def _bracketed(text: str, paths: Paths, taken: list[tuple[int, int]]) -> Iterator[Citation]:
    """What stands in brackets. Where it is found is added to `taken`."""
    floor = 0
    for match in _END.finditer(text):
        start, end = _opening(text, floor, match.start()), match.end()
        if start < 0 or not _is_free(start, end, taken):
            continue
        parts = list(_parts(text, start + 1, end - 1, paths))
        if not parts:
            continue
        floor = end
        target = _TARGET.match(text, end)
        end = target.end() if target else end
        taken.append((start, end))
        if len(parts) == 1:
            parts = [Citation(parts[0].path, parts[0].first, parts[0].last, start, end)]
        yield from parts


def _opening(text: str, floor: int, end: int) -> int:
    """The bracket that the one at the citation's end closes, -1 where there is none on its line."""
    depth = 0
    for i in range(end - 1, floor - 1, -1):
        if text[i] == "\n":
            return -1
        if text[i] == "]":
            depth += 1
        elif text[i] == "[":
            if depth == 0:
                return i
            depth -= 1
    return -1


def _parts(text: str, start: int, end: int, paths: Paths) -> Iterator[Citation]:
    """The citations that fill text[start:end]: paths with lines, and lines of the path before them."""
    path = ""
    for first, last in _split(text, start, end):
        match = _PART.fullmatch(text, first, last)
        if match:
            path = match["path"].strip().strip("`")
            if not _is_path(path, paths):
                return
        else:
            match = _ONLY_LINES.fullmatch(text, first, last)
            if not match or not path:
                return
        yield _citation(path, match["lines"], first, last)


def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts between commas, without the spaces around; "path, lines 3-5" is one part."""
    cuts = [start]
    for match in _BETWEEN.finditer(text, start, end):
        if not re.match(r"\s+lines?\s", text[match.end() : end]) or re.search(
            r":\s?\d", text[cuts[-1] : match.start()]
        ):
            cuts.append(match.end())
    ends = [cut - 1 for cut in cuts[1:]] + [end]
    spans = []
    for first, last in zip(cuts, ends, strict=True):
        inner = text[first:last]
        spans.append((first + len(inner) - len(inner.lstrip()), last - len(inner) + len(inner.rstrip())))
    return spans


def _bare(text: str, paths: Paths, taken: list[tuple[int, int]]) -> Iterator[Citation]:
    """What stands in running text, in backticks or in parentheses."""
    for match in _BARE.finditer(text):
        start, end = match.span()
        path = match["path"]
        if not _is_free(start, end, taken) or not _is_path(path, paths):
            continue
        # A backtick belongs to it only with its fellow.
        if text.count("`", start, end) % 2:
            start += text[start] == "`"
            end -= text[end - 1] == "`"
        if text[:start].endswith("](") and text[end : end + 1] == ")":
            start, end = _opening(text, 0, start - 2), end + 1
        yield _citation(path, match["lines"], start, end)
        if text[start - 1 : start] == "(" and (more := _MORE_LINES.match(text, end)):
            for lines in re.finditer(_LINES, more[0]):
                yield _citation(path, lines[0], end + lines.start(), end + lines.end())


def _is_path(path: str, paths: Paths) -> bool:
    """Whether a word is a path: one of the repository's, or one that looks like a file's."""
    return bool(path) and (bool(paths.meant(path)) or bool(_FILE_NAME.search(path)) or "/" in path.strip("/"))


def _citation(path: str, lines: str, start: int, end: int) -> Citation:
    match = re.match(_LINES, lines)
    first = int(match[1]) if match else 0
    last = int(match[2] or first) if match else 0
    return Citation(path, first, max(first, last), start, end)


@dataclass(frozen=True, slots=True)
class Checked:
    """A citation held against what was sent: a file's whole path or "", what is wrong or ""."""

    citation: Citation
    path: str
    reason: str


def resolve(citation: Citation, paths: Paths, sent: Sent) -> tuple[str, str]:
    """(the file that a citation means, what is wrong): the one that was sent where several may be meant."""
    meant = paths.meant(citation.path)
    if len(meant) > 1:
        meant = [path for path in meant if sent.has(path)] or meant
    if len(meant) == 1:
        return meant[0], ""
    return "", "several files end so" if meant else "there is no such file"


def check(citation: Citation, paths: Paths, sent: Sent, line_counts: Mapping[str, int]) -> Checked:
    """Whether a citation points into what was sent. `line_counts` has the files that are cited."""
    path, reason = resolve(citation, paths, sent)
    if not reason and sent.share(path, citation.first, citation.last) < SHARE:
        lines = line_counts.get(path, 0)
        is_inside = citation.first >= 1 and citation.last <= lines
        reason = "the model was not shown these lines" if is_inside else f"the file has {lines} lines"
    return Checked(citation, path, reason)
