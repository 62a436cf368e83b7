"""What pyright says of a package's calls and imports, as records for `score.py`.

Where names are called and imported comes from Python's own `ast`, where they lead from pyright. Of a
name that it leads to a variable, the one value it is assigned is asked for in turn; a parameter, a
property or an attribute of several values is not known: what is called there is none of these.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.oracle import pyright_server
from benchmarks.oracle.kept import kept
from benchmarks.oracle.packages import Package
from benchmarks.oracle.pyright_server import Definition, Position
from benchmarks.oracle.score import Place
from benchmarks.oracle.tree import Tree

_FROM = re.compile(r"from\s+(\.*)\s*([\w.]*)")
_DEFINING = re.compile(r"(?:async\s+)?(?:def|class)\s+")
_PROPERTY = re.compile(r"(\A|[._])property\Z")
# How many assignments are followed.
_DEPTH = 5
# What the answers depend on, besides the package.
_SOURCES = (__file__, pyright_server.__file__, pyright_server.LOCK)

_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Site:
    """Where a name is called or imported; `position` is None where there is no name to ask for."""

    line: int
    name: str
    kind: str
    position: Position | None
    # Dots that stand for a package around: `from .. import a`.
    level: int = 0


@dataclass
class Module:
    """One file: its sites, and what its definitions are by their place."""

    path: Path
    text: str
    tree: ast.Module
    lines: list[str] = field(init=False)
    # Line of a name -> the function, class or assignment that defines it there.
    defined: dict[int, list[ast.AST]] = field(init=False)
    # Line of an overload's name -> that of the function that runs.
    runs: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = self.text.split("\n")
        self.defined = defaultdict(list)
        self.runs = {}
        for node in ast.walk(self.tree):
            if isinstance(node, _Function | ast.ClassDef | ast.Assign | ast.AnnAssign):
                self.defined[node.lineno].append(node)
            for body in (getattr(node, "body", ()), getattr(node, "orelse", ())):
                self._read_overloads(body if isinstance(body, list) else [])

    def sites(self) -> Iterator[Site]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                yield self._call(node)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    yield self._imported(node.lineno, alias, alias.name.rpartition(".")[0])
            elif isinstance(node, ast.ImportFrom):
                yield from self._imports(node)

    def definition(self, position: Position) -> ast.AST | None:
        """The function, class or assignment whose name is at a position."""
        for node in self.defined.get(position.line + 1, ()):
            if isinstance(node, _Function | ast.ClassDef):
                if position == self._defined_at(node):
                    return node
            elif any(_ends_at(target, self, position) for target in _targets(node)):
                return node
        return None

    def position(self, line: int, column: int) -> Position:
        """Of a line and a column as `ast` counts: from 1, and in bytes."""
        before = self.lines[line - 1].encode()[:column].decode(errors="replace")
        return Position(line - 1, len(before.encode("utf-16-le")) // 2)

    def last_name(self, node: ast.AST) -> tuple[str, Position] | None:
        """The last identifier of `a.b.c`, and where it is; None for what has none."""
        if isinstance(node, ast.Name):
            name, place = node.id, self.position(node.lineno, node.col_offset)
        elif isinstance(node, ast.Attribute) and node.end_lineno and node.end_col_offset:
            name = node.attr
            place = self.position(node.end_lineno, node.end_col_offset - len(name.encode()))
        else:
            return None
        # Before Python 3.12, what is in an f-string has no place of its own.
        return (name, place) if self._named(name, place) else None

    def _defined_at(self, node: _Function | ast.ClassDef) -> Position:
        start = self.position(node.lineno, node.col_offset)
        words = _DEFINING.match(self.lines[start.line], node.col_offset)
        return Position(start.line, words.end() if words else start.character)

    def _named(self, name: str, position: Position) -> bool:
        line = self.lines[position.line].encode("utf-16-le")[position.character * 2 :]
        return line.decode("utf-16-le").startswith(name)

    def _call(self, node: ast.Call) -> Site:
        found = self.last_name(node.func)
        if found is None:
            return Site(node.func.end_lineno or node.lineno, "", "call", None)
        name, position = found
        return Site(position.line + 1, name, "call", position)

    def _imports(self, node: ast.ImportFrom) -> Iterator[Site]:
        start = self.position(node.lineno, node.col_offset)
        match = _FROM.match("\n".join(self.lines[start.line :]), start.character)
        if match and match[2]:
            at = match.start(2) + match[2].rfind(".") + 1
            yield Site(node.lineno, match[2], "import", Position(start.line, at))
        else:
            yield Site(node.lineno, "." * node.level, "import", None, node.level)
        for alias in node.names:
            if alias.name != "*":
                yield self._imported(node.lineno, alias, "")

    def _imported(self, line: int, alias: ast.alias, head: str) -> Site:
        column = alias.col_offset + len(f"{head}.".encode() if head else b"")
        return Site(line, alias.name, "import", self.position(alias.lineno, column))

    def _read_overloads(self, body: list[Any]) -> None:
        functions: defaultdict[str, list[_Function]] = defaultdict(list)
        for node in body:
            if isinstance(node, _Function):
                functions[node.name].append(node)
        for same in functions.values():
            stubs = [node for node in same if _is_decorated(node, "overload")]
            running = [node for node in same if node not in stubs]
            self.runs.update({stub.lineno: running[-1].lineno for stub in stubs if running})


def answers(package: Package, tree: Tree) -> list[dict[str, Any]]:
    """A record for every site of the files of a package that are judged."""
    return kept(tree.folder.name, _SOURCES, lambda: _asked(package, tree))


def _asked(package: Package, tree: Tree) -> list[dict[str, Any]]:
    judged = [path for path in sorted(tree.texts) if package.judges(path)]
    with pyright_server.PyrightServer(tree.folder) as server:
        oracle = Oracle(tree.folder, tree.texts, server)
        return [record for path in judged for record in oracle.answers(path)]


class Oracle:
    """Answers for the files below a folder."""

    def __init__(self, folder: Path, texts: Mapping[str, str], server: pyright_server.PyrightServer) -> None:
        self._folder = folder
        self._server = server
        self._modules: dict[str, Module] = {}
        for name, text in texts.items():
            if name.endswith(".py"):
                try:
                    self._modules[name] = Module(folder / name, text, ast.parse(text))
                except SyntaxError:
                    continue

    def answers(self, path: str) -> list[dict[str, Any]]:
        """A record for every site of a file."""
        module = self._modules.get(path)
        if module is None:
            return []
        sites = list(module.sites())
        asked = [site.position for site in sites if site.position]
        found = iter(self._server.definitions(module.path, module.text, asked))
        return [self._record(path, site, next(found) if site.position else []) for site in sites]

    def _record(self, path: str, site: Site, definitions: list[Definition]) -> dict[str, Any]:
        if site.kind == "import":
            targets, is_outside = self._imported(path, site, definitions)
        else:
            targets, is_outside = self._called(definitions, _DEPTH)
        return {
            "path": path,
            "line": site.line,
            "name": site.name,
            "kind": site.kind,
            "targets": sorted(targets),
            "outside": is_outside,
        }

    def _imported(self, path: str, site: Site, definitions: list[Definition]) -> tuple[set[Place], bool]:
        targets: set[Place] = set()
        if site.level:
            folder = Path(path)
            for _ in range(site.level):
                folder = folder.parent
            return {((folder / "__init__.py").as_posix(), 0)}, False
        for definition in definitions:
            name = self._inside(definition)
            # Beside what is imported, pyright tells what else the file gives the name: `except ImportError:`.
            if name and name != path:
                line = definition.position.line + 1
                is_whole = definition.position == (0, 0)
                targets.add((name, 0 if is_whole else self._modules[name].runs.get(line, line)))
        return targets, any(self._is_outside(definition) for definition in definitions)

    def _called(self, definitions: list[Definition], depth: int) -> tuple[set[Place], bool]:
        """Nothing at all where any of the definitions is a value that is not known."""
        targets: set[Place] = set()
        is_outside = False
        for definition in definitions:
            name = self._inside(definition)
            if not name:
                is_outside |= self._is_outside(definition)
                continue
            module = self._modules[name]
            node = module.definition(definition.position)
            if isinstance(node, ast.Assign | ast.AnnAssign):
                # What is declared may be set elsewhere as well, of which pyright tells nothing.
                value = module.last_name(node.value) if isinstance(node, ast.Assign) and depth else None
                if value is None or len(definitions) > 1:
                    return set(), False
                further = self._server.definitions(module.path, module.text, [value[1]])[0]
                return self._called(further, depth - 1)
            if node is None or _is_property(node):
                return set(), False
            line = definition.position.line + 1
            targets.add((name, module.runs.get(line, line)))
        return targets, is_outside

    def _inside(self, definition: Definition) -> str:
        """The path of a definition in the repository, "" for one that is outside."""
        if not definition.path.is_relative_to(self._folder):
            return ""
        name = definition.path.relative_to(self._folder).as_posix()
        return name if name in self._modules else ""

    def _is_outside(self, definition: Definition) -> bool:
        return not definition.path.is_relative_to(self._folder)


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


def _ends_at(target: ast.expr, module: Module, position: Position) -> bool:
    found = module.last_name(target)
    return found is not None and found[1] == position


def _is_property(node: ast.AST) -> bool:
    return isinstance(node, _Function) and any(
        _PROPERTY.search(ast.unparse(decorator)) for decorator in node.decorator_list
    )


def _is_decorated(node: _Function, name: str) -> bool:
    return any(ast.unparse(decorator).rpartition(".")[2] == name for decorator in node.decorator_list)
