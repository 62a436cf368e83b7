"""What a repository is: what its README says, how much of what it holds, and what most of it rests on."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from app.engine.answer.citations import cite
from app.engine.answer.excerpt import shortened
from app.engine.answer.markdown import code, counted, joined, plain
from app.engine.answer.prose import LONGEST, first_paragraph
from app.engine.graph.graph import CodeGraph
from app.engine.graph.model import Symbol
from app.engine.graph.queries import USE_KINDS
from app.engine.retrieve.searcher import Searcher

# Folders listed, definitions named of each, and languages named.
FOLDERS = 6
NAMED = 3
LANGUAGES = 4

_README = re.compile(r"readme(?:\.\w+)?", re.IGNORECASE)
_MANIFEST = re.compile(
    r"(?:pyproject\.toml|setup\.cfg|setup\.py|package\.json|cargo\.toml|composer\.json)", re.IGNORECASE
)
_DESCRIPTION = re.compile(
    r"^\W*description\W*[=:]\s*(?:\"((?:[^\"\\\n]|\\.)+)\"|'([^'\n]+)'|([^\"'\n{]+))", re.MULTILINE
)
_ROLES = {
    "code": "of code",
    "test": "of tests",
    "doc": "of documentation",
    "config": "of configuration",
    "data": "of data",
}
_LANGUAGES = {
    "javascript": "JavaScript",
    "typescript": "TypeScript",
    "tsx": "TypeScript",
    "cpp": "C++",
    "c_sharp": "C#",
    "php": "PHP",
}
_DEFINITIONS = ("class", "interface", "enum", "type", "function")


async def overview(searcher: Searcher) -> str:
    """Markdown with citations. Figures are of what is indexed now."""
    roles = searcher.lexical.roles()
    name = searcher.graph.repository.rsplit("/", 1)[-1]
    said = await _introduction(searcher, roles)
    parts = [
        f"**{plain(name)}**: {said}" if said else f"**{plain(name)}** says nowhere what it is.",
        _amounts(searcher, roles),
        _folders(searcher.graph, [path for path, role in roles.items() if role == "code"]),
    ]
    return "\n\n".join(part for part in parts if part)


async def _introduction(searcher: Searcher, paths: Iterable[str]) -> str:
    """The README's first paragraph, else a manifest's description, cited; "" for neither."""
    top = sorted(path for path in paths if "/" not in path)
    for path in [path for path in top if _README.fullmatch(path)]:
        found = first_paragraph(await _text(searcher, path))
        if found:
            return f"{plain(found[0])} {cite(path, found[1])}"
    for path in [path for path in top if _MANIFEST.fullmatch(path)]:
        text = await _text(searcher, path)
        match = _DESCRIPTION.search(text)
        if match:
            said = next(group for group in match.groups() if group)
            line = text.count("\n", 0, match.start(match.lastindex or 0)) + 1
            return f"{plain(shortened(said, LONGEST))} {cite(path, line)}"
    return ""


async def _text(searcher: Searcher, path: str) -> str:
    sha = searcher.rows[path]["sha"]
    return (await searcher.host.store.get_texts([sha])).get(sha, "")


def _amounts(searcher: Searcher, roles: dict[str, str]) -> str:
    """How many files of which role, and the languages of the code."""
    by_role = Counter(roles.values())
    shares = [f"{by_role[role]:,} {words}" for role, words in _ROLES.items() if by_role[role]]
    sentence = f"{counted(len(roles), 'file')} {'is' if len(roles) == 1 else 'are'} indexed"
    if len(shares) > 1:
        sentence += f": {joined(shares)}"
    written = Counter(
        _LANGUAGES.get(language, language.capitalize())
        for path, role in roles.items()
        if role == "code" and (language := searcher.rows[path]["language"])
    )
    names = [language for language, _ in written.most_common(LANGUAGES)]
    return f"{sentence}. The code is mostly {joined(names)}." if names else f"{sentence}."


def _folders(graph: CodeGraph, paths: Iterable[str]) -> str:
    """The folders that define most, with what is used most of each."""
    files: dict[str, list[str]] = defaultdict(list)
    defined: Counter[str] = Counter()
    for path in paths:
        folder = path.rpartition("/")[0]
        files[folder].append(path)
        defined[folder] += len(graph.symbols_of(path))
    rows = [
        _folder(graph, folder, files[folder]) for folder, number in defined.most_common(FOLDERS) if number
    ]
    if not rows:
        return ""
    more = len(defined) - len(rows)
    rows += [f"- … and {counted(more, 'more folder')}"] if more else []
    return "\n".join(["Where the code is, and what is used most of it:", "", *rows])


def _folder(graph: CodeGraph, folder: str, paths: list[str]) -> str:
    uses = sorted(_uses(graph, paths), key=lambda pair: (-pair[0], pair[1].id))[:NAMED]
    named = joined([f"{code(s.name)} {cite(s.path, s.start_line)}" for number, s in uses if number])
    name = code(f"{folder}/") if folder else "the top folder"
    return f"- {name}, {counted(len(paths), 'file')}" + (f": {named}" if named else "")


def _uses(graph: CodeGraph, paths: Iterable[str]) -> Iterator[tuple[int, Symbol]]:
    """Each top-level definition of some files with how many others use it."""
    for path in paths:
        for symbol in graph.symbols_of(path):
            if symbol.kind in _DEFINITIONS and not symbol.parent:
                edges = graph.adjacency.into.get(symbol.id, ())
                users = {edge.source for edge in edges if edge.kind in USE_KINDS}
                yield len(users - {symbol.id}), symbol
